#include "sw-story.h"
#include "sw-story-share.h"

#include <string.h>

#define HOLDERS 10 /* rows of the table of holders */
#define PLACES 8   /* nodes of a stay that are named */

/* Order of stations at one time stamp. */
typedef enum
{
  RANK_SUBMITTED,
  RANK_ELIGIBLE,
  RANK_RUN_BEFORE, /* a stay that took no time */
  RANK_WAIT,
  RANK_RUN,
  RANK_END,
} Rank;

typedef struct
{
  SwTime from, until; /* until NONE: an instant */
  Rank rank;
  guint number; /* as found: keeps the order stable */
  gint64 ahead; /* waiting jobs in front; -1: not a wait */
  char *what, *detail;
} Station;

typedef struct
{
  const SwRun *run;
  const SwExperiment *e;
  const SwOutcome *outcome;
  SwJob job;
  GArray *stations;
} Story;

static void
clear_station (gpointer data)
{
  g_free (((Station *)data)->what);
  g_free (((Station *)data)->detail);
}

/* Takes detail. */
static void
add_station (Story *story, SwTime from, SwTime until, Rank rank, const char *what, char *detail)
{
  const Station station = { from, until, rank, story->stations->len, -1, g_strdup (what), detail };
  g_array_append_val (story->stations, station);
}

static int
compare_stations (gconstpointer a, gconstpointer b)
{
  const Station *x = a, *y = b;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Stays of the job by number in the log, first to last; transfer full. */
static GArray *
stays_of (const SwOutcome *outcome, SwJob job)
{
  GArray *stays = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = outcome->last_attempt[job]; i != G_MAXUINT32;
       i = g_array_index (outcome->attempts_log, SwAttempt, i).previous)
    g_array_prepend_val (stays, i);
  return stays;
}

static const SwAttempt *
stay_at (const SwOutcome *outcome, const GArray *stays, guint i)
{
  return &g_array_index (outcome->attempts_log, SwAttempt, g_array_index (stays, guint32, i));
}

/* ---- arrival ---- */

static void
append_text (GString *out, const char *name, const SwJobTable *table, guint32 text)
{
  if (text)
    g_string_append_printf (out, ", %s %s", name, sw_strings_get (table->strings, text));
}

static void
append_time (GString *out, const char *name, SwTime t)
{
  char text[SW_TIME_TEXT];
  if (t == SW_TIME_INF)
    g_string_append_printf (out, ", %s without end", name);
  else if (t != SW_TIME_NONE)
    g_string_append_printf (out, ", %s %s", name, sw_format_elapsed (t, text));
}

/* "8 GPUs in 2 tasks", "0.250 of 1 GPU and 5000 MiB of it in 1 task", "2 instances 1g.5gb ...". */
static void
append_demand (GString *out, const SwJobTable *t, guint32 demand)
{
  const SwDemandRow *row = &t->demands[demand];
  const SwGroupRow *group = &t->groups[row->first_group];
  const guint32 tasks = sw_job_table_tasks (t, demand), gpus = sw_job_table_gpus (t, demand);
  const guint8 mode = row->n_groups == 1 ? group->mode : SW_GPU_WHOLE;
  if (mode == SW_GPU_SHARE)
    g_string_append_printf (out, "%.3f of ", (double)group->gpu_milli / 1000);
  if (mode == SW_GPU_MIG)
    g_string_append_printf (out, "%u instance%s %s", gpus, gpus == 1 ? "" : "s",
                            sw_strings_get (t->strings, group->mig_profile));
  else
    g_string_append_printf (out, "%u GPU%s", gpus, gpus == 1 ? "" : "s");
  if (mode == SW_GPU_SHARE && group->gpu_mem_mib > 0)
    g_string_append_printf (out, " and %u MiB of %s", group->gpu_mem_mib,
                            gpus == 1 ? "it" : "each");
  g_string_append_printf (out, " in %u task%s", tasks, tasks == 1 ? "" : "s");
}

static char *
describe_request (const Story *story)
{
  const SwJobTable *t = story->e->workload->table;
  const SwJob j = story->job;
  GString *out = g_string_new (NULL);
  append_demand (out, t, t->demand[j]);
  append_text (out, "user", t, t->user[j]);
  append_text (out, "tenant", t, t->tenant[j]);
  append_text (out, "queue", t, t->queue[j]);
  append_time (out, "work", t->work[j]);
  append_time (out, "limit", t->limit[j]);
  append_time (out, "deadline", t->deadline[j]);
  return g_string_free (out, FALSE);
}

static void
add_arrival (Story *story)
{
  const SwJobTable *t = story->e->workload->table;
  const SwTime submit = t->submit[story->job], eligible = story->outcome->eligible[story->job];
  add_station (story, submit, SW_TIME_NONE, RANK_SUBMITTED, "submitted", describe_request (story));
  if (eligible != SW_TIME_NONE && eligible != submit)
    add_station (story, eligible, SW_TIME_NONE, RANK_ELIGIBLE, "eligible", g_strdup (""));
}

/* ---- waiting ---- */

/* When the wait that is going on at t ends: at a start, at the end of the job or of the run. */
static SwTime
end_of_wait (const Story *story, const GArray *stays, SwTime t)
{
  for (guint i = 0; i < stays->len; i++)
    {
      const SwAttempt *stay = stay_at (story->outcome, stays, i);
      if (stay->start > t || (stay->start == t && stay->stop > t))
        return stay->start;
    }
  const SwTime end = story->outcome->end[story->job];
  return end != SW_TIME_NONE ? end : story->outcome->stop;
}

/* The cause in front of the first ':' or ';', whose numbers may change all the time. */
static gsize
cause_length (const char *text)
{
  return strcspn (text, ":;");
}

static gboolean
same_cause (const char *a, const char *b)
{
  const gsize n = cause_length (a);
  return n == cause_length (b) && memcmp (a, b, n) == 0;
}

static char *
describe_reasons (const SwReason *first, const SwReason *last, guint n)
{
  if (n == 1)
    return g_strdup (first->text);
  if (g_str_equal (first->text, last->text))
    return g_strdup_printf ("%s (%u ahead at the end)", first->text, last->ahead);
  return g_strdup_printf ("%s ... %s (%u ahead at the end, %u changes)", first->text, last->text,
                          last->ahead, n - 1);
}

static void
add_waits (Story *story, const GArray *stays, gboolean brief)
{
  const GArray *reasons = story->run->reasons;
  for (guint i = 0; i < reasons->len;)
    {
      const SwReason *first = &g_array_index (reasons, SwReason, i);
      const SwReason *last = first;
      const SwTime stop = end_of_wait (story, stays, first->from);
      guint next = i + 1;
      for (; brief && next < reasons->len; next++)
        {
          const SwReason *reason = &g_array_index (reasons, SwReason, next);
          if (reason->from >= stop || !same_cause (first->text, reason->text))
            break;
          last = reason;
        }
      SwTime until = stop;
      if (next < reasons->len)
        until = MIN (until, g_array_index (reasons, SwReason, next).from);
      add_station (story, first->from, until, RANK_WAIT, "waits",
                   describe_reasons (first, last, next - i));
      g_array_index (story->stations, Station, story->stations->len - 1).ahead = first->ahead;
      i = next;
    }
}

/* ---- running ---- */

static void
append_cards (GString *out, guint64 cards)
{
  const char *separator = " [";
  for (guint i = 0; i < 64; i++)
    {
      if (!(cards >> i & 1))
        continue;
      guint last = i;
      while (last < 63 && (cards >> (last + 1) & 1))
        last++;
      g_string_append_printf (out, last > i ? "%s%u-%u" : "%s%u", separator, i, last);
      separator = ",";
      i = last;
    }
  if (*separator == ',')
    g_string_append_c (out, ']');
}

static void
append_held (GString *out, const Story *story, const SwPiece *piece)
{
  if (piece->milli == 0)
    append_cards (out, piece->cards);
  else if (piece->part.sliced)
    g_string_append_printf (out, " [%u: %s@%u]", piece->part.card,
                            sw_fleet_profile (story->e->fleet, piece->node, piece->part.profile),
                            piece->part.start);
  else
    g_string_append_printf (out, " [%u: %um]", piece->part.card, piece->milli);
}

static char *
describe_stay (const Story *story, const SwAttempt *stay, guint number)
{
  GString *out = g_string_new (NULL);
  g_string_append_printf (out, "attempt %u on ", number);
  for (guint32 i = 0; i < stay->n_pieces; i++)
    {
      if (i == PLACES)
        {
          g_string_append_printf (out, " and %u more", stay->n_pieces - i);
          break;
        }
      const SwPiece *piece
          = &g_array_index (story->outcome->pieces, SwPiece, stay->first_piece + i);
      g_string_append_printf (out, "%s%s", i ? ", " : "",
                              sw_fleet_node_id (story->e->fleet, piece->node));
      append_held (out, story, piece);
    }
  sw_story_append_end (out, story->run, story->e, stay);
  return g_string_free (out, FALSE);
}

static void
add_stays (Story *story, const GArray *stays)
{
  for (guint i = 0; i < stays->len; i++)
    {
      const SwAttempt *stay = stay_at (story->outcome, stays, i);
      add_station (story, stay->start, stay->stop,
                   stay->stop == stay->start ? RANK_RUN_BEFORE : RANK_RUN, "runs",
                   describe_stay (story, stay, i + 1));
    }
}

static void
add_end (Story *story)
{
  const SwOutcome *o = story->outcome;
  const SwTime end = o->end[story->job];
  add_station (story, end != SW_TIME_NONE ? end : o->stop, SW_TIME_NONE, RANK_END,
               sw_state_names[o->state[story->job]], g_strdup (sw_outcome_get_why (o, story->job)));
}

static SwGrid *
stations_grid (const GArray *stations)
{
  SwGrid *grid = sw_grid_new ();
  sw_grid_column (grid, "from", "s", "from_s", TRUE);
  sw_grid_column (grid, "until", "s", "until_s", TRUE);
  sw_grid_column (grid, "what", "", "what", FALSE);
  sw_grid_column (grid, "ahead", "", "ahead", TRUE);
  sw_grid_column (grid, "", "", "detail", FALSE);
  for (guint i = 0; i < stations->len; i++)
    {
      const Station *station = &g_array_index (stations, Station, i);
      sw_grid_row (grid);
      sw_grid_seconds (grid, station->from, 1);
      if (station->until == SW_TIME_NONE)
        sw_grid_empty (grid);
      else
        sw_grid_seconds (grid, station->until, 1);
      sw_grid_text (grid, station->what);
      if (station->ahead < 0)
        sw_grid_empty (grid);
      else
        sw_grid_int (grid, station->ahead);
      sw_grid_text (grid, station->detail);
    }
  return grid;
}

SwGrid *
sw_story_stations (const SwRun *run, const SwExperiment *e, SwJob job, gboolean brief)
{
  g_autoptr (GArray) stations = g_array_new (FALSE, FALSE, sizeof (Station));
  g_array_set_clear_func (stations, clear_station);
  Story story = { run, e, run->outcome, job, stations };
  g_autoptr (GArray) stays = stays_of (run->outcome, job);
  add_arrival (&story);
  add_waits (&story, stays, brief);
  add_stays (&story, stays);
  add_end (&story);
  g_array_sort (stations, compare_stations);
  return stations_grid (stations);
}

/* ---- who was there instead ---- */

typedef struct
{
  SwTime from, until;
} Span;

typedef struct
{
  SwJob job;
  guint32 milli;      /* thousandths of GPUs */
  __int128 held;      /* of them, ns during the waits */
  SwTime first, last; /* stays that count */
} Holder;

/* The times at which the job was eligible and not on GPUs. */
static GArray *
waits_of (const SwOutcome *o, SwJob job, const GArray *stays)
{
  GArray *waits = g_array_new (FALSE, FALSE, sizeof (Span));
  SwTime from = o->eligible[job];
  for (guint i = 0; from != SW_TIME_NONE && i < stays->len; i++)
    {
      const SwAttempt *stay = stay_at (o, stays, i);
      const Span span = { from, stay->start };
      g_array_append_val (waits, span);
      from = stay->stop;
    }
  const SwTime end = o->end[job] != SW_TIME_NONE ? o->end[job] : o->stop;
  const Span rest = { from, end };
  if (from != SW_TIME_NONE)
    g_array_append_val (waits, rest);
  return waits;
}

static __int128
overlap (const SwAttempt *stay, const GArray *waits)
{
  __int128 sum = 0;
  for (guint i = 0; i < waits->len; i++)
    {
      const Span *wait = &g_array_index (waits, Span, i);
      const SwTime from = MAX (stay->start, wait->from), until = MIN (stay->stop, wait->until);
      if (until > from)
        sum += (__int128)stay->milli * (until - from);
    }
  return sum;
}

static int
compare_holders (gconstpointer a, gconstpointer b)
{
  const Holder *x = a, *y = b;
  if (x->held != y->held)
    return x->held > y->held ? -1 : 1;
  return x->job < y->job ? -1 : x->job > y->job;
}

/* Array of Holder, most held first. */
static GArray *
find_holders (const SwOutcome *o, SwJob job, const GArray *waits)
{
  GArray *holders = g_array_new (FALSE, FALSE, sizeof (Holder));
  g_autofree guint32 *place = g_new0 (guint32, o->n); /* into holders + 1 */
  for (guint i = 0; i < o->attempts_log->len; i++)
    {
      const SwAttempt *stay = &g_array_index (o->attempts_log, SwAttempt, i);
      const __int128 held = stay->job == job ? 0 : overlap (stay, waits);
      if (held == 0)
        continue;
      if (!place[stay->job])
        {
          const Holder fresh = { stay->job, stay->milli, 0, stay->start, stay->stop };
          g_array_append_val (holders, fresh);
          place[stay->job] = holders->len;
        }
      Holder *holder = &g_array_index (holders, Holder, place[stay->job] - 1);
      holder->held += held;
      holder->last = stay->stop;
    }
  g_array_sort (holders, compare_holders);
  return holders;
}

static void
put_holder (SwGrid *grid, const SwJobTable *table, const Holder *holder)
{
  sw_grid_row (grid);
  sw_grid_text (grid, table->id[holder->job]);
  sw_grid_text (grid, sw_strings_get (table->strings, table->user[holder->job]));
  if (holder->milli % 1000 == 0)
    sw_grid_int (grid, holder->milli / 1000);
  else
    sw_grid_real (grid, (double)holder->milli / 1000, 3);
  sw_grid_seconds (grid, holder->first, 1);
  sw_grid_seconds (grid, holder->last, 1);
  sw_grid_real (grid, (double)holder->held / 1000 / SW_SECOND / 3600, 2);
}

SwGrid *
sw_story_holders (const SwRun *run, const SwExperiment *e, SwJob job)
{
  g_autoptr (GArray) stays = stays_of (run->outcome, job);
  g_autoptr (GArray) waits = waits_of (run->outcome, job, stays);
  g_autoptr (GArray) holders = find_holders (run->outcome, job, waits);
  SwGrid *grid = sw_grid_new ();
  sw_grid_column (grid, "held GPUs meanwhile", "", "job", FALSE);
  sw_grid_column (grid, "user", "", "user", FALSE);
  sw_grid_column (grid, "GPUs", "", "gpus", TRUE);
  sw_grid_column (grid, "from", "s", "from_s", TRUE);
  sw_grid_column (grid, "until", "s", "until_s", TRUE);
  sw_grid_column (grid, "during the wait", "GPU-h", "gpu_hours", TRUE);
  for (guint i = 0; i < MIN (holders->len, HOLDERS); i++)
    put_holder (grid, e->workload->table, &g_array_index (holders, Holder, i));
  return grid;
}

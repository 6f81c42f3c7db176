#include "sw-story-share.h"

#include "sw-usage-table.h"

#define TENANTS 10 /* rows of the table of co-tenants */
#define PARTS 8    /* of an attempt that are listed */

static const SwPiece *
piece_at (const SwOutcome *o, const SwAttempt *attempt, guint32 i)
{
  return &g_array_index (o->pieces, SwPiece, attempt->first_piece + i);
}

static gboolean
has_part (const SwOutcome *o, const SwAttempt *attempt)
{
  for (guint32 i = 0; i < attempt->n_pieces; i++)
    if (piece_at (o, attempt, i)->milli > 0)
      return TRUE;
  return FALSE;
}

/* Attempts of the job that held parts, first to last; transfer full. */
static GPtrArray *
attempts_with_parts (const SwOutcome *o, SwJob job)
{
  GPtrArray *attempts = g_ptr_array_new ();
  for (guint32 i = o->last_attempt[job]; i != G_MAXUINT32;)
    {
      SwAttempt *attempt = &g_array_index (o->attempts_log, SwAttempt, i);
      if (has_part (o, attempt))
        g_ptr_array_insert (attempts, 0, attempt);
      i = attempt->previous;
    }
  return attempts;
}

/* ---- what it held ---- */

static guint
number_of (const SwOutcome *o, const SwAttempt *attempt)
{
  guint number = 1;
  for (guint32 i = attempt->previous; i != G_MAXUINT32;
       i = g_array_index (o->attempts_log, SwAttempt, i).previous)
    number++;
  return number;
}

static void
put_part (SwGrid *grid, const SwExperiment *e, const SwPiece *piece)
{
  if (piece->part.sliced)
    {
      g_autofree char *text
          = g_strdup_printf ("%s@%u", sw_fleet_profile (e->fleet, piece->node, piece->part.profile),
                             piece->part.start);
      sw_grid_text (grid, text);
    }
  else
    {
      g_autofree char *text = g_strdup_printf ("%um", piece->milli);
      sw_grid_text (grid, text);
    }
  if (piece->part.mem_mib > 0)
    sw_grid_int (grid, piece->part.mem_mib);
  else
    sw_grid_empty (grid);
}

static void
put_use (SwGrid *grid, const SwJobTable *t, SwJob job, const SwPiece *piece)
{
  if (t->gpu_mem_peak[job] == G_MAXUINT32 && t->gpu_mem_curve[job] == 0)
    sw_grid_empty (grid);
  else
    sw_grid_int (grid, (gint64)sw_usage_most (t, job, piece->part.mem_mib));
}

static void
put_parts (SwGrid *grid, const SwRun *run, const SwExperiment *e, const SwAttempt *attempt)
{
  const guint number = number_of (run->outcome, attempt);
  guint listed = 0;
  for (guint32 i = 0; i < attempt->n_pieces && listed < PARTS; i++)
    {
      const SwPiece *piece = piece_at (run->outcome, attempt, i);
      if (piece->milli == 0)
        continue;
      listed++;
      sw_grid_row (grid);
      sw_grid_int (grid, number);
      sw_grid_text (grid, sw_fleet_node_id (e->fleet, piece->node));
      sw_grid_int (grid, piece->part.card);
      put_part (grid, e, piece);
      put_use (grid, e->workload->table, attempt->job, piece);
    }
}

SwGrid *
sw_story_parts (const SwRun *run, const SwExperiment *e, SwJob job)
{
  SwGrid *grid = sw_grid_new ();
  sw_grid_column (grid, "attempt", "", "attempt", TRUE);
  sw_grid_column (grid, "node", "", "node", FALSE);
  sw_grid_column (grid, "GPU", "", "gpu", TRUE);
  sw_grid_column (grid, "part", "", "part", FALSE);
  sw_grid_column (grid, "promised", "MiB", "promised_mib", TRUE);
  sw_grid_column (grid, "uses at most", "MiB", "most_used_mib", TRUE);
  g_autoptr (GPtrArray) attempts = attempts_with_parts (run->outcome, job);
  for (guint i = 0; i < attempts->len; i++)
    put_parts (grid, run, e, attempts->pdata[i]);
  return grid;
}

/* ---- what it lost ---- */

SwGrid *
sw_story_slowdown (const SwRun *run, SwJob job)
{
  const SwOutcome *o = run->outcome;
  g_autoptr (GPtrArray) attempts = attempts_with_parts (o, job);
  SwGrid *grid = sw_grid_new ();
  sw_grid_column (grid, "working time", "s", "working_s", TRUE);
  sw_grid_column (grid, "alone", "s", "alone_s", TRUE);
  sw_grid_column (grid, "of that by its cap", "s", "capped_s", TRUE);
  sw_grid_column (grid, "lost to others", "s", "lost_s", TRUE);
  sw_grid_column (grid, "slowdown", "", "slowdown", TRUE);
  sw_grid_column (grid, "pauses", "s", "pauses_s", TRUE);
  SwTime working = 0, pauses = 0;
  for (guint32 i = o->last_attempt[job]; i != G_MAXUINT32;)
    {
      const SwAttempt *attempt = &g_array_index (o->attempts_log, SwAttempt, i);
      working += attempt->useful + attempt->lost;
      pauses += attempt->overhead;
      i = attempt->previous;
    }
  if (attempts->len == 0 || working == 0)
    return grid;
  sw_grid_row (grid);
  sw_grid_seconds (grid, working, 1);
  sw_grid_seconds (grid, o->alone[job], 1);
  sw_grid_seconds (grid, o->capped, 1);
  sw_grid_seconds (grid, working - o->alone[job], 1);
  if (o->alone[job] > 0)
    sw_grid_real (grid, (double)working / (double)o->alone[job], 3);
  else
    sw_grid_undefined (grid);
  sw_grid_seconds (grid, pauses, 1);
  return grid;
}

/* ---- to whom ---- */

static int
compare_influences (gconstpointer a, gconstpointer b)
{
  const SwInfluence *x = a, *y = b;
  if (x->lost != y->lost)
    return x->lost > y->lost ? -1 : 1;
  if (x->together != y->together)
    return x->together > y->together ? -1 : 1;
  return x->other < y->other ? -1 : x->other > y->other;
}

static void
put_influence (SwGrid *grid, const SwExperiment *e, const SwInfluence *influence, SwTime all)
{
  const SwBehaviours *behaviours = e->behaviours;
  sw_grid_row (grid);
  sw_grid_text (grid, e->workload->table->id[influence->other]);
  sw_grid_text (grid, behaviours ? behaviours->names[behaviours->of_job[influence->other]] : "");
  sw_grid_seconds (grid, influence->together, 1);
  sw_grid_seconds (grid, influence->lost, 1);
  if (all > 0)
    sw_grid_real (grid, 100.0 * (double)influence->lost / (double)all, 1);
  else
    sw_grid_undefined (grid);
}

static void
put_rest (SwGrid *grid, const GArray *influences, SwTime all)
{
  SwInfluence rest = { .other = 0 };
  for (guint i = TENANTS; i < influences->len; i++)
    {
      const SwInfluence *influence = &g_array_index (influences, SwInfluence, i);
      rest.together += influence->together;
      rest.lost += influence->lost;
    }
  g_autofree char *title = g_strdup_printf ("(%u others)", influences->len - TENANTS);
  sw_grid_row (grid);
  sw_grid_text (grid, title);
  sw_grid_empty (grid);
  sw_grid_seconds (grid, rest.together, 1);
  sw_grid_seconds (grid, rest.lost, 1);
  sw_grid_real (grid, all > 0 ? 100.0 * (double)rest.lost / (double)all : 0, 1);
}

SwGrid *
sw_story_tenants (const SwRun *run, const SwExperiment *e, SwJob job)
{
  const GArray *influences = run->outcome->influences;
  SwGrid *grid = sw_grid_new ();
  sw_grid_column (grid, "shared a GPU with it", "", "job", FALSE);
  sw_grid_column (grid, "type", "", "type", FALSE);
  sw_grid_column (grid, "together", "s", "together_s", TRUE);
  sw_grid_column (grid, "time lost to it", "s", "lost_s", TRUE);
  sw_grid_column (grid, "of all lost", "%", "lost_percent", TRUE);
  if (influences == NULL)
    return grid;
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (SwInfluence));
  SwTime all = 0;
  for (guint i = 0; i < influences->len; i++)
    all += g_array_index (influences, SwInfluence, i).lost;
  g_array_append_vals (sorted, influences->data, influences->len);
  g_array_sort (sorted, compare_influences);
  for (guint i = 0; i < MIN (sorted->len, TENANTS); i++)
    put_influence (grid, e, &g_array_index (sorted, SwInfluence, i), all);
  if (sorted->len > TENANTS)
    put_rest (grid, sorted, all);
  return grid;
}

/* ---- how attempts began and ended ---- */

static gboolean
holds (const SwOutcome *o, const SwAttempt *attempt, SwNode node, guint card)
{
  for (guint32 i = 0; i < attempt->n_pieces; i++)
    {
      const SwPiece *piece = piece_at (o, attempt, i);
      if (piece->node == node && (sw_piece_cards (piece) >> card & 1) != 0)
        return TRUE;
    }
  return FALSE;
}

/* Changes of the attempt's GPUs at its start. */
static void
append_changes (GString *out, const SwOutcome *o, const SwAttempt *attempt)
{
  guint destroyed = 0, created = 0, modes = 0;
  SwTime takes = 0;
  for (guint i = 0; i < o->repartitions->len; i++)
    {
      const SwRepartition *change = &g_array_index (o->repartitions, SwRepartition, i);
      if (change->at != attempt->start || !holds (o, attempt, change->node, change->card))
        continue;
      destroyed += change->destroyed;
      created += change->created;
      modes += change->mode;
      takes = MAX (takes, change->takes);
    }
  if (destroyed + created + modes == 0)
    return;
  char time[SW_TIME_TEXT];
  g_string_append_printf (out, "; set up in %s s (instances: %u destroyed, %u made%s)",
                          sw_format_seconds (takes, time), destroyed, created,
                          modes > 0 ? ", the GPU's mode changed" : "");
}

static void
append_kill (GString *out, const SwRun *run, const SwExperiment *e, const SwKill *kill)
{
  g_string_append_printf (out,
                          ", memory of %s [%u] (%s): it came to %" G_GUINT64_FORMAT
                          " MiB beside %" G_GUINT64_FORMAT " MiB of others",
                          sw_fleet_node_id (e->fleet, kill->node), kill->card,
                          sw_kill_names[kill->how], kill->wanted, kill->used);
  if (kill->culprit != kill->victim)
    g_string_append_printf (out, ", most above its promise was %s",
                            run->outcome->table->id[kill->culprit]);
}

void
sw_story_append_end (GString *out, const SwRun *run, const SwExperiment *e,
                     const SwAttempt *attempt)
{
  const SwOutcome *o = run->outcome;
  if (o->repartitions != NULL)
    append_changes (out, o, attempt);
  g_string_append_printf (out, "; %s", sw_end_names[attempt->end]);
  if (attempt->end == SW_END_MOVED)
    g_string_append (out, " to another instance by a repartition");
  if (attempt->end != SW_END_OOM && attempt->end != SW_END_EVICTED)
    return;
  for (guint i = 0; i < o->kills->len; i++)
    {
      const SwKill *kill = &g_array_index (o->kills, SwKill, i);
      if (kill->victim == attempt->job && kill->at == attempt->stop)
        {
          append_kill (out, run, e, kill);
          return;
        }
    }
}

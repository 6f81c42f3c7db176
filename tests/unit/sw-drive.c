/* Levels are recomputed from scratch at every time stamp: slow and plain on purpose. */
#include "sw-drive.h"

void
sw_drive_init (SwDrive *drive)
{
  *drive = (SwDrive){ .builder = sw_job_builder_new (), .wait_slo = SW_TIME_NONE };
  drive->steps = g_array_new (FALSE, FALSE, sizeof (SwDriveStep));
  drive->uses = g_array_new (FALSE, FALSE, sizeof (SwInstant));
}

void
sw_drive_clear (SwDrive *drive)
{
  g_clear_pointer (&drive->account, sw_account_free);
  g_clear_pointer (&drive->outcome, sw_outcome_free);
  g_clear_pointer (&drive->table, sw_job_table_free);
  g_clear_pointer (&drive->builder, sw_job_builder_free);
  g_array_unref (drive->steps);
  g_array_unref (drive->uses);
}

SwJobRow
sw_drive_row (SwDrive *drive, const char *id, SwTime submit, guint32 gpus)
{
  SwGroupRow group = { .tasks = MAX (gpus, 1), .mode = gpus == 0 ? SW_GPU_NONE : SW_GPU_WHOLE };
  group.gpus = gpus > 0;
  SwJobRow row = sw_job_row_blank;
  row.id = id;
  row.demand = sw_job_builder_demand (drive->builder, &group, 1, 0);
  row.submit = submit;
  row.work = SW_SECOND;
  return row;
}

SwJob
sw_drive_add (SwDrive *drive, const SwJobRow *row)
{
  return sw_job_builder_add (drive->builder, row);
}

SwJob
sw_drive_job (SwDrive *drive, const char *id, SwTime submit, guint32 gpus)
{
  SwJobRow row = sw_drive_row (drive, id, submit, gpus);
  return sw_drive_add (drive, &row);
}

guint32
sw_drive_name (SwDrive *drive, const char *name)
{
  return sw_strings_add (sw_job_builder_strings (drive->builder), name, -1);
}

void
sw_drive_ready (SwDrive *drive, SwTime stop)
{
  g_autofree char *bad = NULL;
  drive->table = sw_job_builder_finish (g_steal_pointer (&drive->builder), &bad);
  g_assert (drive->table != NULL);
  drive->outcome = sw_outcome_new (drive->table);
  drive->outcome->stop = stop;
  for (SwJob job = 0; job < drive->table->n; job++)
    {
      drive->outcome->state[job] = SW_UNFINISHED;
      drive->outcome->eligible[job] = drive->table->submit[job];
    }
}

void
sw_drive_attempt (SwDrive *drive, SwJob job, SwTime start, SwTime stop, SwEnd end, SwTime overhead,
                  SwTime lost)
{
  SwOutcome *outcome = drive->outcome;
  SwAttempt attempt = {
    .job = job,
    .first_piece = outcome->pieces->len,
    .milli = 1000 * sw_job_table_gpus (drive->table, drive->table->demand[job]),
    .end = end,
    .previous = outcome->last_attempt[job],
    .start = start,
    .stop = stop,
    .overhead = overhead,
    .useful = stop - start - overhead - lost,
    .lost = lost,
  };
  outcome->last_attempt[job] = outcome->attempts_log->len;
  g_array_append_val (outcome->attempts_log, attempt);
  if (outcome->attempts[job]++ == 0)
    outcome->first_start[job] = start;
  outcome->run[job] += stop - start;
  outcome->preemptions[job] += end == SW_END_PREEMPTED;
  outcome->reclaims[job] += end == SW_END_RECLAIMED;
  outcome->failures[job] += end == SW_END_FAILED;
}

static SwAttempt *
add_piece (SwDrive *drive, SwJob job, const SwPiece *piece)
{
  SwOutcome *outcome = drive->outcome;
  guint32 last = outcome->last_attempt[job];
  g_assert (last + 1 == outcome->attempts_log->len);
  g_array_append_vals (outcome->pieces, piece, 1);
  SwAttempt *attempt = &g_array_index (outcome->attempts_log, SwAttempt, last);
  attempt->n_pieces++;
  return attempt;
}

void
sw_drive_piece (SwDrive *drive, SwJob job, SwNode node, guint64 cards)
{
  SwPiece piece = { .node = node, .tasks = 1, .cards = cards };
  add_piece (drive, job, &piece);
}

static void
add_part (SwDrive *drive, SwJob job, const SwPiece *piece)
{
  SwAttempt *attempt = add_piece (drive, job, piece);
  attempt->milli = (attempt->n_pieces == 1 ? 0 : attempt->milli) + piece->milli;
}

void
sw_drive_part (SwDrive *drive, SwJob job, SwNode node, guint8 card, guint16 milli)
{
  SwPiece piece = { .node = node, .tasks = 1, .milli = milli, .part.card = card };
  add_part (drive, job, &piece);
}

void
sw_drive_instance (SwDrive *drive, SwJob job, SwNode node, guint8 card, guint16 milli,
                   guint8 profile, guint8 start)
{
  SwPiece piece = { .node = node, .tasks = 1, .milli = milli };
  piece.part.card = card;
  piece.part.sliced = 1;
  piece.part.profile = profile;
  piece.part.start = start;
  add_part (drive, job, &piece);
}

void
sw_drive_share (SwDrive *drive, const char *const *behaviours)
{
  drive->sharing = TRUE;
  drive->behaviours = behaviours;
  sw_outcome_track_sharing (drive->outcome, behaviours ? g_strv_length ((char **)behaviours) : 2);
}

void
sw_drive_use (SwDrive *drive, const SwInstant *use)
{
  g_array_append_vals (drive->uses, use, 1);
}

void
sw_drive_end (SwDrive *drive, SwJob job, SwState state, SwTime when)
{
  drive->outcome->state[job] = (guint8)state;
  drive->outcome->end[job] = when;
}

void
sw_drive_complete (SwDrive *drive, SwJob job, SwTime start, SwTime run)
{
  sw_drive_attempt (drive, job, start, start + run, SW_END_COMPLETED, 0, 0);
  sw_drive_end (drive, job, SW_COMPLETED, start + run);
}

void
sw_drive_capacity (SwDrive *drive, SwTime time, guint32 gpus, guint32 fragmented)
{
  SwDriveStep step = { time, gpus, fragmented };
  g_array_append_val (drive->steps, step);
}

static int
by_time (gconstpointer pa, gconstpointer pb)
{
  SwTime a = *(const SwTime *)pa, b = *(const SwTime *)pb;
  return a < b ? -1 : a > b;
}

/* Every time stamp at which something may change, rising, some twice. */
static GArray *
stamps (const SwDrive *drive, SwTime interval)
{
  const SwOutcome *outcome = drive->outcome;
  GArray *times = g_array_new (FALSE, FALSE, sizeof (SwTime));
  for (guint i = 0; i < drive->steps->len; i++)
    g_array_append_val (times, g_array_index (drive->steps, SwDriveStep, i).time);
  for (guint i = 0; i < drive->uses->len; i++)
    g_array_append_val (times, g_array_index (drive->uses, SwInstant, i).now);
  for (guint i = 0; i < outcome->attempts_log->len; i++)
    {
      const SwAttempt *attempt = &g_array_index (outcome->attempts_log, SwAttempt, i);
      g_array_append_val (times, attempt->start);
      g_array_append_val (times, attempt->stop);
    }
  for (SwJob job = 0; job < outcome->n; job++)
    {
      if (outcome->eligible[job] != SW_TIME_NONE)
        g_array_append_val (times, outcome->eligible[job]);
      if (outcome->end[job] != SW_TIME_NONE)
        g_array_append_val (times, outcome->end[job]);
    }
  for (SwTime time = 0; interval > 0 && time < outcome->stop; time += interval)
    g_array_append_val (times, time);
  g_array_sort (times, by_time);
  return times;
}

static gboolean
in_system (const SwOutcome *outcome, SwJob job, SwTime now)
{
  SwTime end = outcome->end[job];
  return outcome->eligible[job] != SW_TIME_NONE && outcome->eligible[job] <= now
         && (end == SW_TIME_NONE || end > now);
}

/* The last use that was set, if any. */
static SwInstant
use_at (const SwDrive *drive, SwTime now)
{
  SwInstant instant = { .compute_used = -1, .bandwidth_used = -1, .unusable = -1 };
  for (guint i = 0; i < drive->uses->len; i++)
    if (g_array_index (drive->uses, SwInstant, i).now <= now)
      instant = g_array_index (drive->uses, SwInstant, i);
  instant.now = now;
  instant.cpu_milli = instant.cpu_used = -1;
  return instant;
}

static guint32
busy_at (const SwDrive *drive, SwTime now)
{
  const SwOutcome *outcome = drive->outcome;
  g_autoptr (GHashTable) busy = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < outcome->attempts_log->len; i++)
    {
      const SwAttempt *attempt = &g_array_index (outcome->attempts_log, SwAttempt, i);
      if (attempt->start > now || attempt->stop <= now)
        continue;
      for (guint32 k = 0; k < attempt->n_pieces; k++)
        {
          const SwPiece *piece
              = &g_array_index (outcome->pieces, SwPiece, attempt->first_piece + k);
          for (guint64 cards = sw_piece_cards (piece); cards != 0; cards &= cards - 1)
            {
              gint64 card = (gint64)piece->node << 6 | __builtin_ctzll (cards);
              g_hash_table_add (busy, g_memdup2 (&card, sizeof card));
            }
        }
    }
  return g_hash_table_size (busy);
}

static SwInstant
levels_at (const SwDrive *drive, SwTime now)
{
  const SwOutcome *outcome = drive->outcome;
  SwInstant instant = use_at (drive, now);
  if (drive->sharing)
    instant.busy = busy_at (drive, now);
  for (guint i = 0; i < drive->steps->len; i++)
    {
      const SwDriveStep *step = &g_array_index (drive->steps, SwDriveStep, i);
      if (step->time > now)
        break;
      instant.gpus = step->gpus;
      instant.fragmented = 1000 * step->fragmented;
    }
  for (SwJob job = 0; job < outcome->n; job++)
    if (in_system (outcome, job, now))
      {
        instant.waiting++;
        instant.waiting_gpus += 1000 * sw_job_table_gpus (drive->table, drive->table->demand[job]);
      }
  for (guint i = 0; i < outcome->attempts_log->len; i++)
    {
      const SwAttempt *attempt = &g_array_index (outcome->attempts_log, SwAttempt, i);
      if (attempt->start > now || attempt->stop <= now)
        continue;
      instant.running++;
      instant.allocated += attempt->milli;
      instant.waiting--;
      instant.waiting_gpus
          -= 1000 * sw_job_table_gpus (drive->table, drive->table->demand[attempt->job]);
    }
  return instant;
}

static void
tell_ends (const SwDrive *drive, const SwObserver *observer, SwTime now)
{
  const SwOutcome *outcome = drive->outcome;
  for (guint i = 0; i < outcome->attempts_log->len; i++)
    {
      const SwAttempt *attempt = &g_array_index (outcome->attempts_log, SwAttempt, i);
      if (attempt->stop == now)
        observer->attempt_ended (observer->self, outcome, attempt);
    }
  for (SwJob job = 0; job < outcome->n; job++)
    if (outcome->end[job] == now)
      observer->finished (observer->self, outcome, job);
}

static void
tell_every (SwDrive *drive, SwTime interval)
{
  static const char *const pools[] = { "main" };
  SwAccountOptions options = { .timeline = drive->timeline,
                               .default_wait_slo = drive->wait_slo,
                               .pools = pools,
                               .n_pools = G_N_ELEMENTS (pools),
                               .sharing = drive->sharing,
                               .behaviours = drive->behaviours };
  if (drive->behaviours)
    options.n_behaviours = g_strv_length ((char **)drive->behaviours);
  drive->account = sw_account_new (drive->table, &options);
  const SwObserver *observer = sw_account_observer (drive->account);
  g_autoptr (GArray) times = stamps (drive, interval);
  SwTime before = SW_TIME_NONE;
  for (guint i = 0; i < times->len; i++)
    {
      SwTime now = g_array_index (times, SwTime, i);
      if (now != before)
        tell_ends (drive, observer, now);
      before = now;
      SwInstant instant = levels_at (drive, now);
      guint32 pool_gpus = instant.gpus;
      guint64 pool_allocated = instant.allocated;
      instant.pool_gpus = &pool_gpus;
      instant.pool_allocated = &pool_allocated;
      observer->instant (observer->self, &instant);
    }
}

void
sw_drive_tell (SwDrive *drive)
{
  tell_every (drive, 0);
}

void
sw_drive_play (SwDrive *drive)
{
  sw_drive_play_every (drive, 0);
}

void
sw_drive_play_every (SwDrive *drive, SwTime interval)
{
  tell_every (drive, interval);
  sw_account_close (drive->account, drive->outcome);
}

double
sw_drive_figure (const SwDrive *drive, const char *name)
{
  const SwFigure *figure = sw_account_figure (drive->account, name);
  g_assert (figure != NULL && figure->defined);
  return figure->value;
}

gboolean
sw_drive_defined (const SwDrive *drive, const char *name)
{
  const SwFigure *figure = sw_account_figure (drive->account, name);
  g_assert (figure != NULL);
  return figure->defined;
}

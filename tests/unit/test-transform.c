/* Transforms: each by its promise (case J-05 among them), determinism, independence of row order.
 */
#include "sw-transform.h"
#include "sw-trial.h"

#define S SW_SECOND
#define H "job_id,submit_s,gpus_per_task,duration_s"

static SwTransform
identity (void)
{
  return (SwTransform){ .window_from = SW_TIME_NONE,
                        .window_to = SW_TIME_NONE,
                        .time_scale_ppm = 1000000,
                        .duration_scale_ppm = 1000000 };
}

/* 400 jobs of some sizes, one every 10 s; reversed: the rows in the other order. */
static void
make_trace (SwTrial *t, gboolean reversed)
{
  g_autoptr (GString) text = g_string_new (H ",user,time_limit_s,deadline_s\n");
  for (guint k = 0; k < 400; k++)
    {
      guint i = reversed ? 399 - k : k;
      g_string_append_printf (text, "j%u,%u,%u,%u,u%u,%u,%u\n", i, i * 10, i % 8 + 1, i * 37 % 500,
                              i % 5, i * 74 % 1000, i * 10 + 600);
    }
  sw_trial_text (t, text->str);
}

static SwJobTable *
apply (const SwTrial *t, const SwTransform *transform, guint64 seed, SwTransformReport *report)
{
  g_autoptr (GError) error = NULL;
  SwTransformReport own;
  SwJobTable *table
      = sw_transform_apply (t->table, transform, 100, seed, report != NULL ? report : &own, &error);
  CHECK_NO_ERROR (error);
  return table;
}

static char *
hash_of (const SwTrial *t, const SwTransform *transform, guint64 seed)
{
  g_autoptr (SwJobTable) table = apply (t, transform, seed, NULL);
  return sw_job_table_hash (table);
}

static guint32
find (const SwJobTable *table, const char *id)
{
  for (guint32 i = 0; i < table->n; i++)
    if (g_str_equal (table->id[i], id))
      return i;
  return G_MAXUINT32;
}

static double
gpu_seconds (const SwJobTable *table)
{
  double sum = 0;
  for (guint32 i = 0; i < table->n; i++)
    sum += sw_job_table_gpus (table, table->demand[i]) * ((double)table->work[i] / S);
  return sum;
}

static void
nothing_asked_nothing_changed (void)
{
  SwTrial t = { 0 };
  SwTransform transform = identity ();
  make_trace (&t, FALSE);
  g_autofree char *before = sw_job_table_hash (t.table);
  g_autofree char *after = hash_of (&t, &transform, 1);
  CHECK_STR (after, before);
  sw_trial_clear (&t);
}

static void
filters (void)
{
  SwTrial t = { 0 };
  SwTransform transform = identity ();
  SwTransformReport report;
  char *users[] = { (char *)"u1", (char *)"u3", NULL };
  make_trace (&t, FALSE);
  transform.users = users;
  g_autoptr (SwJobTable) some = apply (&t, &transform, 1, &report);
  CHECK_INT (some->n, 160);
  CHECK_INT (report.filtered, 240);
  CHECK_STR (sw_strings_get (some->strings, some->user[0]), "u1");
  g_autoptr (GError) error = NULL;
  users[1] = (char *)"nobody";
  CHECK_TRUE (sw_transform_apply (t.table, &transform, 100, 1, &report, &error) == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, "no job of the trace has the user \"nobody\"");
  sw_trial_clear (&t);
}

/* Case J-05: hours 10 and 11 of a day, jobs 09:30-10:30 and 11:30-13:00. */
static void
window_edges (void)
{
  SwTrial t = { 0 };
  SwTransform transform = identity ();
  SwTransformReport report;
  sw_trial_text (&t, H ",obs_start_s,obs_end_s,time_limit_s,deadline_s,eligible_s\n"
                       "one,34200,1,3600,34200,37800,5400,50000,\n"
                       "two,41400,1,5400,,,,,41410\n"
                       "gone,30000,1,600,30000,30600,,,\n"
                       "waits,35000,2,100,36500,36600,200,36000,35500\n"
                       "later,43200,1,10,,,,,\n");
  transform.window_from = 36000 * S;
  transform.window_to = 43200 * S;
  g_autoptr (SwJobTable) cut = apply (&t, &transform, 1, &report);
  CHECK_INT (cut->n, 3);
  CHECK_INT (report.outside_window, 2);
  CHECK_INT (report.clipped, 2);
  guint32 one = find (cut, "one"), waits = find (cut, "waits"), two = find (cut, "two");
  CHECK_TIME (cut->submit[one], 0);
  CHECK_TIME (cut->work[one], 1800 * S);
  CHECK_TIME (cut->limit[one], 3600 * S);
  CHECK_TIME (cut->deadline[one], 14000 * S);
  CHECK_TRUE ((cut->flags[one] & SW_JOB_WARM_START) != 0);
  CHECK_TIME (cut->obs_end[one], 1800 * S);
  CHECK_TIME (cut->submit[waits], 0);
  CHECK_TIME (cut->work[waits], 100 * S);
  CHECK_TIME (cut->limit[waits], 200 * S);
  CHECK_TIME (cut->eligible[waits], 0);
  CHECK_INT (cut->flags[waits] & SW_JOB_WARM_START, 0);
  CHECK_TIME (cut->submit[two], 5400 * S);
  CHECK_TIME (cut->eligible[two], 5410 * S);

  transform.window_to = SW_TIME_NONE;
  g_autoptr (SwJobTable) open = apply (&t, &transform, 1, &report);
  CHECK_INT (open->n, 4);
  transform.window_from = 90000 * S;
  g_autoptr (GError) error = NULL;
  CHECK_TRUE (sw_transform_apply (t.table, &transform, 1, 1, &report, &error) == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, "no job is left: 0 filtered out, 5 outside");
  sw_trial_clear (&t);
}

static void
windows_move_the_origin (void)
{
  SwTrial t = { 0 };
  SwTransform transform = identity ();
  sw_trial_text (&t, "timestamp,duration,num_gpus,gpu_time,cluster\n"
                     "2017-10-09 07:00:00,66.0,2,66.0,a\n2017-10-09 08:00:00,5,1,1.0,b\n");
  transform.window_from = 1800 * S;
  g_autoptr (SwJobTable) cut = apply (&t, &transform, 1, NULL);
  CHECK_TIME (cut->origin_utc, t.table->origin_utc + 1800 * S);
  sw_trial_clear (&t);
}

static void
scales (void)
{
  SwTrial t = { 0 };
  SwTransform transform = identity ();
  sw_trial_text (&t, H ",time_limit_s,estimate_s,deadline_s,eligible_s\na,10,1,3,7,-5,25,12\n");
  transform.time_scale_ppm = 500000;
  transform.duration_scale_ppm = 2000000;
  g_autoptr (SwJobTable) s = apply (&t, &transform, 1, NULL);
  CHECK_TIME (s->submit[0], 5 * S);
  CHECK_TIME (s->eligible[0], 7 * S);
  CHECK_TIME (s->deadline[0], 20 * S);
  CHECK_TIME (s->work[0], 6 * S);
  CHECK_TIME (s->limit[0], 14 * S);
  CHECK_TIME (s->estimate[0], -10 * S);
  sw_trial_clear (&t);
}

/* The load is reached within one job (the largest has 8 GPUs and 500 s). */
static void
loads_are_reached (void)
{
  SwTrial t = { 0 };
  SwTransform transform = identity ();
  SwTransformReport report;
  static const gint64 loads[] = { 100000, 500000, 900000, 1500000, 3000000, 12000000 };
  make_trace (&t, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (loads); i++)
    {
      transform.load_ppm = loads[i];
      g_autoptr (SwJobTable) table = apply (&t, &transform, 3, &report);
      const double capacity = 100.0 * 3990;
      CHECK_REAL (gpu_seconds (table), capacity * ((double)loads[i] / 1e6), 8 * 500);
      CHECK_REAL (report.offered_after, gpu_seconds (table) / capacity, 1e-9);
      CHECK_REAL (report.offered_before, gpu_seconds (t.table) / capacity, 1e-9);
      CHECK_INT (table->n, 400 + report.copied - report.sampled_out);
      CHECK_TRUE (table->submit[table->n - 1] <= 3990 * S);
      for (guint32 j = 0; j < table->n; j++)
        if ((table->flags[j] & SW_JOB_COPY) == 0)
          {
            guint32 old = find (t.table, table->id[j]);
            CHECK_TIME (table->submit[j], t.table->submit[old]);
            CHECK_TIME (table->deadline[j], t.table->deadline[old]);
          }
    }
  sw_trial_clear (&t);
}

static void
copies_keep_their_terms (void)
{
  SwTrial t = { 0 };
  SwTransform transform = identity ();
  transform.load_ppm = 3000000;
  make_trace (&t, FALSE);
  g_autoptr (SwJobTable) table = apply (&t, &transform, 3, NULL);
  guint copies = 0;
  for (guint32 j = 0; j < table->n; j++)
    {
      if ((table->flags[j] & SW_JOB_COPY) == 0)
        continue;
      g_auto (GStrv) parts = g_strsplit (table->id[j], "+", 2);
      guint32 old = find (t.table, parts[0]);
      CHECK_TIME (table->work[j], t.table->work[old]);
      CHECK_TIME (table->deadline[j] - table->submit[j], 600 * S);
      CHECK_INT (find (table, table->id[j]), j);
      copies++;
    }
  CHECK_TRUE (copies > 100);
  /* Copies of copies have ids of their own, too. */
  SwTrial twice = { .table = table };
  transform.load_ppm = 6000000;
  g_autoptr (SwJobTable) more = apply (&twice, &transform, 4, NULL);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint32 j = 0; j < more->n; j++)
    CHECK_TRUE (g_hash_table_add (ids, (gpointer)more->id[j]));
  sw_trial_clear (&t);
}

static void
load_needs_something_to_measure (void)
{
  SwTrial t = { 0 };
  SwTransform transform = identity ();
  SwTransformReport report;
  g_autoptr (GError) error = NULL;
  transform.load_ppm = 500000;
  make_trace (&t, FALSE);
  CHECK_TRUE (sw_transform_apply (t.table, &transform, 0, 1, &report, &error) == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, "the cluster has no GPUs");
  g_clear_error (&error);
  sw_trial_text (&t, H "\na,0,0,1\nb,9,0,1\n");
  CHECK_TRUE (sw_transform_apply (t.table, &transform, 10, 1, &report, &error) == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, "the jobs ask for no GPU time");
  g_clear_error (&error);
  sw_trial_text (&t, H "\na,5,1,1\nb,5,1,1\n");
  CHECK_TRUE (sw_transform_apply (t.table, &transform, 10, 1, &report, &error) == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, "all jobs are submitted at one instant");
  CHECK_TRUE (report.offered_before < 0);
  sw_trial_clear (&t);
}

static void
shuffles_keep_jobs_and_times (void)
{
  SwTrial t = { 0 };
  SwTransform transform = identity ();
  transform.shuffle = TRUE;
  make_trace (&t, FALSE);
  g_autoptr (SwJobTable) table = apply (&t, &transform, 3, NULL);
  guint moved = 0;
  CHECK_INT (table->n, 400);
  for (guint32 j = 0; j < table->n; j++)
    {
      CHECK_TIME (table->submit[j], t.table->submit[j]);
      guint32 old = find (t.table, table->id[j]);
      CHECK_TIME (table->work[j], t.table->work[old]);
      CHECK_TIME (table->deadline[j] - table->submit[j], 600 * S);
      moved += old != j;
    }
  CHECK_TRUE (moved > 380);
  sw_trial_clear (&t);
}

static void
limits_by_rule (void)
{
  SwTrial t = { 0 };
  SwTransform transform = identity ();
  sw_trial_text (&t, H ",time_limit_s\na,0,1,10,100\nb,0,1,0,5\n");
  transform.limits = SW_LIMITS_NONE;
  g_autoptr (SwJobTable) none = apply (&t, &transform, 1, NULL);
  CHECK_TIME (none->limit[0], SW_TIME_NONE);
  transform.limits = SW_LIMITS_EXACT;
  transform.limit_factor_ppm = 1500000;
  g_autoptr (SwJobTable) exact = apply (&t, &transform, 1, NULL);
  CHECK_TIME (exact->limit[0], 15 * S);
  CHECK_TIME (exact->limit[1], 1);
  sw_trial_clear (&t);
}

static void
chance_is_keyed (void)
{
  SwTrial t = { 0 }, reversed = { 0 };
  make_trace (&t, FALSE);
  make_trace (&reversed, TRUE);
  for (guint i = 0; i < 3; i++)
    {
      SwTransform transform = identity ();
      transform.load_ppm = i == 0 ? 400000 : i == 1 ? 3000000 : 0;
      transform.shuffle = i == 2;
      g_autofree char *a = hash_of (&t, &transform, 7), *b = hash_of (&t, &transform, 7),
                      *c = hash_of (&t, &transform, 8);
      CHECK_STR (a, b);
      CHECK_FALSE (g_str_equal (a, c));
      g_autoptr (SwJobTable) x = apply (&t, &transform, 7, NULL);
      g_autoptr (SwJobTable) y = apply (&reversed, &transform, 7, NULL);
      CHECK_INT (x->n, y->n);
      for (guint32 j = 0; j < MIN (x->n, y->n); j++)
        {
          CHECK_STR (y->id[j], x->id[j]);
          CHECK_TIME (y->submit[j], x->submit[j]);
        }
    }
  sw_trial_clear (&t);
  sw_trial_clear (&reversed);
}

static void
dependencies_survive_or_fall_away (void)
{
  SwTrial t = { 0 };
  SwTransform transform = identity ();
  char *users[] = { (char *)"u", NULL };
  sw_trial_text (&t, H ",user,depends_on\na,0,1,1,u,\nb,1,1,1,v,\nc,2,1,1,u,a;b\n");
  g_autoptr (SwJobTable) all = apply (&t, &transform, 1, NULL);
  CHECK_INT (all->dep_first[3], 2);
  transform.users = users;
  g_autoptr (SwJobTable) some = apply (&t, &transform, 1, NULL);
  CHECK_INT (some->dep_first[2], 1);
  CHECK_STR (some->id[some->deps[0]], "a");
  sw_trial_clear (&t);
}

SW_CHECKS ("transform", { "nothing asked, nothing changed", nothing_asked_nothing_changed },
           { "filters", filters }, { "window edges", window_edges },
           { "windows move the origin", windows_move_the_origin }, { "scales", scales },
           { "loads are reached", loads_are_reached },
           { "copies keep their terms", copies_keep_their_terms },
           { "load needs something to measure", load_needs_something_to_measure },
           { "shuffles keep jobs and times", shuffles_keep_jobs_and_times },
           { "limits by rule", limits_by_rule }, { "chance is keyed", chance_is_keyed },
           { "dependencies survive or fall away", dependencies_survive_or_fall_away })

/* Building job tables: order, demands, columns, dependencies, hash, memory. */
#include "sw-check.h"
#include "sw-job-table.h"
#include "sw-rng.h"

#include <string.h>

static SwGroupRow
gpus (guint32 tasks, guint32 per_task)
{
  return (SwGroupRow){ .tasks = tasks, .mode = SW_GPU_WHOLE, .gpus = per_task, .gpu_milli = 1000 };
}

/* A row with nothing given but id, submit and work. */
static SwJobRow
row_of (SwJobBuilder *builder, const char *id, SwTime submit)
{
  const SwGroupRow group = gpus (1, 1);
  SwJobRow row = sw_job_row_blank;
  row.id = id;
  row.demand = sw_job_builder_demand (builder, &group, 1, 0);
  row.submit = submit;
  row.work = 10;
  return row;
}

static guint32
add (SwJobBuilder *builder, const char *id, SwTime submit)
{
  const SwJobRow row = row_of (builder, id, submit);
  return sw_job_builder_add (builder, &row);
}

static SwJobTable *
finish (SwJobBuilder *builder)
{
  g_autofree char *bad = NULL;
  SwJobTable *table = sw_job_builder_finish (builder, &bad);
  CHECK_STR (bad, NULL);
  g_assert (table != NULL);
  return table;
}

static char *
ids_of (const SwJobTable *table)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint32 i = 0; i < table->n; i++)
    g_string_append_printf (text, "%s ", table->id[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
empty_table (void)
{
  g_autoptr (SwJobTable) table = finish (sw_job_builder_new ());
  CHECK_INT (table->n, 0);
  CHECK_INT (table->n_demands, 0);
  CHECK_INT (table->dep_first[0], 0);
  CHECK_TIME (table->origin_utc, SW_TIME_NONE);
  CHECK_INT (sw_strings_count (table->strings), 1);
  g_autofree char *hash = sw_job_table_hash (table);
  CHECK_INT (strlen (hash), 64);
  sw_job_builder_free (sw_job_builder_new ());
  sw_job_builder_free (NULL);
  sw_job_table_free (NULL);
}

static void
sorted_stably (void)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  add (builder, "c", 20);
  add (builder, "a", 5);
  add (builder, "d", 20);
  add (builder, "b", 5);
  add (builder, "e", 0);
  CHECK_INT (sw_job_builder_count (builder), 5);
  sw_job_builder_origin (builder, 77);
  g_autoptr (SwJobTable) table = finish (builder);
  g_autofree char *ids = ids_of (table);
  CHECK_STR (ids, "e a b c d ");
  CHECK_TIME (table->submit[0], 0);
  CHECK_TIME (table->submit[4], 20);
  CHECK_TIME (table->origin_utc, 77);
}

/* Values of job i that all differ between jobs, or are the same for all if k is. */
static SwJobRow
full_row (guint32 i, guint32 k)
{
  return (SwJobRow){ .user = k,
                     .tenant = k * 2,
                     .queue = k * 3,
                     .kind = k * 4,
                     .slo_class = k * 5,
                     .name = k * 6,
                     .group_id = k * 7,
                     .row = i + 2,
                     .flags = k % 256,
                     .priority = -(gint32)k,
                     .eligible = k + 1000,
                     .work = k + 2000,
                     .limit = k + 3000,
                     .estimate = -(SwTime)k,
                     .deadline = k + 5000,
                     .wait_slo = k + 6000,
                     .ckpt_interval = k + 7000,
                     .ckpt_cost = k + 8000,
                     .restart_cost = k + 9000,
                     .max_restarts = k + 1,
                     .fails = k + 2,
                     .fail_after = k + 10000,
                     .obs_start = k + 11000,
                     .obs_end = k + 12000,
                     .obs_state = k % 10,
                     .gpu_mem_peak = k + 13000,
                     .gpu_mem_ramp = k + 14000,
                     .gpu_mem_curve = k + 19000,
                     .gpu_util = k + 15000,
                     .sm_active = k + 16000,
                     .dram_active = k + 17000,
                     .slowdown_limit = k + 18000,
                     .job_type = k * 8 };
}

/* How many groups of fields of a job differ between its row and what was added. */
static guint
count_differences (const SwJobTable *table, guint32 job, const SwJobRow *rows)
{
  SwJobRow row;
  guint n = 0;
  sw_job_table_row (table, job, &row);
  const SwJobRow *added = &rows[row.row - 2];
  n += row.id != added->id || row.id != table->id[job];
  n += job > 0 && table->submit[job - 1] > table->submit[job];
  n += row.user != added->user || row.tenant != added->tenant || row.queue != added->queue
       || row.kind != added->kind || row.slo_class != added->slo_class || row.name != added->name
       || row.group_id != added->group_id || row.demand != added->demand
       || row.flags != added->flags || row.priority != added->priority;
  n += row.submit != added->submit || row.eligible != added->eligible || row.work != added->work
       || row.limit != added->limit || row.estimate != added->estimate
       || row.deadline != added->deadline || row.wait_slo != added->wait_slo
       || row.ckpt_interval != added->ckpt_interval || row.ckpt_cost != added->ckpt_cost
       || row.restart_cost != added->restart_cost;
  n += row.max_restarts != added->max_restarts || row.fails != added->fails
       || row.fail_after != added->fail_after || row.obs_start != added->obs_start
       || row.obs_end != added->obs_end || row.obs_state != added->obs_state;
  n += row.gpu_mem_peak != added->gpu_mem_peak || row.gpu_mem_ramp != added->gpu_mem_ramp
       || row.gpu_util != added->gpu_util || row.sm_active != added->sm_active
       || row.dram_active != added->dram_active || row.slowdown_limit != added->slowdown_limit
       || row.job_type != added->job_type || row.gpu_mem_curve != added->gpu_mem_curve;
  n += table->user[job] != row.user || table->work[job] != row.work
       || table->obs_state[job] != row.obs_state || table->demand[job] != row.demand
       || table->gpu_mem_peak[job] != row.gpu_mem_peak || table->job_type[job] != row.job_type;
  return n;
}

/* Every field comes back, from a table of one value per column and from one where all vary. */
static void
every_column_comes_back (void)
{
  enum
  {
    N = 9000 /* more than two chunks */
  };
  for (guint kind = 0; kind < 3; kind++)
    {
      SwJobBuilder *builder = sw_job_builder_new ();
      g_autofree SwJobRow *rows = g_new0 (SwJobRow, N);
      SwStream random = sw_stream (14, 0, 0, kind);
      for (guint32 i = 0; i < N; i++)
        {
          const guint32 k = kind == 0 ? 1 : i + 1;
          const SwGroupRow group = gpus (k % 7 + 1, k % 5);
          SwJobRow *row = &rows[i];
          *row = full_row (i, k);
          row->demand = sw_job_builder_demand (builder, &group, 1, k % 3);
          row->submit = kind == 2 ? (SwTime)(sw_stream_next (&random) >> 40) : i;
          g_autofree char *id = g_strdup_printf ("job %u", i);
          row->id = id;
          CHECK_INT (sw_job_builder_add (builder, row), i);
          row->id = sw_job_builder_get (builder, i)->id;
        }
      g_autoptr (SwJobTable) table = finish (builder);
      guint wrong = 0;
      for (guint32 i = 0; i < N; i++)
        wrong += count_differences (table, i, rows);
      CHECK_INT (wrong, 0);
    }
}

static void
demands_are_interned (void)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  SwGroupRow one = gpus (1, 8), two[2] = { gpus (1, 8), gpus (4, 0) };
  const guint32 a = sw_job_builder_demand (builder, &one, 1, 0);
  const guint32 b = sw_job_builder_demand (builder, two, 2, 0);
  const guint32 c = sw_job_builder_demand (builder, &one, 1, 1);
  CHECK_INT (a, 0);
  CHECK_INT (b, 1);
  CHECK_INT (c, 2);
  memset (one.pad, 0xaa, sizeof one.pad);
  CHECK_INT (sw_job_builder_demand (builder, &one, 1, 0), a);
  one.mem_mib = 1;
  CHECK_INT (sw_job_builder_demand (builder, &one, 1, 0), 3);
  const SwGroupRow swapped[2] = { two[1], two[0] };
  CHECK_INT (sw_job_builder_demand (builder, swapped, 2, 0), 4);
  for (guint i = 0; i < 5000; i++)
    {
      const SwGroupRow group = gpus (i + 10, 1);
      CHECK_INT (sw_job_builder_demand (builder, &group, 1, 0), i + 5);
    }
  guint32 n;
  guint8 topology;
  const SwGroupRow *groups = sw_job_builder_groups (builder, b, &n, &topology);
  CHECK_INT (n, 2);
  CHECK_INT (topology, 0);
  CHECK_INT (groups[1].tasks, 4);
  /* The groups of a known demand may be asked for again, also as a part. */
  CHECK_INT (sw_job_builder_demand (builder, groups, 1, 0), a);
  CHECK_INT (sw_job_builder_demand (builder, sw_job_builder_groups (builder, b, NULL, NULL), 2, 3),
             5005);

  SwJobRow row = row_of (builder, "x", 0);
  row.demand = b;
  sw_job_builder_add (builder, &row);
  g_autoptr (SwJobTable) table = finish (builder);
  CHECK_INT (table->n_demands, 5007);
  CHECK_INT (sw_job_table_gpus (table, b), 8);
  CHECK_INT (sw_job_table_tasks (table, b), 5);
  CHECK_INT (sw_job_table_gpus (table, a), 8);
  CHECK_INT (table->groups[table->demands[b].first_group + 1].tasks, 4);
}

static void
sums_of_gpus_saturate (void)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  const SwGroupRow huge[2] = { gpus (G_MAXUINT32, G_MAXUINT32), gpus (G_MAXUINT32, 1) };
  sw_job_builder_demand (builder, huge, 2, 0);
  g_autoptr (SwJobTable) table = finish (builder);
  CHECK_INT (sw_job_table_gpus (table, 0), G_MAXUINT32);
  CHECK_INT (sw_job_table_tasks (table, 0), G_MAXUINT32);
}

static void
ids_are_texts (void)
{
  static const char *const ids[]
      = { "73928e05", "7392800000", "99121406335064213", "99121406335064214", "007", "7", "" };
  SwJobBuilder *builder = sw_job_builder_new ();
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      CHECK_INT (sw_job_builder_find (builder, ids[i]), G_MAXUINT32);
      add (builder, ids[i], i);
      CHECK_INT (sw_job_builder_find (builder, ids[i]), i);
    }
  /* A double is found as the one that came first; telling it is the reader's business. */
  CHECK_INT (add (builder, "7", 100), 7);
  CHECK_INT (sw_job_builder_find (builder, "7"), 5);
  CHECK_INT (sw_job_builder_find (builder, "07"), G_MAXUINT32);
  g_autoptr (SwJobTable) table = finish (builder);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    CHECK_STR (table->id[i], ids[i]);
}

static void
rows_can_be_changed (void)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  add (builder, "a", 5);
  add (builder, "b", 6);
  SwJobRow *a = sw_job_builder_get (builder, 0), *b = sw_job_builder_get (builder, 1);
  a->submit = 9;
  b->work = 33;
  CHECK_TIME (sw_job_builder_get (builder, 0)->submit, 9);
  g_autoptr (SwJobTable) table = finish (builder);
  CHECK_STR (table->id[0], "b");
  CHECK_TIME (table->work[0], 33);
  CHECK_TIME (table->submit[1], 9);
}

static void
dependencies_in_table_order (void)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  const guint32 late = add (builder, "late", 100), a = add (builder, "a", 30);
  add (builder, "b", 10);
  add (builder, "c", 20);
  sw_job_builder_depend (builder, late, "c");
  sw_job_builder_depend (builder, late, "a");
  sw_job_builder_depend (builder, late, "c");
  sw_job_builder_depend (builder, a, "b");
  g_autoptr (SwJobTable) table = finish (builder);
  static const guint32 first[] = { 0, 0, 0, 1, 3 }, deps[] = { 0, 1, 2 };
  CHECK_INT (table->n, 4);
  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    CHECK_INT (table->dep_first[i], first[i]);
  for (guint i = 0; i < G_N_ELEMENTS (deps); i++)
    CHECK_INT (table->deps[i], deps[i]);
}

/* Jobs a, b, ... with the dependencies "ab bc" (a waits for b, b for c); the sentence or NULL. */
static char *
complaint (guint n, const char *pairs)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  char *bad = NULL;
  for (guint i = 0; i < n; i++)
    {
      const char id[2] = { 'a' + i, '\0' };
      add (builder, id, n - i);
    }
  for (const char *p = pairs; *p != '\0'; p += p[2] == ' ' ? 3 : 2)
    {
      const char on[2] = { p[1], '\0' };
      sw_job_builder_depend (builder, p[0] - 'a', on);
    }
  sw_job_table_free (sw_job_builder_finish (builder, &bad));
  return bad;
}

static void
bad_dependencies (void)
{
  static const struct
  {
    guint n;
    const char *pairs, *sentence;
  } cases[] = {
    { 3, "ab bc", NULL },
    { 4, "ab ac bd cd", NULL },
    { 2, "ax", "job 'a' depends on 'x', which is not there" },
    { 2, "aa", "job 'a' depends on itself" },
    { 2, "ab ba", "jobs wait for each other in a circle: 'b' waits for 'a' waits for 'b'" },
    { 5, "ab bc cd db",
      "jobs wait for each other in a circle: 'd' waits for 'b' waits for 'c' waits for 'd'" },
    { 6, "ab bc de ef fd",
      "jobs wait for each other in a circle: 'f' waits for 'd' waits for 'e' waits for 'f'" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *bad = complaint (cases[i].n, cases[i].pairs);
      sw_check_str (__FILE__, __LINE__, cases[i].pairs, bad, cases[i].sentence);
    }
  g_autofree char *long_circle
      = complaint (20, "ab bc cd de ef fg gh hi ij jk kl lm mn no op pq qr "
                       "rs st ta");
  CHECK_CONTAINS (long_circle, "... (20 jobs in all) waits for 't'");
}

/* Chains of a length that a recursive search would not survive. */
static void
long_chains (void)
{
  enum
  {
    N = 300000
  };
  for (guint circle = 0; circle < 2; circle++)
    {
      SwJobBuilder *builder = sw_job_builder_new ();
      g_autofree char *bad = NULL;
      char id[16];
      for (guint32 i = 0; i < N; i++)
        {
          g_snprintf (id, sizeof id, "%u", i);
          add (builder, id, 0);
        }
      for (guint32 i = 0; i < N; i++)
        if (i + 1 < N || circle)
          {
            g_snprintf (id, sizeof id, "%u", (i + 1) % N);
            sw_job_builder_depend (builder, i, id);
          }
      g_autoptr (SwJobTable) table = sw_job_builder_finish (builder, &bad);
      CHECK_INT (table != NULL, !circle);
      if (circle)
        CHECK_CONTAINS (bad, "(300000 jobs in all)");
    }
}

static SwJobBuilder *
small_builder (guint variant)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  SwStrings *strings = sw_job_builder_strings (builder);
  if (variant == 1)
    {
      /* Other numbers for the same names and demands. */
      const SwGroupRow unused = gpus (3, 3);
      sw_strings_add (strings, "nobody", -1);
      sw_strings_add (strings, "V100", -1);
      sw_job_builder_demand (builder, &unused, 1, 0);
    }
  SwGroupRow group = gpus (1, 2);
  group.models = sw_strings_add (strings, variant == 2 ? "A100" : "V100", -1);
  for (guint32 i = 0; i < 100; i++)
    {
      char id[16];
      g_snprintf (id, sizeof id, "j%u", i);
      SwJobRow row = row_of (builder, id, i);
      row.user = sw_strings_add (strings, i % 2 == 0 ? "ann" : "bob", -1);
      row.demand = sw_job_builder_demand (builder, &group, 1, 0);
      row.work = variant == 3 && i == 50 ? 11 : 10;
      sw_job_builder_add (builder, &row);
    }
  if (variant == 4)
    sw_job_builder_depend (builder, 7, "j3");
  if (variant == 5)
    sw_job_builder_origin (builder, 0);
  if (variant == 6)
    sw_job_builder_get (builder, 99)->obs_state = SW_OBS_OOM;
  SwJobRow *last = sw_job_builder_get (builder, 99);
  if (variant == 7)
    last->gpu_mem_peak = 10;
  if (variant == 8)
    last->sm_active = 10;
  if (variant == 9)
    last->job_type = sw_strings_add (strings, "resnet", -1);
  return builder;
}

/* Of the first variant, from before there were columns that a hash leaves out. */
#define SMALL_HASH "6d029c8773f2abadda375e854fc710a66c61eb3d6d0f2ecbd4dbf10893f09a95"

static void
hash_is_of_the_content (void)
{
  char *hashes[10] = { NULL };
  for (guint variant = 0; variant < G_N_ELEMENTS (hashes); variant++)
    {
      g_autoptr (SwJobTable) table = finish (small_builder (variant));
      hashes[variant] = sw_job_table_hash (table);
      g_autofree char *again = sw_job_table_hash (table);
      CHECK_STR (again, hashes[variant]);
    }
  CHECK_STR (hashes[0], SMALL_HASH);
  CHECK_STR (hashes[1], hashes[0]);
  for (guint variant = 2; variant < G_N_ELEMENTS (hashes); variant++)
    for (guint before = 0; before < variant; before++)
      CHECK_TRUE (strcmp (hashes[variant], hashes[before]) != 0);
  for (guint variant = 0; variant < G_N_ELEMENTS (hashes); variant++)
    g_free (hashes[variant]);
}

/* Text that moves from one column or job to its neighbour is another table. */
static void
hash_keeps_fields_apart (void)
{
  static const char *const texts[][3] = { { "ab", "c", "" }, { "a", "bc", "" }, { "abc", "", "" },
                                          { "", "abc", "" }, { "", "", "abc" }, { "ab", "", "c" } };
  char *hashes[G_N_ELEMENTS (texts)];
  for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
    {
      SwJobBuilder *builder = sw_job_builder_new ();
      SwStrings *strings = sw_job_builder_strings (builder);
      SwJobRow row = row_of (builder, texts[k][0], 0);
      row.user = sw_strings_add (strings, texts[k][1], -1);
      row.tenant = sw_strings_add (strings, texts[k][2], -1);
      sw_job_builder_add (builder, &row);
      g_autoptr (SwJobTable) table = finish (builder);
      hashes[k] = sw_job_table_hash (table);
      for (guint before = 0; before < k; before++)
        CHECK_TRUE (strcmp (hashes[before], hashes[k]) != 0);
    }
  for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
    g_free (hashes[k]);
}

/* What a plain trace needs: ids and the columns that vary, not all columns for every job. */
static void
memory_per_job (void)
{
  enum
  {
    N = 100000
  };
  SwJobBuilder *builder = sw_job_builder_new ();
  for (guint32 i = 0; i < N; i++)
    {
      char id[16];
      g_snprintf (id, sizeof id, "%u", i);
      SwJobRow row = row_of (builder, id, i);
      row.work = i % 977;
      row.row = i + 2;
      sw_job_builder_add (builder, &row);
    }
  g_autoptr (SwJobTable) table = finish (builder);
  CHECK_TRUE (sw_job_table_bytes (table) > 20 * N);
  CHECK_TRUE (sw_job_table_bytes (table) < 80 * N);
}

static void
names (void)
{
  CHECK_STR (sw_obs_state_names[SW_OBS_UNKNOWN], "unknown");
  CHECK_STR (sw_obs_state_names[SW_OBS_NODE_FAIL], "node_fail");
  CHECK_STR (sw_obs_state_names[SW_OBS_PENDING], "pending");
  CHECK_STR (sw_obs_state_names[SW_OBS_PENDING + 1], NULL);
  CHECK_INT (g_strv_length ((char **)sw_job_flag_names), 8);
  CHECK_STR (sw_job_flag_names[0], "preemptible");
  CHECK_STR (sw_job_flag_names[7], "copy");
}

SW_CHECKS ("job-table", { "empty table", empty_table }, { "sorted stably", sorted_stably },
           { "every column comes back", every_column_comes_back },
           { "demands are interned", demands_are_interned },
           { "sums of GPUs saturate", sums_of_gpus_saturate },
           { "D-04 D-07 ids are texts", ids_are_texts },
           { "rows can be changed", rows_can_be_changed },
           { "dependencies in table order", dependencies_in_table_order },
           { "bad dependencies", bad_dependencies }, { "long chains", long_chains },
           { "hash is of the content", hash_is_of_the_content },
           { "hash keeps fields apart", hash_keeps_fields_apart },
           { "memory per job", memory_per_job }, { "names", names })

/* Holds whole runs against schedules that simulators of training clusters agree on, job by job.
 *
 *   training [DIR]   default: oracle/training of the shared material
 *
 * DIR has inputs.csv (name, nodes, gpus_per_node), a job list NAME.csv for each, and the schedules
 * expected/SHORT_RULE.csv, SHORT being the name up to its first '_'.  For every schedule whose rule
 * is known it runs the job list and compares end, preemptions and, where given, start of each job.
 * Prints one line per schedule and the rules that are not known; ends with 1 on any difference,
 * with 77 if there is nothing to compare with. */
#include <stdio.h>
#include <string.h>

#include "builtin.h"
#include "sw-check.h"
#include "sw-import.h"
#include "sw-worlds.h"

/* The two halves of a rule's name. */
typedef struct
{
  const char *name, *policy;
} Half;

static const Half queues[] = {
  { "fifo", "fifo" },
  { "fifoskip", "greedy" },
  { "sjf", "sjf by=duration" },
  { "sjfskip", "sjf by=duration blocked=skip" },
  { "sjfestskip", "sjf by=estimate blocked=skip" },
  { "qssf", "qssf" },
  { "easy_fcfs", "easy" },
  { "conservative_fcfs", "conservative depth=0" },
  { "srtf", "srtf" },
  { "srsf", "srsf" },
  { "las2d", "las first=3250s second=7200s wake=early" },
};

static const Half places[] = {
  { "count", "first-fit" },
  { "bestfit_consolidate", "consolidate" },
  { "firstfit_yarn", "yarn" },
  { "gang8_pack", "gang8 order=pack" },
  { "gang8_balance", "gang8 order=balance" },
  { "count_3250_7200", "first-fit" },
};

typedef struct
{
  char *name;
  SwJobTable *jobs;
  SwNodeTable *nodes;
} Input;

typedef struct
{
  const char *folder;
  SwPolicies *policies;
  GPtrArray *inputs; /* Input */
  guint equal, different, unknown;
} Comparison;

/* ---- files ---- */

/* Lines of a csv without its header, each split at commas; NULL with error. */
static GPtrArray *
read_rows (const char *path, guint columns, GError **error)
{
  g_autofree char *text = NULL;
  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify)g_strfreev);
  for (guint i = 1; lines[0] != NULL && lines[i] != NULL; i++)
    {
      g_strchomp (lines[i]);
      if (*lines[i] == '\0')
        continue;
      char **row = g_strsplit (lines[i], ",", -1);
      g_ptr_array_add (rows, row);
      if (g_strv_length (row) == columns)
        continue;
      sw_error_at (error, path, i + 1, 0, "not %u columns", columns);
      g_ptr_array_unref (rows);
      return NULL;
    }
  return rows;
}

static void
input_free (gpointer data)
{
  Input *input = data;
  g_free (input->name);
  sw_job_table_free (input->jobs);
  sw_node_table_free (input->nodes);
  g_free (input);
}

static SwNodeTable *
make_nodes (guint64 count, guint64 gpus)
{
  SwNodeTable *nodes = sw_node_table_new ();
  for (guint64 i = 0; i < count; i++)
    {
      g_autofree char *id = g_strdup_printf ("n%" G_GUINT64_FORMAT, i);
      SwNodeRow row = {
        .id = sw_strings_add (nodes->strings, id, -1),
        .pool = sw_strings_add (nodes->strings, "main", -1),
        .model = sw_strings_add (nodes->strings, "GPU", -1),
        .gpus = (guint32)gpus,
        .cpu_milli = -1,
        .mem_mib = -1,
        .to = SW_TIME_INF,
      };
      sw_node_table_add (nodes, &row);
    }
  return nodes;
}

/* Every job may be preempted; the rules that do not preempt do not care. */
static SwJobTable *
read_jobs (const char *path, GError **error)
{
  SwImportOptions options = { .path = path, .profile = "peer-jobs", .strict = TRUE };
  SwImportReport report = { 0 };
  SwJobBuilder *builder = sw_job_builder_new ();
  gboolean read = sw_import_jobs (&options, builder, &report, error);
  sw_import_report_clear (&report);
  if (!read)
    {
      sw_job_builder_free (builder);
      return NULL;
    }
  for (guint32 i = 0; i < sw_job_builder_count (builder); i++)
    sw_job_builder_get (builder, i)->flags |= SW_JOB_PREEMPTIBLE;
  g_autofree char *bad = NULL;
  SwJobTable *table = sw_job_builder_finish (builder, &bad);
  if (table == NULL)
    g_set_error (error, SW_ERROR, SW_ERROR_INPUT, "%s: %s", path, bad);
  return table;
}

static gboolean
read_inputs (Comparison *c, GError **error)
{
  g_autofree char *path = g_build_filename (c->folder, "inputs.csv", NULL);
  g_autoptr (GPtrArray) rows = read_rows (path, 3, error);
  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);
      g_autofree char *file = g_strconcat (row[0], ".csv", NULL);
      g_autofree char *jobs = g_build_filename (c->folder, file, NULL);
      Input *input = g_new0 (Input, 1);
      g_ptr_array_add (c->inputs, input);
      input->name = g_strdup (row[0]);
      input->nodes
          = make_nodes (g_ascii_strtoull (row[1], NULL, 10), g_ascii_strtoull (row[2], NULL, 10));
      input->jobs = read_jobs (jobs, error);
      if (input->jobs == NULL)
        return FALSE;
    }
  return rows != NULL;
}

/* ---- comparing ---- */

static const char *
policy_of (const Half *halves, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (halves[i].name, name) == 0)
      return halves[i].policy;
  return NULL;
}

/* "easy_fcfs_count" into its policies; FALSE if either half is not known. */
static gboolean
split_rule (const char *rule, const char **queue, const char **place)
{
  for (const char *joint = strchr (rule, '_'); joint != NULL; joint = strchr (joint + 1, '_'))
    {
      g_autofree char *head = g_strndup (rule, (gsize)(joint - rule));
      *queue = policy_of (queues, G_N_ELEMENTS (queues), head);
      *place = policy_of (places, G_N_ELEMENTS (places), joint + 1);
      if (*queue != NULL && *place != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Text of the difference between a row of the schedule and the job's outcome; NULL if none. */
static char *
difference (const SwOutcome *o, guint32 job, char **row)
{
  char ours[SW_TIME_TEXT];
  SwTime start, end;
  if (*row[4] != '\0'
      && (!sw_parse_fixed (row[4], SW_SECOND, &start) || start != o->first_start[job]))
    return g_strdup_printf ("job %s starts at %s, not %s", row[0],
                            sw_format_seconds (o->first_start[job], ours), row[4]);
  if (!sw_parse_fixed (row[5], SW_SECOND, &end) || end != o->end[job])
    return g_strdup_printf ("job %s ends at %s, not %s", row[0],
                            sw_format_seconds (o->end[job], ours), row[5]);
  if (o->preemptions[job] != g_ascii_strtoull (row[6], NULL, 10))
    return g_strdup_printf ("job %s is preempted %u times, not %s", row[0], o->preemptions[job],
                            row[6]);
  return NULL;
}

/* Number of jobs that differ; *first (transfer full) tells the first. */
static guint
count_differences (const SwOutcome *o, GPtrArray *rows, char **first)
{
  g_autoptr (GHashTable) jobs = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint32 job = 0; job < o->n; job++)
    g_hash_table_insert (jobs, (gpointer)o->table->id[job], GUINT_TO_POINTER (job + 1));
  guint count = 0;
  *first = NULL;
  for (guint i = 0; i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);
      guint32 job = GPOINTER_TO_UINT (g_hash_table_lookup (jobs, row[0]));
      char *text = job == 0 ? g_strdup_printf ("job %s is not in the job list", row[0])
                            : difference (o, job - 1, row);
      if (text != NULL && count++ == 0)
        *first = text;
      else
        g_free (text);
    }
  if (rows->len != o->n && count++ == 0)
    *first = g_strdup_printf ("%u jobs are compared, %u ran", rows->len, o->n);
  return count;
}

static const Input *
find_input (const Comparison *c, const char *file)
{
  gsize length = strcspn (file, "_") + 1;
  for (guint i = 0; i < c->inputs->len; i++)
    {
      const Input *input = g_ptr_array_index (c->inputs, i);
      if (strncmp (input->name, file, length) == 0)
        return input;
    }
  return NULL;
}

static gboolean
compare_file (Comparison *c, const char *file, GError **error)
{
  const Input *input = find_input (c, file);
  g_autofree char *rule = g_strndup (file, strlen (file) - strlen (".csv"));
  const char *queue, *place;
  if (input == NULL || !split_rule (rule + strcspn (rule, "_") + 1, &queue, &place))
    {
      printf ("%-34s not supported\n", rule);
      c->unknown++;
      return TRUE;
    }
  g_autofree char *path = g_build_filename (c->folder, "expected", file, NULL);
  g_autoptr (GPtrArray) rows = read_rows (path, 7, error);
  SwWorldRun run = { c->policies, queue, place, NULL };
  g_autoptr (SwOutcome) outcome
      = rows == NULL ? NULL : sw_world_run (&run, input->jobs, input->nodes, error);
  if (outcome == NULL)
    return FALSE;
  g_autofree char *first = NULL;
  guint count = count_differences (outcome, rows, &first);
  printf ("%-34s %5u jobs  %s, %s: ", rule, rows->len, queue, place);
  if (count == 0)
    printf ("equal\n");
  else
    printf ("%u differ, first: %s\n", count, first);
  c->equal += count == 0;
  c->different += count > 0;
  return TRUE;
}

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static gboolean
compare_all (Comparison *c, GError **error)
{
  g_autofree char *path = g_build_filename (c->folder, "expected", NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, error);
  if (folder == NULL)
    return FALSE;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".csv"))
      g_ptr_array_add (files, g_strdup (name));
  g_ptr_array_sort (files, by_name);
  for (guint i = 0; i < files->len; i++)
    if (!compare_file (c, g_ptr_array_index (files, i), error))
      return FALSE;
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autofree char *shared = argc > 1 ? NULL : sw_test_shared ();
  g_autofree char *folder = argc > 1         ? g_strdup (argv[1])
                            : shared != NULL ? g_build_filename (shared, "oracle", "training", NULL)
                                             : NULL;
  if (folder == NULL || (argc <= 1 && !g_file_test (folder, G_FILE_TEST_IS_DIR)))
    {
      printf ("skipped: no shared material beside the source tree\n");
      return 77;
    }
  Comparison c = { .folder = folder };
  c.policies = sw_policies_new (sw_builtin_policies);
  c.inputs = g_ptr_array_new_with_free_func (input_free);
  g_autoptr (GError) error = NULL;
  gboolean done = read_inputs (&c, &error) && compare_all (&c, &error);
  if (done)
    printf ("%u equal, %u different, %u not supported\n", c.equal, c.different, c.unknown);
  else
    fprintf (stderr, "training: %s\n", error->message);
  g_ptr_array_unref (c.inputs);
  sw_policies_free (c.policies);
  return !done || c.different > 0;
}

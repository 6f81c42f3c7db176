/* Writing the canonical format, and its side file both ways.  A job of several task groups takes a
 * row for each, tied by gang_id; columns that say nothing about any job are left out. */
#include "sw-canonical.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "sw-import-report.h"
#include "sw-keyfile.h"
#include "sw-output.h"

#define COUNT G_GUINT64_FORMAT

typedef struct
{
  const SwJobTable *table;
  guint32 job;
  const SwGroupRow *group;
  guint32 n_groups, nth; /* groups of the job, and which this is */
  guint8 topology;
} Row;

/* Writes the cell, or nothing if csv is NULL.  TRUE if the cell says something. */
typedef gboolean (*CellFunc) (const Row *row, SwCsv *csv);

static gboolean
say_text (SwCsv *csv, const char *text)
{
  if (csv != NULL)
    sw_csv_string (csv, text);
  return *text != '\0';
}

static gboolean
say_time (SwCsv *csv, SwTime t)
{
  if (csv != NULL)
    sw_csv_seconds (csv, t);
  return t != SW_TIME_NONE;
}

/* value / 10^decimals; says FALSE: an empty cell. */
static gboolean
say_number (SwCsv *csv, gint64 value, guint decimals, gboolean says)
{
  if (csv != NULL && says)
    sw_csv_i128 (csv, value, decimals);
  else if (csv != NULL)
    sw_csv_empty (csv);
  return says;
}

#define NAME_CELL(field)                                                                           \
  static gboolean cell_##field (const Row *row, SwCsv *csv)                                        \
  {                                                                                                \
    return say_text (csv, sw_strings_get (row->table->strings, row->table->field[row->job]));      \
  }
#define TIME_CELL(field)                                                                           \
  static gboolean cell_##field (const Row *row, SwCsv *csv)                                        \
  {                                                                                                \
    return say_time (csv, row->table->field[row->job]);                                            \
  }
#define AMOUNT_CELL(field, decimals)                                                               \
  static gboolean cell_##field (const Row *row, SwCsv *csv)                                        \
  {                                                                                                \
    return say_number (csv, row->group->field, decimals, row->group->field > 0);                   \
  }

#define USE_CELL(field, decimals)                                                                  \
  static gboolean cell_##field (const Row *row, SwCsv *csv)                                        \
  {                                                                                                \
    guint32 value = row->table->field[row->job];                                                   \
    return say_number (csv, value, decimals, value != G_MAXUINT32);                                \
  }

NAME_CELL (user)
NAME_CELL (tenant)
NAME_CELL (queue)
NAME_CELL (kind)
NAME_CELL (slo_class)
NAME_CELL (name)
NAME_CELL (group_id)
NAME_CELL (job_type)
TIME_CELL (submit)
TIME_CELL (eligible)
TIME_CELL (work)
TIME_CELL (limit)
TIME_CELL (estimate)
TIME_CELL (deadline)
TIME_CELL (wait_slo)
TIME_CELL (ckpt_interval)
TIME_CELL (ckpt_cost)
TIME_CELL (restart_cost)
TIME_CELL (fail_after)
TIME_CELL (gpu_mem_ramp)
TIME_CELL (obs_start)
TIME_CELL (obs_end)
AMOUNT_CELL (tasks, 0)
AMOUNT_CELL (min_tasks, 0)
AMOUNT_CELL (max_tasks, 0)
AMOUNT_CELL (node_max, 0)
AMOUNT_CELL (gpu_mem_mib, 0)
AMOUNT_CELL (mem_mib, 0)
AMOUNT_CELL (cpu_milli, 3)
USE_CELL (gpu_mem_peak, 0)
USE_CELL (gpu_util, 4)
USE_CELL (sm_active, 4)
USE_CELL (dram_active, 4)
USE_CELL (slowdown_limit, 3)

static gboolean
cell_id (const Row *row, SwCsv *csv)
{
  if (row->n_groups == 1)
    return say_text (csv, row->table->id[row->job]);
  g_autofree char *id = g_strdup_printf ("%s/%u", row->table->id[row->job], row->nth);
  return say_text (csv, id);
}

static gboolean
cell_gang (const Row *row, SwCsv *csv)
{
  return say_text (csv, row->n_groups > 1 ? row->table->id[row->job] : "");
}

/* A share of one GPU is written as a fraction, of several as a percentage of each. */
static gboolean
is_fraction (const SwGroupRow *g)
{
  return g->mode == SW_GPU_SHARE && g->gpus == 1;
}

static gboolean
cell_gpus (const Row *row, SwCsv *csv)
{
  const SwGroupRow *g = row->group;
  return say_number (csv, is_fraction (g) ? g->gpu_milli : 1000 * (gint64)g->gpus, 3, TRUE);
}

static gboolean
cell_mode (const Row *row, SwCsv *csv)
{
  static const char *const names[] = { "none", "whole", "share", "mig" };
  return say_text (csv, names[row->group->mode]);
}

static gboolean
cell_share (const Row *row, SwCsv *csv)
{
  const SwGroupRow *g = row->group;
  return say_number (csv, g->gpu_milli, 1, g->mode == SW_GPU_SHARE && !is_fraction (g));
}

static gboolean
cell_mig (const Row *row, SwCsv *csv)
{
  return say_text (csv, sw_strings_get (row->table->strings, row->group->mig_profile));
}

static gboolean
cell_models (const Row *row, SwCsv *csv)
{
  return say_text (csv, sw_strings_get (row->table->strings, row->group->models));
}

static gboolean
cell_topology (const Row *row, SwCsv *csv)
{
  static const char *const names[] = { "", "node", "rack", "switch" };
  return say_text (csv, names[row->topology & 3]);
}

static gboolean
cell_priority (const Row *row, SwCsv *csv)
{
  gint32 value = row->table->priority[row->job];
  return say_number (csv, value, 0, value != 0);
}

static gboolean
cell_preemptible (const Row *row, SwCsv *csv)
{
  return say_number (csv, 1, 0, (row->table->flags[row->job] & SW_JOB_PREEMPTIBLE) != 0);
}

static gboolean
cell_flags (const Row *row, SwCsv *csv)
{
  guint32 flags = row->table->flags[row->job] & ~(guint32)SW_JOB_PREEMPTIBLE;
  if (flags == 0)
    return say_text (csv, "");
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint bit = 0; sw_job_flag_names[bit] != NULL; bit++)
    if ((flags & (1u << bit)) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ";" : "", sw_job_flag_names[bit]);
  return say_text (csv, text->str);
}

static gboolean
cell_max_restarts (const Row *row, SwCsv *csv)
{
  guint32 value = row->table->max_restarts[row->job];
  return say_number (csv, value, 0, value != G_MAXUINT32);
}

static gboolean
cell_fails (const Row *row, SwCsv *csv)
{
  guint32 value = row->table->fails[row->job];
  if (value == G_MAXUINT32)
    return say_text (csv, "all");
  return say_number (csv, value, 0, value != 0);
}

static gboolean
cell_depends_on (const Row *row, SwCsv *csv)
{
  const SwJobTable *t = row->table;
  if (t->dep_first[row->job] == t->dep_first[row->job + 1])
    return say_text (csv, "");
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint32 i = t->dep_first[row->job]; i < t->dep_first[row->job + 1]; i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ";" : "", t->id[t->deps[i]]);
  return say_text (csv, text->str);
}

static gboolean
cell_obs_state (const Row *row, SwCsv *csv)
{
  guint8 state = row->table->obs_state[row->job];
  return say_text (csv, state == SW_OBS_UNKNOWN ? "" : sw_obs_state_names[state]);
}

static gboolean
cell_row (const Row *row, SwCsv *csv)
{
  return say_number (csv, row->table->row[row->job], 0, TRUE);
}

typedef struct
{
  const char *name;
  CellFunc cell;
  gboolean always;
} Column;

static const Column columns[] = {
  { "job_id", cell_id, TRUE },
  { "gang_id", cell_gang, FALSE },
  { "group_id", cell_group_id, FALSE },
  { "name", cell_name, FALSE },
  { "user", cell_user, FALSE },
  { "tenant", cell_tenant, FALSE },
  { "queue", cell_queue, FALSE },
  { "kind", cell_kind, FALSE },
  { "submit_s", cell_submit, TRUE },
  { "eligible_s", cell_eligible, FALSE },
  { "duration_s", cell_work, TRUE },
  { "time_limit_s", cell_limit, FALSE },
  { "estimate_s", cell_estimate, FALSE },
  { "deadline_s", cell_deadline, FALSE },
  { "wait_slo_s", cell_wait_slo, FALSE },
  { "slo_class", cell_slo_class, FALSE },
  { "tasks", cell_tasks, TRUE },
  { "min_tasks", cell_min_tasks, FALSE },
  { "max_tasks", cell_max_tasks, FALSE },
  { "tasks_per_node_max", cell_node_max, FALSE },
  { "gpus_per_task", cell_gpus, TRUE },
  { "gpu_mode", cell_mode, TRUE },
  { "gpu_sm_pct", cell_share, FALSE },
  { "gpu_mem_mib", cell_gpu_mem_mib, FALSE },
  { "mig_profile", cell_mig, FALSE },
  { "gpu_models", cell_models, FALSE },
  { "cpus_per_task", cell_cpu_milli, FALSE },
  { "mem_mib_per_task", cell_mem_mib, FALSE },
  { "gpu_mem_peak_mib", cell_gpu_mem_peak, FALSE },
  { "gpu_mem_ramp_s", cell_gpu_mem_ramp, FALSE },
  { "gpu_util_pct", cell_gpu_util, FALSE },
  { "sm_active_pct", cell_sm_active, FALSE },
  { "dram_active_pct", cell_dram_active, FALSE },
  { "slowdown_limit", cell_slowdown_limit, FALSE },
  { "job_type", cell_job_type, FALSE },
  { "topology", cell_topology, FALSE },
  { "priority", cell_priority, FALSE },
  { "preemptible", cell_preemptible, FALSE },
  { "ckpt_interval_s", cell_ckpt_interval, FALSE },
  { "ckpt_cost_s", cell_ckpt_cost, FALSE },
  { "restart_cost_s", cell_restart_cost, FALSE },
  { "max_restarts", cell_max_restarts, FALSE },
  { "fails", cell_fails, FALSE },
  { "fail_after_s", cell_fail_after, FALSE },
  { "depends_on", cell_depends_on, FALSE },
  { "obs_start_s", cell_obs_start, FALSE },
  { "obs_end_s", cell_obs_end, FALSE },
  { "obs_state", cell_obs_state, FALSE },
  { "flags", cell_flags, FALSE },
  { "row", cell_row, TRUE },
};

typedef struct
{
  const Column *used[G_N_ELEMENTS (columns)];
  guint n_used;
  SwCsv csv;
} Writer;

/* Goes over the rows of all jobs until visit() says FALSE. */
static void
walk_rows (const SwJobTable *table, gboolean (*visit) (const Row *row, gpointer data),
           gpointer data)
{
  for (guint32 job = 0; job < table->n; job++)
    {
      const SwDemandRow *demand = &table->demands[table->demand[job]];
      for (guint32 g = 0; g < demand->n_groups; g++)
        {
          const Row row = {
            table,           job, &table->groups[demand->first_group + g], demand->n_groups, g,
            demand->topology
          };
          if (!visit (&row, data))
            return;
        }
    }
}

typedef struct
{
  const Column *column;
  gboolean says;
} Look;

static gboolean
look (const Row *row, gpointer data)
{
  Look *l = data;
  l->says = l->column->cell (row, NULL);
  return !l->says;
}

static void
choose_columns (const SwJobTable *table, Writer *w)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      Look l = { &columns[i], columns[i].always };
      if (!l.says)
        walk_rows (table, look, &l);
      if (l.says)
        w->used[w->n_used++] = &columns[i];
    }
}

static gboolean
write_row (const Row *row, gpointer data)
{
  Writer *w = data;
  for (guint i = 0; i < w->n_used; i++)
    w->used[i]->cell (row, &w->csv);
  sw_csv_end (&w->csv);
  return TRUE;
}

/* ---- the side file ---- */

static const SwKeySpec meta_schema[] = {
  { "meta", "format", SW_KEY_INT, "1", 1, 1, NULL, "version of the canonical format" },
  { "meta", "origin", SW_KEY_TEXT, NULL, 0, 0, NULL, "time 0 as RFC 3339" },
  { "meta", "source", SW_KEY_TEXT, NULL, 0, 0, NULL, "file that was imported" },
  { "meta", "profile", SW_KEY_TEXT, NULL, 0, 0, NULL, "profile that it was read with" },
  { "meta", "sha256", SW_KEY_TEXT, NULL, 0, 0, NULL, "of the file that was imported" },
  { "meta", "zone", SW_KEY_TEXT, NULL, 0, 0, NULL, "zone that dates were read in" },
  { "meta", "rows_read", SW_KEY_INT, NULL, 0, 0, NULL, "rows of the file that was imported" },
  { "meta", "rows_kept", SW_KEY_INT, NULL, 0, 0, NULL, "of these, jobs or nodes" },
  { "meta", "rows_merged", SW_KEY_INT, NULL, 0, 0, NULL, "of these, further groups of a gang" },
  { "meta", "rows_dropped", SW_KEY_INT, NULL, 0, 0, NULL, "of these, left out" },
  { "meta", "drops", SW_KEY_TEXT, NULL, 0, 0, NULL, "why rows were left out" },
  { "meta", "licence", SW_KEY_TEXT, NULL, 0, 0, NULL, "attribution that goes with the data" },
  { NULL },
};

static void
put_key (SwText *out, const char *key, const char *value)
{
  if (value == NULL || *value == '\0')
    return;
  g_autofree char *line = g_strdelimit (g_strdup (value), "\r\n", ' ');
  sw_printf (out, "%s = %s\n", key, line);
}

static gboolean
write_side_file (const char *path, const SwImportReport *source, SwTime origin, GError **error)
{
  g_autofree char *meta = g_strconcat (path, ".meta", NULL);
  SwText *out = sw_text_memory ();
  sw_put (out, "[meta]\nformat = 1\n");
  if (origin != SW_TIME_NONE)
    {
      char buffer[SW_TIME_TEXT];
      put_key (out, "origin", sw_format_utc (origin, buffer));
    }
  if (source != NULL)
    {
      g_autofree char *drops = sw_import_report_drops (source);
      g_autofree char *name = g_path_get_basename (source->path);
      put_key (out, "source", name);
      put_key (out, "profile", source->profile);
      put_key (out, "sha256", source->sha256);
      put_key (out, "zone", source->zone);
      sw_printf (out, "rows_read = %" COUNT "\nrows_kept = %" COUNT "\n", source->read,
                 source->kept);
      sw_printf (out, "rows_merged = %" COUNT "\nrows_dropped = %" COUNT "\n", source->merged,
                 source->dropped);
      put_key (out, "drops", drops);
      put_key (out, "licence", source->licence);
    }
  gsize length;
  g_autofree char *text = sw_text_steal (out, &length);
  return sw_write_file (meta, text, length, error);
}

static void
take_meta (const SwKeyFile *kf, SwImportReport *report, SwTime *origin, SwFaults *faults)
{
  SwKeyValue value = sw_schema_get (meta_schema, kf, "meta", "origin");
  if (value.set && !sw_parse_civil (value.text, NULL, origin, NULL))
    sw_faults_add_value (faults, &value, "\"%s\" is not a date and time", value.text);
  value = sw_schema_get (meta_schema, kf, "meta", "licence");
  if (value.set && report->licence == NULL)
    report->licence = g_strdup (value.text);
  value = sw_schema_get (meta_schema, kf, "meta", "zone");
  if (value.set && report->zone == NULL)
    report->zone = g_strdup (value.text);
}

gboolean
sw_canonical_read_side_file (const char *path, SwImportReport *report, SwTime *origin,
                             GError **error)
{
  g_autofree char *meta = g_strconcat (path, ".meta", NULL);
  *origin = SW_TIME_NONE;
  if (!g_file_test (meta, G_FILE_TEST_EXISTS))
    return TRUE;
  SwFaults faults;
  sw_faults_init (&faults);
  g_autoptr (SwKeyFile) kf = sw_keyfile_new ();
  sw_keyfile_load (kf, meta, &faults);
  sw_schema_check (meta_schema, kf, &faults);
  if (faults.texts->len == 0)
    take_meta (kf, report, origin, &faults);
  gboolean ok = sw_faults_report (&faults, error);
  sw_faults_clear (&faults);
  return ok;
}

/* ---- files ---- */

/* The name under which PATH is written before it is whole.  transfer full */
static char *
part_name (const char *path)
{
  return g_strconcat (path, g_str_has_suffix (path, ".gz") ? ".part.gz" : ".part", NULL);
}

static gboolean
close_part (SwText *out, const char *part, const char *path, GError **error)
{
  if (!sw_text_close (out, error))
    {
      g_unlink (part);
      return FALSE;
    }
  if (g_rename (part, path) == 0)
    return TRUE;
  g_set_error (error, SW_ERROR, SW_ERROR_OUTSIDE, "%s: cannot be written: %s", path,
               g_strerror (errno));
  g_unlink (part);
  return FALSE;
}

gboolean
sw_export_jobs (const SwJobTable *table, const SwImportReport *source, const char *path,
                GError **error)
{
  g_autofree char *part = part_name (path);
  SwText *out = sw_text_open (part, error);
  if (out == NULL)
    return FALSE;
  Writer w = { .csv = { out, FALSE } };
  choose_columns (table, &w);
  for (guint i = 0; i < w.n_used; i++)
    sw_csv_string (&w.csv, w.used[i]->name);
  sw_csv_end (&w.csv);
  walk_rows (table, write_row, &w);
  return close_part (out, part, path, error)
         && write_side_file (path, source, table->origin_utc, error);
}

static void
put_switch_path (SwCsv *csv, const SwStrings *strings, const SwNodeRow *row)
{
  const char *rack = sw_strings_get (strings, row->rack);
  const char *top = sw_strings_get (strings, row->top_switch);
  g_autofree char *below = g_strconcat (top, "/", NULL);
  g_autofree char *path = *top == '\0' || g_str_has_prefix (rack, below)
                              ? g_strdup (rack)
                              : g_strconcat (below, rack, NULL);
  sw_csv_string (csv, path);
}

static void
put_amount (SwCsv *csv, gint64 amount, guint decimals)
{
  if (amount < 0)
    sw_csv_empty (csv);
  else
    sw_csv_i128 (csv, amount, decimals);
}

static void
put_node (SwCsv *csv, const SwStrings *strings, const SwNodeRow *row)
{
  sw_csv_string (csv, sw_strings_get (strings, row->id));
  sw_csv_string (csv, sw_strings_get (strings, row->pool));
  sw_csv_string (csv, sw_strings_get (strings, row->model));
  sw_csv_int (csv, row->gpus);
  put_amount (csv, row->cpu_milli, 3);
  put_amount (csv, row->mem_mib, 0);
  put_switch_path (csv, strings, row);
  sw_csv_seconds (csv, row->from);
  sw_csv_seconds (csv, row->to);
  sw_csv_end (csv);
}

gboolean
sw_export_nodes (const SwNodeTable *nodes, const SwImportReport *source, const char *path,
                 GError **error)
{
  g_autofree char *part = part_name (path);
  SwText *out = sw_text_open (part, error);
  if (out == NULL)
    return FALSE;
  SwCsv csv = { out, FALSE };
  sw_put (out, "node_id,pool,gpu_model,gpus,cpus,mem_mib,switch_path,from_s,to_s\n");
  for (guint32 i = 0; i < sw_node_table_count (nodes); i++)
    put_node (&csv, nodes->strings, sw_node_table_row (nodes, i));
  return close_part (out, part, path, error) && write_side_file (path, source, SW_TIME_NONE, error);
}

/* The test kit; see the header. */
#include "sw-kit.h"
#include "builtin.h"

#include <stdlib.h>
#include <string.h>

static SwTime
seconds (const char *text)
{
  gint64 t;
  if (!sw_parse_fixed (text, SW_SECOND, &t))
    g_error ("kit: '%s' is no number of seconds", text);
  return t;
}

static gint64
whole (const char *text)
{
  return g_ascii_strtoll (text, NULL, 10);
}

/* ---- nodes ---- */

static void
node_option (SwNodeTable *nodes, SwNodeRow *row, const char *option)
{
  switch (option[0])
    {
    case 'c':
      row->cpu_milli = whole (option + 1) * 1000;
      break;
    case 'm':
      row->mem_mib = whole (option + 1);
      break;
    case 'r':
      row->rack = sw_strings_add (nodes->strings, option + 1, -1);
      break;
    case 's':
      row->top_switch = sw_strings_add (nodes->strings, option + 1, -1);
      break;
    case 'p':
      row->pool = sw_strings_add (nodes->strings, option + 1, -1);
      break;
    case '@':
      {
        g_auto (GStrv) span = g_strsplit (option + 1, "-", 2);
        row->from = seconds (span[0]);
        row->to = *span[1] == '\0' ? SW_TIME_INF : seconds (span[1]);
        break;
      }
    default:
      g_error ("kit: node option '%s'", option);
    }
}

SwNodeTable *
sw_kit_nodes (const char *text)
{
  SwNodeTable *nodes = sw_node_table_new ();
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  for (char **word = words; *word != NULL; word++)
    {
      g_auto (GStrv) parts = g_strsplit (*word, "/", -1);
      g_auto (GStrv) head = g_strsplit (parts[0], ":", 2);
      char *x = strchr (head[0], 'x');
      SwNodeRow row = { .cpu_milli = -1, .mem_mib = -1, .to = SW_TIME_INF };
      row.gpus = (guint32)whole (x + 1);
      row.model = row.gpus > 0
                      ? sw_strings_add (nodes->strings, head[1] != NULL ? head[1] : "GPU", -1)
                      : 0;
      row.pool = sw_strings_add (nodes->strings, "pool", -1);
      for (char **option = parts + 1; *option != NULL; option++)
        node_option (nodes, &row, *option);
      for (gint64 i = 0; i < whole (head[0]); i++)
        {
          g_autofree char *id = g_strdup_printf ("n%u", nodes->rows->len + 1);
          row.id = sw_strings_add (nodes->strings, id, -1);
          if (!sw_node_table_add (nodes, &row))
            g_assert_not_reached ();
        }
    }
  return nodes;
}

/* ---- jobs ---- */

typedef struct
{
  SwJobRow row;
  GArray *groups; /* SwGroupRow */
  guint8 topology;
  char *deps;
} Draft;

SwJobRow
sw_kit_plain_row (const char *id, guint32 demand)
{
  SwJobRow row = sw_job_row_blank;
  row.id = id;
  row.demand = demand;
  row.work = 0;
  return row;
}

static void
draft_begin (Draft *draft)
{
  draft->row = sw_kit_plain_row (NULL, 0);
  draft->topology = 0;
  g_array_set_size (draft->groups, 0);
}

static void
draft_finish (Draft *draft, SwJobBuilder *builder)
{
  if (draft->groups->len == 0)
    return;
  draft->row.demand
      = sw_job_builder_demand (builder, (const SwGroupRow *)(gpointer)draft->groups->data,
                               draft->groups->len, draft->topology);
  guint32 number = sw_job_builder_add (builder, &draft->row);
  g_auto (GStrv) deps = g_strsplit (draft->deps != NULL ? draft->deps : "", "+", -1);
  for (char **dep = deps; *dep != NULL; dep++)
    sw_job_builder_depend (builder, number, *dep);
  g_clear_pointer (&draft->deps, g_free);
  g_free ((char *)draft->row.id);
  draft_begin (draft);
}

static gboolean
job_time (SwJobRow *row, const char *key, const char *value)
{
  const struct
  {
    const char *key;
    SwTime *where;
  } times[] = { { "failat", &row->fail_after },  { "ckpt", &row->ckpt_interval },
                { "ckptcost", &row->ckpt_cost }, { "restart", &row->restart_cost },
                { "elig", &row->eligible },      { "deadline", &row->deadline },
                { "est", &row->estimate },       { "waitslo", &row->wait_slo },
                { "ramp", &row->gpu_mem_ramp } };
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    if (strcmp (key, times[i].key) == 0)
      {
        *times[i].where = seconds (value);
        return TRUE;
      }
  return FALSE;
}

static void
job_option (Draft *draft, SwJobBuilder *builder, const char *key, const char *value)
{
  SwJobRow *row = &draft->row;
  SwGroupRow *group = &g_array_index (draft->groups, SwGroupRow, draft->groups->len - 1);
  SwStrings *strings = sw_job_builder_strings (builder);
  if (job_time (row, key, value))
    return;
  if (strcmp (key, "tasks") == 0)
    group->tasks = (guint32)whole (value);
  else if (strcmp (key, "cpu") == 0)
    group->cpu_milli = whole (value) * 1000;
  else if (strcmp (key, "mem") == 0)
    group->mem_mib = whole (value);
  else if (strcmp (key, "models") == 0)
    group->models = sw_strings_add (strings, value, -1);
  else if (strcmp (key, "peak") == 0)
    row->gpu_mem_peak = (guint32)whole (value);
  else if (strcmp (key, "slow") == 0)
    row->slowdown_limit = (guint32)(g_ascii_strtod (value, NULL) * 1000 + 0.5);
  else if (strcmp (key, "type") == 0)
    row->job_type = sw_strings_add (strings, value, -1);
  else if (strcmp (key, "nodemax") == 0)
    group->node_max = (guint32)whole (value);
  else if (strcmp (key, "topo") == 0)
    draft->topology = (guint8)whole (value);
  else if (strcmp (key, "mig") == 0)
    {
      group->mode = SW_GPU_MIG;
      group->mig_profile = sw_strings_add (strings, value, -1);
    }
  else if (strcmp (key, "milli") == 0 || strcmp (key, "vram") == 0)
    {
      group->gpu_milli = group->mode == SW_GPU_SHARE ? group->gpu_milli : 1000;
      group->mode = SW_GPU_SHARE;
      *(key[0] == 'm' ? &group->gpu_milli : &group->gpu_mem_mib) = (guint32)whole (value);
    }
  else if (strcmp (key, "prio") == 0)
    row->priority = (gint32)whole (value);
  else if (strcmp (key, "pre") == 0)
    row->flags |= SW_JOB_PREEMPTIBLE;
  else if (strcmp (key, "fails") == 0)
    row->fails = (guint32)whole (value);
  else if (strcmp (key, "retries") == 0)
    row->max_restarts = (guint32)whole (value);
  else if (strcmp (key, "user") == 0)
    row->user = sw_strings_add (strings, value, -1);
  else if (strcmp (key, "dep") == 0)
    draft->deps = g_strdup (value);
  else if (strcmp (key, "gang") != 0)
    g_error ("kit: job option '%s'", key);
}

static void
job_head (Draft *draft, const char *id, const char *numbers)
{
  g_auto (GStrv) n = g_strsplit (numbers, "/", -1);
  SwGroupRow group = { .tasks = 1, .gpus = (guint32)whole (n[1]) };
  group.mode = group.gpus > 0 ? SW_GPU_WHOLE : SW_GPU_NONE;
  g_array_append_val (draft->groups, group);
  draft->row.id = g_strdup (id);
  draft->row.submit = seconds (n[0]);
  draft->row.work = seconds (n[2]);
  if (n[3] != NULL)
    draft->row.limit = seconds (n[3]);
}

SwJobTable *
sw_kit_jobs (const char *text)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  Draft draft = { .groups = g_array_new (FALSE, FALSE, sizeof (SwGroupRow)) };
  draft_begin (&draft);
  g_auto (GStrv) jobs = g_strsplit (text, ";", -1);
  for (char **job = jobs; *job != NULL; job++)
    {
      g_auto (GStrv) words = g_strsplit (g_strstrip (*job), " ", -1);
      if (words[0] == NULL)
        continue;
      if (strstr (*job, "gang=1") != NULL)
        {
          SwJobRow row = draft.row; /* a further task group of the job before */
          job_head (&draft, words[0], words[1]);
          g_free ((char *)draft.row.id);
          draft.row = row;
        }
      else
        {
          draft_finish (&draft, builder);
          job_head (&draft, words[0], words[1]);
        }
      for (char **word = words + 2; *word != NULL; word++)
        {
          g_auto (GStrv) pair = g_strsplit (*word, "=", 2);
          job_option (&draft, builder, pair[0], pair[1]);
        }
    }
  draft_finish (&draft, builder);
  g_array_unref (draft.groups);
  g_autofree char *bad = NULL;
  SwJobTable *table = sw_job_builder_finish (builder, &bad);
  if (table == NULL)
    g_error ("kit: %s", bad);
  return table;
}

/* ---- runs ---- */

void
sw_kit_init (SwKit *kit, const char *nodes, const char *jobs, const char *queue, const char *place)
{
  memset (kit, 0, sizeof *kit);
  kit->nodes = sw_kit_nodes (nodes);
  kit->table = sw_kit_jobs (jobs);
  kit->policies = sw_policies_new (sw_builtin_policies);
  kit->spec = (SwRunSpec){
    .table = kit->table,
    .nodes = kit->nodes,
    .speeds = { NULL, 1, 1, 1 },
    .until = SW_TIME_INF,
    .check = TRUE,
    .watch = SW_NO_JOB,
  };
  g_autoptr (GError) error = NULL;
  if (!sw_policy_use_parse (kit->policies, SW_KIND_QUEUE, queue, &kit->spec.queue, &error)
      || !sw_policy_use_parse (kit->policies, SW_KIND_PLACE, place, &kit->spec.place, &error)
      || !sw_policy_use_parse (kit->policies, SW_KIND_SCALE, "fixed", &kit->spec.scale, &error))
    g_error ("kit: %s", error->message);
}

gboolean
sw_kit_run (SwKit *kit)
{
  g_autoptr (SwCluster) cluster = sw_cluster_new (kit->nodes, kit->spec.devices, NULL);
  g_autofree const char **pools = g_new0 (const char *, sw_cluster_n_pools (cluster) + 1);
  for (guint32 p = 0; p < sw_cluster_n_pools (cluster); p++)
    pools[p] = sw_cluster_pool (cluster, p);
  SwAccountOptions options = { .timeline = TRUE,
                               .default_wait_slo = SW_TIME_NONE,
                               .pools = pools,
                               .n_pools = sw_cluster_n_pools (cluster),
                               .sharing = sw_cluster_has_parts (cluster) };
  kit->account = sw_account_new (kit->table, &options);
  kit->spec.observer = sw_account_observer (kit->account);
  kit->outcome = sw_engine_run (&kit->spec, &kit->counts, NULL, &kit->error);
  if (kit->outcome == NULL)
    return FALSE;
  sw_account_close (kit->account, kit->outcome);
  g_autofree char *broken = sw_account_verify (kit->account, kit->outcome);
  if (broken != NULL)
    g_error ("kit: accounts: %s", broken);
  return TRUE;
}

void
sw_kit_clear (SwKit *kit)
{
  sw_account_free (kit->account);
  sw_outcome_free (kit->outcome);
  sw_policy_use_clear (&kit->spec.queue);
  sw_policy_use_clear (&kit->spec.place);
  sw_policy_use_clear (&kit->spec.scale);
  sw_policies_free (kit->policies);
  sw_job_table_free (kit->table);
  sw_node_table_free (kit->nodes);
  g_clear_error (&kit->error);
}

char *
sw_kit_schedule (const SwKit *kit)
{
  GString *text = g_string_new (NULL);
  const SwOutcome *o = kit->outcome;
  for (SwJob job = 0; job < o->n; job++)
    {
      char start[SW_TIME_TEXT], end[SW_TIME_TEXT];
      g_string_append_printf (
          text, "%s%s %s-%s", job > 0 ? " " : "", kit->table->id[job],
          o->first_start[job] == SW_TIME_NONE ? "x"
                                              : sw_format_seconds (o->first_start[job], start),
          o->end[job] == SW_TIME_NONE ? "x" : sw_format_seconds (o->end[job], end));
      if (o->state[job] != SW_COMPLETED)
        g_string_append_printf (text, "(%s)", sw_state_names[o->state[job]]);
    }
  return g_string_free (text, FALSE);
}

char *
sw_kit_answer (const char *nodes, const char *jobs, const char *queue, const char *place)
{
  SwKit kit;
  sw_kit_init (&kit, nodes, jobs, queue, place);
  char *answer = sw_kit_run (&kit) ? sw_kit_schedule (&kit) : g_strdup (kit.error->message);
  sw_kit_clear (&kit);
  return answer;
}

double
sw_kit_figure (const SwKit *kit, const char *name)
{
  const SwFigure *figure = sw_account_figure (kit->account, name);
  if (figure == NULL || !figure->defined)
    g_error ("kit: no figure '%s'", name);
  return figure->value;
}

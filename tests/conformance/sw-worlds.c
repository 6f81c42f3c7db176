/* Small worlds for tests of whole runs; see the header.  A text that is not of the form is a fault
 * of the test and aborts. */
#include "sw-worlds.h"

#include <string.h>

#include "builtin.h"
#include "sw-time.h"

/* ---- texts ---- */

static gint64
number (const char **at)
{
  char *end;
  gint64 value = g_ascii_strtoll (*at, &end, 10);
  g_assert (end != *at);
  *at = end;
  return value;
}

static SwTime
seconds (const char **at)
{
  gsize length = strspn (*at, "0123456789.");
  g_autofree char *text = g_strndup (*at, length);
  SwTime time;
  gboolean good = sw_parse_fixed (text, SW_SECOND, &time);
  g_assert (good);
  *at += length;
  return time;
}

static gboolean
take (const char **at, char c)
{
  if (**at != c)
    return FALSE;
  (*at)++;
  return TRUE;
}

/* ---- nodes ---- */

static void
read_node_words (char **words, SwNodeTable *nodes, SwNodeRow *row)
{
  for (; *words != NULL; words++)
    {
      const char *at = *words;
      if (take (&at, '@'))
        {
          row->from = seconds (&at);
          g_assert (take (&at, '-'));
          row->to = *at == '\0' ? SW_TIME_INF : seconds (&at);
        }
      else if (*at == 'c')
        {
          at++;
          row->cpu_milli = 1000 * number (&at);
        }
      else if (row->gpus > 0)
        row->model = sw_strings_add (nodes->strings, at, -1);
    }
}

SwNodeTable *
sw_world_nodes (const char *text)
{
  SwNodeTable *nodes = sw_node_table_new ();
  g_auto (GStrv) kinds = g_strsplit (text, ", ", -1);
  for (char **kind = kinds; *kind != NULL; kind++)
    {
      g_auto (GStrv) words = g_strsplit (*kind, " ", -1);
      const char *at = words[0];
      gint64 count = number (&at);
      g_assert (take (&at, 'x'));
      SwNodeRow row = { .gpus = (guint32)number (&at), .cpu_milli = -1, .mem_mib = -1 };
      row.to = SW_TIME_INF;
      row.pool = sw_strings_add (nodes->strings, "main", -1);
      row.model = row.gpus > 0 ? sw_strings_add (nodes->strings, "G", -1) : 0;
      read_node_words (words + 1, nodes, &row);
      for (gint64 i = 0; i < count; i++)
        {
          guint32 n = sw_node_table_count (nodes);
          g_autofree char *id = g_strdup_printf ("n%u", n);
          g_autofree char *rack = g_strdup_printf ("r%u", n / 2);
          g_autofree char *top = g_strdup_printf ("s%u", n / 4);
          row.id = sw_strings_add (nodes->strings, id, -1);
          row.rack = sw_strings_add (nodes->strings, rack, -1);
          row.top_switch = sw_strings_add (nodes->strings, top, -1);
          gboolean added = sw_node_table_add (nodes, &row);
          g_assert (added);
        }
    }
  return nodes;
}

/* ---- jobs ---- */

typedef struct
{
  SwJobBuilder *builder;
  SwJobRow row;
  SwGroupRow groups[2];
  guint32 n_groups;
  guint8 topology;
  GString *models;
  GPtrArray *waits_for;
} JobText;

static void
read_group (JobText *job, const char **at)
{
  SwGroupRow *group = &job->groups[job->n_groups++];
  *group = (SwGroupRow){ 0 };
  gint64 first = number (at);
  if (take (at, 'x'))
    {
      group->tasks = (guint32)first;
      group->gpus = (guint32)number (at);
    }
  else
    {
      group->tasks = (guint32)MAX (first, 1);
      group->gpus = first > 0;
    }
  group->mode = group->gpus > 0 ? SW_GPU_WHOLE : SW_GPU_NONE;
  group->gpu_milli = 1000;
}

static void
read_numbers (JobText *job, const char *at)
{
  job->row.submit = seconds (&at);
  g_assert (take (&at, '/'));
  do
    read_group (job, &at);
  while (take (&at, '+'));
  g_assert (take (&at, '/'));
  job->row.work = seconds (&at);
  job->row.limit = take (&at, '/') ? seconds (&at) : SW_TIME_NONE;
  g_assert (*at == '\0');
}

static void
read_word (JobText *job, const char *word)
{
  static const char *const topologies[] = { "any", "node", "rack", "switch" };
  const char *at = word + 1;
  switch (*word)
    {
    case 'p':
      job->row.priority = (gint32)number (&at);
      break;
    case 'w':
      job->row.flags |= SW_JOB_PREEMPTIBLE;
      break;
    case 'e':
      job->row.estimate = number (&at) * SW_SECOND;
      break;
    case 'g':
      g_string_append_printf (job->models, "%s%s", job->models->len > 0 ? "|" : "", at);
      break;
    case 'c':
    case 'n':
      for (guint32 g = 0; g < job->n_groups; g++)
        {
          at = word + 1;
          gint64 value = number (&at);
          if (*word == 'c')
            job->groups[g].cpu_milli = 1000 * value;
          else
            job->groups[g].node_max = (guint32)value;
        }
      break;
    case 't':
      for (guint8 i = 0; i < G_N_ELEMENTS (topologies); i++)
        if (strcmp (at + 1, topologies[i]) == 0)
          job->topology = i;
      break;
    case 'd':
      g_ptr_array_add (job->waits_for, (gpointer)at);
      break;
    case 'f':
      job->row.fails = (guint32)number (&at);
      break;
    case 'r':
      job->row.max_restarts = (guint32)number (&at);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
add_job (SwJobBuilder *builder, char **words)
{
  JobText job = { .builder = builder, .models = g_string_new (NULL) };
  job.waits_for = g_ptr_array_new ();
  job.row = (SwJobRow){
    .id = words[0],
    .eligible = SW_TIME_NONE,
    .estimate = SW_TIME_NONE,
    .deadline = SW_TIME_NONE,
    .wait_slo = SW_TIME_NONE,
    .ckpt_interval = SW_TIME_NONE,
    .ckpt_cost = SW_TIME_NONE,
    .restart_cost = SW_TIME_NONE,
    .fail_after = SW_TIME_NONE,
    .obs_start = SW_TIME_NONE,
    .obs_end = SW_TIME_NONE,
    .max_restarts = G_MAXUINT32,
  };
  read_numbers (&job, words[1]);
  for (char **word = words + 2; *word != NULL; word++)
    read_word (&job, *word);
  if (job.models->len > 0)
    for (guint32 g = 0; g < job.n_groups; g++)
      job.groups[g].models = sw_strings_add (sw_job_builder_strings (builder), job.models->str, -1);
  job.row.demand = sw_job_builder_demand (builder, job.groups, job.n_groups, job.topology);
  guint32 added = sw_job_builder_add (builder, &job.row);
  for (guint i = 0; i < job.waits_for->len; i++)
    sw_job_builder_depend (builder, added, g_ptr_array_index (job.waits_for, i));
  g_ptr_array_unref (job.waits_for);
  g_string_free (job.models, TRUE);
}

SwJobTable *
sw_world_jobs (const char *text)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  g_auto (GStrv) jobs = g_strsplit (text, ", ", -1);
  for (char **job = jobs; *job != NULL; job++)
    {
      g_auto (GStrv) words = g_strsplit (*job, " ", -1);
      add_job (builder, words);
    }
  char *bad = NULL;
  SwJobTable *table = sw_job_builder_finish (builder, &bad);
  if (table == NULL)
    g_error ("jobs of a test: %s", bad);
  return table;
}

/* ---- runs ---- */

SwOutcome *
sw_world_run (const SwWorldRun *run, const SwJobTable *jobs, const SwNodeTable *nodes,
              SwRunCounts *counts, GError **error)
{
  g_autoptr (SwPolicies) own = run->policies == NULL ? sw_policies_new (sw_builtin_policies) : NULL;
  const SwPolicies *policies = run->policies == NULL ? own : run->policies;
  SwRunSpec spec = {
    .table = jobs,
    .nodes = nodes,
    .speeds = { NULL, 1, 1, 1 },
    .seed = run->seed,
    .preempt_keeps_all = !run->preempt_loses,
    .until = SW_TIME_INF,
    .check = TRUE,
    .observer = run->observer,
    .watch = SW_NO_JOB,
  };
  SwOutcome *outcome = NULL;
  if (sw_policy_use_parse (policies, SW_KIND_QUEUE, run->queue == NULL ? "fifo" : run->queue,
                           &spec.queue, error)
      && sw_policy_use_parse (policies, SW_KIND_PLACE,
                              run->place == NULL ? "first-fit" : run->place, &spec.place, error)
      && sw_policy_use_parse (policies, SW_KIND_SCALE, "fixed", &spec.scale, error))
    outcome = sw_engine_run (&spec, counts, NULL, error);
  sw_policy_use_clear (&spec.queue);
  sw_policy_use_clear (&spec.place);
  sw_policy_use_clear (&spec.scale);
  return outcome;
}

char *
sw_world_schedule (const SwOutcome *outcome)
{
  GString *text = g_string_new (NULL);
  for (guint32 job = 0; job < outcome->n; job++)
    {
      char start[SW_TIME_TEXT], end[SW_TIME_TEXT];
      g_string_append_printf (text, "%s%s %s-%s", job > 0 ? ", " : "", outcome->table->id[job],
                              sw_format_seconds (outcome->first_start[job], start),
                              sw_format_seconds (outcome->end[job], end));
      if (outcome->state[job] != SW_COMPLETED)
        g_string_append_printf (text, " %s", sw_state_names[outcome->state[job]]);
    }
  return g_string_free (text, FALSE);
}

char *
sw_world_dump (const SwOutcome *o)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", o->begin, o->stop);
  for (guint32 job = 0; job < o->n; job++)
    g_string_append_printf (text,
                            "%u %u %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                            " %" G_GINT64_FORMAT " %u %u %u %u %u\n",
                            job, o->state[job], o->eligible[job], o->first_start[job], o->end[job],
                            o->run[job], o->attempts[job], o->preemptions[job], o->reclaims[job],
                            o->failures[job], o->last_attempt[job]);
  for (guint i = 0; i < o->attempts_log->len; i++)
    {
      const SwAttempt *a = &g_array_index (o->attempts_log, SwAttempt, i);
      g_string_append_printf (text,
                              "%u %u %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                              " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
                              a->job, a->end, a->start, a->stop, a->overhead, a->useful, a->lost);
      for (guint32 k = 0; k < a->n_pieces; k++)
        {
          const SwPiece *p = &g_array_index (o->pieces, SwPiece, a->first_piece + k);
          g_string_append_printf (text, " %u:%u:%u:%" G_GINT64_MODIFIER "x", p->node, p->group,
                                  p->tasks, p->cards);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

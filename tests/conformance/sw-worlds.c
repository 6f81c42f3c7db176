/* One checked run, and its record as text; see the header. */
#include "sw-worlds.h"

#include <string.h>

#define T G_GINT64_FORMAT

SwOutcome *
sw_world_run (const SwWorldRun *run, const SwJobTable *jobs, const SwNodeTable *nodes,
              GError **error)
{
  SwRunSpec spec = {
    .table = jobs,
    .nodes = nodes,
    .devices = run->devices,
    .typical = run->typical,
    .speeds = { NULL, 1, 1, 1 },
    .seed = 7,
    .preempt_keeps_all = TRUE,
    .until = SW_TIME_INF,
    .check = TRUE,
    .observer = run->observer,
    .watch = SW_NO_JOB,
  };
  SwOutcome *outcome = NULL;
  if (sw_policy_use_parse (run->policies, SW_KIND_QUEUE, run->queue, &spec.queue, error)
      && sw_policy_use_parse (run->policies, SW_KIND_PLACE, run->place, &spec.place, error)
      && sw_policy_use_parse (run->policies, SW_KIND_SCALE, "fixed", &spec.scale, error))
    outcome = sw_engine_run (&spec, NULL, NULL, error);
  sw_policy_use_clear (&spec.queue);
  sw_policy_use_clear (&spec.place);
  sw_policy_use_clear (&spec.scale);
  return outcome;
}

static void
dump_job (GString *text, const SwOutcome *o, guint32 job)
{
  g_string_append_printf (text, "%u %u %" T " %" T " %" T " %" T " %u %u %u %u %u\n", job,
                          o->state[job], o->eligible[job], o->first_start[job], o->end[job],
                          o->run[job], o->attempts[job], o->preemptions[job], o->reclaims[job],
                          o->failures[job], o->last_attempt[job]);
}

static void
dump_attempt (GString *text, const SwOutcome *o, const SwAttempt *a)
{
  g_string_append_printf (text, "%u %u %" T " %" T " %" T " %" T " %" T, a->job, a->end, a->start,
                          a->stop, a->overhead, a->useful, a->lost);
  for (guint32 k = 0; k < a->n_pieces; k++)
    {
      const SwPiece *p = &g_array_index (o->pieces, SwPiece, a->first_piece + k);
      g_string_append_printf (text, " %u:%u:%u:%u:%" G_GINT64_MODIFIER "x", p->node, p->group,
                              p->tasks, p->milli, p->cards);
    }
  g_string_append_c (text, '\n');
}

char *
sw_world_dump (const SwOutcome *o)
{
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%" T " %" T "\n", o->begin, o->stop);
  for (guint32 job = 0; job < o->n; job++)
    dump_job (text, o, job);
  for (guint i = 0; i < o->attempts_log->len; i++)
    dump_attempt (text, o, &g_array_index (o->attempts_log, SwAttempt, i));
  return g_string_free (text, FALSE);
}

void
sw_world_variants (const SwPolicy *policy, GPtrArray *texts)
{
  g_ptr_array_add (texts, g_strdup (policy->name));
  for (const SwParam *param = policy->params; param != NULL && param->name != NULL; param++)
    {
      const char *choices = param->type == SW_PARAM_BOOL     ? "yes|no"
                            : param->type == SW_PARAM_CHOICE ? param->choices
                                                             : "";
      g_auto (GStrv) each = g_strsplit (choices, "|", -1);
      for (char **value = each; *value != NULL; value++)
        if (strcmp (*value, param->fallback) != 0)
          g_ptr_array_add (texts, g_strdup_printf ("%s %s=%s", policy->name, param->name, *value));
    }
}

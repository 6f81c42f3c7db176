/* Why the watched job waits: after each pass, in words, when the words change. */
#include "sw-engine-private.h"
#include "sw-reason-parts.h"

#include <string.h>

/* Does the node give whole cards of a model that the group may use? */
static gboolean
gives_whole (const SwView *v, SwNode node, gint32 model, const SwTaskGroup *group)
{
  const SwPoolRules *rules = sw_cluster_rules (v->cluster, node);
  return model >= 0 && (group->models >> model & 1) != 0 && (rules == NULL || rules->change_mode);
}

/* The most that one node has free of what the group asks for, model by model allowed. */
typedef struct
{
  guint32 gpus_all, gpus_most;                 /* free on all nodes together, on one node */
  gint64 cpu_most, mem_most;                   /* among nodes with enough GPUs */
  guint32 enough_gpus, enough_cpu, enough_mem; /* nodes with enough of each */
} Free;

static Free
free_for (const SwView *v, const SwTaskGroup *group)
{
  Free f = { 0 };
  for (SwNode i = 0; i < sw_cluster_n_nodes (v->cluster); i++)
    {
      SwNodeInfo node;
      sw_cluster_node (v->cluster, i, &node);
      if (!node.up || (group->gpus > 0 && !gives_whole (v, i, node.model, group)))
        continue;
      f.gpus_all += node.free_gpus;
      f.gpus_most = MAX (f.gpus_most, node.free_gpus);
      f.enough_cpu += node.free_cpu_milli >= group->cpu_milli;
      f.enough_mem += node.free_mem_mib >= group->mem_mib;
      if (node.free_gpus < group->gpus)
        continue;
      f.enough_gpus++;
      f.cpu_most = MAX (f.cpu_most, node.free_cpu_milli);
      f.mem_most = MAX (f.mem_most, node.free_mem_mib);
    }
  return f;
}

static char *
lack_of_group (const SwView *v, const SwTaskGroup *group, guint32 gpus)
{
  Free f = free_for (v, group);
  if (group->gpus > 0 && f.gpus_all < gpus)
    return g_strdup_printf ("GPUs: needs %u, %u of the allowed models are free", gpus, f.gpus_all);
  if (group->gpus > 0 && f.enough_gpus == 0)
    return g_strdup_printf ("GPUs: needs %u on one node, no node has more than %u free (%u free in "
                            "all: fragmented)",
                            group->gpus, f.gpus_most, f.gpus_all);
  if (group->cpu_milli > f.cpu_most)
    return g_strdup_printf ("CPU: needs %.3f cores on a node%s, at most %.3f are free there",
                            (double)group->cpu_milli / 1000,
                            group->gpus > 0 ? " that has the GPUs free" : "",
                            (double)f.cpu_most / 1000);
  if (group->mem_mib > f.mem_most)
    return g_strdup_printf ("memory: needs %" G_GINT64_FORMAT " MiB on a node%s, at most "
                            "%" G_GINT64_FORMAT " MiB are free there",
                            group->mem_mib, group->gpus > 0 ? " that has the GPUs free" : "",
                            f.mem_most);
  return NULL;
}

static char *
describe (SwView *v, SwJob job, guint32 ahead)
{
  if (sw_host_class_fits (v, v->stays[job].demand))
    {
      SwJob head = sw_queue_first (v->queue);
      return g_strdup_printf ("would fit; held back by the queue policy (%u ahead%s%s)", ahead,
                              ahead > 0 ? ", the first is " : "",
                              ahead > 0 ? v->table->id[head] : "");
    }
  const SwDemand *demand = sw_demand_of (v, job);
  for (guint32 g = 0; g < demand->n_groups; g++)
    {
      const SwTaskGroup *group = &demand->groups[g];
      char *text = group->use >= SW_USE_SHARE
                       ? sw_reason_lack_of_part (v, job, g)
                       : lack_of_group (v, group, group->gpus * group->tasks);
      if (text != NULL)
        return text;
    }
  if (demand->parts)
    return g_strdup (
        "placement: there is room on GPUs, but not as the place policy or the topology "
        "of the job want it");
  return g_strdup_printf ("placement: %u GPUs are free, but not where all tasks of the job fit "
                          "together as the place policy wants it",
                          sw_cluster_free_gpus (v->cluster));
}

static char *
describe_aside (const SwView *v, SwJob job)
{
  char wait[SW_TIME_TEXT];
  return g_strdup_printf ("memory ran out: tries again after %s s",
                          sw_format_seconds (sw_life_aside (v, job), wait));
}

void
sw_reason_note (SwView *v)
{
  SwJob job = v->spec->watch;
  gboolean queued = v->outcome->state[job] == SW_QUEUED;
  if (!queued && (v->outcome->state[job] != SW_SUBMITTED || v->outcome->attempts[job] == 0))
    return;
  SwReason reason = { .from = v->now };
  if (queued)
    reason.ahead = sw_queue_ahead (v->queue, job);
  reason.text = queued ? describe (v, job, reason.ahead) : describe_aside (v, job);
  const SwReason *last
      = v->reasons->len > 0 ? &g_array_index (v->reasons, SwReason, v->reasons->len - 1) : NULL;
  if (last != NULL && last->ahead == reason.ahead && strcmp (last->text, reason.text) == 0
      && v->reason_attempts == v->outcome->attempts[job])
    g_free (reason.text);
  else
    g_array_append_val (v->reasons, reason);
  v->reason_attempts = v->outcome->attempts[job];
}

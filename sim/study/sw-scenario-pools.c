/* Reading of what a scenario says about GPUs: models, pools of nodes, and how jobs load them. */
#include <string.h>

#include "sw-scenario-reader.h"

/* ---- GPU models ---- */

static gboolean
knows_model (const SwReader *r, const char *model)
{
  return sw_scenario_speed (r->s, model) > 0 || sw_catalogue_speed (r->catalogue, model) > 0;
}

static void
fault_model (const SwReader *r, const SwKeyValue *value, const char *key)
{
  const char *near = sw_catalogue_nearest (r->catalogue, value->text);
  if (near && !g_str_equal (near, value->text))
    sw_faults_add_value (r->faults, value,
                         "%s: the speed of GPU model '%s' is not known; did you mean '%s'? "
                         "[gpu %s] speed = ... gives one",
                         key, value->text, near, value->text);
  else
    sw_faults_add_value (r->faults, value,
                         "%s: the speed of GPU model '%s' is not known; [gpu %s] speed = ... "
                         "gives one",
                         key, value->text, value->text);
}

static void
read_speed (SwReader *r, const char *group)
{
  SwKeyValue value = sw_reader_value (r, group, "speed");
  if (value.set)
    {
      SwGpuSpeed speed = { group + strlen ("gpu "), value.r };
      g_array_append_val (r->s->speeds, speed);
    }
}

void
sw_reader_speeds (SwReader *r)
{
  sw_reader_groups (r, "gpu ", read_speed);
}

void
sw_reader_ref_gpu (SwReader *r)
{
  SwKeyValue value = sw_reader_value (r, "workload", "ref_gpu");
  if (!value.set || !*value.text)
    return;
  r->s->workload.ref_gpu = value.text;
  if (!knows_model (r, value.text))
    fault_model (r, &value, "ref_gpu");
}

/* ---- [pool NAME] ---- */

static void
check_listed_pool (const SwReader *r, const SwPoolSpec *pool)
{
  static const char *const of_counts[]
      = { "gpu", "nodes", "gpus_per_node", "cpus", "memory", "nodes_per_rack", "racks_per_switch" };
  for (guint i = 0; i < G_N_ELEMENTS (of_counts); i++)
    {
      SwKeyValue value = sw_reader_value (r, pool->group, of_counts[i]);
      if (value.set && value.entry)
        sw_faults_add_value (r->faults, &value, "%s comes from the node list", of_counts[i]);
    }
}

static void
check_counted_pool (const SwReader *r, const SwPoolSpec *pool)
{
  if (!sw_reader_given (r, pool->group, "nodes"))
    sw_reader_fault (r, pool->group, "needs nodes = COUNT, or a node_list");
  if (pool->gpu && !sw_reader_given (r, pool->group, "gpus_per_node"))
    sw_reader_fault (r, pool->group, "needs gpus_per_node");
  if (!pool->gpu && pool->gpus_per_node > 0)
    sw_reader_fault (r, pool->group, "has GPUs of no model: it needs gpu = MODEL");
  if (pool->racks_per_switch && !pool->nodes_per_rack)
    sw_reader_fault (r, pool->group, "has racks_per_switch without nodes_per_rack");
  SwKeyValue profile = sw_reader_value (r, pool->group, "node_profile");
  if (profile.set && *profile.text)
    sw_faults_add_value (r->faults, &profile, "node_profile needs a node_list");
  SwKeyValue gpu = sw_reader_value (r, pool->group, "gpu");
  if (pool->gpu && r->s->workload.ref_gpu && !knows_model (r, pool->gpu))
    fault_model (r, &gpu, "gpu");
}

static void
check_pool (const SwReader *r, const SwPoolSpec *pool)
{
  SwKeyValue to = sw_reader_value (r, pool->group, "to");
  if (to.set && pool->from >= pool->to)
    sw_faults_add_value (r->faults, &to, "to: '%s' is not after from", to.text);
  if (pool->node_list)
    check_listed_pool (r, pool);
  else
    check_counted_pool (r, pool);
}

static void
read_pool (SwReader *r, const char *group)
{
  SwKeyValue cpus = sw_reader_value (r, group, "cpus");
  gint64 bytes = sw_reader_int (r, group, "memory", -1);
  SwPoolSpec pool = {
    .name = group + strlen ("pool "),
    .group = group,
    .gpu = sw_reader_text (r, group, "gpu"),
    .node_list = sw_reader_path (r, group, "node_list"),
    .node_ranks = sw_reader_path (r, group, "node_ranks"),
    .nodes = sw_reader_int (r, group, "nodes", 0),
    .gpus_per_node = sw_reader_int (r, group, "gpus_per_node", 0),
    .cpu_milli = cpus.set ? (gint64)(cpus.r * 1000 + 0.5) : -1,
    .mem_mib = bytes < 0 ? -1 : bytes >> 20,
    .nodes_per_rack = sw_reader_int (r, group, "nodes_per_rack", 0),
    .racks_per_switch = sw_reader_int (r, group, "racks_per_switch", 0),
    .from = sw_reader_int (r, group, "from", 0),
    .to = sw_reader_int (r, group, "to", SW_TIME_INF),
  };
  if (pool.node_list)
    pool.node_profile = sw_reader_profile (r, group, "node_profile");
  sw_reader_sharing (r, &pool);
  check_pool (r, &pool);
  g_array_append_val (r->s->pools, pool);
}

void
sw_reader_pools (SwReader *r)
{
  sw_reader_groups (r, "pool ", read_pool);
  if (r->s->pools->len == 0)
    sw_faults_add (r->faults, r->s->source, 0, 0, "there is no [pool NAME]: no nodes to run on");
}

/* ---- [behaviour NAME] ---- */

/* As far as texts of three or four digits can be trusted to add up. */
#define HOST_TOLERANCE 1e-3

static void
read_behaviour (SwReader *r, const char *group)
{
  const SwKeyValue compute = sw_reader_value (r, group, "compute");
  const SwKeyValue bandwidth = sw_reader_value (r, group, "bandwidth");
  const SwKeyValue host = sw_reader_value (r, group, "host");
  if (!sw_reader_given (r, group, "compute") || !sw_reader_given (r, group, "bandwidth"))
    sw_reader_fault (r, group, "needs compute and bandwidth");
  if (!compute.set || !bandwidth.set)
    return;
  const double busy = MAX (compute.r, bandwidth.r);
  if (host.set && ABS (host.r + busy - 1) > HOST_TOLERANCE)
    sw_faults_add_value (
        r->faults, &host,
        "host: with the larger of compute and bandwidth it must add up to 1, found "
        "%s",
        host.text);
  const SwNamedLoad named = { group + strlen ("behaviour "), { 1 - busy, compute.r, bandwidth.r } };
  g_array_append_val (r->s->behaviours, named);
}

void
sw_reader_behaviours (SwReader *r)
{
  sw_reader_groups (r, "behaviour ", read_behaviour);
}

/* ---- [contention] ---- */

void
sw_reader_contention (SwReader *r)
{
  const SwKeyValue models = sw_reader_value (r, "contention", "pair_models");
  r->s->pairs = sw_reader_path (r, "contention", "pairs");
  r->s->pair_models = sw_reader_words (r, "contention", "pair_models");
  if (r->s->pair_models && !r->s->pairs)
    sw_faults_add_value (r->faults, &models, "pair_models needs pairs");
  for (char **word = r->s->pair_models; word && *word; word++)
    {
      const char *equals = strchr (*word, '=');
      if (!equals || equals == *word || !equals[1])
        sw_faults_add_value (r->faults, &models, "pair_models: expected MODEL=NAME, found '%s'",
                             *word);
    }
}

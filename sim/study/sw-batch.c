#include "sw-batch.h"

struct SwBatch
{
  const SwCatalogue *catalogue;
  SwWorkloads *workloads;
  GPtrArray *scenarios, *fleets, *behaviours;
  GArray *experiments;
};

static void
scenario_free (gpointer scenario)
{
  sw_scenario_free (scenario);
}

static void
fleet_free (gpointer fleet)
{
  sw_fleet_free (fleet);
}

static void
behaviours_free (gpointer behaviours)
{
  sw_behaviours_free (behaviours);
}

SwBatch *
sw_batch_new (const SwCatalogue *catalogue)
{
  SwBatch *batch = g_new0 (SwBatch, 1);
  batch->catalogue = catalogue;
  batch->workloads = sw_workloads_new ();
  batch->scenarios = g_ptr_array_new_with_free_func (scenario_free);
  batch->fleets = g_ptr_array_new_with_free_func (fleet_free);
  batch->behaviours = g_ptr_array_new_with_free_func (behaviours_free);
  batch->experiments = g_array_new (FALSE, FALSE, sizeof (SwExperiment));
  return batch;
}

void
sw_batch_free (SwBatch *batch)
{
  if (!batch)
    return;
  g_array_unref (batch->experiments);
  g_ptr_array_unref (batch->behaviours);
  g_ptr_array_unref (batch->fleets);
  sw_workloads_free (batch->workloads);
  g_ptr_array_unref (batch->scenarios);
  g_free (batch);
}

void
sw_batch_add (SwBatch *batch, SwScenario *scenario)
{
  g_ptr_array_add (batch->scenarios, scenario);
}

static gboolean
prepare_one (SwBatch *batch, const SwScenario *scenario, GError **error)
{
  SwFleet *fleet = sw_fleet_new (scenario, batch->catalogue, error);
  if (!fleet)
    return FALSE;
  g_ptr_array_add (batch->fleets, fleet);
  const SwWorkload *workload = sw_workloads_get (batch->workloads, scenario, fleet->gpus, error);
  if (!workload)
    return FALSE;
  SwBehaviours *behaviours = sw_behaviours_new (scenario, fleet, batch->catalogue, workload->table);
  g_ptr_array_add (batch->behaviours, behaviours);
  const SwExperiment experiment = { scenario, workload, fleet, behaviours };
  g_array_append_val (batch->experiments, experiment);
  return TRUE;
}

gboolean
sw_batch_prepare (SwBatch *batch, gboolean hash, GError **error)
{
  g_assert (batch->experiments->len == 0);
  for (guint i = 0; i < batch->scenarios->len; i++)
    if (!prepare_one (batch, batch->scenarios->pdata[i], error))
      return FALSE;
  sw_workloads_trim (batch->workloads);
  if (hash)
    sw_workloads_hash (batch->workloads);
  return TRUE;
}

guint
sw_batch_count (const SwBatch *batch)
{
  return batch->scenarios->len;
}

const SwScenario *
sw_batch_scenario (const SwBatch *batch, guint i)
{
  return batch->scenarios->pdata[i];
}

const SwExperiment *
sw_batch_experiments (const SwBatch *batch)
{
  g_assert (batch->experiments->len == batch->scenarios->len);
  return (const SwExperiment *)(gpointer)batch->experiments->data;
}

guint64
sw_batch_jobs (const SwBatch *batch)
{
  guint64 jobs = 0;
  for (guint i = 0; i < batch->experiments->len; i++)
    jobs += g_array_index (batch->experiments, SwExperiment, i).workload->table->n;
  return jobs;
}

/* Memory and activity are per device.  A file that gives the sum over the devices of a job says so
 * (counts = job): whether 396 % are four busy cards or a fault cannot be told from the row. */
#include "sw-jobs-use.h"

#define MILLION 1000000

static gint64
count_gpus (const SwJobDraft *draft)
{
  gint64 gpus = 0;
  for (guint i = 0; i < draft->n_groups; i++)
    gpus += (gint64)draft->groups[i].tasks * draft->groups[i].gpus;
  return gpus;
}

static gboolean
take_activity (SwReading *r, SwField field, SwJobDraft *draft, guint32 *out)
{
  gint64 ppm = -1;
  if (!sw_row_ppm (r, field, &ppm))
    return FALSE;
  if (ppm < 0)
    return TRUE;
  if (r->profile->fields[field].total)
    ppm /= MAX (count_gpus (draft), 1);
  if (ppm > MILLION)
    {
      if (!r->options->clamp)
        return sw_row_drop (r, field, "is above 100 % of a GPU", NULL);
      sw_row_note (r, field, "is above 100 % of a GPU and is taken as 100 %", NULL);
      draft->row.flags |= SW_JOB_CLAMPED;
      ppm = MILLION;
    }
  *out = (guint32)ppm;
  return TRUE;
}

static gboolean
take_memory (SwReading *r, SwJobDraft *draft)
{
  gint64 peak = -1;
  SwTime ramp = SW_TIME_NONE;
  if (!sw_row_memory (r, SW_FIELD_GPU_MEM_PEAK, &peak)
      || !sw_row_span (r, SW_FIELD_GPU_MEM_RAMP, &ramp))
    return FALSE;
  if (r->profile->fields[SW_FIELD_GPU_MEM_PEAK].total && peak > 0)
    peak = (peak - 1) / MAX (count_gpus (draft), 1) + 1;
  if (peak >= G_MAXUINT32)
    return sw_row_drop (r, SW_FIELD_GPU_MEM_PEAK, "is out of range", NULL);
  if (ramp != SW_TIME_NONE && ramp < 0)
    return sw_row_drop (r, SW_FIELD_GPU_MEM_RAMP, "is below 0", NULL);
  if (peak >= 0)
    draft->row.gpu_mem_peak = (guint32)peak;
  draft->row.gpu_mem_ramp = ramp;
  return TRUE;
}

static gboolean
take_limit (SwReading *r, SwJobRow *row)
{
  gint64 limit = G_MAXUINT32;
  if (!sw_row_milli (r, SW_FIELD_SLOWDOWN_LIMIT, &limit))
    return FALSE;
  if (limit < 1000)
    return sw_row_drop (r, SW_FIELD_SLOWDOWN_LIMIT, "is below 1", NULL);
  row->slowdown_limit = (guint32)MIN (limit, G_MAXUINT32);
  return TRUE;
}

gboolean
sw_jobs_take_use (SwJobs *jobs, SwJobDraft *draft)
{
  SwReading *r = &jobs->reading;
  SwJobRow *row = &draft->row;
  if (!take_memory (r, draft) || !take_activity (r, SW_FIELD_GPU_UTIL, draft, &row->gpu_util)
      || !take_activity (r, SW_FIELD_SM_ACTIVE, draft, &row->sm_active)
      || !take_activity (r, SW_FIELD_DRAM_ACTIVE, draft, &row->dram_active) || !take_limit (r, row))
    return FALSE;
  row->job_type = sw_row_string (r, SW_FIELD_JOB_TYPE, sw_job_builder_strings (jobs->builder));
  return TRUE;
}

static gboolean
join (guint32 *first, guint32 other, guint32 blank)
{
  if (*first == blank)
    *first = other;
  return other == blank || other == *first;
}

gboolean
sw_jobs_join_use (SwJobRow *first, const SwJobRow *row)
{
  if (first->gpu_mem_ramp == SW_TIME_NONE)
    first->gpu_mem_ramp = row->gpu_mem_ramp;
  return (row->gpu_mem_ramp == SW_TIME_NONE || row->gpu_mem_ramp == first->gpu_mem_ramp)
         && join (&first->gpu_mem_peak, row->gpu_mem_peak, G_MAXUINT32)
         && join (&first->gpu_util, row->gpu_util, G_MAXUINT32)
         && join (&first->sm_active, row->sm_active, G_MAXUINT32)
         && join (&first->dram_active, row->dram_active, G_MAXUINT32)
         && join (&first->slowdown_limit, row->slowdown_limit, G_MAXUINT32)
         && join (&first->job_type, row->job_type, 0);
}

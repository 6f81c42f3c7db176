/* GPUs come as a number per task or per job, maybe with a share of each, a memory cap or a MIG
 * profile; the mode is said, or follows from which of these are given.  GPUs of a whole job become
 * tasks by the split rule of the profile. */
#include "sw-jobs-demand.h"

#include "sw-quantity.h"

#define MAX_TASKS 1000000
#define MAX_GPUS 1000000 /* of one task or one job */

/* Amounts of a row before they are spread over tasks; thousandths where it says milli. */
typedef struct
{
  gint64 gpus_milli; /* GPUs, or parts of one */
  gint64 share;      /* thousandths of each GPU, -1: not said */
  gint64 mem_cap;    /* MiB on each GPU, 0: none */
  gint64 tasks, min_tasks, max_tasks, node_max;
  gint64 cpu_milli, mem_mib;
  guint32 mig, models;
  int mode; /* SwGpuMode, -1: not said */
} Amounts;

/* A model list "A|B" as it is written, as a string number; 0: any. */
static guint32
take_models (SwReading *r, SwStrings *strings)
{
  gboolean repeated = FALSE;
  g_auto (GStrv) models = sw_row_list (r, SW_FIELD_GPU_MODELS, "|", &repeated);
  if (models == NULL || models[0] == NULL)
    return 0;
  if (repeated)
    {
      sw_row_note (r, SW_FIELD_GPU_MODELS, "name a model twice", NULL);
      const char *own = r->profile->fields[SW_FIELD_GPU_MODELS].separator;
      if (own == NULL || g_str_equal (own, "|"))
        return sw_strings_add (strings, sw_row_text (r, SW_FIELD_GPU_MODELS), -1);
    }
  g_autofree char *joined = g_strjoinv ("|", models);
  return sw_strings_add (strings, joined, -1);
}

static gboolean
take_mode (SwReading *r, int *mode)
{
  static const char *const names[] = { "none", "whole", "share", "mig" };
  const char *text = sw_row_text (r, SW_FIELD_GPU_MODE);
  if (text == NULL || *text == '\0')
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (text, names[i]))
      {
        *mode = (int)i;
        return TRUE;
      }
  return sw_row_drop (r, SW_FIELD_GPU_MODE, "is not none, whole, share or mig", NULL);
}

static gboolean
take_amounts (SwJobs *jobs, Amounts *a)
{
  SwReading *r = &jobs->reading;
  SwStrings *strings = sw_job_builder_strings (jobs->builder);
  *a = (Amounts){ .gpus_milli = -1, .share = -1, .tasks = 1, .mode = -1 };
  if (!sw_row_milli (r, SW_FIELD_GPUS, &a->gpus_milli)
      || !sw_row_milli (r, SW_FIELD_GPU_SHARE, &a->share)
      || !sw_row_memory (r, SW_FIELD_GPU_MEM, &a->mem_cap)
      || !sw_row_int (r, SW_FIELD_TASKS, 1, MAX_TASKS, &a->tasks)
      || !sw_row_int (r, SW_FIELD_MIN_TASKS, 0, MAX_TASKS, &a->min_tasks)
      || !sw_row_int (r, SW_FIELD_MAX_TASKS, 0, MAX_TASKS, &a->max_tasks)
      || !sw_row_int (r, SW_FIELD_TASKS_PER_NODE, 0, MAX_TASKS, &a->node_max)
      || !sw_row_milli (r, SW_FIELD_CPUS, &a->cpu_milli)
      || !sw_row_memory (r, SW_FIELD_MEM, &a->mem_mib) || !take_mode (r, &a->mode))
    return FALSE;
  if (a->gpus_milli < 0)
    return sw_row_drop (r, SW_FIELD_GPUS, "is empty", NULL);
  if (a->gpus_milli > 1000 * (gint64)MAX_GPUS)
    return sw_row_drop (r, SW_FIELD_GPUS, "is out of range", NULL);
  if (a->mem_cap > G_MAXUINT32)
    return sw_row_drop (r, SW_FIELD_GPU_MEM, "is out of range", NULL);
  if (a->max_tasks > 0 && a->min_tasks > a->max_tasks)
    return sw_row_drop (r, SW_FIELD_MIN_TASKS, "is above max_tasks", NULL);
  a->mig = sw_row_string (r, SW_FIELD_MIG_PROFILE, strings);
  a->models = take_models (r, strings);
  return TRUE;
}

/* GPUs of the row by the divisor of the profile, rounded up to whole ones. */
static void
divide_gpus (SwReading *r, Amounts *a)
{
  gint64 divide = r->profile->fields[SW_FIELD_GPUS].divide;
  if (divide == 1)
    return;
  gint64 whole = 1000 * divide;
  if (a->gpus_milli % whole != 0)
    sw_row_note (r, SW_FIELD_GPUS, "is no multiple of the divisor, rounded up", NULL);
  a->gpus_milli = 1000 * (a->gpus_milli / whole + (a->gpus_milli % whole != 0));
}

/* Fills in what the row leaves open: a fraction is a share of one GPU. */
static gboolean
settle_share (SwReading *r, Amounts *a)
{
  if (a->gpus_milli % 1000 != 0)
    {
      if (a->gpus_milli > 1000)
        return sw_row_drop (r, SW_FIELD_GPUS, "is above 1 and no whole number", NULL);
      if (a->share >= 0 && a->share != a->gpus_milli && a->share != 1000)
        return sw_row_drop (r, SW_FIELD_GPU_SHARE, "differs from the fraction of a GPU", NULL);
      a->share = a->gpus_milli;
      a->gpus_milli = 1000;
    }
  if (a->share == 0 && a->gpus_milli > 0)
    return sw_row_drop (r, SW_FIELD_GPU_SHARE, "is 0 of a GPU", NULL);
  if (a->share > 1000)
    return sw_row_drop (r, SW_FIELD_GPU_SHARE, "is above a whole GPU", NULL);
  return TRUE;
}

static gboolean
settle_mode (SwReading *r, Amounts *a)
{
  gboolean capped = a->mem_cap > 0, partly = a->share >= 0 && a->share < 1000;
  if (a->mode < 0)
    a->mode = a->gpus_milli == 0 ? SW_GPU_NONE
              : a->mig != 0      ? SW_GPU_MIG
              : partly || capped ? SW_GPU_SHARE
                                 : SW_GPU_WHOLE;
  if (a->gpus_milli == 0 && a->mode != SW_GPU_NONE)
    return sw_row_drop (r, SW_FIELD_GPUS, "is 0 with a gpu_mode that uses some", NULL);
  switch (a->mode)
    {
    case SW_GPU_NONE:
      return a->gpus_milli == 0
             || sw_row_drop (r, SW_FIELD_GPUS, "is not 0 with gpu_mode none", NULL);
    case SW_GPU_WHOLE:
      return !partly || sw_row_drop (r, SW_FIELD_GPUS, "is a fraction with gpu_mode whole", NULL);
    case SW_GPU_MIG:
      if (partly)
        return sw_row_drop (r, SW_FIELD_GPUS, "is a fraction of an instance", NULL);
      return a->mig != 0
             || sw_row_drop (r, SW_FIELD_MIG_PROFILE, "is empty with gpu_mode mig", NULL);
    default: /* a share without a fraction or a cap may use all of its devices, beside others */
      return TRUE;
    }
}

/* A fraction takes a whole GPU if the caller wants it so. */
static void
round_up (SwReading *r, Amounts *a, SwJobDraft *draft)
{
  if (r->options->fractions != SW_GPU_FRACTION_WHOLE || a->mode < SW_GPU_SHARE)
    return;
  a->mode = SW_GPU_WHOLE;
  draft->row.flags |= SW_JOB_ROUNDED_UP;
  sw_row_note (r, SW_FIELD_GPUS, "is part of a GPU and takes a whole one", NULL);
}

static SwGroupRow
make_group (const Amounts *a, gint64 tasks, gint64 gpus)
{
  SwGroupRow g = { .tasks = (guint32)tasks,
                   .min_tasks = (guint32)a->min_tasks,
                   .max_tasks = (guint32)a->max_tasks,
                   .mode = gpus == 0 ? SW_GPU_NONE : (guint8)a->mode,
                   .gpus = (guint32)gpus,
                   .cpu_milli = a->cpu_milli,
                   .mem_mib = a->mem_mib,
                   .models = gpus == 0 ? 0 : a->models,
                   .node_max = (guint32)a->node_max };
  if (g.mode == SW_GPU_SHARE)
    {
      g.gpu_milli = a->share >= 0 ? (guint32)a->share : 1000;
      g.gpu_mem_mib = (guint32)a->mem_cap;
    }
  else if (g.mode != SW_GPU_NONE)
    g.gpu_milli = 1000;
  if (g.mode == SW_GPU_MIG)
    g.mig_profile = a->mig;
  return g;
}

static void
add_group (SwJobDraft *draft, SwGroupRow group)
{
  if (group.tasks > 0)
    draft->groups[draft->n_groups++] = group;
}

static gint64
share_out (gint64 amount, gint64 tasks)
{
  return amount / tasks + (amount % tasks != 0);
}

/* GPUs of the whole job as tasks. */
static void
split_job (SwReading *r, const Amounts *a, gint64 gpus, SwJobDraft *draft)
{
  gint64 tasks = a->tasks, chunk = r->profile->chunk;
  if (r->profile->split == SW_SPLIT_GPUS)
    add_group (draft, make_group (a, MAX (gpus, 1), MIN (gpus, 1)));
  else if (r->profile->split == SW_SPLIT_CHUNKS)
    {
      add_group (draft, make_group (a, gpus / chunk, chunk));
      add_group (draft, make_group (a, gpus % chunk > 0 || gpus == 0 ? 1 : 0, gpus % chunk));
    }
  else
    {
      if (gpus % tasks != 0)
        sw_row_note (r, SW_FIELD_GPUS, "does not divide into the tasks, spread unevenly", NULL);
      add_group (draft, make_group (a, gpus % tasks, gpus / tasks + 1));
      add_group (draft, make_group (a, tasks - gpus % tasks, gpus / tasks));
    }
}

static gint64
count_tasks (const SwJobDraft *draft)
{
  gint64 tasks = 0;
  for (guint i = 0; i < draft->n_groups; i++)
    tasks += draft->groups[i].tasks;
  return tasks;
}

/* CPUs and memory of the whole job in equal parts to its tasks. */
static void
spread_rest (SwReading *r, SwJobDraft *draft)
{
  gint64 tasks = count_tasks (draft);
  for (guint i = 0; i < draft->n_groups; i++)
    {
      SwGroupRow *g = &draft->groups[i];
      if (r->profile->fields[SW_FIELD_CPUS].total)
        g->cpu_milli = share_out (g->cpu_milli, tasks);
      if (r->profile->fields[SW_FIELD_MEM].total)
        g->mem_mib = share_out (g->mem_mib, tasks);
    }
}

static gboolean
take_topology (SwReading *r, SwJobDraft *draft)
{
  static const char *const names[] = { "any", "node", "rack", "switch", "none" };
  const char *text = sw_row_text (r, SW_FIELD_TOPOLOGY);
  if (text == NULL || *text == '\0')
    return TRUE;
  for (guint8 i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (text, names[i]))
      {
        draft->topology = i & 3;
        return TRUE;
      }
  return sw_row_drop (r, SW_FIELD_TOPOLOGY, "is not any, node, rack or switch", NULL);
}

gboolean
sw_jobs_take_demand (SwJobs *jobs, SwJobDraft *draft)
{
  SwReading *r = &jobs->reading;
  Amounts a;
  if (!take_amounts (jobs, &a) || !take_topology (r, draft))
    return FALSE;
  divide_gpus (r, &a);
  if (!settle_share (r, &a) || !settle_mode (r, &a))
    return FALSE;
  if (a.gpus_milli == 0 && r->profile->drop_cpu_only)
    return sw_row_drop (r, SW_NO_FIELD, "asks for no GPU", NULL);
  round_up (r, &a, draft);
  gint64 gpus = a.gpus_milli / 1000;
  if (r->profile->fields[SW_FIELD_GPUS].total)
    split_job (r, &a, gpus, draft);
  else
    add_group (draft, make_group (&a, a.tasks, gpus));
  if (!r->profile->fields[SW_FIELD_GPUS].total && gpus * a.tasks > G_MAXUINT32 / 2)
    return sw_row_drop (r, SW_FIELD_GPUS, "times tasks is out of range", NULL);
  spread_rest (r, draft);
  return TRUE;
}

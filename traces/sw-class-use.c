/* Every value has a draw of its own, as those of sw-job-class.c. */
#include "sw-class-use.h"

#include <math.h>

#include "sw-generate.h"
#include "sw-job-class.h"

SwKeyValue
sw_class_get (const SwClassLoader *l, const char *key)
{
  return sw_schema_get (sw_generate_schema, l->kf, l->group, key);
}

static void
get_mix (const SwClassLoader *l, const char *key, SwMix *mix, double min, double max)
{
  SwKeyValue value = sw_class_get (l, key);
  sw_mix_read (mix, &value, TRUE, min, max, l->faults);
}

static gboolean
has_group (const SwKeyFile *kf, const char *group)
{
  for (guint i = 0; i < sw_keyfile_n_groups (kf); i++)
    if (g_str_equal (sw_keyfile_group (kf, i), group))
      return TRUE;
  return FALSE;
}

static void
read_type (SwJobType *type, const SwClassLoader *class, const SwKeyValue *value, const char *word)
{
  static const char *const keys[] = { "gpu_util", "sm_active", "dram_active" };
  g_autofree char *group = g_strdup_printf ("type %s", word);
  const SwClassLoader l = { class->kf, group, class->faults };
  if (!has_group (l.kf, group))
    {
      sw_faults_add_value (l.faults, value, "there is no group [type %s]", word);
      return;
    }
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    {
      SwKeyValue activity = sw_class_get (&l, keys[k]);
      type->activity[k] = activity.set ? (double)activity.i / 1e6 : -1;
    }
  SwKeyValue name = sw_class_get (&l, "name");
  type->name = name.set && *name.text != '\0' ? name.text : NULL;
  type->spread = sw_class_get (&l, "spread").r;
}

static void
read_types (SwClassUse *use, const SwClassLoader *l)
{
  SwKeyValue value = sw_class_get (l, "types");
  sw_mix_read (&use->types, &value, FALSE, 0, 0, l->faults);
  use->type = g_new0 (SwJobType, MAX (use->types.n, 1));
  for (guint k = 0; k < use->types.n; k++)
    {
      read_type (&use->type[k], l, &value, use->types.names[k]);
      if (use->type[k].name == NULL)
        use->type[k].name = use->types.names[k];
    }
}

void
sw_class_use_read (SwClassUse *use, const SwKeyFile *kf, const char *group, SwFaults *faults)
{
  const SwClassLoader l = { kf, group, faults };
  *use = (SwClassUse){ .overrun_share = (double)sw_class_get (&l, "overrun_share").i / 1e6 };
  get_mix (&l, "mem_peak", &use->peak, 0, 1);
  get_mix (&l, "overrun", &use->overrun, 1, 1000);
  get_mix (&l, "mem_ramp", &use->ramp, 0, 1);
  get_mix (&l, "slowdown_limit", &use->slowdown, 1, 1000);
  read_types (use, &l);
}

void
sw_class_use_clear (SwClassUse *use)
{
  sw_mix_clear (&use->peak);
  sw_mix_clear (&use->overrun);
  sw_mix_clear (&use->ramp);
  sw_mix_clear (&use->slowdown);
  sw_mix_clear (&use->types);
  g_free (use->type);
}

gboolean
sw_class_use_needs_promise (const SwClassUse *use, gboolean whole)
{
  return use->peak.n > 0 || (use->overrun_share > 0 && !whole);
}

/* ---- one job ---- */

/* A draw from the mix; fallback if it is empty. */
static double
draw_real (const SwMix *mix, double fallback, guint what, guint64 seed, guint64 i)
{
  return mix->n > 0 ? mix->reals[sw_mix_draw (mix, sw_job_draw (seed, what, i))] : fallback;
}

static void
draw_memory (const SwClassUse *use, guint64 seed, guint64 i, SwTime step, const SwPromise *promise,
             SwJobRow *row)
{
  double part = draw_real (&use->peak, 1, SW_JOB_DRAW_MEM_PEAK, seed, i);
  if (!promise->whole
      && sw_unit (sw_job_draw (seed, SW_JOB_DRAW_OVERRUN_SHARE, i)) < use->overrun_share)
    part = draw_real (&use->overrun, 1.25, SW_JOB_DRAW_OVERRUN, seed, i);
  if (sw_class_use_needs_promise (use, promise->whole))
    {
      const double peak = ceil ((double)promise->mib * part);
      row->gpu_mem_peak = (guint32)MIN (peak, G_MAXUINT32 - 1.0);
    }
  const double rise = draw_real (&use->ramp, 0, SW_JOB_DRAW_MEM_RAMP, seed, i);
  if (rise > 0)
    row->gpu_mem_ramp = (SwTime)((double)row->work * rise) / step * step;
}

static void
draw_type (const SwClassUse *use, guint64 seed, guint64 i, SwJobBuilder *builder, SwJobRow *row)
{
  if (use->types.n == 0)
    return;
  const SwJobType *type
      = &use->type[sw_mix_draw (&use->types, sw_job_draw (seed, SW_JOB_DRAW_TYPE, i))];
  const double factor
      = sw_lognormal (sw_job_draw (seed, SW_JOB_DRAW_ACTIVITY, i),
                      sw_job_draw (seed, SW_JOB_DRAW_ACTIVITY_2, i), 1, type->spread);
  guint32 *to[] = { &row->gpu_util, &row->sm_active, &row->dram_active };
  for (guint k = 0; k < G_N_ELEMENTS (to); k++)
    if (type->activity[k] >= 0)
      *to[k] = (guint32)lrint (1e6 * MIN (type->activity[k] * factor, 1));
  row->job_type = sw_strings_add (sw_job_builder_strings (builder), type->name, -1);
}

void
sw_class_use_fill (const SwClassUse *use, guint64 seed, guint64 i, SwTime step,
                   const SwPromise *promise, SwJobBuilder *builder, SwJobRow *row)
{
  if (!promise->gpus)
    return;
  draw_memory (use, seed, i, step, promise, row);
  draw_type (use, seed, i, builder, row);
  if (use->slowdown.n > 0)
    row->slowdown_limit
        = (guint32)lrint (1000 * draw_real (&use->slowdown, 1, SW_JOB_DRAW_SLOWDOWN, seed, i));
}

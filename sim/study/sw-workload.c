#include "sw-workload.h"

#include "sw-generate.h"
#include "sw-import-usage.h"
#include "sw-output.h"

/* A trace as read, or a generated workload. */
typedef struct
{
  char *key; /* everything that it depends on, as text */
  SwJobTable *table;
  SwTypical *typical;
  gboolean imported;
  SwImportReport report; /* if imported */
  SwUsageReport use;     /* of memory over time, if there is a file of it */
  char *path, *sha256;
  gboolean in_use; /* by a workload that has no table of its own */
} SwSource;

typedef struct
{
  SwWorkload workload; /* first, so that it is found from it */
  char *key;
  SwJobTable *own; /* transformed table, NULL: that of the source */
  char *hash, *order_sha256;
} SwPrepared;

struct SwWorkloads
{
  GPtrArray *sources;  /* SwSource */
  GPtrArray *prepared; /* SwPrepared */
};

static void
source_free (gpointer data)
{
  SwSource *source = data;
  g_clear_pointer (&source->table, sw_job_table_free);
  sw_typical_free (source->typical);
  if (source->imported)
    sw_import_report_clear (&source->report);
  sw_usage_report_clear (&source->use);
  g_free (source->key);
  g_free (source->path);
  g_free (source->sha256);
  g_free (source);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwSource, source_free)

static void
prepared_free (gpointer data)
{
  SwPrepared *prepared = data;
  g_clear_pointer (&prepared->own, sw_job_table_free);
  g_free (prepared->key);
  g_free (prepared->hash);
  g_free (prepared->order_sha256);
  g_free (prepared);
}

SwWorkloads *
sw_workloads_new (void)
{
  SwWorkloads *store = g_new0 (SwWorkloads, 1);
  store->sources = g_ptr_array_new_with_free_func (source_free);
  store->prepared = g_ptr_array_new_with_free_func (prepared_free);
  return store;
}

void
sw_workloads_free (SwWorkloads *store)
{
  if (!store)
    return;
  g_ptr_array_unref (store->prepared);
  g_ptr_array_unref (store->sources);
  g_free (store);
}

/* ---- keys: equal texts, equal tables ---- */

static void
key_words (GString *key, char **words)
{
  for (; words && *words; words++)
    g_string_append_printf (key, "%s\x1f", *words);
  g_string_append_c (key, '\n');
}

static char *
source_key (const SwScenario *s)
{
  const SwWorkloadSpec *w = &s->workload;
  const SwImportOptions *o = &w->import;
  GString *key = g_string_new (NULL);
  if (w->generate)
    g_string_append_printf (key, "generate\n%s\n%" G_GUINT64_FORMAT " %d\n", w->generate, s->seed,
                            o->fractions);
  else
    g_string_append_printf (key, "trace\n%s\n%s\n%s\n%d %d %d %d %d\n", w->trace,
                            o->profile ? o->profile : "", o->zone ? o->zone : "", o->strict,
                            o->clamp, o->duplicates, o->fractions, o->keep_lines);
  if (w->memory_use)
    g_string_append_printf (key, "%s\n", w->memory_use);
  for (guint i = 0; o->settings && i < o->settings->len; i++)
    g_string_append_printf (key, "%s\n", (const char *)o->settings->pdata[i]);
  return g_string_free (key, FALSE);
}

static gboolean
is_identity (const SwTransform *t)
{
  return !t->users && !t->tenants && !t->queues && !t->kinds && t->window_from == SW_TIME_NONE
         && t->window_to == SW_TIME_NONE && t->time_scale_ppm == 1000000
         && t->duration_scale_ppm == 1000000 && t->load_ppm == 0 && !t->shuffle
         && t->limits == SW_LIMITS_DECLARED && !t->one_by_one && !t->no_departures;
}

static char *
prepared_key (const SwSource *source, const SwWorkloadSpec *w, const SwTransform *t, guint64 gpus,
              guint64 seed)
{
  GString *key = g_string_new (source->key);
  key_words (key, t->users);
  key_words (key, t->tenants);
  key_words (key, t->queues);
  key_words (key, t->kinds);
  g_string_append_printf (key,
                          "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                          " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %d %d %" G_GINT64_FORMAT,
                          t->window_from, t->window_to, t->time_scale_ppm, t->duration_scale_ppm,
                          t->load_ppm, t->shuffle, t->limits, t->limit_factor_ppm);
  g_string_append_printf (key, "\n%d %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %d %s\n",
                          t->one_by_one, t->arrival_gap, t->tune_ppm, t->no_departures,
                          w->order ? w->order : "");
  if (t->load_ppm || t->shuffle || t->tune_ppm)
    g_string_append_printf (key, " seed %" G_GUINT64_FORMAT, seed);
  if (t->load_ppm || t->one_by_one)
    g_string_append_printf (key, " gpus %" G_GUINT64_FORMAT, gpus);
  return g_string_free (key, FALSE);
}

/* ---- sources ---- */

static gboolean
finish_import (SwSource *source, SwJobBuilder *builder, GError **error)
{
  g_autofree char *bad = NULL;
  source->table = sw_job_builder_finish (builder, &bad);
  return source->table ? TRUE : sw_error_at (error, source->path, 0, 0, "%s", bad);
}

static gboolean
import_source (SwSource *source, const SwWorkloadSpec *w, GError **error)
{
  g_autoptr (SwJobBuilder) builder = sw_job_builder_new ();
  source->path = g_strdup (w->trace);
  source->imported = TRUE;
  if (!sw_import_jobs (&w->import, builder, &source->report, error))
    return FALSE;
  if (w->memory_use && !sw_import_usage (w->memory_use, builder, &source->use, error))
    return FALSE;
  source->sha256 = g_strdup (source->report.sha256);
  return finish_import (source, g_steal_pointer (&builder), error);
}

static gboolean
generate_checked (SwSource *source, const SwWorkloadSpec *w, guint64 seed, SwKeyFile *keys,
                  SwFaults *faults)
{
  if (!sw_keyfile_load (keys, w->generate, faults))
    return FALSE;
  for (guint i = 0; w->import.settings && i < w->import.settings->len; i++)
    sw_keyfile_set (keys, w->import.settings->pdata[i], faults);
  sw_schema_check (sw_generate_schema, keys, faults);
  if (faults->texts->len == 0)
    source->table = sw_generate (keys, seed, w->import.fractions, faults);
  return source->table != NULL;
}

static gboolean
generate_source (SwSource *source, const SwWorkloadSpec *w, guint64 seed, GError **error)
{
  g_autoptr (SwKeyFile) keys = sw_keyfile_new ();
  SwFaults faults;
  sw_faults_init (&faults);
  source->path = g_strdup (w->generate);
  generate_checked (source, w, seed, keys, &faults);
  gboolean sound = sw_faults_report (&faults, error);
  sw_faults_clear (&faults);
  if (!sound)
    return FALSE;
  if (!source->table)
    return sw_error_at (error, w->generate, 0, 0, "cannot be read");
  source->sha256 = sw_file_sha256 (w->generate, error);
  return source->sha256 != NULL;
}

static SwSource *
get_source (SwWorkloads *store, const SwScenario *s, GError **error)
{
  g_autofree char *key = source_key (s);
  for (guint i = 0; i < store->sources->len; i++)
    {
      SwSource *known = store->sources->pdata[i];
      if (g_str_equal (known->key, key))
        return known;
    }
  g_autoptr (SwSource) source = g_new0 (SwSource, 1);
  source->key = g_steal_pointer (&key);
  const SwWorkloadSpec *w = &s->workload;
  if (!(w->generate ? generate_source (source, w, s->seed, error)
                    : import_source (source, w, error)))
    return NULL;
  source->typical = sw_typical_new (source->table, SW_TYPICAL_SHARE);
  g_ptr_array_add (store->sources, source);
  return g_steal_pointer (&source);
}

/* ---- transforms ---- */

/* A bound of the window as time from the origin. */
static gboolean
resolve_bound (const SwBound *bound, const SwSource *source, SwTime *out, GError **error)
{
  *out = bound->t;
  if (!bound->absolute || bound->t == SW_TIME_NONE)
    return TRUE;
  const SwTime origin = source->table->origin_utc;
  if (origin == SW_TIME_NONE)
    return sw_error_at (error, source->path, 0, 0,
                        "window names an instant, but the trace has no absolute time: give "
                        "durations from its origin");
  *out = MAX (bound->t - origin, 0);
  return TRUE;
}

static gboolean
resolve_window (const SwWorkloadSpec *w, const SwSource *source, SwTransform *t, GError **error)
{
  *t = w->transform;
  if (!resolve_bound (&w->from, source, &t->window_from, error)
      || !resolve_bound (&w->to, source, &t->window_to, error))
    return FALSE;
  if (t->window_from != SW_TIME_NONE && t->window_to != SW_TIME_NONE
      && t->window_from >= t->window_to)
    return sw_error_at (error, source->path, 0, 0,
                        "the window is empty: it ends at or before its beginning, or before the "
                        "trace begins");
  return TRUE;
}

static guint32
count_rounded (const SwJobTable *table)
{
  guint32 rounded = 0;
  for (guint32 j = 0; j < table->n; j++)
    rounded += (table->flags[j] & SW_JOB_ROUNDED_UP) != 0;
  return rounded;
}

static const SwPrepared *
find_prepared (const SwWorkloads *store, const char *key)
{
  for (guint i = 0; i < store->prepared->len; i++)
    {
      const SwPrepared *known = store->prepared->pdata[i];
      if (g_str_equal (known->key, key))
        return known;
    }
  return NULL;
}

const SwWorkload *
sw_workloads_get (SwWorkloads *store, const SwScenario *s, guint64 gpus, GError **error)
{
  SwSource *source = get_source (store, s, error);
  SwTransform transform;
  if (!source || !resolve_window (&s->workload, source, &transform, error))
    return NULL;
  g_autofree char *key = prepared_key (source, &s->workload, &transform, gpus, s->seed);
  const SwPrepared *known = find_prepared (store, key);
  if (known)
    return &known->workload;

  SwTransformReport changes = { .offered_before = -1, .offered_after = -1, .asked = -1 };
  SwJobTable *own = NULL;
  g_autoptr (SwOrder) order = NULL;
  if (s->workload.order && !(order = sw_order_read (s->workload.order, SW_ORDER_ARRIVALS, error)))
    return NULL;
  transform.order = order;
  transform.report = source->imported ? &source->report : NULL;
  if (is_identity (&transform))
    source->in_use = TRUE;
  else if (!(own = sw_transform_apply (source->table, &transform, gpus, s->seed, &changes, error)))
    return NULL;

  SwPrepared *prepared = g_new0 (SwPrepared, 1);
  const SwJobTable *table = own ? own : source->table;
  prepared->key = g_steal_pointer (&key);
  prepared->own = own;
  prepared->order_sha256 = order ? g_strdup (order->sha256) : NULL;
  prepared->workload = (SwWorkload){
    .table = table,
    .report = source->imported ? &source->report : NULL,
    .use = source->use.path ? &source->use : NULL,
    .path = source->path,
    .sha256 = source->sha256,
    .typical = source->typical,
    .transformed = own != NULL,
    .changes = changes,
    .rounded = count_rounded (table),
    .order_sha256 = prepared->order_sha256,
  };
  g_ptr_array_add (store->prepared, prepared);
  return &prepared->workload;
}

void
sw_workloads_hash (SwWorkloads *store)
{
  for (guint i = 0; i < store->prepared->len; i++)
    {
      SwPrepared *prepared = store->prepared->pdata[i];
      if (!prepared->hash)
        prepared->hash = sw_job_table_hash (prepared->workload.table);
      prepared->workload.hash = prepared->hash;
    }
}

void
sw_workloads_trim (SwWorkloads *store)
{
  for (guint i = 0; i < store->sources->len; i++)
    {
      SwSource *source = store->sources->pdata[i];
      if (!source->in_use)
        g_clear_pointer (&source->table, sw_job_table_free);
    }
}

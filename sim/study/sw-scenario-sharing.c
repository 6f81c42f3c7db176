/* The keys of [pool NAME] about sharing cards.  Which of them count, and what holds without them,
 * depends on the kind of sharing and on each other: one table says it. */
#include <string.h>

#include "sw-layouts.h"
#include "sw-scenario-keys.h"
#include "sw-scenario-reader.h"

#define N_SHARINGS (SW_SHARING_TIMESLICE + 1)

typedef struct
{
  const char *key;
  const char *fallback[N_SHARINGS]; /* by SwSharing; NULL: no use there, "": nothing by default */
  const char *other, *values;       /* it counts beside these values of another key; NULL: any */
} SharingKey;

/* A key comes behind those that it depends on. */
static const SharingKey sharing_keys[] = {
  { "change_mode", { NULL, "no", "no", "no" }, NULL, NULL },
  { "max_tenants", { NULL, NULL, "48", "4" }, NULL, NULL },
  { "enforcement", { NULL, NULL, "hard", "none" }, NULL, NULL },
  { "ceiling", { NULL, NULL, "1.5", "1.5" }, "enforcement", "soft" },
  { "admission", { NULL, NULL, "memory", "memory" }, NULL, NULL },
  { "contention", { NULL, NULL, "ps", "turns" }, NULL, NULL },
  { "kappa", { NULL, NULL, "0.5", "0.5" }, "contention", "sync|ps" },
  { "epsilon", { NULL, NULL, "0.10", "0.10" }, "contention", "turns|even-turns" },
  { "slope", { NULL, NULL, "0.55", "0.55" }, "contention", "empirical" },
  { "thread_cap", { NULL, NULL, "none", NULL }, "contention", "sync|ps" },
  { "mig_layout", { NULL, "", NULL, NULL }, NULL, NULL },
  { "repartition", { NULL, "yes", NULL, NULL }, NULL, NULL },
  { "upsize", { NULL, "no", NULL, NULL }, NULL, NULL },
  { "destroy_delay", { NULL, "0.6s", NULL, NULL }, "repartition", "yes" },
  { "create_delay", { NULL, "0.5s", NULL, NULL }, "repartition", "yes" },
  { "change_delay", { NULL, "6.5s", NULL, NULL }, "change_mode", "yes" },
  { "move_delay", { NULL, "40s", NULL, NULL }, "repartition", "yes" },
};

/* Is the value of a key one of the words?  yes stands for all ways to write it. */
static gboolean
is_among (const SwReader *r, const char *group, const char *key, const char *values)
{
  const SwKeyValue value = sw_reader_value (r, group, key);
  if (g_str_equal (values, "yes"))
    return value.set && value.i;
  g_auto (GStrv) words = g_strsplit (values, "|", -1);
  return value.set && g_strv_contains ((const char *const *)words, value.text);
}

static const char *
fallback_of (const SwReader *r, const char *group, const SharingKey *key, SwSharing sharing)
{
  if (sharing == SW_SHARING_MIG && g_str_equal (key->key, "repartition")
      && sw_reader_text (r, group, "mig_layout"))
    return "no";
  return key->fallback[sharing];
}

static void
settle_key (const SwReader *r, const char *group, const SharingKey *key, const SwKeyValue *sharing)
{
  const char *fallback = fallback_of (r, group, key, (SwSharing)sharing->i);
  const SwKeyValue value = sw_reader_value (r, group, key->key);
  if (!fallback)
    {
      if (value.set)
        sw_faults_add_value (r->faults, &value, "%s has no use with sharing = %s", key->key,
                             sharing->text);
      return;
    }
  const SwKeyValue other = key->other ? sw_reader_value (r, group, key->other) : value;
  if (key->other && (!other.set || !is_among (r, group, key->other, key->values)))
    {
      if (value.set && other.set)
        sw_faults_add_value (r->faults, &value, "%s has no use with %s = %s", key->key, key->other,
                             other.text);
      return;
    }
  if (!value.entry && *fallback)
    sw_keyfile_default (r->s->keys, group, key->key, fallback);
}

/* Requests for a part of a GPU are to be had from the pool. */
static void
keep_parts (SwReader *r, const char *group)
{
  const SwKeyValue sharing = sw_reader_value (r, group, "sharing");
  if (sharing.set && sharing.i != SW_SHARING_WHOLE)
    sw_keyfile_default (r->s->keys, "workload", "fractions", "keep");
}

static void
settle_pool (SwReader *r, const char *group)
{
  const SwKeyValue sharing = sw_reader_value (r, group, "sharing");
  for (guint i = 0; sharing.set && i < G_N_ELEMENTS (sharing_keys); i++)
    settle_key (r, group, &sharing_keys[i], &sharing);
}

void
sw_reader_sharing_defaults (SwReader *r)
{
  sw_reader_groups (r, "pool ", settle_pool);
  sw_reader_groups (r, "pool ", keep_parts);
  sw_keyfile_default (r->s->keys, "workload", "fractions", "whole");
}

/* ---- rules ---- */

static void
read_rules (const SwReader *r, const char *group, SwPoolRules *rules)
{
  rules->change_mode = sw_reader_int (r, group, "change_mode", FALSE);
  rules->max_tenants = (guint32)sw_reader_int (r, group, "max_tenants", 1);
  rules->enforcement = (SwEnforcement)sw_reader_int (r, group, "enforcement", SW_ENFORCE_HARD);
  rules->ceiling = sw_reader_share (r, group, "ceiling");
  rules->promise_memory = sw_reader_int (r, group, "admission", 0) == 0;
  rules->cap = (SwThreadCap)sw_reader_int (r, group, "thread_cap", SW_CAP_NONE);
  rules->contention = (SwContentionRules){
    .model = (SwContentionModel)sw_reader_int (r, group, "contention", SW_CONTENTION_NONE),
    .kappa = sw_reader_real (r, group, "kappa", 0),
    .epsilon = sw_reader_real (r, group, "epsilon", 0),
    .slope = sw_reader_real (r, group, "slope", 0),
  };
  rules->repartition = sw_reader_int (r, group, "repartition", FALSE);
  rules->upsize = sw_reader_int (r, group, "upsize", FALSE);
  rules->destroy = sw_reader_int (r, group, "destroy_delay", 0);
  rules->create = sw_reader_int (r, group, "create_delay", 0);
  rules->change = sw_reader_int (r, group, "change_delay", 0);
  rules->move = sw_reader_int (r, group, "move_delay", 0);
}

/* Cards of a model that is named in the scenario; those of a list are looked at with the list. */
static void
check_partitions (const SwReader *r, const SwPoolSpec *pool)
{
  const SwKeyValue gpu = sw_reader_value (r, pool->group, "gpu");
  const SwKeyValue layout = sw_reader_value (r, pool->group, "mig_layout");
  const SwKeyValue repartition = sw_reader_value (r, pool->group, "repartition");
  if (repartition.set && !repartition.i && !sw_reader_given (r, pool->group, "mig_layout"))
    sw_faults_add_value (
        r->faults, &repartition,
        "repartition: without it the pool needs a mig_layout: its GPUs would never "
        "have instances");
  if (!pool->gpu || pool->node_list)
    return;
  const SwMigGeometry *mig = sw_catalogue_mig (r->catalogue, pool->gpu);
  if (!mig)
    sw_faults_add_value (r->faults, &gpu,
                         "gpu: '%s' cannot be partitioned, as sharing = mig needs; `slicewise list "
                         "mig` shows what can",
                         pool->gpu);
  else if (layout.set && *layout.text)
    {
      g_autoptr (GArray) layouts = sw_layouts_parse (&layout, mig, r->faults);
    }
}

void
sw_reader_sharing (SwReader *r, SwPoolSpec *pool)
{
  const SwKeyValue sharing = sw_reader_value (r, pool->group, "sharing");
  pool->rules = (SwPoolRules){ .pool = pool->name };
  if (!sharing.set || sharing.i == SW_SHARING_WHOLE)
    return;
  pool->rules.sharing = (SwSharing)sharing.i;
  read_rules (r, pool->group, &pool->rules);
  if (!pool->node_list && !pool->gpu)
    sw_faults_add_value (r->faults, &sharing, "sharing: '%s' is about GPUs, and the pool has none",
                         sharing.text);
  else if (sharing.i == SW_SHARING_MIG)
    check_partitions (r, pool);
}

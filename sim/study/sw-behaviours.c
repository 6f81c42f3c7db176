#include "sw-behaviours.h"

#include "sw-hash.h"

/* Loads of types of jobs that many traces have.  Estimates: the shares of time that such jobs are
   said to spend, not measurements. */
static const SwNamedLoad builtin_loads[] = {
  { "llm-decode", { 0.1, 0.2, 0.9 } },       { "llm-prefill", { 0.05, 0.95, 0.5 } },
  { "training-large", { 0.05, 0.95, 0.5 } }, { "training-small", { 0.5, 0.5, 0.4 } },
  { "preprocessing", { 0.9, 0.05, 0.1 } },
};

/* Kinds above which measured values are rounded to whole percents: what is kept per kind and per
   pair of kinds would else grow with the trace. */
#define MANY_KINDS 4096

/* What jobs that behave alike have in common; millionths, G_MAXUINT32: not known. */
typedef struct
{
  guint32 type; /* string number */
  guint32 util, sm, dram;
  guint32 share; /* thousandths that a job asks for of which nothing else is known, else 0 */
} Kind;

/* The load of a kind on the reference GPU. */
typedef struct
{
  SwLoad load;
  gboolean known;
  gboolean both; /* compute and bandwidth are told apart */
} Reference;

/* What a model does to loads. */
typedef struct
{
  double speed;     /* of the fleet */
  double f, b;      /* rates, relative to the reference; 0: not known */
  gboolean spelled; /* the scenario gives the speed */
} Model;

typedef struct
{
  SwBehaviours public; /* first, so that it is found from it */
  GPtrArray *names;    /* owned */
  GArray *loads, *speeds;
  guint32 *of_job;
} Behaviours;

/* ---- kinds ---- */

static guint
hash_kind (gconstpointer kind)
{
  return (guint)sw_hash_bytes (kind, sizeof (Kind));
}

static gboolean
same_kind (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Kind)) == 0;
}

static const SwLoad *
find_load (const SwNamedLoad *loads, gsize n, const char *name)
{
  for (gsize i = 0; i < n; i++)
    if (g_str_equal (loads[i].name, name))
      return &loads[i].load;
  return NULL;
}

/* The load that the scenario gives to a type, NULL: none. */
static const SwLoad *
own_load (const SwScenario *s, const char *type)
{
  return find_load ((const SwNamedLoad *)(gpointer)s->behaviours->data, s->behaviours->len, type);
}

/* Where the load of a type comes from, if the jobs themselves do not say. */
enum
{
  TYPE_UNKNOWN,
  TYPE_BUILTIN,
  TYPE_GIVEN, /* by the scenario, whatever the jobs say */
};

static void
mark_type (guint8 *types, const SwStrings *strings, const char *name, guint8 how)
{
  const guint32 number = sw_strings_find (strings, name);
  if (number != G_MAXUINT32)
    types[number] = how;
}

/* By string number.  Transfer full. */
static guint8 *
find_types (const SwScenario *s, const SwStrings *strings)
{
  guint8 *types = g_new0 (guint8, sw_strings_count (strings));
  for (guint i = 0; i < G_N_ELEMENTS (builtin_loads); i++)
    mark_type (types, strings, builtin_loads[i].name, TYPE_BUILTIN);
  for (guint i = 0; i < s->behaviours->len; i++)
    mark_type (types, strings, g_array_index (s->behaviours, SwNamedLoad, i).name, TYPE_GIVEN);
  return types;
}

static guint32
rounded (guint32 ppm, gboolean coarse)
{
  return coarse && ppm != G_MAXUINT32 ? (ppm + 5000) / 10000 * 10000 : ppm;
}

/* Thousandths of each GPU that the first tasks of the job ask for, 0: no share. */
static guint32
share_of (const SwJobTable *table, guint32 job)
{
  const SwGroupRow *group = &table->groups[table->demands[table->demand[job]].first_group];
  return group->mode == SW_GPU_SHARE ? group->gpu_milli : 0;
}

static Kind
kind_of (const SwJobTable *table, const guint8 *types, guint32 job, gboolean coarse)
{
  const guint32 type = table->job_type[job];
  Kind kind = { type, G_MAXUINT32, G_MAXUINT32, G_MAXUINT32, 0 };
  if (types[type] == TYPE_GIVEN)
    return kind;
  kind.util = rounded (table->gpu_util[job], coarse);
  kind.sm = rounded (table->sm_active[job], coarse);
  kind.dram = rounded (table->dram_active[job], coarse);
  if (types[type] == TYPE_UNKNOWN && (kind.util & kind.sm & kind.dram) == G_MAXUINT32)
    kind.share = share_of (table, job);
  return kind;
}

static guint32
number_of (const Kind *kind, GHashTable *seen, GArray *kinds)
{
  gpointer found;
  if (g_hash_table_lookup_extended (seen, kind, NULL, &found))
    return GPOINTER_TO_UINT (found);
  g_hash_table_insert (seen, g_memdup2 (kind, sizeof *kind), GUINT_TO_POINTER (kinds->len));
  g_array_append_vals (kinds, kind, 1);
  return kinds->len - 1;
}

/* Array of Kind, in order of their first jobs; of_job gets the number of each job's. */
static GArray *
find_kinds (const SwScenario *s, const SwJobTable *table, guint32 *of_job, gboolean coarse)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (Kind));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (hash_kind, same_kind, g_free, NULL);
  g_autofree guint8 *types = find_types (s, table->strings);
  Kind last = { 0 };
  guint32 number = 0;
  for (guint32 j = 0; j < table->n; j++)
    {
      Kind kind = kind_of (table, types, j, coarse);
      if (j == 0 || !same_kind (&kind, &last))
        number = number_of (&kind, seen, kinds);
      last = kind;
      of_job[j] = number;
    }
  return kinds;
}

static Reference
load_of (const SwScenario *s, const char *type, const Kind *kind)
{
  const SwLoad *named = own_load (s, type);
  const gboolean measured
      = kind->util != G_MAXUINT32 || kind->sm != G_MAXUINT32 || kind->dram != G_MAXUINT32;
  if (!named && !measured)
    named = find_load (builtin_loads, G_N_ELEMENTS (builtin_loads), type);
  if (named)
    return (Reference){ *named, TRUE, TRUE };
  if (kind->share > 0)
    return (Reference){ { 1 - kind->share / 1e3, kind->share / 1e3, 0 }, FALSE, FALSE };
  return (Reference){ sw_load_from_activity (kind->util, kind->sm, kind->dram), measured,
                      kind->sm != G_MAXUINT32 && kind->dram != G_MAXUINT32 };
}

/* ---- names ---- */

static void
append_share (GString *out, const char *what, guint32 ppm)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  if (ppm != G_MAXUINT32)
    g_string_append_printf (out, "%s%s %s%%", out->len ? ", " : "", what,
                            g_ascii_formatd (text, sizeof text, "%.6g", ppm / 1e4));
}

/* The type, or what was measured: "GPU 80%, SM 50%". */
static char *
name_of (const char *type, const Kind *kind)
{
  if (*type)
    return g_strdup (type);
  GString *out = g_string_new (NULL);
  append_share (out, "GPU", kind->util);
  append_share (out, "SM", kind->sm);
  append_share (out, "DRAM", kind->dram);
  if (kind->share > 0)
    append_share (out, "share", kind->share * 1000);
  if (!out->len)
    g_string_append (out, "unknown");
  return g_string_free (out, FALSE);
}

/* ---- models ---- */

static double
ratio (double rate, double of)
{
  return rate > 0 && of > 0 ? rate / of : 0;
}

static Model
model_of (const SwScenario *s, const SwFleet *fleet, const SwCatalogue *catalogue, guint m)
{
  const char *name = fleet->models->pdata[m];
  const char *ref = s->workload.ref_gpu ? s->workload.ref_gpu : name;
  return (Model){
    .speed = g_array_index (fleet->speeds, double, m),
    .f
    = ratio (sw_catalogue_fp16_tflops (catalogue, name), sw_catalogue_fp16_tflops (catalogue, ref)),
    .b = ratio (sw_catalogue_bandwidth_gbs (catalogue, name),
                sw_catalogue_bandwidth_gbs (catalogue, ref)),
    .spelled = sw_scenario_speed (s, name) > 0,
  };
}

/* Load and speed of a behaviour on a model. */
static void
bind_load (const Reference *on_ref, const Model *model, SwLoad *load, double *speed)
{
  double time;
  *load = on_ref->load;
  *speed = model->speed;
  if (!on_ref->both || model->f == 0 || model->b == 0 || (model->f == 1 && model->b == 1))
    return;
  *load = sw_load_on (&on_ref->load, model->f, model->b, &time);
  if (!model->spelled)
    *speed = 1 / time;
}

/* ---- the whole ---- */

static void
bind_kind (Behaviours *b, const Reference *on_ref, const Model *models)
{
  for (guint32 m = 0; m < b->public.n_models; m++)
    {
      SwLoad load;
      double speed;
      bind_load (on_ref, &models[m], &load, &speed);
      g_array_append_val (b->loads, load);
      g_array_append_val (b->speeds, speed);
    }
}

/* Does the table say anything that a load could be told from?  A quick look: most say nothing. */
static gboolean
says_something (const SwJobTable *table)
{
  guint32 known = 0, types = 0;
  for (guint32 j = 0; j < table->n; j++)
    {
      known |= ~(table->gpu_util[j] & table->sm_active[j] & table->dram_active[j]);
      types |= table->job_type[j];
    }
  return known != 0 || types != 0;
}

static void
publish (Behaviours *b)
{
  b->public.n = b->names->len;
  b->public.names = (const char *const *)b->names->pdata;
  b->public.loads = (const SwLoad *)(gpointer)b->loads->data;
  b->public.speeds = (const double *)(gpointer)b->speeds->data;
  b->public.of_job = b->of_job;
}

SwBehaviours *
sw_behaviours_new (const SwScenario *s, const SwFleet *fleet, const SwCatalogue *catalogue,
                   const SwJobTable *table)
{
  if (!fleet->devices && !says_something (table))
    return NULL;
  Behaviours *b = g_new0 (Behaviours, 1);
  if (s->catalogue)
    catalogue = s->catalogue;
  b->names = g_ptr_array_new_with_free_func (g_free);
  b->loads = g_array_new (FALSE, FALSE, sizeof (SwLoad));
  b->speeds = g_array_new (FALSE, FALSE, sizeof (double));
  b->of_job = g_new (guint32, MAX (table->n, 1));
  b->public.n_models = fleet->models->len;
  g_autofree Model *models = g_new (Model, fleet->models->len + 1);
  for (guint m = 0; m < fleet->models->len; m++)
    models[m] = model_of (s, fleet, catalogue, m);
  g_autoptr (GArray) kinds = find_kinds (s, table, b->of_job, FALSE);
  if (kinds->len > MANY_KINDS)
    {
      g_array_unref (kinds);
      kinds = find_kinds (s, table, b->of_job, TRUE);
      b->public.rounded = TRUE;
    }
  for (guint i = 0; i < kinds->len; i++)
    {
      const Kind *kind = &g_array_index (kinds, Kind, i);
      const char *type = sw_strings_get (table->strings, kind->type);
      const Reference on_ref = load_of (s, type, kind);
      b->public.known |= on_ref.known;
      g_ptr_array_add (b->names, name_of (type, kind));
      bind_kind (b, &on_ref, models);
    }
  publish (b);
  if (b->public.known || fleet->devices)
    return &b->public;
  sw_behaviours_free (&b->public);
  return NULL;
}

void
sw_behaviours_free (SwBehaviours *behaviours)
{
  Behaviours *b = (Behaviours *)behaviours;
  if (!b)
    return;
  g_ptr_array_unref (b->names);
  g_array_unref (b->loads);
  g_array_unref (b->speeds);
  g_free (b->of_job);
  g_free (b);
}

/* Reasons about parts of GPUs: why no card has a share, a slot or an instance for a task now, and
 * why no card ever has one.  A card is looked at as the cluster does it (sw-cluster-spots.c); here
 * it is only found out which of its amounts is short. */
#include "sw-engine-private.h"
#include "sw-reason-parts.h"

#define MIB "%" G_GINT64_FORMAT " MiB"

/* What cards of one kind of pool have for a device of the group. */
typedef struct
{
  guint32 cards;               /* on nodes that are there */
  guint32 enough, seats, fits; /* with the thousandths; of these with a tenant's place; that fit */
  guint32 milli_most;          /* thousandths left on a card */
  gint64 mib_most;             /* among those with seats */
  guint32 idle, there;         /* instances that would serve, nobody's and of all */
  guint32 room;                /* cards where one could be made if the pool would */
  gboolean repartition;        /* some pool would */
} Kind;

typedef struct
{
  Kind kinds[SW_SHARING_TIMESLICE + 1];
  guint32 tasks;             /* that have room on cards, CPU and memory left out */
  guint32 tasks_all;         /* and with them */
  gint64 cpu_most, mem_most; /* free, on nodes with room for one task on cards */
} Survey;

/* Does an instance on the card serve the group, whether it is in use or not? */
static gboolean
serves (const SwPoolRules *rules, const SwMigGeometry *mig, guint there, guint asked)
{
  return there == asked || (rules->upsize && sw_mig_serves (mig, there, asked));
}

static void
look_at_instances (const SwView *v, SwNode node, const SwPoolRules *rules, const SwCard *card,
                   guint32 asked, Kind *kind)
{
  const SwMigGeometry *mig = sw_cluster_mig (v->cluster, node);
  kind->repartition |= rules->repartition;
  for (guint start = 0; start < mig->units; start++)
    if (card->at[start] > 0 && serves (rules, mig, card->at[start] - 1u, asked))
      {
        kind->there++;
        kind->idle += (card->busy >> start & 1) == 0;
      }
  kind->room += card->use != SW_CARD_WHOLE && sw_mig_starts (mig, asked, card->busy) != 0;
}

static void
look_at_share (const SwPoolRules *rules, const SwCard *card, const SwTaskGroup *group, Kind *kind)
{
  gboolean slots = rules->sharing == SW_SHARING_TIMESLICE;
  if (card->use == SW_CARD_WHOLE)
    return;
  kind->milli_most = MAX (kind->milli_most, card->left);
  if (!slots && card->left < group->milli)
    return;
  kind->enough++;
  if (card->tenants >= rules->max_tenants)
    return;
  kind->seats++;
  kind->mib_most = MAX (kind->mib_most, (gint64)card->mem_left);
}

static void
look_at_node (const SwView *v, const SwNodeInfo *info, SwNode node, const SwTaskGroup *group,
              Survey *survey)
{
  const SwPoolRules *rules = sw_cluster_rules (v->cluster, node);
  const SwCard *cards = sw_cluster_cards (v->cluster, node);
  Kind *kind = &survey->kinds[rules->sharing];
  guint32 fits = 0;
  for (guint32 i = 0; i < info->gpus; i++)
    {
      kind->cards++;
      if (rules->sharing == SW_SHARING_MIG)
        look_at_instances (v, node, rules, &cards[i],
                           (guint32)sw_cluster_profile (v->cluster, node, group), kind);
      else
        look_at_share (rules, &cards[i], group, kind);
      fits += sw_cluster_card_takes (v->cluster, node, i, group);
    }
  SwTaskGroup bare = *group;
  bare.cpu_milli = bare.mem_mib = 0;
  guint32 tasks = sw_cluster_room (v->cluster, node, &bare);
  kind->fits += fits;
  survey->tasks += tasks;
  survey->tasks_all += sw_cluster_room (v->cluster, node, group);
  if (tasks == 0)
    return;
  survey->cpu_most = MAX (survey->cpu_most, info->free_cpu_milli);
  survey->mem_most = MAX (survey->mem_most, info->free_mem_mib);
}

/* May the group be on the node, by model and kind of pool? */
static gboolean
may_be_on (const SwView *v, const SwNodeInfo *info, SwNode node, const SwTaskGroup *group)
{
  const SwPoolRules *rules = sw_cluster_rules (v->cluster, node);
  if (rules == NULL || info->gpus == 0 || (group->models >> info->model & 1) == 0)
    return FALSE;
  return rules->sharing == SW_SHARING_MIG ? sw_cluster_profile (v->cluster, node, group) >= 0
                                          : group->use == SW_USE_SHARE;
}

static Survey
look_around (const SwView *v, const SwTaskGroup *group)
{
  Survey survey = { .cpu_most = -1, .mem_most = -1 };
  for (SwNode i = 0; i < sw_cluster_n_nodes (v->cluster); i++)
    {
      SwNodeInfo info;
      sw_cluster_node (v->cluster, i, &info);
      if (info.up && may_be_on (v, &info, i, group))
        look_at_node (v, &info, i, group, &survey);
    }
  return survey;
}

/* ---- in words ---- */

static const SwGroupRow *
row_of (const SwView *v, SwJob job, guint32 group)
{
  const SwJobTable *t = v->table;
  return &t->groups[t->demands[t->demand[job]].first_group + group];
}

/* "3g.40gb", "0.250 of a GPU and 5000 MiB" */
static char *
wish_of (const SwView *v, SwJob job, guint32 group)
{
  const SwGroupRow *row = row_of (v, job, group);
  if (row->mode == SW_GPU_MIG)
    return g_strdup (sw_strings_get (v->table->strings, row->mig_profile));
  double share = (double)row->gpu_milli / 1000;
  if (row->gpu_mem_mib == 0)
    return g_strdup_printf ("%.3f of a GPU", share);
  return g_strdup_printf ("%.3f of a GPU and %u MiB", share, row->gpu_mem_mib);
}

static void add (GString *out, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add (GString *out, const char *format, ...)
{
  va_list values;
  va_start (values, format);
  if (out->len > 0)
    g_string_append (out, "; ");
  g_string_append_vprintf (out, format, values);
  va_end (values);
}

static void
lack_of_shares (GString *out, const Kind *kind, const SwTaskGroup *group)
{
  double share = (double)group->milli / 1000;
  if (kind->cards == 0)
    return;
  if (kind->enough == 0)
    add (out, "share: needs %.3f of a GPU, no GPU has more than %.3f free", share,
         (double)kind->milli_most / 1000);
  else if (kind->seats == 0)
    add (out, "tenants: no GPU that has %.3f free may have another", share);
  else if (kind->fits == 0 && group->card_mib > 0)
    add (out,
         "GPU memory: needs a promise of %u MiB on a GPU that has %.3f free, at most " MIB
         " are promised to nobody there",
         group->card_mib, share, kind->mib_most);
  else if (kind->fits == 0)
    add (out,
         "GPU memory: needs %.3f of a GPU's, at most " MIB " of one that has the share free are "
         "promised to nobody",
         share, kind->mib_most);
}

static void
lack_of_slots (GString *out, const Kind *kind, const SwTaskGroup *group)
{
  if (kind->cards == 0)
    return;
  if (kind->seats == 0)
    add (out, "slots: all of all %u GPUs are taken", kind->cards);
  else if (kind->fits == 0)
    add (out,
         "GPU memory: needs a promise of %u MiB on a GPU with a free slot, at most " MIB
         " are promised to nobody there",
         group->card_mib, kind->mib_most);
}

static void
lack_of_instances (GString *out, const Kind *kind, const char *wish)
{
  if (kind->cards == 0 || kind->fits > 0)
    return;
  if (kind->repartition && kind->there > 0)
    add (out,
         "instances: needs %s, all %u are in use, and where another could lie instances in "
         "use are in the way",
         wish, kind->there);
  else if (kind->repartition)
    add (out, "instances: needs %s, there is none, and instances in use are in the way of one",
         wish);
  else if (kind->there > 0)
    add (out, "instances: needs %s, all %u are in use%s", wish, kind->there,
         kind->room > 0 ? ", and the pool makes no others though there is room" : "");
  else
    add (out, "instances: needs %s, no layout has one%s", wish,
         kind->room > 0 ? ", and the pool makes none though there is room" : "");
}

static char *
lack_beside (const Survey *survey, const SwTaskGroup *group, guint32 tasks)
{
  if (group->cpu_milli > survey->cpu_most)
    return g_strdup_printf ("CPU: needs %.3f cores on a node that has the GPUs free, at most %.3f "
                            "are free there",
                            (double)group->cpu_milli / 1000, (double)survey->cpu_most / 1000);
  if (group->mem_mib > survey->mem_most)
    return g_strdup_printf ("memory: needs " MIB " on a node that has the GPUs free, at most " MIB
                            " are free there",
                            group->mem_mib, survey->mem_most);
  if (survey->tasks < tasks)
    return g_strdup_printf ("GPUs: needs room for %u tasks, there is room for %u", tasks,
                            survey->tasks);
  if (survey->tasks_all < tasks)
    return g_strdup_printf ("CPU or memory: %u tasks have GPUs free on their nodes, with what they "
                            "need beside there is room for %u of %u",
                            survey->tasks, survey->tasks_all, tasks);
  return NULL;
}

char *
sw_reason_lack_of_part (const SwView *v, SwJob job, guint32 number)
{
  const SwTaskGroup *group = &sw_demand_of (v, job)->groups[number];
  Survey survey = look_around (v, group);
  const Kind *shared = &survey.kinds[SW_SHARING_SHARED];
  const Kind *slots = &survey.kinds[SW_SHARING_TIMESLICE];
  const Kind *mig = &survey.kinds[SW_SHARING_MIG];
  if (shared->cards + slots->cards + mig->cards == 0)
    return g_strdup ("GPUs: no node is there whose pool could serve it");
  if (survey.tasks > 0)
    return lack_beside (&survey, group, group->tasks);
  g_autofree char *wish = wish_of (v, job, number);
  g_autoptr (GString) out = g_string_new (NULL);
  lack_of_shares (out, shared, group);
  lack_of_slots (out, slots, group);
  lack_of_instances (out, mig, wish);
  if (out->len > 0)
    return g_strdup (out->str);
  return g_strdup_printf (
      "GPUs: needs %s %u times on one node, no node has room for it (%u GPUs in "
      "all have room for one: fragmented)",
      wish, group->gpus, shared->fits + slots->fits + mig->fits);
}

/* ---- never ---- */

/* What the pools of the models that the group may use are like. */
typedef struct
{
  guint32 nodes, whole;        /* with GPUs of the models; of them, that give whole cards */
  guint32 shared, partitioned; /* that share cards; that partition them */
  guint32 can_be;              /* partitioned ones whose cards can have the instance */
  guint32 has, makes;          /* of them, in whose layouts there is one; that make others */
  gint64 mib_most;             /* of a card that is shared; -1: not limited */
  guint64 tasks;               /* that the empty cluster has room for */
} Pools;

static gboolean
layouts_have (const SwPoolRules *rules, const SwMigGeometry *mig, guint asked)
{
  for (guint32 i = 0; i < rules->n_layouts; i++)
    for (guint k = 0; k < rules->layouts[i].n; k++)
      if (serves (rules, mig, rules->layouts[i].profile[k], asked))
        return TRUE;
  return FALSE;
}

static void
look_at_pool (const SwView *v, SwNode node, const SwTaskGroup *group, Pools *pools)
{
  const SwPoolRules *rules = sw_cluster_rules (v->whole, node);
  pools->nodes++;
  pools->whole += rules == NULL || rules->change_mode;
  if (rules == NULL)
    return;
  if (rules->sharing != SW_SHARING_MIG)
    {
      gint64 usable = sw_cluster_usable_mib (v->whole, node);
      pools->shared++;
      pools->mib_most = MAX (pools->mib_most, usable < 0 ? G_MAXINT64 : usable);
      return;
    }
  pools->partitioned++;
  gint asked = sw_cluster_profile (v->whole, node, group);
  if (asked < 0)
    return;
  pools->can_be++;
  pools->has += layouts_have (rules, sw_cluster_mig (v->whole, node), (guint)asked);
  pools->makes += rules->repartition;
}

static Pools
look_at_pools (const SwView *v, const SwTaskGroup *group)
{
  Pools pools = { 0 };
  for (SwNode i = 0; i < sw_cluster_n_nodes (v->whole); i++)
    {
      SwNodeInfo info;
      sw_cluster_node (v->whole, i, &info);
      if (info.gpus == 0 || (group->models >> info.model & 1) == 0)
        continue;
      look_at_pool (v, i, group, &pools);
      pools.tasks += sw_cluster_room (v->whole, i, group);
    }
  return pools;
}

static char *
never_a_slice (const Pools *pools, const char *wish)
{
  if (pools->partitioned == 0)
    return g_strdup_printf ("asks for %s; no pool has such instances", wish);
  if (pools->can_be == 0)
    return g_strdup_printf ("asks for %s; no GPU of the pools with instances can have such a one",
                            wish);
  if (pools->has + pools->makes == 0)
    return g_strdup_printf ("asks for %s; no layout has such an instance and no pool makes others",
                            wish);
  return NULL;
}

static char *
never_a_share (const Pools *pools, const SwTaskGroup *group, const char *wish)
{
  if (pools->shared + pools->partitioned == 0)
    return g_strdup_printf ("asks for %s; no pool shares or partitions its GPUs", wish);
  if (pools->shared == 0)
    return never_a_slice (pools, wish);
  if (pools->mib_most < (gint64)group->card_mib && pools->has + pools->makes == 0)
    return g_strdup_printf ("asks for %s; no shared GPU has more than " MIB, wish, pools->mib_most);
  return NULL;
}

char *
sw_reason_never (const SwView *v, SwJob job)
{
  const SwDemand *demand = sw_demand_of (v, job);
  for (guint32 g = 0; sw_cluster_has_parts (v->whole) && g < demand->n_groups; g++)
    {
      const SwTaskGroup *group = &demand->groups[g];
      if (group->gpus == 0)
        continue;
      Pools pools = look_at_pools (v, group);
      g_autofree char *wish = wish_of (v, job, g);
      char *text = NULL;
      if (pools.nodes == 0)
        text = g_strdup ("asks for GPUs of models that no pool has");
      else if (group->use == SW_USE_WHOLE)
        text = pools.whole == 0 ? g_strdup ("asks for whole GPUs; no pool gives them whole") : NULL;
      else
        text = group->use == SW_USE_SLICE ? never_a_slice (&pools, wish)
                                          : never_a_share (&pools, group, wish);
      if (text == NULL && group->use >= SW_USE_SHARE && pools.tasks < group->tasks)
        text = g_strdup_printf (
            "asks for %u task%s of %s; all nodes together have room for %" G_GUINT64_FORMAT,
            group->tasks, group->tasks == 1 ? "" : "s", wish, pools.tasks);
      if (text != NULL)
        return text;
    }
  return g_strdup ("asks for more than all capacity that ever exists");
}

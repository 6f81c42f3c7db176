/* Jobs on partitioned cards: places, repartitioning, counters and sizes, by the published cases of
 * what goes wrong. */
#include "sw-catalogue.h"
#include "sw-check.h"
#include "sw-kit.h"

#include <string.h>

/* Jobs of "id/submit/profile/run"; the profile "MIB+MILLI" asks by size. */
static SwJobTable *
slice_jobs (const char *text)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  SwStrings *strings = sw_job_builder_strings (builder);
  g_auto (GStrv) jobs = g_strsplit (text, " ", -1);
  for (char **job = jobs; *job; job++)
    {
      g_auto (GStrv) part = g_strsplit (*job, "/", -1);
      SwGroupRow group = { .tasks = 1, .gpus = 1, .mode = SW_GPU_MIG };
      char *plus = strchr (part[2], '+');
      if (plus && g_ascii_isdigit (plus[1]))
        {
          group.mode = SW_GPU_SHARE;
          group.gpu_mem_mib = (guint32)g_ascii_strtoull (part[2], NULL, 10);
          group.gpu_milli = (guint32)g_ascii_strtoull (plus + 1, NULL, 10);
        }
      else
        group.mig_profile = sw_strings_add (strings, part[2], -1);
      SwJobRow row
          = sw_kit_plain_row (part[0], sw_job_builder_demand (builder, &group, 1, SW_TOPOLOGY_ANY));
      row.submit = (SwTime)g_ascii_strtoll (part[1], NULL, 10) * SW_SECOND;
      row.work = (SwTime)g_ascii_strtoll (part[3], NULL, 10) * SW_SECOND;
      sw_job_builder_add (builder, &row);
    }
  char *bad = NULL;
  SwJobTable *table = sw_job_builder_finish (builder, &bad);
  g_assert (table);
  return table;
}

/* A pool of one card. */
typedef struct
{
  SwCatalogue *catalogue;
  char *node;
  SwNodeTable *nodes;
  SwPoolRules rules;
  SwMigLayout layout;
  SwDeviceModel model;
  SwDevices devices;
} Pool;

/* layout: NULL for none.  The devices point into pool. */
static void
pool_init (Pool *pool, const char *gpu, const SwPoolRules *rules, const char *layout)
{
  g_autoptr (GError) error = NULL;
  *pool = (Pool){ .catalogue = sw_catalogue_new (&error), .rules = *rules };
  CHECK_NO_ERROR (error);
  pool->node = g_strconcat ("1x1:", gpu, NULL);
  pool->nodes = sw_kit_nodes (pool->node);
  const SwMigGeometry *mig = sw_catalogue_mig (pool->catalogue, gpu);
  char *why = NULL;
  if (layout && CHECK_TRUE (sw_mig_layout_parse (mig, layout, &pool->layout, &why)))
    {
      pool->rules.n_layouts = 1;
      pool->rules.layouts = &pool->layout;
    }
  pool->rules.pool = "pool";
  pool->model = (SwDeviceModel){ gpu, sw_catalogue_usable_mib (pool->catalogue, gpu), mig };
  pool->devices = (SwDevices){ 1, 1, &pool->rules, &pool->model };
}

static void
pool_clear (Pool *pool)
{
  g_free (pool->node);
  sw_node_table_free (pool->nodes);
  sw_catalogue_free (pool->catalogue);
}

/* What the jobs come to on the card. */
static char *
share_card (const char *gpu, const SwPoolRules *rules, const char *layout, const char *jobs)
{
  Pool pool;
  pool_init (&pool, gpu, rules, layout);
  SwKit kit;
  sw_kit_init (&kit, pool.node, "", "greedy", "first-fit");
  sw_job_table_free (kit.table);
  kit.table = slice_jobs (jobs);
  kit.spec.table = kit.table;
  kit.spec.devices = &pool.devices;
  char *answer = sw_kit_run (&kit) ? sw_kit_schedule (&kit) : g_strdup (kit.error->message);
  sw_kit_clear (&kit);
  pool_clear (&pool);
  return answer;
}

#define CHECK_CARD(rules, layout, jobs, schedule)                                                  \
  CHECK_CARD_OF ("A100-40-SXM", rules, layout, jobs, schedule)
#define CHECK_CARD_OF(gpu, rules, layout, jobs, schedule)                                          \
  do                                                                                               \
    {                                                                                              \
      g_autofree char *answer = share_card (gpu, &rules, layout, jobs);                            \
      CHECK_STR (answer, schedule);                                                                \
    }                                                                                              \
  while (0)

static const SwPoolRules fixed = { .sharing = SW_SHARING_MIG, .max_tenants = 16 };
static const SwPoolRules upsizing
    = { .sharing = SW_SHARING_MIG, .max_tenants = 16, .upsize = TRUE };
static const SwPoolRules dynamic
    = { .sharing = SW_SHARING_MIG, .max_tenants = 16, .repartition = TRUE };
static const SwPoolRules slow = { .sharing = SW_SHARING_MIG,
                                  .max_tenants = 16,
                                  .repartition = TRUE,
                                  .destroy = 10 * SW_SECOND,
                                  .create = 20 * SW_SECOND };

/* Case H-01: (a) 3g leaves room for 4g, whichever comes first; (b) seven compute slices, but no
   memory units for three more; (c) six of seven slices and no unit left. */
static void
places_count_not_only_slices (void)
{
  CHECK_CARD (dynamic, NULL, "a/0/3g.20gb/100 b/0/4g.20gb/100", "a 0-100 b 0-100");
  CHECK_CARD (dynamic, NULL, "a/0/4g.20gb/100 b/0/3g.20gb/100", "a 0-100 b 0-100");
  CHECK_CARD (dynamic, NULL,
              "a/0/1g.10gb/100 b/0/1g.10gb/100 c/0/1g.10gb/100 d/0/1g.10gb/100 "
              "e/0/1g.5gb/100 f/0/1g.5gb/100 g/0/1g.5gb/100",
              "a 0-100 b 0-100 c 0-100 d 0-100 e 100-200 f 100-200 g 100-200");
  CHECK_CARD (dynamic, NULL, "a/0/3g.20gb/100 b/0/3g.20gb/100 c/0/1g.5gb/100",
              "a 0-100 b 0-100 c 100-200");
}

#define H09 "a/0/4g.20gb/1000 b/0/1g.5gb/2000 c/100/1g.5gb/50"
#define H09_LAYOUT "4g.20gb@0 2g.10gb@4 1g.5gb@6"

/* Case H-09: instances in use are never touched, idle ones only where the pool repartitions. */
static void
repartition_spares_instances_in_use (void)
{
  CHECK_CARD (fixed, H09_LAYOUT, H09, "a 0-1000 b 0-2000 c 2000-2050");
  CHECK_CARD (upsizing, H09_LAYOUT, H09, "a 0-1000 b 0-2000 c 100-150");
  CHECK_CARD (dynamic, H09_LAYOUT, H09, "a 0-1000 b 0-2000 c 100-150");
  /* A layout of the whole card waits until nobody is on it. */
  CHECK_CARD (dynamic, H09_LAYOUT, "a/0/4g.20gb/1000 b/0/1g.5gb/2000 c/100/7g.40gb/50",
              "a 0-1000 b 0-2000 c 2000-2050");
}

/* The same with the places themselves, and the time that the change takes. */
static void
repartition_takes_its_time (void)
{
  Pool pool;
  pool_init (&pool, "A100-40-SXM", &slow, H09_LAYOUT);
  g_autoptr (SwCluster) cluster = sw_cluster_new (pool.nodes, &pool.devices, NULL);
  g_autoptr (SwJobTable) table = slice_jobs (H09);
  SwDemands *demands = sw_demands_new (cluster, table, NULL);
  sw_cluster_fill_up (cluster);
  static const guint8 starts[] = { 0, 6, 5 };
  static const guint8 destroys[] = { 0, 0, 1 };
  for (guint job = 0; job < 3; job++)
    {
      const SwTaskGroup *group = &demands->demands[demands->of[job]].groups[0];
      SwSpot spot;
      SwPiece piece;
      CHECK_TRUE (sw_cluster_choose (cluster, 0, group, &spot));
      CHECK_TRUE (sw_cluster_spot_holds (cluster, 0, group, &spot));
      CHECK_INT (spot.start, starts[job]);
      CHECK_INT (spot.destroys, destroys[job]);
      CHECK_INT (spot.creates, destroys[job]);
      CHECK_TIME (sw_cluster_setup (cluster, 0, group, &spot), destroys[job] * 30 * SW_SECOND);
      CHECK_TRUE (sw_cluster_claim_part (cluster, 0, group, &spot, TRUE, &piece));
    }
  g_autofree char *broken = sw_cluster_verify (cluster);
  CHECK_STR (broken, NULL);
  sw_demands_free (demands);
  pool_clear (&pool);
}

/* Case H-11 as jobs: by size on an empty card, and where only a 3g is idle. */
static void
sizes_count_memory_and_compute (void)
{
  CHECK_CARD (dynamic, NULL, "a/0/19073+571/100 b/0/3g.20gb/100", "a 0-100 b 0-100");
  CHECK_CARD (dynamic, NULL, "a/0/19073+571/100 b/0/4g.20gb/100", "a 0-100 b 100-200");
  CHECK_CARD (fixed, "4g.20gb 3g.20gb", "a/0/4g.20gb/100 b/0/19073+571/100", "a 0-100 b 100-200");
  CHECK_CARD (fixed, "4g.20gb 3g.20gb", "a/0/4g.20gb/100 b/0/19073+429/100", "a 0-100 b 0-100");
}

static void
a_wish_that_no_card_has_is_told (void)
{
  CHECK_CARD (dynamic, NULL, "a/0/1g.6gb/100 b/0/1g.5gb/100", "a x-0(unsatisfiable) b 0-100");
  CHECK_CARD (dynamic, NULL, "a/0/50000+1/100 b/0/1g.5gb/100", "a x-0(unsatisfiable) b 0-100");
  CHECK_CARD (fixed, "2x3g.20gb", "a/0/1g.5gb/100", "a x-0(unsatisfiable)");
}

/* Bits of the starts of all instances of the card. */
static guint32
starts_made (const SwCluster *cluster)
{
  const SwCard *card = sw_cluster_cards (cluster, 0);
  guint32 starts = 0;
  for (guint start = 0; start < SW_MAX_UNITS; start++)
    starts |= (guint32)(card->at[start] > 0) << start;
  return starts;
}

/* A job is placed beside idle instances: where, and what is there before and with it; all that was
   there comes back if it is not placed after all. */
static void
check_making (const char *gpu, const char *layout, const char *profile, guint start, guint destroys,
              guint32 before, guint32 with)
{
  Pool pool;
  pool_init (&pool, gpu, &slow, layout);
  g_autoptr (SwCluster) cluster = sw_cluster_new (pool.nodes, &pool.devices, NULL);
  g_autofree char *job = g_strdup_printf ("a/0/%s/10", profile);
  g_autoptr (SwJobTable) table = slice_jobs (job);
  SwDemands *demands = sw_demands_new (cluster, table, NULL);
  sw_cluster_fill_up (cluster);
  SwClaim claim;
  sw_claim_init (&claim, cluster);
  sw_claim_begin (&claim, &demands->demands[0]);
  CHECK_INT (starts_made (cluster), before);
  CHECK_INT (sw_cluster_room (cluster, 0, &demands->groups[0]) > 0, TRUE);
  CHECK_TRUE (sw_claim_add (&claim, 0, 0, 1));
  CHECK_INT (claim.pieces[0].part.start, start);
  CHECK_INT (claim.setups[0].destroyed, destroys);
  CHECK_INT (claim.setups[0].created, 1);
  CHECK_TIME (sw_claim_setup (&claim), (10 * destroys + 20) * SW_SECOND);
  CHECK_INT (starts_made (cluster), with);
  g_autofree char *broken = sw_cluster_verify (cluster);
  CHECK_STR (broken, NULL);
  sw_claim_undo (&claim, 0);
  CHECK_INT (starts_made (cluster), before);
  g_autofree char *broken_again = sw_cluster_verify (cluster);
  CHECK_STR (broken_again, NULL);
  sw_claim_clear (&claim);
  sw_demands_free (demands);
  pool_clear (&pool);
}

/* An idle instance may forbid another without lying where that will be. */
static void
repartition_destroys_all_that_blocks (void)
{
  /* All instances of the card are of one profile. */
  check_making ("MI300X", "8xcpx_nps4", "dpx_nps2", 0, 8, 0xff, 0x01);
  check_making ("MI300X", "2xqpx_nps4", "cpx_nps4", 7, 2, 0x05, 0x80);
  check_making ("MI300X", "cpx_nps4@0", "spx_nps1", 0, 1, 0x01, 0x01);
  /* The media engine that a card has once; the plain instances stay. */
  check_making ("A30", "1g.6gb@0 1g.6gb+me@3", "2g.12gb+me", 2, 1, 0x09, 0x05);
  check_making ("A30", "1g.6gb+me@0 1g.6gb@1", "2g.12gb+me", 2, 1, 0x03, 0x06);
  /* Who takes all media engines leaves the others none. */
  check_making ("RTXPRO6000-96-WS", "2x1g.24gb 1g.24gb-me", "1g.24gb+me.all", 6, 2, 0x248, 0x240);
}

/* Instances in use block as they did. */
static void
what_blocks_in_use_stays (void)
{
  CHECK_CARD_OF ("MI300X", dynamic, NULL, "a/0/cpx_nps4/100 b/0/dpx_nps2/50 c/10/cpx_nps4/20",
                 "a 0-100 b 100-150 c 10-30");
  CHECK_CARD_OF ("A30", dynamic, NULL, "a/0/1g.6gb+me/100 b/0/2g.12gb+me/50 c/10/2g.12gb/20",
                 "a 0-100 b 100-150 c 10-30");
  CHECK_CARD_OF ("RTXPRO6000-96-WS", dynamic, NULL,
                 "a/0/1g.24gb/100 b/0/1g.24gb+me.all/50 c/10/1g.24gb-me/20",
                 "a 0-100 b 100-150 c 10-30");
}

/* Two instances of one task obey the counters together. */
static void
instances_of_one_task_count_together (void)
{
  Pool pool;
  pool_init (&pool, "A30", &dynamic, "1g.6gb@0 1g.6gb@1 2g.12gb@2");
  g_autoptr (SwCluster) cluster = sw_cluster_new (pool.nodes, &pool.devices, NULL);
  SwJobBuilder *builder = sw_job_builder_new ();
  SwStrings *strings = sw_job_builder_strings (builder);
  static const struct
  {
    const char *profile;
    guint32 gpus;
    gboolean fits;
  } cases[] = { { "1g.6gb", 4, TRUE },
                { "1g.6gb", 5, FALSE },
                { "1g.6gb+me", 2, FALSE },
                { "2g.12gb", 2, TRUE },
                { "2g.12gb+me", 1, TRUE } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SwGroupRow group = { .tasks = 1, .gpus = cases[i].gpus, .mode = SW_GPU_MIG };
      group.mig_profile = sw_strings_add (strings, cases[i].profile, -1);
      g_autofree char *id = g_strdup_printf ("%u", i);
      SwJobRow row
          = sw_kit_plain_row (id, sw_job_builder_demand (builder, &group, 1, SW_TOPOLOGY_ANY));
      row.work = SW_SECOND;
      sw_job_builder_add (builder, &row);
    }
  char *bad = NULL;
  g_autoptr (SwJobTable) table = sw_job_builder_finish (builder, &bad);
  SwDemands *demands = sw_demands_new (cluster, table, NULL);
  sw_cluster_fill_up (cluster);
  SwClaim claim;
  sw_claim_init (&claim, cluster);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      sw_claim_begin (&claim, &demands->demands[demands->of[i]]);
      CHECK_INT (sw_claim_add (&claim, 0, 0, 1), cases[i].fits);
      g_autofree char *broken = sw_cluster_verify (cluster);
      CHECK_STR (broken, NULL);
      sw_claim_undo (&claim, 0);
    }
  sw_claim_clear (&claim);
  sw_demands_free (demands);
  pool_clear (&pool);
}

/* What a demand counts: the smallest instance that serves; a whole card where none does. */
static void
demands_count_slices_by_thousandths (void)
{
  static const struct
  {
    const char *gpu, *profile;
    guint milli;
  } cases[] = { { "A100-40-SXM", "1g.5gb", 142 },   { "A100-40-SXM", "3g.20gb", 428 },
                { "A100-40-SXM", "7g.40gb", 1000 }, { "A100-40-SXM", "1g.6gb", 1000 },
                { "A30", "1g.6gb", 250 },           { "MI300X", "qpx_nps4", 250 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Pool pool;
      pool_init (&pool, cases[i].gpu, &dynamic, NULL);
      g_autoptr (SwCluster) cluster = sw_cluster_new (pool.nodes, &pool.devices, NULL);
      g_autofree char *job = g_strdup_printf ("a/0/%s/10", cases[i].profile);
      g_autoptr (SwJobTable) table = slice_jobs (job);
      SwDemands *demands = sw_demands_new (cluster, table, NULL);
      CHECK_INT (demands->demands[0].milli, cases[i].milli);
      CHECK_INT (demands->groups[0].milli, cases[i].milli);
      sw_demands_free (demands);
      pool_clear (&pool);
    }
}

/* While a job waits for an instance it waits for the thousandths of one. */
static void
waiting_counts_the_slice (void)
{
  Pool pool;
  SwKit kit;
  pool_init (&pool, "A100-40-SXM", &fixed, "4g.20gb 3g.20gb");
  sw_kit_init (&kit, pool.node, "", "greedy", "first-fit");
  sw_job_table_free (kit.table);
  kit.table = slice_jobs ("a/0/3g.20gb/100 b/0/3g.20gb/100 c/0/3g.20gb/100");
  kit.spec.table = kit.table;
  kit.spec.devices = &pool.devices;
  CHECK_TRUE (sw_kit_run (&kit));
  CHECK_REAL (sw_kit_figure (&kit, "waiting_gpus_max"), 2 * 0.428, 1e-9);
  sw_kit_clear (&kit);
  pool_clear (&pool);
}

/* Case H-10: the fourth tenant waits although there is memory, and compute. */
static void
tenants_are_capped (void)
{
  static const SwPoolRules three = { .sharing = SW_SHARING_SHARED,
                                     .max_tenants = 3,
                                     .enforcement = SW_ENFORCE_HARD,
                                     .promise_memory = TRUE };
  CHECK_CARD_OF ("A30", three, NULL,
                 "a/0/1024+100/100 b/0/1024+100/100 c/0/1024+100/100 d/0/1024+100/100",
                 "a 0-100 b 0-100 c 0-100 d 100-200");
}

SW_CHECKS ("mig-jobs", { "places count, not only slices", places_count_not_only_slices },
           { "repartition spares instances in use", repartition_spares_instances_in_use },
           { "repartition takes its time", repartition_takes_its_time },
           { "sizes count memory and compute", sizes_count_memory_and_compute },
           { "a wish that no card has is told", a_wish_that_no_card_has_is_told },
           { "repartition destroys all that blocks", repartition_destroys_all_that_blocks },
           { "what blocks in use stays", what_blocks_in_use_stays },
           { "instances of one task count together", instances_of_one_task_count_together },
           { "demands count slices by thousandths", demands_count_slices_by_thousandths },
           { "waiting counts the slice", waiting_counts_the_slice },
           { "tenants are capped", tenants_are_capped })

/* Partitioned cards from the engine to the files: the levels that it tells, and the text of
 * placements. */
#include <glib/gstdio.h>
#include <string.h>

#include "sw-catalogue.h"
#include "sw-check.h"
#include "sw-kit.h"

#define MODEL "A100-40-SXM"

typedef struct
{
  SwKit kit;
  SwCatalogue *catalogue;
  SwPoolRules rules;
  SwDeviceModel model;
  SwDevices devices;
} World;

static SwJobTable *
make_jobs (const char *const *profiles)
{
  SwJobBuilder *builder = sw_job_builder_new ();
  SwStrings *strings = sw_job_builder_strings (builder);
  for (guint i = 0; profiles[i]; i++)
    {
      SwGroupRow group = { .tasks = 1, .gpus = 1, .mode = SW_GPU_MIG };
      group.mig_profile = sw_strings_add (strings, profiles[i], -1);
      g_autofree char *id = g_strdup_printf ("j%u", i);
      SwJobRow row
          = sw_kit_plain_row (id, sw_job_builder_demand (builder, &group, 1, SW_TOPOLOGY_ANY));
      row.work = 100 * SW_SECOND;
      sw_job_builder_add (builder, &row);
    }
  char *bad = NULL;
  return sw_job_builder_finish (builder, &bad);
}

/* Runs the jobs, which all arrive at once, on one card without instances. */
static void
run (World *world, const char *const *profiles)
{
  SwKit *kit = &world->kit;
  world->catalogue = sw_catalogue_new (NULL);
  world->rules = (SwPoolRules){
    .pool = "pool", .sharing = SW_SHARING_MIG, .max_tenants = 16, .repartition = TRUE
  };
  world->model = (SwDeviceModel){ MODEL, sw_catalogue_usable_mib (world->catalogue, MODEL),
                                  sw_catalogue_mig (world->catalogue, MODEL) };
  world->devices = (SwDevices){ 1, 1, &world->rules, &world->model };
  sw_kit_init (kit, "1x1:" MODEL, "", "greedy", "first-fit");
  sw_job_table_free (kit->table);
  kit->table = make_jobs (profiles);
  kit->spec.table = kit->table;
  kit->spec.devices = &world->devices;
  CHECK_TRUE (sw_kit_run (kit));
}

static void
clear (World *world)
{
  sw_kit_clear (&world->kit);
  sw_catalogue_free (world->catalogue);
}

static const char *
node_id (gconstpointer data, SwNode node)
{
  return "n";
}

static const char *
profile_name (gconstpointer data, SwNode node, guint profile)
{
  const World *world = data;
  return world->model.mig->profiles[profile].name;
}

/* Case H-01 (c): six of seven slices and no unit left, so the seventh is stranded. */
static void
slices_held_and_stranded (void)
{
  World world;
  run (&world, (const char *const[]){ "3g.20gb", "3g.20gb", "1g.5gb", NULL });
  CHECK_REAL (sw_kit_figure (&world.kit, "busy_share"), 100, 0);
  CHECK_REAL (sw_kit_figure (&world.kit, "slices_held"), 50, 1e-9);
  CHECK_REAL (sw_kit_figure (&world.kit, "slices_stranded"), 100.0 / 14, 1e-9);
  CHECK_TRUE (sw_kit_figure (&world.kit, "memory_allocated") > 50);
  CHECK_TRUE (sw_kit_figure (&world.kit, "memory_allocated") < 60);
  clear (&world);
}

static void
instances_have_their_names (void)
{
  World world;
  run (&world, (const char *const[]){ "4g.20gb", "3g.20gb", NULL });
  SwNodeNames names = { node_id, &world, profile_name };
  char *parent = sw_test_folder ();
  g_autofree char *path = g_build_filename (parent, "out", NULL);
  SwFolder *folder = sw_folder_new (path, NULL);
  CHECK_TRUE (sw_account_write (world.kit.account, world.kit.outcome, &names, folder, NULL));
  CHECK_TRUE (sw_folder_commit (folder, NULL));
  g_autofree char *attempts = sw_test_read (path, "attempts.csv");
  CHECK_CONTAINS (attempts, ",n:0[4g.20gb@0]\n");
  CHECK_CONTAINS (attempts, ",n:0[3g.20gb@4]\n");
  g_autofree char *timeline = sw_test_read (path, "timeline.csv");
  CHECK_CONTAINS (timeline, ",slices,slices_held,slices_stranded,unusable\n0,1,1,0,0,0,2,0,1,1,");
  CHECK_CONTAINS (timeline, ",7,7,0,\n");
  sw_test_remove (parent);
  clear (&world);
}

SW_CHECKS ("parts", { "H-01 slices held and stranded", slices_held_and_stranded },
           { "instances have their names", instances_have_their_names })

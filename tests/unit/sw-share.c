#include "sw-share.h"

#include <string.h>

static void
add_behaviours (SwShare *share, const SwShareLoad *loads)
{
  const SwJobTable *t = share->kit.table;
  guint32 n = 0;
  while (loads[n].type != NULL)
    n++;
  share->names = g_new0 (const char *, n);
  share->loads = g_new0 (SwLoad, n);
  share->speeds = g_new0 (double, n);
  share->of_job = g_new0 (guint32, MAX (t->n, 1));
  for (guint32 i = 0; i < n; i++)
    {
      share->names[i] = loads[i].type;
      share->loads[i] = loads[i].load;
      share->speeds[i] = 1;
      for (SwJob job = 0; job < t->n; job++)
        if (g_str_equal (sw_strings_get (t->strings, t->job_type[job]), loads[i].type))
          share->of_job[job] = i;
    }
  share->behaviours = (SwBehaviours){ .n = n,
                                      .n_models = 1,
                                      .names = share->names,
                                      .loads = share->loads,
                                      .speeds = share->speeds,
                                      .of_job = share->of_job,
                                      .known = TRUE };
  share->kit.spec.behaviours = &share->behaviours;
}

void
sw_share_init (SwShare *share, const SwPoolRules *rules, const char *layout,
               const SwShareLoad *loads, const char *nodes, const char *jobs, const char *place)
{
  *share = (SwShare){ .catalogue = sw_catalogue_new (NULL), .rules = *rules };
  gsize counts = strcspn (nodes, "/");
  g_autofree char *of_model
      = g_strdup_printf ("%.*s:" SW_SHARE_MODEL "%s", (int)counts, nodes, nodes + counts);
  sw_kit_init (&share->kit, of_model, jobs, "greedy", place);
  const SwMigGeometry *mig = sw_catalogue_mig (share->catalogue, SW_SHARE_MODEL);
  if (layout != NULL)
    {
      char *why = NULL;
      if (!sw_mig_layout_parse (mig, layout, &share->layout, &why))
        g_error ("share: %s", why);
      share->rules.n_layouts = 1;
      share->rules.layouts = &share->layout;
    }
  share->rules.pool = "pool";
  share->model = (SwDeviceModel){ SW_SHARE_MODEL,
                                  sw_catalogue_usable_mib (share->catalogue, SW_SHARE_MODEL), mig };
  share->devices = (SwDevices){ 1, 1, &share->rules, &share->model };
  share->kit.spec.devices = &share->devices;
  if (loads != NULL)
    add_behaviours (share, loads);
}

void
sw_share_clear (SwShare *share)
{
  sw_kit_clear (&share->kit);
  sw_catalogue_free (share->catalogue);
  g_free (share->names);
  g_free (share->loads);
  g_free (share->speeds);
  g_free (share->of_job);
}

char *
sw_share_answer (SwShare *share)
{
  return sw_kit_run (&share->kit) ? sw_kit_schedule (&share->kit)
                                  : g_strdup (share->kit.error->message);
}

char *
sw_share_kills (const SwShare *share)
{
  GString *text = g_string_new (NULL);
  const GArray *kills = share->kit.outcome->kills;
  for (guint i = 0; i < kills->len; i++)
    {
      const SwKill *kill = &g_array_index (kills, SwKill, i);
      char at[SW_TIME_TEXT];
      g_string_append_printf (text, "%s%s<%s(%s)@%s", i > 0 ? " " : "",
                              share->kit.table->id[kill->victim],
                              share->kit.table->id[kill->culprit], sw_kill_names[kill->how],
                              sw_format_seconds (kill->at, at));
    }
  return g_string_free (text, FALSE);
}

/* Pools with parts of cards for tests; see the header. */
#include "sw-cards.h"

SwCards *
sw_cards_new (const char *models, const SwPoolRules *rules, guint n)
{
  SwCards *self = g_new0 (SwCards, 1);
  g_auto (GStrv) names = g_strsplit (models, "|", -1);
  const guint n_models = g_strv_length (names);
  self->catalogue = sw_catalogue_new (NULL);
  self->rules = g_memdup2 (rules, n * sizeof *rules);
  self->layouts = g_new0 (SwMigLayout, n);
  self->models = g_new0 (SwDeviceModel, n_models);
  for (guint i = 0; i < n_models; i++)
    {
      const gint known = sw_catalogue_find (self->catalogue, names[i]);
      if (known < 0)
        g_error ("no model %s in the catalogue", names[i]);
      self->models[i] = (SwDeviceModel){ sw_catalogue_name (self->catalogue, (guint)known),
                                         sw_catalogue_usable_mib (self->catalogue, names[i]),
                                         sw_catalogue_mig (self->catalogue, names[i]) };
    }
  self->devices = (SwDevices){ n, n_models, self->rules, self->models };
  return self;
}

void
sw_cards_free (SwCards *self)
{
  sw_catalogue_free (self->catalogue);
  g_free (self->rules);
  g_free (self->layouts);
  g_free (self->models);
  g_free (self);
}

void
sw_cards_lay (SwCards *self, guint pool, const char *model, const char *layout)
{
  g_autofree char *why = NULL;
  const SwMigGeometry *mig = sw_catalogue_mig (self->catalogue, model);
  if (!sw_mig_layout_parse (mig, layout, &self->layouts[pool], &why))
    g_error ("layout %s: %s", layout, why);
  self->rules[pool].n_layouts = 1;
  self->rules[pool].layouts = &self->layouts[pool];
}

/* Pools that share or partition cards of the catalogue's models, for tests. */
#ifndef SW_CARDS_H
#define SW_CARDS_H

#include "sw-catalogue.h"
#include "sw-devices.h"

G_BEGIN_DECLS

typedef struct
{
  SwDevices devices; /* for sw_cluster_new() and SwRunSpec */
  SwCatalogue *catalogue;
  SwPoolRules *rules;
  SwDeviceModel *models;
  SwMigLayout *layouts; /* one per pool */
} SwCards;

/* models: "A|B"; rules of n pools are copied. */
SwCards *sw_cards_new (const char *models, const SwPoolRules *rules, guint n);
void sw_cards_free (SwCards *cards);
/* Every card of the pool begins with this layout; a text that is none ends the test. */
void sw_cards_lay (SwCards *cards, guint pool, const char *model, const char *layout);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwCards, sw_cards_free)

G_END_DECLS

#endif

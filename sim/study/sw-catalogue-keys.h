/* Which keys a catalogue may have: groups [gpu NAME] for models and [mig NAME] for the ways to
 * partition cards. */
#ifndef SW_CATALOGUE_KEYS_H
#define SW_CATALOGUE_KEYS_H

#include "sw-keyfile.h"

G_BEGIN_DECLS

extern const SwKeySpec sw_catalogue_schema[];

G_END_DECLS

#endif

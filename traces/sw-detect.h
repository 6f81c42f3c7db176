/* Tells the profile of a file. */
#ifndef SW_DETECT_H
#define SW_DETECT_H

#include "sw-import.h"
#include "sw-profile.h"
#include "sw-source.h"

G_BEGIN_DECLS

/* The profile that the options name, or the only built-in one (of nodes or of jobs) whose signature
   fits the first row; NULL with SW_ERROR_INPUT if none or more than one does. */
SwProfile *sw_detect_profile (const SwImportOptions *options, SwSource *source, gboolean nodes,
                              GError **error);

G_END_DECLS

#endif

/* The one table of built-in policies: one line per policy in builtin.c. */
#ifndef SW_BUILTIN_H
#define SW_BUILTIN_H

#include <slicewise/policy.h>

extern const SwPolicy *const sw_builtin_policies[]; /* ends with NULL */

#endif

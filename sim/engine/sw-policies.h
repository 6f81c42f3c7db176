/* Policies by name: the built-in table, plug-ins, and the text form "name param=value ...". */
#ifndef SW_POLICIES_H
#define SW_POLICIES_H

#include <slicewise/policy.h>

G_BEGIN_DECLS

typedef struct SwPolicies SwPolicies;

/* builtin: NULL-terminated array of tables. */
SwPolicies *sw_policies_new (const SwPolicy *const *builtin);
void sw_policies_free (SwPolicies *policies);
/* Loads a plug-in from a path; a plain name is looked for as NAME.so in the plug-in folder.  It
   stays loaded until the process ends.  SW_ERROR_POLICY: no file, no symbol, wrong ABI, name taken.
 */
gboolean sw_policies_load (SwPolicies *policies, const char *path, GError **error);
guint sw_policies_count (const SwPolicies *policies);
const SwPolicy *sw_policies_get (const SwPolicies *policies, guint i);
const SwPolicy *sw_policies_find (const SwPolicies *policies, SwPolicyKind kind, const char *name);

/* A policy with values for its parameters. */
typedef struct
{
  const SwPolicy *policy;
  SwValue *values; /* one per parameter */
  char *text;      /* normal form: name and the parameters that differ from their defaults */
} SwPolicyUse;
/* From "name param=value ...": unknown names and parameters are errors (SW_ERROR_INPUT) that name
   the nearest; the message has no position. */
gboolean sw_policy_use_parse (const SwPolicies *policies, SwPolicyKind kind, const char *text,
                              SwPolicyUse *out, GError **error);
void sw_policy_use_clear (SwPolicyUse *use);
guint32 sw_policy_use_flags (const SwPolicyUse *use);
const char *sw_policy_kind_name (SwPolicyKind kind); /* "queue", "place", "scale" */

/* Checks a table: ABI, sizes, a name of the right form, parameters with valid defaults, the
   callbacks that its kind needs.  Text of the first fault (transfer full), or NULL. */
char *sw_policy_fault (const SwPolicy *policy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwPolicies, sw_policies_free)

G_END_DECLS

#endif

#include "sw-shipped.h"

#include <string.h>

#include "sw-resource.h"

/* clang-format off */
#define FILES(...) (const char *const[]){ __VA_ARGS__, NULL }
#define AT(file) SW_BUILTIN file ".ini"

const SwShippedSet sw_shipped_sets[] = {
  { "demo", "What does a day of jobs on two kinds of GPUs come to?",
    FILES (AT ("demo")), NULL },
  { "mix", "Whole GPUs, instances or shares for this mix of jobs?",
    FILES (AT ("mix/whole"), AT ("mix/mig"), AT ("mix/shared"), AT ("mix/timeslice")),
    FILES (AT ("mix/base"), AT ("mix/jobs")) },
  { "overruns", "What is memory enforcement worth when 2 % of the jobs use more than they asked for?",
    FILES (AT ("overruns/hard"), AT ("overruns/soft"), AT ("overruns/none"),
           AT ("overruns/unplanned")),
    FILES (AT ("overruns/base"), AT ("overruns/jobs")) },
  { "layouts", "Which layout of instances, and when does repartitioning pay?",
    FILES (AT ("layouts/balanced"), AT ("layouts/fitted"), AT ("layouts/upsize"),
           AT ("layouts/dynamic"), AT ("layouts/slow")),
    FILES (AT ("layouts/base"), AT ("layouts/jobs")) },
  { "pairs", "Which jobs may share a GPU?",
    FILES (AT ("pairs/alone"), AT ("pairs/anyone"), AT ("pairs/limited"), AT ("pairs/calm")),
    FILES (AT ("pairs/base"), AT ("pairs/jobs"), SW_BUILTIN "pairs/pairs.csv") },
  { NULL },
};
/* clang-format on */

const SwShippedSet *
sw_shipped_find (const char *path)
{
  if (!sw_is_builtin (path))
    return NULL;
  for (const SwShippedSet *set = sw_shipped_sets; set->name; set++)
    if (g_str_equal (set->name, path + strlen (SW_BUILTIN)))
      return set;
  return NULL;
}

#include "sw-shipped.h"

#include <string.h>

#include "sw-builtin.h"

#define AT(file) SW_BUILTIN file ".ini"

const SwShippedSet sw_shipped_sets[] = {
  { "demo", "What does a day on two kinds of GPUs look like?",
    (const char *const[]){ AT ("demo"), NULL } },
  { "mix", "Whole GPUs, instances or shares for this mix of jobs?",
    (const char *const[]){ AT ("mix/whole"), AT ("mix/mig"), AT ("mix/shared"),
                           AT ("mix/timeslice"), NULL } },
  { "overruns", "What does memory enforcement change when 2 % of the jobs use more than they asked for?",
    (const char *const[]){ AT ("overruns/hard"), AT ("overruns/soft"), AT ("overruns/none"),
                           AT ("overruns/unplanned"), NULL } },
  { "layouts", "Which layout of instances, and when does repartitioning pay?",
    (const char *const[]){ AT ("layouts/small"), AT ("layouts/balanced"), AT ("layouts/fitted"),
                           AT ("layouts/dynamic"), AT ("layouts/slow"), NULL } },
  { "pairs", "Which jobs may share a GPU?",
    (const char *const[]){ AT ("pairs/alone"), AT ("pairs/anyone"), AT ("pairs/limited"), NULL } },
  { NULL },
};

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

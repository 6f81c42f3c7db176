/* A figure belongs to the group that has the longest of its prefixes. */
#include "sw-page-groups.h"

#include <string.h>

static const struct
{
  const char *title;
  const char *prefixes; /* "a|b" */
} groups[SW_N_GROUPS] = {
  [SW_GROUP_JOBS] = { "Jobs", "jobs|completed|failed|timeout|oom|killed|unsatisfiable|unfinished" },
  [SW_GROUP_GPU_TIME]
  = { "GPU time", "gpu_|utilisation|useful_share|overhead_share|lost_share|blocked_share|"
                  "fragmented_share|idle_share|cpu_" },
  [SW_GROUP_SHARING] = { "Sharing", "busy_share|compute_used|bandwidth_used|memory_|slices_|"
                                    "fragmentation_|co_|oom_kills|repartition" },
  [SW_GROUP_SLO] = { "SLO", "deadline_|wait_slo_|slo_" },
  [SW_GROUP_TIMES] = { "Times", "wait_mean|wait_p|wait_max|first_wait_|submit_wait_|turnaround_|"
                                "slowdown_|span|makespan" },
  [SW_GROUP_OTHERS] = { "Others", "" },
};

/* Length of the longest prefix that the name has, -1: none. */
static gssize
match (const char *name, const char *prefixes)
{
  g_auto (GStrv) list = g_strsplit (prefixes, "|", -1);
  gssize longest = *prefixes ? -1 : 0;
  for (char **prefix = list; *prefix; prefix++)
    if (g_str_has_prefix (name, *prefix))
      longest = MAX (longest, (gssize)strlen (*prefix));
  return longest;
}

SwPageGroup
sw_page_group (const char *figure)
{
  SwPageGroup best = SW_GROUP_OTHERS;
  gssize longest = 0;
  for (guint group = 0; group < SW_N_GROUPS; group++)
    {
      const gssize length = match (figure, groups[group].prefixes);
      if (length > longest)
        {
          longest = length;
          best = group;
        }
    }
  return best;
}

const char *
sw_page_group_title (SwPageGroup group)
{
  return groups[group].title;
}

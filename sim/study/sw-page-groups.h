/* Which figures stand together on a page. */
#ifndef SW_PAGE_GROUPS_H
#define SW_PAGE_GROUPS_H

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SW_GROUP_JOBS,
  SW_GROUP_GPU_TIME,
  SW_GROUP_SHARING,
  SW_GROUP_SLO,
  SW_GROUP_TIMES,
  SW_GROUP_OTHERS,
  SW_N_GROUPS,
} SwPageGroup;

SwPageGroup sw_page_group (const char *figure);
const char *sw_page_group_title (SwPageGroup group);

G_END_DECLS

#endif

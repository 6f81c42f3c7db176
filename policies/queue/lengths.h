/* How long a job will run, as far as a queue policy may know: the declared limit, somebody's
 * estimate, or the truth (an oracle).  Jobs without the value count as infinitely long.  Also what
 * policies that sort by it have in common. */
#ifndef SW_LENGTHS_H
#define SW_LENGTHS_H

#include "sorted.h"

typedef enum
{
  SW_LENGTH_LIMIT,
  SW_LENGTH_ESTIMATE,
  SW_LENGTH_DURATION,
} SwLength;

#define SW_LENGTH_PARAM(fallback)                                                                  \
  {                                                                                                \
    "by", SW_PARAM_CHOICE, fallback, .choices = "limit|estimate|duration",                         \
                                     .doc = "what counts as the length of a job"                   \
  }

/* Of the whole job while it has not run, of the rest later; an estimate may be negative. */
SwTime sw_length_left (SwLength by, const SwHost *host, SwView *v, SwJob job);
/* For policies whose first parameter is `by`: an oracle if it is the duration. */
guint32 sw_length_flags (const SwValue *values);

/* A policy that walks the queue in an order by length. */
typedef struct
{
  SwLength by;
  SwBlocked blocked;
} SwByLength;
extern const SwParam sw_by_length_params[]; /* by, blocked */
gpointer sw_by_length_new (const SwHost *host, const SwValue *values, GError **error);
void sw_by_length_schedule (gpointer self, const SwHost *host, SwView *v);

#endif

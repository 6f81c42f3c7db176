/* What the jobs of a generated class truly do on their GPUs: a type by name with its activity, how
 * much of the memory that they asked for they use and when, and what slowdown they bear. */
#ifndef SW_CLASS_USE_H
#define SW_CLASS_USE_H

#include "sw-job-table.h"
#include "sw-mix.h"

G_BEGIN_DECLS

/* A group of the generator's settings that is being read. */
typedef struct
{
  const SwKeyFile *kf;
  const char *group;
  SwFaults *faults;
} SwClassLoader;

SwKeyValue sw_class_get (const SwClassLoader *loader, const char *key);

/* What [type NAME] says. */
typedef struct
{
  const char *name;   /* owned by the key file */
  double activity[3]; /* util, SMs, memory bandwidth: parts of a GPU; below 0: not known */
  double spread;      /* of one factor on all three: deviation of the logarithm */
} SwJobType;

typedef struct
{
  SwMix peak, overrun, ramp, slowdown, types;
  double overrun_share;
  SwJobType *type; /* of each member of types */
} SwClassUse;

/* From [class NAME]; adds faults. */
void sw_class_use_read (SwClassUse *use, const SwKeyFile *kf, const char *group, SwFaults *faults);
void sw_class_use_clear (SwClassUse *use);
/* Does the memory of jobs depend on what they ask for: those with a part of a GPU, those with whole
   ones (which have no request to overrun)? */
gboolean sw_class_use_needs_promise (const SwClassUse *use, gboolean whole);

/* What a job asks for on each device. */
typedef struct
{
  gboolean gpus, whole; /* any at all; whole ones */
  gint64 mib;           /* 0: not known */
} SwPromise;

/* Fills in the use of job i, whose work is set.  Times are multiples of step. */
void sw_class_use_fill (const SwClassUse *use, guint64 seed, guint64 i, SwTime step,
                        const SwPromise *promise, SwJobBuilder *builder, SwJobRow *row);

G_END_DECLS

#endif

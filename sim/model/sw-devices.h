/* What the scenario says about GPU models and about how the cards of a pool are used.  Made by the
 * study room from the scenario and the catalogue; the cluster and the engine borrow it. */
#ifndef SW_DEVICES_H
#define SW_DEVICES_H

#include "sw-contention.h"
#include "sw-mig.h"
#include "sw-time.h"

G_BEGIN_DECLS

typedef enum
{
  SW_SHARING_WHOLE,     /* one job per card */
  SW_SHARING_MIG,       /* partitioned cards: one job per instance */
  SW_SHARING_SHARED,    /* tenants run at once, each with a share and a promise of memory */
  SW_SHARING_TIMESLICE, /* tenants take turns on slots of equal size */
} SwSharing;

/* What happens to a tenant that uses more memory than it was promised. */
typedef enum
{
  SW_ENFORCE_HARD, /* the allocation above the cap fails */
  SW_ENFORCE_SOFT, /* works up to a ceiling; evicted when others need their promise */
  SW_ENFORCE_NONE, /* works until the card is full; then the newest allocation fails */
} SwEnforcement;

/* How many SMs a tenant may use at most. */
typedef enum
{
  SW_CAP_NONE,
  SW_CAP_SHARE, /* its share */
  SW_CAP_EVEN,  /* 1 / max_tenants */
} SwThreadCap;

typedef struct
{
  const char *pool;
  SwSharing sharing;
  gboolean change_mode; /* an empty card may be given whole */
  guint32 max_tenants;  /* per card; slots of a time-sliced one */

  /* shared and timeslice */
  SwEnforcement enforcement;
  double ceiling;          /* soft: most that a tenant may use, times its promise */
  gboolean promise_memory; /* admission counts the memory that is asked for */
  SwThreadCap cap;
  SwContentionRules contention;

  /* mig */
  gboolean repartition;           /* idle instances may be destroyed and others created */
  gboolean upsize;                /* a larger idle instance may serve */
  guint32 n_layouts;              /* 0: cards begin without instances */
  const SwMigLayout *layouts;     /* card i of every node has layout i mod n_layouts */
  SwTime destroy, create, change; /* per instance, per instance, of the mode */
  SwTime move;                    /* checkpoint and restore of a job that a repartition moves */
} SwPoolRules;

typedef struct
{
  const char *name;
  gint64 usable_mib;        /* memory of a card, -1: not known, not limited */
  const SwMigGeometry *mig; /* NULL: cannot be partitioned */
} SwDeviceModel;

typedef struct
{
  guint32 n_pools, n_models;
  const SwPoolRules *pools; /* pools that are not here use cards whole */
  const SwDeviceModel *models;
} SwDevices;

/* How the jobs of a table load GPUs. */
typedef struct
{
  guint32 n;                /* behaviours */
  guint32 n_models;         /* of the cluster, in its order */
  const char *const *names; /* n */
  const SwLoad *loads;      /* n x n_models: on a whole card of the model */
  const double *speeds;     /* n x n_models: of work there; 1 is where durations were measured */
  const guint32 *of_job;    /* per job of the table */
  gboolean known;           /* loads say something, for used compute and bandwidth */
  gboolean rounded;         /* measured values were, to whole percents: they were too many */
} SwBehaviours;

G_END_DECLS

#endif

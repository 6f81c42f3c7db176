/* One experiment: run a scenario on its workload and nodes, keep the accounts, write the result
 * folder. */
#ifndef SW_RUN_H
#define SW_RUN_H

#include "sw-account.h"
#include "sw-behaviours.h"
#include "sw-engine.h"
#include "sw-fleet.h"
#include "sw-workload.h"

G_BEGIN_DECLS

/* What is run; the parts are borrowed and may be shared by many experiments. */
typedef struct
{
  const SwScenario *scenario;
  const SwWorkload *workload;
  const SwFleet *fleet;
  const SwBehaviours *behaviours; /* NULL: not known, and every pool uses GPUs whole */
} SwExperiment;

typedef struct
{
  gboolean check; /* prove the invariants after every instant, and the books at the end */
  SwJob watch;    /* job whose waiting is explained; SW_NO_JOB: none */
  const volatile gint *stop; /* non-zero: end early; may be NULL */
  gint *finished;            /* atomic count of jobs in a final state, for progress; may be NULL */
} SwRunOptions;

typedef struct
{
  SwOutcome *outcome;
  SwAccount *account;
  SwRunCounts counts;
  GArray *reasons;     /* SwReason of the watched job; NULL if none is watched */
  GPtrArray *warnings; /* owned texts */
} SwRun;

/* Adds what is odd about the experiment before it is run; owned texts. */
void sw_experiment_warn (const SwExperiment *experiment, GPtrArray *warnings);

/* NULL with error: SW_ERROR_POLICY, SW_ERROR_INPUT or SW_ERROR_INTERRUPTED. */
SwRun *sw_run_new (const SwExperiment *experiment, const SwRunOptions *options, GError **error);
void sw_run_free (SwRun *run);

/* jobs.csv, attempts.csv, timeline.csv, summary.json and manifest.json, as the scenario asks. */
gboolean sw_run_write (const SwRun *run, const SwExperiment *experiment, SwFolder *folder,
                       GError **error);

/* "fifo/first-fit", with the scale policy behind a second slash unless it is the fixed one. */
char *sw_experiment_policies (const SwScenario *scenario);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwRun, sw_run_free)

G_END_DECLS

#endif

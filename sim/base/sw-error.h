/* Errors of the user-facing kind.  The code of an SW_ERROR is the exit status that the program ends
 * with; the message is complete but for the leading "slicewise: ".  Several faults of one input are
 * one GError whose message has a line for each. */
#ifndef SW_ERROR_H
#define SW_ERROR_H

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SW_ERROR_GOAL = 1,          /* a goal or --fail-if does not hold */
  SW_ERROR_USAGE = 2,         /* command line */
  SW_ERROR_INPUT = 3,         /* trace, scenario, catalogue or result file */
  SW_ERROR_POLICY = 4,        /* policy or plug-in broke a rule */
  SW_ERROR_OUTSIDE = 5,       /* outside program or the operating system failed */
  SW_ERROR_INTERRUPTED = 130, /* by a signal */
} SwErrorCode;

#define SW_ERROR (sw_error_quark ())
GQuark sw_error_quark (void);

/* Sets an SW_ERROR_INPUT "file:line:column: text"; column 0 and line 0 are left out.  Returns FALSE
   so that callers can `return sw_error_at (...)`. */
gboolean sw_error_at (GError **error, const char *file, guint line, guint column,
                      const char *format, ...) G_GNUC_PRINTF (5, 6);

/* Exit status for an error of any domain: the code of an SW_ERROR, SW_ERROR_OUTSIDE for others. */
int sw_error_status (const GError *error);

/* A list of faults found in one go. */
typedef struct
{
  GPtrArray *texts; /* owned strings "file:line:column: text" */
} SwFaults;

void sw_faults_init (SwFaults *faults);
void sw_faults_clear (SwFaults *faults);
void sw_faults_add (SwFaults *faults, const char *file, guint line, guint column,
                    const char *format, ...) G_GNUC_PRINTF (5, 6);
/* FALSE and one SW_ERROR_INPUT holding every text, if there is any; else TRUE. */
gboolean sw_faults_report (const SwFaults *faults, GError **error);

/* The name of candidates (n names) nearest to text by edit distance, or NULL if none is near
   (distance at most 1 + length / 3). */
const char *sw_nearest (const char *text, const char *const *candidates, gsize n);

G_END_DECLS

#endif

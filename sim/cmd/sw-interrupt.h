/* Ctrl-C and SIGTERM as a flag that runs look at: a thread of its own waits for the signals, so
 * that there is no handler and no global. */
#ifndef SW_INTERRUPT_H
#define SW_INTERRUPT_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct SwInterrupt SwInterrupt;

/* Before any other thread is made. */
SwInterrupt *sw_interrupt_new (void);
void sw_interrupt_free (SwInterrupt *interrupt);
/* Becomes non-zero at the first signal; the second one ends the process. */
const volatile gint *sw_interrupt_flag (const SwInterrupt *interrupt);

G_END_DECLS

#endif

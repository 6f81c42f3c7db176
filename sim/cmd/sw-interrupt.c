#include "sw-interrupt.h"

#include <signal.h>
#include <unistd.h>

#include "sw-error.h"

struct SwInterrupt
{
  GThread *thread;
  sigset_t signals;
  volatile gint flag;
  gint done;
};

static gpointer
wait_for_signals (gpointer data)
{
  SwInterrupt *interrupt = data;
  int number;
  while (sigwait (&interrupt->signals, &number) == 0)
    {
      if (g_atomic_int_get (&interrupt->done))
        break;
      if (number == SIGUSR2)
        continue;
      if (g_atomic_int_get (&interrupt->flag))
        _exit (SW_ERROR_INTERRUPTED);
      g_atomic_int_set (&interrupt->flag, 1);
    }
  return NULL;
}

SwInterrupt *
sw_interrupt_new (void)
{
  SwInterrupt *interrupt = g_new0 (SwInterrupt, 1);
  sigemptyset (&interrupt->signals);
  sigaddset (&interrupt->signals, SIGINT);
  sigaddset (&interrupt->signals, SIGTERM);
  sigaddset (&interrupt->signals, SIGUSR2); /* wakes the thread to end it */
  pthread_sigmask (SIG_BLOCK, &interrupt->signals, NULL);
  interrupt->thread = g_thread_new ("interrupt", wait_for_signals, interrupt);
  return interrupt;
}

void
sw_interrupt_free (SwInterrupt *interrupt)
{
  g_atomic_int_set (&interrupt->done, 1);
  kill (getpid (), SIGUSR2);
  g_thread_join (interrupt->thread);
  g_free (interrupt);
}

const volatile gint *
sw_interrupt_flag (const SwInterrupt *interrupt)
{
  return &interrupt->flag;
}

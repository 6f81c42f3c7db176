#include "sw-progress.h"

#include <stdio.h>
#include <unistd.h>

#define INTERVAL (G_TIME_SPAN_SECOND / 10)

struct SwProgress
{
  GThread *thread;
  GMutex lock;
  GCond wake;
  gboolean done; /* under lock */
  guint64 total;
  gint count;
};

static void
print_line (SwProgress *progress)
{
  const guint64 count = (guint)g_atomic_int_get (&progress->count);
  const guint64 percent = progress->total ? count * 100 / progress->total : 100;
  fprintf (stderr,
           "\r%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " jobs, %" G_GUINT64_FORMAT " %%", count,
           progress->total, percent);
  fflush (stderr);
}

static gpointer
show (gpointer data)
{
  SwProgress *progress = data;
  gboolean shown = FALSE;
  g_mutex_lock (&progress->lock);
  while (!progress->done)
    {
      const gint64 until = g_get_monotonic_time () + INTERVAL;
      while (!progress->done && g_cond_wait_until (&progress->wake, &progress->lock, until))
        ;
      if (progress->done)
        break;
      print_line (progress);
      shown = TRUE;
    }
  g_mutex_unlock (&progress->lock);
  if (shown)
    fputs ("\r\033[K", stderr);
  return NULL;
}

SwProgress *
sw_progress_new (guint64 total)
{
  if (!isatty (STDERR_FILENO) || g_strcmp0 (g_getenv ("TERM"), "dumb") == 0)
    return NULL;
  SwProgress *progress = g_new0 (SwProgress, 1);
  g_mutex_init (&progress->lock);
  g_cond_init (&progress->wake);
  progress->total = total;
  progress->thread = g_thread_new ("progress", show, progress);
  return progress;
}

gint *
sw_progress_counter (SwProgress *progress)
{
  return progress ? &progress->count : NULL;
}

void
sw_progress_free (SwProgress *progress)
{
  if (!progress)
    return;
  g_mutex_lock (&progress->lock);
  progress->done = TRUE;
  g_cond_signal (&progress->wake);
  g_mutex_unlock (&progress->lock);
  g_thread_join (progress->thread);
  g_mutex_clear (&progress->lock);
  g_cond_clear (&progress->wake);
  g_free (progress);
}

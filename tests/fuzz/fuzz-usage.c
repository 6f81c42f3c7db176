/* Memory over time of any bytes, for jobs a, b and c: rows add up, and what the curves say of a
 * job's use holds together. */
#include "sw-error.h"
#include "sw-fuzz.h"
#include "sw-import-usage.h"
#include "sw-usage-table.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static SwJobBuilder *
three_jobs (void)
{
  static const char *const ids[] = { "a", "b", "c" };
  SwJobBuilder *builder = sw_job_builder_new ();
  const SwGroupRow group = { .tasks = 1, .gpus = 1, .mode = SW_GPU_WHOLE };
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      SwJobRow row = sw_job_row_blank;
      row.id = ids[i];
      row.demand = sw_job_builder_demand (builder, &group, 1, 0);
      row.submit = 0;
      row.work = SW_SECOND;
      sw_job_builder_add (builder, &row);
    }
  return builder;
}

/* Pieces follow each other without a gap, and the answers about levels agree with them. */
static void
check_curve (const SwJobTable *table, guint32 job)
{
  const guint64 promise = 7, most = sw_usage_most (table, job, promise);
  SwTime at = 0;
  for (guint steps = 0; steps < 1000 && at != SW_TIME_INF; steps++)
    {
      const SwUsePiece piece = sw_usage_piece (table, job, promise, at);
      g_assert (piece.from <= at && piece.to > at && piece.mib <= most);
      g_assert (sw_usage_at (table, job, promise, at) <= most);
      if (!piece.rises && piece.mib > 0)
        g_assert (sw_usage_exceeds (table, job, promise, piece.mib - 1, at) == at);
      at = piece.to;
    }
  g_assert (sw_usage_exceeds (table, job, promise, most, 0) == SW_TIME_INF);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  SwUsageReport report;
  g_autoptr (GError) error = NULL;
  g_autoptr (SwJobBuilder) builder = three_jobs ();
  g_autofree char *bad = NULL;
  int file = memfd_create ("fuzz", MFD_CLOEXEC);
  g_assert (file >= 0 && write (file, data, size) == (gssize)size);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", file);
  if (sw_import_usage (path, builder, &report, &error))
    {
      g_assert (error == NULL && report.unknown <= report.rows && report.jobs <= 3);
      g_assert ((report.unknown > 0) == (report.first_unknown != NULL));
      g_autoptr (SwJobTable) table = sw_job_builder_finish (g_steal_pointer (&builder), &bad);
      g_assert (table != NULL);
      for (guint32 job = 0; job < table->n; job++)
        check_curve (table, job);
    }
  else
    g_assert (error->domain == SW_ERROR && g_utf8_validate (error->message, -1, NULL));
  sw_usage_report_clear (&report);
  close (file);
  return 0;
}

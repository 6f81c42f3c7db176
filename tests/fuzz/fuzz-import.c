/* Whole imports: the first byte chooses the profile and the options, the rest is the file.
 * What is read must add up, and the report must be text. */
#include "sw-error.h"
#include "sw-fuzz.h"
#include "sw-import.h"

#include <sys/mman.h>
#include <unistd.h>

static const char *const job_profiles[]
    = { "canonical-jobs", "openb-pods", "pollux", "swf", "helios", "chronus" };
static const char *const node_profiles[] = { "canonical-nodes", "openb-nodes" };

static void
import_jobs (const SwImportOptions *options)
{
  SwImportReport report;
  g_autoptr (GError) error = NULL;
  g_autofree char *bad = NULL;
  SwJobBuilder *builder = sw_job_builder_new ();
  if (!sw_import_jobs (options, builder, &report, &error))
    {
      g_assert (error->domain == SW_ERROR);
      sw_job_builder_free (builder);
    }
  else
    {
      g_assert (report.read == report.kept + report.merged + report.dropped);
      g_autofree char *text = sw_import_report_text (&report);
      g_assert (g_utf8_validate (text, -1, NULL));
      g_autoptr (SwJobTable) table = sw_job_builder_finish (builder, &bad);
      g_assert (table != NULL || bad != NULL);
    }
  sw_import_report_clear (&report);
}

static void
import_nodes (const SwImportOptions *options)
{
  SwImportReport report;
  g_autoptr (GError) error = NULL;
  g_autoptr (SwNodeTable) nodes = sw_node_table_new ();
  if (!sw_import_nodes (options, "pool", nodes, &report, &error))
    g_assert (error->domain == SW_ERROR);
  sw_import_report_clear (&report);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  if (size == 0)
    return 0;
  int file = memfd_create ("fuzz", MFD_CLOEXEC);
  g_assert (file >= 0 && write (file, data + 1, size - 1) == (gssize)(size - 1));
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", file);
  const guint choice = data[0] % 8;
  SwImportOptions options = { .path = path,
                              .clamp = (data[0] & 0x80) != 0,
                              .strict = (data[0] & 0xc0) == 0xc0,
                              .duplicates = (data[0] >> 4) % 3,
                              .fractions = (data[0] >> 3) % 2 };
  if (choice < G_N_ELEMENTS (job_profiles))
    {
      options.profile = job_profiles[choice];
      import_jobs (&options);
    }
  else
    {
      options.profile = node_profiles[choice % 2];
      import_nodes (&options);
    }
  close (file);
  return 0;
}

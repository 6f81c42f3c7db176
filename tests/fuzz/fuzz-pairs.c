/* Measured pairs, either form: what is read adds up, what is not is told with a text. */
#include "sw-error.h"
#include "sw-fuzz.h"
#include "sw-import-pairs.h"

#include <sys/mman.h>
#include <unistd.h>

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  SwImportReport report;
  g_autoptr (GError) error = NULL;
  g_autoptr (SwPairTable) table = sw_pair_table_new ();
  int file = memfd_create ("fuzz", MFD_CLOEXEC);
  g_assert (file >= 0 && write (file, data, size) == (gssize)size);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", file);
  if (sw_import_pairs (path, table, &report, &error))
    {
      g_autofree char *text = sw_import_report_text (&report);
      g_assert (report.read == report.kept + report.merged + report.dropped);
      g_assert (report.kept == sw_pair_table_count (table) && report.kept > 0);
      g_assert (g_utf8_validate (text, -1, NULL));
    }
  else
    g_assert (error->domain == SW_ERROR && g_utf8_validate (error->message, -1, NULL));
  sw_import_report_clear (&report);
  close (file);
  return 0;
}

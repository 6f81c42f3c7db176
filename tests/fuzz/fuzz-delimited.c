/* Rows of any bytes: the first byte chooses how they are read. */
#include "sw-delimited.h"
#include "sw-error.h"
#include "sw-fuzz.h"
#include "sw-swf.h"

typedef struct
{
  guint fields, lines;
} Seen;

static void
on_field (gpointer data, guint index, const char *text, gsize length)
{
  Seen *seen = data;
  g_assert (index == seen->fields && text[length] == '\0' && length <= SW_MAX_FIELD);
  seen->fields++;
}

static gboolean
on_row (gpointer data, guint line, guint n, GError **error)
{
  Seen *seen = data;
  g_assert (n > 0 && n == seen->fields && line > seen->lines);
  seen->fields = 0;
  seen->lines = line;
  return TRUE;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const SwDelimited formats[] = {
    { ',', TRUE, 0, 0 }, { '\t', TRUE, '#', 0 }, { '|', FALSE, 0, 1 }, { ';', TRUE, ';', 2 }
  };
  if (size == 0)
    return 0;
  const guint format = data[0] % (G_N_ELEMENTS (formats) + 1);
  const char *bytes = (const char *)data + 1;
  g_autoptr (SwSource) source = sw_source_memory ("fuzz", bytes, size - 1);
  g_autoptr (GError) error = NULL;
  Seen seen = { 0, 0 };
  const SwRowSink sink = { on_field, on_row, &seen };
  SwSwfFacts facts;
  gboolean ok = format < G_N_ELEMENTS (formats)
                    ? sw_delimited_read (&formats[format], source, &sink, &error)
                    : sw_swf_read (source, &sink, &facts, &error);
  g_assert (ok == (error == NULL) && (ok || error->domain == SW_ERROR));
  if (format < G_N_ELEMENTS (formats))
    g_strfreev (sw_delimited_first_row (&formats[format], bytes, size - 1));
  return 0;
}

/* Text output: a buffer in memory or in front of a file, plain or gzip.  Numbers are formatted here
 * in integer arithmetic: exact, the same in every locale, and faster than printf.  gzip headers
 * carry no time stamp, so equal text gives equal bytes. */
#include "sw-error.h"
#include "sw-output.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum
{
  BUFFER_SIZE = 1 << 16,
  MAX_DIGITS = 22, /* behind the point: 2^53 * 10^22 < 2^127 */
};

struct SwText
{
  char *bytes;
  gsize length, capacity;
  char *path; /* NULL: in memory */
  int fd;
  z_stream *gzip; /* NULL: plain */
  int failure;    /* errno of the first failure, 0: none */
};

static SwText *
text_new (void)
{
  SwText *text = g_new0 (SwText, 1);
  text->fd = -1;
  text->capacity = BUFFER_SIZE;
  text->bytes = g_malloc (text->capacity);
  return text;
}

SwText *
sw_text_memory (void)
{
  return text_new ();
}

SwText *
sw_text_open (const char *path, GError **error)
{
  const int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0)
    {
      g_set_error (error, SW_ERROR, SW_ERROR_OUTSIDE, "%s: cannot write: %s", path,
                   g_strerror (errno));
      return NULL;
    }
  SwText *text = text_new ();
  text->fd = fd;
  text->path = g_strdup (path);
  if (g_str_has_suffix (path, ".gz"))
    {
      text->gzip = g_new0 (z_stream, 1);
      const int result = deflateInit2 (text->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8,
                                       Z_DEFAULT_STRATEGY);
      if (result != Z_OK)
        g_error ("zlib: cannot begin to compress");
    }
  return text;
}

static void
write_all (SwText *text, const char *bytes, gsize length)
{
  while (length > 0 && text->failure == 0)
    {
      const ssize_t n = write (text->fd, bytes, length);
      if (n < 0 && errno != EINTR)
        text->failure = errno;
      if (n > 0)
        {
          bytes += n;
          length -= n;
        }
    }
}

static void
compress_all (SwText *text, const char *bytes, gsize length, gboolean last)
{
  char out[1 << 14];
  z_stream *z = text->gzip;

  z->next_in = (Bytef *)bytes;
  z->avail_in = length;
  do
    {
      z->next_out = (Bytef *)out;
      z->avail_out = sizeof out;
      deflate (z, last ? Z_FINISH : Z_NO_FLUSH);
      write_all (text, out, sizeof out - z->avail_out);
    }
  while (z->avail_out == 0);
}

static void
flush_bytes (SwText *text, const char *bytes, gsize length, gboolean last)
{
  if (text->gzip != NULL)
    compress_all (text, bytes, length, last);
  else
    write_all (text, bytes, length);
}

/* Room for length more bytes in the buffer. */
static void
make_room (SwText *text, gsize length)
{
  if (text->capacity - text->length >= length)
    return;
  if (text->path != NULL)
    {
      flush_bytes (text, text->bytes, text->length, FALSE);
      text->length = 0;
    }
  if (text->capacity - text->length < length)
    {
      text->capacity = MAX (2 * text->capacity, text->length + length);
      text->bytes = g_realloc (text->bytes, text->capacity);
    }
}

char *
sw_text_steal (SwText *text, gsize *length)
{
  g_assert (text->path == NULL);
  make_room (text, 1);
  text->bytes[text->length] = '\0';
  if (length != NULL)
    *length = text->length;
  char *bytes = g_steal_pointer (&text->bytes);
  sw_text_discard (text);
  return bytes;
}

gboolean
sw_text_close (SwText *text, GError **error)
{
  if (text->path != NULL)
    {
      flush_bytes (text, text->bytes, text->length, TRUE);
      if (close (text->fd) != 0 && text->failure == 0)
        text->failure = errno;
      text->fd = -1;
    }
  const int failure = text->failure;
  if (failure != 0)
    g_set_error (error, SW_ERROR, SW_ERROR_OUTSIDE, "%s: cannot write: %s", text->path,
                 g_strerror (failure));
  sw_text_discard (text);
  return failure == 0;
}

void
sw_text_discard (SwText *text)
{
  if (text == NULL)
    return;
  if (text->fd >= 0)
    close (text->fd);
  if (text->gzip != NULL)
    {
      deflateEnd (text->gzip);
      g_free (text->gzip);
    }
  g_free (text->bytes);
  g_free (text->path);
  g_free (text);
}

/* ---- putting ---- */

void
sw_put_bytes (SwText *text, const char *bytes, gsize length)
{
  if (length == 0)
    return;
  if (text->path != NULL && length >= text->capacity)
    {
      flush_bytes (text, text->bytes, text->length, FALSE);
      flush_bytes (text, bytes, length, FALSE);
      text->length = 0;
      return;
    }
  make_room (text, length);
  memcpy (text->bytes + text->length, bytes, length);
  text->length += length;
}

void
sw_put (SwText *text, const char *string)
{
  sw_put_bytes (text, string, strlen (string));
}

void
sw_printf (SwText *text, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *string = g_strdup_vprintf (format, args);
  va_end (args);
  sw_put (text, string);
}

/* Digits of value so that the last one lies at end - 1; returns the first. */
static char *
digits_before (char *end, guint64 value)
{
  do
    *--end = '0' + value % 10;
  while ((value /= 10) != 0);
  return end;
}

#define TEN_19 G_GUINT64_CONSTANT (10000000000000000000)

static char *
wide_digits_before (char *end, unsigned __int128 value)
{
  while (value >> 64 != 0)
    {
      char *const low = end - 19;
      char *first = digits_before (end, (guint64)(value % TEN_19));
      while (first > low)
        *--first = '0';
      end = low;
      value /= TEN_19;
    }
  return digits_before (end, (guint64)value);
}

/* magnitude / 10^decimals without trailing zeros. */
static void
put_scaled (SwText *text, gboolean negative, unsigned __int128 magnitude, guint decimals)
{
  char buffer[128];
  char *end = buffer + sizeof buffer;
  char *first = wide_digits_before (end, magnitude);

  while (end - first < (gssize)decimals + 1)
    *--first = '0';
  char *const point = end - decimals;
  while (end > point && end[-1] == '0')
    end--;
  make_room (text, sizeof buffer);
  char *p = text->bytes + text->length;
  if (negative && magnitude != 0)
    *p++ = '-';
  memcpy (p, first, point - first);
  p += point - first;
  if (end > point)
    {
      *p++ = '.';
      memcpy (p, point, end - point);
      p += end - point;
    }
  text->length = p - text->bytes;
}

void
sw_put_int (SwText *text, gint64 value)
{
  put_scaled (text, value < 0, value < 0 ? -(guint64)value : (guint64)value, 0);
}

void
sw_put_i128 (SwText *text, __int128 value, guint decimals)
{
  g_assert (decimals <= 38);
  const unsigned __int128 bits = value;
  put_scaled (text, value < 0, value < 0 ? -bits : bits, decimals);
}

void
sw_put_seconds (SwText *text, SwTime t)
{
  if (t != SW_TIME_NONE && t != SW_TIME_INF)
    put_scaled (text, t < 0, t < 0 ? -(guint64)t : (guint64)t, 9);
}

/* fraction * 2^exponent * 10^digits, rounded half to even; FALSE if it does not fit. */
static gboolean
scale_real (double fraction, int exponent, guint digits, unsigned __int128 *out)
{
  /* |value| = whole * 2^shift exactly. */
  unsigned __int128 whole = (guint64)ldexp (fraction, 53);
  const int shift = exponent - 53;

  if (shift > 0)
    {
      if (shift > 73)
        return FALSE;
      whole <<= shift;
    }
  for (guint i = 0; i < digits; i++)
    if (__builtin_mul_overflow (whole, 10, &whole))
      return FALSE;
  if (shift < 0)
    {
      if (shift <= -128)
        whole = 0;
      else
        {
          const unsigned __int128 rest = whole & (((unsigned __int128)1 << -shift) - 1);
          const unsigned __int128 half = (unsigned __int128)1 << (-shift - 1);
          whole >>= -shift;
          whole += rest > half || (rest == half && (whole & 1));
        }
    }
  *out = whole;
  return TRUE;
}

void
sw_put_real (SwText *text, double value, guint digits)
{
  g_assert (isfinite (value) && digits <= MAX_DIGITS);
  int exponent;
  const double fraction = frexp (fabs (value), &exponent);
  unsigned __int128 scaled;

  if (scale_real (fraction, exponent, digits, &scaled))
    {
      put_scaled (text, value < 0, scaled, digits);
      return;
    }
  /* Beyond 10^16 or so: a whole number, as doubles go. */
  char buffer[400];
  g_ascii_formatd (buffer, sizeof buffer, "%.0f", value);
  sw_put (text, buffer);
}

/* ---- CSV ---- */

static void
next_field (SwCsv *csv)
{
  if (csv->started)
    sw_put_bytes (csv->text, ",", 1);
  csv->started = TRUE;
}

/* Readers drop blanks around a bare field, so those are quoted too. */
static gboolean
needs_quotes (const char *string)
{
  const gsize n = strlen (string);
  return n > 0
         && (strpbrk (string, ",\"\r\n") != NULL || g_ascii_isspace (string[0])
             || g_ascii_isspace (string[n - 1]));
}

void
sw_csv_string (SwCsv *csv, const char *string)
{
  next_field (csv);
  if (!needs_quotes (string))
    {
      sw_put (csv->text, string);
      return;
    }
  sw_put_bytes (csv->text, "\"", 1);
  for (const char *p = string; *p != '\0'; p++)
    sw_put_bytes (csv->text, *p == '"' ? "\"\"" : p, *p == '"' ? 2 : 1);
  sw_put_bytes (csv->text, "\"", 1);
}

void
sw_csv_int (SwCsv *csv, gint64 value)
{
  next_field (csv);
  sw_put_int (csv->text, value);
}

void
sw_csv_seconds (SwCsv *csv, SwTime t)
{
  next_field (csv);
  sw_put_seconds (csv->text, t);
}

void
sw_csv_real (SwCsv *csv, double value, guint digits)
{
  next_field (csv);
  sw_put_real (csv->text, value, digits);
}

void
sw_csv_i128 (SwCsv *csv, __int128 value, guint decimals)
{
  next_field (csv);
  sw_put_i128 (csv->text, value, decimals);
}

void
sw_csv_empty (SwCsv *csv)
{
  next_field (csv);
}

void
sw_csv_end (SwCsv *csv)
{
  sw_put_bytes (csv->text, "\n", 1);
  csv->started = FALSE;
}

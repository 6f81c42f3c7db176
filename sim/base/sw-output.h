/* Result files: a folder written under a temporary name and renamed when it is complete, and inside
 * it CSV and JSON text.  Numbers are locale-independent and carry full precision. */
#ifndef SW_OUTPUT_H
#define SW_OUTPUT_H

#include <gio/gio.h>
#include "sw-time.h"

G_BEGIN_DECLS

/* A text buffer that grows and is flushed to a file.  The first write error is kept and returned by
   close. */
typedef struct SwText SwText;

/* Opens path for writing.  NULL with error if that fails.  A name that ends in ".gz" is
   compressed. */
SwText *sw_text_open (const char *path, GError **error);
/* A text in memory, fetched by sw_text_steal(). */
SwText *sw_text_memory (void);
char *sw_text_steal (SwText *text, gsize *length); /* transfer full; frees text */
gboolean sw_text_close (SwText *text, GError **error);
void sw_text_discard (SwText *text);

void sw_put (SwText *text, const char *string);
void sw_put_bytes (SwText *text, const char *bytes, gsize length);
void sw_printf (SwText *text, const char *format, ...) G_GNUC_PRINTF (2, 3);
void sw_put_int (SwText *text, gint64 value);
void sw_put_seconds (SwText *text, SwTime t); /* as sw_format_seconds */
/* Fixed number of digits behind the point, e.g. sw_put_real (t, x, 6); trailing zeros cut.  A value
   that is not finite, or more than 22 digits, is a programming error. */
void sw_put_real (SwText *text, double value, guint digits);
/* value / 10^decimals, exact; trailing zeros behind the point cut. */
void sw_put_i128 (SwText *text, __int128 value, guint decimals);

/* CSV: fields are separated by themselves. */
typedef struct
{
  SwText *text;
  gboolean started; /* a field of the row was written */
} SwCsv;
void sw_csv_string (SwCsv *csv, const char *string); /* quoted as RFC 4180 asks */
void sw_csv_int (SwCsv *csv, gint64 value);
void sw_csv_seconds (SwCsv *csv, SwTime t);
void sw_csv_real (SwCsv *csv, double value, guint digits);
void sw_csv_i128 (SwCsv *csv, __int128 value, guint decimals);
void sw_csv_empty (SwCsv *csv);
void sw_csv_end (SwCsv *csv); /* end of row */

/* JSON, indented by two.  Keys are written in the order of the calls. */
typedef struct SwJson SwJson;
SwJson *sw_json_new (SwText *text); /* borrows text */
void sw_json_free (SwJson *json);   /* asserts that all is closed */
void sw_json_object (SwJson *json, const char *key);
void sw_json_array (SwJson *json, const char *key);
void sw_json_end (SwJson *json); /* of the innermost object or array */
void sw_json_string (SwJson *json, const char *key, const char *value); /* NULL: null */
void sw_json_int (SwJson *json, const char *key, gint64 value);
void sw_json_real (SwJson *json, const char *key, double value, guint digits);
void sw_json_seconds (SwJson *json, const char *key, SwTime t); /* NONE, INF: null */
void sw_json_i128 (SwJson *json, const char *key, __int128 value, guint decimals);
void sw_json_bool (SwJson *json, const char *key, gboolean value);
void sw_json_null (SwJson *json, const char *key);

/* A result folder: files are made in a temporary sibling; commit renames it into place.  An
   existing folder of results (one that holds manifest.json) is replaced; any other existing path is
   refused. */
typedef struct SwFolder SwFolder;
SwFolder *sw_folder_new (const char *path, GError **error);
char *sw_folder_file (SwFolder *folder, const char *name);    /* transfer full */
gboolean sw_folder_commit (SwFolder *folder, GError **error); /* frees folder if TRUE */
void sw_folder_discard (SwFolder *folder); /* removes the temporary; NULL is fine */

/* Writes a whole file by temporary name and rename. */
gboolean sw_write_file (const char *path, const char *bytes, gsize length, GError **error);

/* SHA-256 of the bytes of a file, built-in or not, as 64 hex digits, transfer full. */
char *sw_file_sha256 (const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwFolder, sw_folder_discard)

G_END_DECLS

#endif

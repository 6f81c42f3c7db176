/* Reading key files.  One pass over the lines of a text reports every fault with its place; an
 * entry keeps the place it was given at, so that later faults can point there.  Entries stay where
 * their key first appeared, whatever layer sets them last. */
#include "sw-keyfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sw-resource.h"

enum
{
  MAX_FILES = 256 /* of all layers together; stops includes that multiply */
};

typedef struct
{
  SwKeyEntry entry;
  guint layer; /* number of the text that set it */
} Item;

typedef struct
{
  char *name, *file;
  guint line;
  GPtrArray *items; /* Item */
  GHashTable *by_key;
} Group;

struct SwKeyFile
{
  GPtrArray *groups; /* Group */
  GHashTable *by_name;
  GPtrArray *files; /* paths */
  GPtrArray *stack; /* real paths of the files that are being read */
  guint n_layers;
};

/* A text that is being read. */
typedef struct
{
  SwKeyFile *kf;
  SwFaults *faults;
  const char *name;
  guint layer, line;
  Group *group; /* NULL before the first */
} Reader;

static void
item_free (gpointer data)
{
  Item *item = data;
  g_free (item->entry.group);
  g_free (item->entry.key);
  g_free (item->entry.value);
  g_free (item->entry.file);
  g_free (item);
}

static void
group_free (gpointer data)
{
  Group *group = data;
  g_free (group->name);
  g_free (group->file);
  g_hash_table_unref (group->by_key);
  g_ptr_array_unref (group->items);
  g_free (group);
}

SwKeyFile *
sw_keyfile_new (void)
{
  SwKeyFile *kf = g_new0 (SwKeyFile, 1);
  kf->groups = g_ptr_array_new_with_free_func (group_free);
  kf->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  kf->files = g_ptr_array_new_with_free_func (g_free);
  kf->stack = g_ptr_array_new ();
  return kf;
}

void
sw_keyfile_free (SwKeyFile *kf)
{
  if (kf == NULL)
    return;
  g_hash_table_unref (kf->by_name);
  g_ptr_array_unref (kf->groups);
  g_ptr_array_unref (kf->files);
  g_ptr_array_unref (kf->stack);
  g_free (kf);
}

/* ---- groups and entries ---- */

static Group *
need_group (SwKeyFile *kf, const char *name, const char *file, guint line)
{
  Group *group = g_hash_table_lookup (kf->by_name, name);
  if (group != NULL)
    return group;
  group = g_new0 (Group, 1);
  group->name = g_strdup (name);
  group->file = g_strdup (file);
  group->line = line;
  group->items = g_ptr_array_new_with_free_func (item_free);
  group->by_key = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_insert (kf->by_name, group->name, group);
  g_ptr_array_add (kf->groups, group);
  return group;
}

/* The entry of the key, ready to take a value at this place. */
static Item *
need_item (Group *group, const char *key, guint layer, const char *file)
{
  Item *item = g_hash_table_lookup (group->by_key, key);
  if (item == NULL)
    {
      item = g_new0 (Item, 1);
      item->entry.group = g_strdup (group->name);
      item->entry.key = g_strdup (key);
      g_ptr_array_add (group->items, item);
      g_hash_table_insert (group->by_key, item->entry.key, item);
    }
  g_clear_pointer (&item->entry.value, g_free);
  g_free (item->entry.file);
  item->entry.file = g_strdup (file);
  item->layer = layer;
  return item;
}

/* ---- lines ---- */

/* Column of a byte of a line, counted in characters from 1. */
static guint
column_of (const char *line, const char *at)
{
  guint column = 1;
  for (const char *p = line; p < at; p++)
    column += ((guchar)*p & 0xc0) != 0x80;
  return column;
}

static void fault (Reader *reader, const char *line, const char *at, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* A fault at a byte of the line that is being read. */
static void
fault (Reader *reader, const char *line, const char *at, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  sw_faults_add (reader->faults, reader->name, reader->line, column_of (line, at), "%s", text);
}

/* Single blanks between words, none around. */
static char *
squeeze (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t", -1);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (out, "%s%s", out->len > 0 ? " " : "", words[i]);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
read_group_line (Reader *reader, const char *line, const char *start)
{
  const char *close = strchr (start, ']');
  if (close == NULL)
    {
      fault (reader, line, start, "a group needs a closing ']'");
      return;
    }
  const char *rest = close + 1 + strspn (close + 1, " \t");
  if (*rest != '\0')
    {
      fault (reader, line, rest, "text behind a group: '%s'", rest);
      return;
    }
  g_autofree char *inside = g_strndup (start + 1, close - start - 1);
  g_autofree char *name = squeeze (inside);
  if (*name == '\0')
    {
      fault (reader, line, start, "a group needs a name");
      return;
    }
  reader->group = need_group (reader->kf, name, reader->name, reader->line);
}

static void read_includes (Reader *reader, const char *line, const char *value);

static void
read_key_line (Reader *reader, const char *line, const char *start)
{
  const char *equals = strchr (start, '=');
  if (equals == NULL)
    {
      fault (reader, line, start, "expected 'key = value' or '[group]', found '%s'", start);
      return;
    }
  if (equals == start)
    {
      fault (reader, line, start, "a key is missing before '='");
      return;
    }
  g_autofree char *key = g_strchomp (g_strndup (start, equals - start));
  const char *value = equals + 1 + strspn (equals + 1, " \t");
  if (reader->group == NULL)
    {
      if (strcmp (key, "include") == 0)
        read_includes (reader, line, value);
      else
        fault (reader, line, start, "'%s' stands before the first [group]", key);
      return;
    }
  const Item *before = g_hash_table_lookup (reader->group->by_key, key);
  if (before != NULL && before->layer == reader->layer)
    {
      fault (reader, line, start, "'%s' of [%s] was given already on line %u", key,
             reader->group->name, before->entry.line);
      return;
    }
  Item *item = need_item (reader->group, key, reader->layer, reader->name);
  item->entry.line = reader->line;
  item->entry.key_column = column_of (line, start);
  item->entry.value_column = column_of (line, value);
  if (*value != '\0')
    item->entry.value = g_strdup (value);
}

/* One line without its end. */
static void
read_line (Reader *reader, char *line)
{
  for (const char *p = line; *p != '\0'; p++)
    if (((guchar)*p < 0x20 && *p != '\t') || *p == 0x7f)
      {
        fault (reader, line, p, "control character 0x%02x", (guchar)*p);
        return;
      }
  g_strchomp (line);
  const char *start = line + strspn (line, " \t");
  if (*start == '[')
    read_group_line (reader, line, start);
  else if (*start != '\0' && *start != '#' && *start != ';')
    read_key_line (reader, line, start);
}

/* FALSE and a fault at the first byte that is not UTF-8 (or NUL). */
static gboolean
check_utf8 (Reader *reader, const char *text, gsize length)
{
  const char *bad;
  if (g_utf8_validate (text, length, &bad))
    return TRUE;

  guint line = 1;
  const char *start = text;
  for (const char *p = text; p < bad; p++)
    if (*p == '\n')
      {
        line++;
        start = p + 1;
      }
  sw_faults_add (reader->faults, reader->name, line, column_of (start, bad),
                 "not UTF-8 text (byte 0x%02x)", (guchar)*bad);
  return FALSE;
}

static void
read_text (Reader *reader, const char *text, gsize length)
{
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    {
      text += 3;
      length -= 3;
    }
  if (!check_utf8 (reader, text, length))
    return;
  for (const char *end = text + length; text < end;)
    {
      const char *stop = memchr (text, '\n', end - text);
      if (stop == NULL)
        stop = end;
      gsize n = stop - text;
      if (n > 0 && text[n - 1] == '\r')
        n--;
      g_autofree char *line = g_strndup (text, n);
      reader->line++;
      read_line (reader, line);
      text = stop + 1;
    }
}

/* ---- layers ---- */

void
sw_keyfile_load_text (SwKeyFile *kf, const char *name, const char *text, gsize length,
                      SwFaults *faults)
{
  Reader reader = { .kf = kf, .faults = faults, .name = name, .layer = ++kf->n_layers };

  g_ptr_array_add (kf->files, g_strdup (name));
  read_text (&reader, text, length);
}

static char *
real_path (const char *path)
{
  if (sw_is_builtin (path))
    return g_strdup (path);
  char *real = realpath (path, NULL);
  char *copy = real != NULL ? g_strdup (real) : g_canonicalize_filename (path, NULL);
  free (real);
  return copy;
}

static gboolean
is_open (const SwKeyFile *kf, const char *real)
{
  for (guint i = 0; i < kf->stack->len; i++)
    if (strcmp (g_ptr_array_index (kf->stack, i), real) == 0)
      return TRUE;
  return FALSE;
}

/* FALSE and a GError if the file cannot be read. */
static gboolean
read_file (const char *path, char **text, gsize *length, GError **error)
{
  if (!sw_is_builtin (path))
    return g_file_get_contents (path, text, length, error);
  g_autoptr (GBytes) bytes = sw_builtin_read (path, error);
  if (bytes == NULL)
    return FALSE;
  *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  *length = g_bytes_get_size (bytes);
  return TRUE;
}

static gboolean
load_file (SwKeyFile *kf, const char *path, SwFaults *faults, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  if (!read_file (path, &text, &length, error))
    return FALSE;

  g_autofree char *real = real_path (path);
  g_ptr_array_add (kf->stack, real);
  sw_keyfile_load_text (kf, path, text, length, faults);
  g_ptr_array_set_size (kf->stack, kf->stack->len - 1);
  return TRUE;
}

/* Why a file could not be read, without its name. */
static const char *
reason_of (const GError *error)
{
  const char *colon = strrchr (error->message, ':');
  return colon != NULL ? colon + 2 : error->message;
}

static void
read_include (Reader *reader, const char *line, const char *at, const char *word)
{
  g_autofree char *folder = g_path_get_dirname (reader->name);
  g_autofree char *path
      = g_path_is_absolute (word) || sw_is_builtin (word) || strcmp (folder, ".") == 0
            ? g_strdup (word)
            : g_build_filename (folder, word, NULL);
  g_autofree char *real = real_path (path);
  g_autoptr (GError) error = NULL;

  if (is_open (reader->kf, real))
    fault (reader, line, at, "'%s' includes itself by way of this file", path);
  else if (reader->kf->files->len >= MAX_FILES)
    fault (reader, line, at, "more than %d files are included", MAX_FILES);
  else if (!load_file (reader->kf, path, reader->faults, &error))
    fault (reader, line, at, "cannot include '%s': %s", path, reason_of (error));
}

static void
read_includes (Reader *reader, const char *line, const char *value)
{
  if (*value == '\0')
    fault (reader, line, value, "include needs the path of a file");
  while (*value != '\0')
    {
      const gsize n = strcspn (value, " \t");
      g_autofree char *word = g_strndup (value, n);
      read_include (reader, line, value, word);
      value += n + strspn (value + n, " \t");
    }
}

gboolean
sw_keyfile_load (SwKeyFile *kf, const char *path, SwFaults *faults)
{
  g_autoptr (GError) error = NULL;
  if (load_file (kf, path, faults, &error))
    return TRUE;
  sw_faults_add (faults, path, 0, 0, "cannot read: %s", reason_of (error));
  return FALSE;
}

/* The group that the left side of a setting means: as it is written if such a group exists or it
   holds a blank, else with its first '.' as the blank between kind and name. */
static char *
group_of_setting (const SwKeyFile *kf, const char *text)
{
  char *name = squeeze (text);
  if (g_hash_table_lookup (kf->by_name, name) == NULL && strchr (name, ' ') == NULL)
    {
      char *dot = strchr (name, '.');
      if (dot != NULL)
        *dot = ' ';
    }
  return name;
}

gboolean
sw_keyfile_set (SwKeyFile *kf, const char *assignment, SwFaults *faults)
{
  const char *equals = strchr (assignment, '=');
  if (!g_utf8_validate (assignment, -1, NULL) || equals == NULL)
    {
      sw_faults_add (faults, "--set", 0, 0, "expected group.key=value, found '%s'", assignment);
      return FALSE;
    }
  g_autofree char *left = g_strstrip (g_strndup (assignment, equals - assignment));
  g_autofree char *value = g_strstrip (g_strdup (equals + 1));
  char *dot = strrchr (left, '.');
  if (dot == NULL || dot == left || dot[1] == '\0')
    {
      sw_faults_add (faults, "--set", 0, 0, "expected group.key=value, found '%s'", assignment);
      return FALSE;
    }
  *dot = '\0';
  g_autofree char *name = group_of_setting (kf, left);
  g_autofree char *key = g_strchug (g_strdup (dot + 1));
  Item *item = need_item (need_group (kf, name, "--set", 0), key, ++kf->n_layers, "--set");
  item->entry.line = item->entry.key_column = item->entry.value_column = 0;
  if (*value != '\0')
    item->entry.value = g_steal_pointer (&value);
  return TRUE;
}

void
sw_keyfile_default (SwKeyFile *kf, const char *name, const char *key, const char *value)
{
  const SwKeyEntry *entry = sw_keyfile_get (kf, name, key);
  Group *group = g_hash_table_lookup (kf->by_name, name);
  if (group == NULL || (entry != NULL && entry->value != NULL))
    return;
  Item *item = need_item (group, key, ++kf->n_layers, "default");
  item->entry.line = item->entry.key_column = item->entry.value_column = 0;
  item->entry.value = g_strdup (value);
}

/* ---- looking ---- */

guint
sw_keyfile_n_groups (const SwKeyFile *kf)
{
  return kf->groups->len;
}

const char *
sw_keyfile_group (const SwKeyFile *kf, guint i)
{
  return ((const Group *)g_ptr_array_index (kf->groups, i))->name;
}

const char *
sw_keyfile_group_place (const SwKeyFile *kf, const char *group, guint *line)
{
  const Group *found = g_hash_table_lookup (kf->by_name, group);

  *line = found != NULL ? found->line : 0;
  if (found != NULL)
    return found->file;
  return kf->files->len > 0 ? g_ptr_array_index (kf->files, kf->files->len - 1) : "--set";
}

const SwKeyEntry *
sw_keyfile_get (const SwKeyFile *kf, const char *group, const char *key)
{
  const Group *found = g_hash_table_lookup (kf->by_name, group);
  const Item *item = found != NULL ? g_hash_table_lookup (found->by_key, key) : NULL;
  return item != NULL ? &item->entry : NULL;
}

guint
sw_keyfile_n_entries (const SwKeyFile *kf)
{
  guint n = 0;
  for (guint i = 0; i < kf->groups->len; i++)
    n += ((const Group *)g_ptr_array_index (kf->groups, i))->items->len;
  return n;
}

const SwKeyEntry *
sw_keyfile_entry (const SwKeyFile *kf, guint i)
{
  for (guint g = 0; g < kf->groups->len; g++)
    {
      const GPtrArray *items = ((const Group *)g_ptr_array_index (kf->groups, g))->items;
      if (i < items->len)
        return &((const Item *)g_ptr_array_index (items, i))->entry;
      i -= items->len;
    }
  g_assert_not_reached ();
}

const GPtrArray *
sw_keyfile_files (const SwKeyFile *kf)
{
  return kf->files;
}

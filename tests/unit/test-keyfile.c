/* Reading key files: places of faults, layers, settings. */
#include "sw-check.h"
#include "sw-keyfile.h"
#include "sw-rng.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  SwKeyFile *kf;
  SwFaults faults;
} Read;

static void
read_init (Read *read)
{
  read->kf = sw_keyfile_new ();
  sw_faults_init (&read->faults);
}

static void
read_clear (Read *read)
{
  sw_keyfile_free (read->kf);
  sw_faults_clear (&read->faults);
}

static void
add_text (Read *read, const char *text)
{
  sw_keyfile_load_text (read->kf, "t.ini", text, strlen (text), &read->faults);
}

/* All faults as lines, transfer full; "" if there is none. */
static char *
faults_of (const Read *read)
{
  g_autoptr (GError) error = NULL;
  if (sw_faults_report (&read->faults, &error))
    return g_strdup ("");
  return g_strdup (error->message);
}

static void
check_faults (const Read *read, const char *expected)
{
  g_autofree char *faults = faults_of (read);
  CHECK_STR (faults, expected);
}

static const char *
value_of (const Read *read, const char *group, const char *key)
{
  const SwKeyEntry *entry = sw_keyfile_get (read->kf, group, key);
  if (entry == NULL)
    return "(absent)";
  return entry->value != NULL ? entry->value : "(unset)";
}

static void
values_and_places (void)
{
  Read read;
  read_init (&read);
  add_text (&read, "# heading\n"
                   "; too\n"
                   "\n"
                   "[scenario]\n"
                   "name = a # b ; c\n"
                   "  title=  \xc3\xbc"
                   "ber = alles \t \n"
                   "\t[ pool   core ] \n"
                   "list = a, b  c\n"
                   "\xc3\xa9t\xc3\xa9 = 1\n"
                   "path = C:\\x [y] \"z\"\n");
  check_faults (&read, "");
  CHECK_STR (value_of (&read, "scenario", "name"), "a # b ; c");
  CHECK_STR (value_of (&read, "scenario", "title"), "\xc3\xbc"
                                                    "ber = alles");
  CHECK_STR (value_of (&read, "pool core", "list"), "a, b  c");
  CHECK_STR (value_of (&read, "pool core", "path"), "C:\\x [y] \"z\"");
  CHECK_STR (value_of (&read, "pool core", "nothing"), "(absent)");
  CHECK_STR (value_of (&read, "pool", "list"), "(absent)");
  const SwKeyEntry *title = sw_keyfile_get (read.kf, "scenario", "title");
  CHECK_STR (title->group, "scenario");
  CHECK_STR (title->file, "t.ini");
  CHECK_INT (title->line, 6);
  CHECK_INT (title->key_column, 3);
  CHECK_INT (title->value_column, 11);
  const SwKeyEntry *accent = sw_keyfile_get (read.kf, "pool core", "\xc3\xa9t\xc3\xa9");
  CHECK_INT (accent->value_column, 7);
  read_clear (&read);
}

static void
order_is_of_first_appearance (void)
{
  Read read;
  read_init (&read);
  add_text (&read, "[b]\nx=1\n[a]\ny=2\n[b]\nz=3\n[empty]\n");
  check_faults (&read, "");
  CHECK_INT (sw_keyfile_n_groups (read.kf), 3);
  CHECK_STR (sw_keyfile_group (read.kf, 0), "b");
  CHECK_STR (sw_keyfile_group (read.kf, 1), "a");
  CHECK_STR (sw_keyfile_group (read.kf, 2), "empty");
  CHECK_INT (sw_keyfile_n_entries (read.kf), 3);
  CHECK_STR (sw_keyfile_entry (read.kf, 0)->key, "x");
  CHECK_STR (sw_keyfile_entry (read.kf, 1)->key, "z");
  CHECK_STR (sw_keyfile_entry (read.kf, 2)->key, "y");
  guint line;
  CHECK_STR (sw_keyfile_group_place (read.kf, "empty", &line), "t.ini");
  CHECK_INT (line, 7);
  CHECK_STR (sw_keyfile_group_place (read.kf, "not there", &line), "t.ini");
  CHECK_INT (line, 0);
  read_clear (&read);
}

static void
every_fault_has_its_place (void)
{
  static const struct
  {
    const char *text, *faults;
  } cases[] = {
    { "", "" },
    { "\n\n", "" },
    { "[a]", "" },
    { "x = 1\n", "t.ini:1:1: 'x' stands before the first [group]" },
    { "[a]\nnonsense\n", "t.ini:2:1: expected 'key = value' or '[group]', found 'nonsense'" },
    { "[a]\n  = 5\n", "t.ini:2:3: a key is missing before '='" },
    { "[a\nx=1\n", "t.ini:1:1: a group needs a closing ']'\n"
                   "t.ini:2:1: 'x' stands before the first [group]" },
    { "[]\n", "t.ini:1:1: a group needs a name" },
    { " [ \t ]\n", "t.ini:1:2: a group needs a name" },
    { "[a] b\n", "t.ini:1:5: text behind a group: 'b'" },
    { "[a] # b\n", "t.ini:1:5: text behind a group: '# b'" },
    { "[a]\nx=1\ny=2\nx=3\n", "t.ini:4:1: 'x' of [a] was given already on line 2" },
    { "[a]\nx=1\n[b]\nx=1\n[a]\n x =1\n", "t.ini:6:2: 'x' of [a] was given already on line 2" },
    { "[a]\nx=\nx=\n", "t.ini:3:1: 'x' of [a] was given already on line 2" },
    { "[pool  core]\nx=1\n[pool core]\nx=1\n",
      "t.ini:4:1: 'x' of [pool core] was given already on line 2" },
    { "[a]\nx=1\ry=2\n", "t.ini:2:4: control character 0x0d" },
    { "[a]\nx=\x1b[31m\n", "t.ini:2:3: control character 0x1b" },
    { "[a]\n\xc3\xbc=\x7f\n", "t.ini:2:3: control character 0x7f" },
    { "[a]\n\xc3\xbc = \xff\n", "t.ini:2:5: not UTF-8 text (byte 0xff)" },
    { "\xff\xfe[\n", "t.ini:1:1: not UTF-8 text (byte 0xff)" },
    { "[a]\nx = \xc3", "t.ini:2:5: not UTF-8 text (byte 0xc3)" },
    { "[a]\nx = \xed\xa0\x80\n", "t.ini:2:5: not UTF-8 text (byte 0xed)" },
    { "include\n[a]\n", "t.ini:1:1: expected 'key = value' or '[group]', found 'include'" },
    { "include =\n[a]\n", "t.ini:1:10: include needs the path of a file" },
    { "oops\n[a]\nbad\nx=1\nx=2\n[b\n= 3\n",
      "t.ini:1:1: expected 'key = value' or '[group]', found 'oops'\n"
      "t.ini:3:1: expected 'key = value' or '[group]', found 'bad'\n"
      "t.ini:5:1: 'x' of [a] was given already on line 4\n"
      "t.ini:6:1: a group needs a closing ']'\n"
      "t.ini:7:1: a key is missing before '='" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Read read;
      read_init (&read);
      add_text (&read, cases[i].text);
      check_faults (&read, cases[i].faults);
      read_clear (&read);
    }
}

static void
nul_is_not_text (void)
{
  Read read;
  read_init (&read);
  sw_keyfile_load_text (read.kf, "n.ini", "[a]\nx=1\0y\n", 10, &read.faults);
  check_faults (&read, "n.ini:2:4: not UTF-8 text (byte 0x00)");
  read_clear (&read);
}

static void
line_ends_and_byte_order_mark (void)
{
  static const char *const texts[] = {
    "[a]\nx = 1\ny = 2\n",
    "[a]\nx = 1\ny = 2",
    "[a]\r\nx = 1\r\ny = 2\r\n",
    "\xef\xbb\xbf[a]\nx = 1\ny = 2\n",
    "\xef\xbb\xbf[a]\r\nx = 1\r\ny = 2",
    "\xef\xbb\xbf# c\r\n\r\n[a]\r\nx = 1  \r\ny = 2\r\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      Read read;
      read_init (&read);
      add_text (&read, texts[i]);
      check_faults (&read, "");
      CHECK_STR (value_of (&read, "a", "x"), "1");
      CHECK_STR (value_of (&read, "a", "y"), "2");
      read_clear (&read);
    }
}

static void
later_layers_win (void)
{
  Read read;
  read_init (&read);
  add_text (&read, "[a]\nx = 1\ny = 2\nz = 3\n");
  add_text (&read, "[a]\nz =\ny = 20\n[b]\nx = 5\n");
  check_faults (&read, "");
  CHECK_STR (value_of (&read, "a", "x"), "1");
  CHECK_STR (value_of (&read, "a", "y"), "20");
  CHECK_STR (value_of (&read, "a", "z"), "(unset)");
  CHECK_INT (sw_keyfile_get (read.kf, "a", "y")->line, 3);
  CHECK_INT (sw_keyfile_n_entries (read.kf), 4);
  add_text (&read, "[a]\nz = 4\n");
  CHECK_STR (value_of (&read, "a", "z"), "4");
  CHECK_INT (sw_keyfile_files (read.kf)->len, 3);
  read_clear (&read);
}

static void
settings (void)
{
  static const struct
  {
    const char *assignment, *group, *key, *value;
  } good[] = {
    { "workload.load=1.3", "workload", "load", "1.3" },
    { "pool.core.nodes=4", "pool core", "nodes", "4" },
    { "pool core.nodes=5", "pool core", "nodes", "5" },
    { " pool.core . nodes = 6 ", "pool core", "nodes", "6" },
    { "pool.h100.v2.gpu=A=B", "pool h100.v2", "gpu", "A=B" },
    { "pool.new.class=owned", "pool new", "class", "owned" },
    { "a.b.c=7", "a.b", "c", "7" },
    { "slo.wait=", "slo", "wait", "(unset)" },
    { "slo.note=x.y=z", "slo", "note", "x.y=z" },
  };
  Read read;
  read_init (&read);
  add_text (&read, "[pool core]\nnodes = 1\n[a.b]\nc = 1\n[slo]\nwait = 5s\n");
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      CHECK_TRUE (sw_keyfile_set (read.kf, good[i].assignment, &read.faults));
      CHECK_STR (value_of (&read, good[i].group, good[i].key), good[i].value);
      const SwKeyEntry *entry = sw_keyfile_get (read.kf, good[i].group, good[i].key);
      CHECK_STR (entry->file, "--set");
      CHECK_INT (entry->line, 0);
    }
  check_faults (&read, "");
  static const char *const bad[] = { "",         "=",       "nodes=4",      "pool.core.nodes",
                                     ".nodes=4", "pool.=4", "pool.core.=4", "\xff.x=1" };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    CHECK_FALSE (sw_keyfile_set (read.kf, bad[i], &read.faults));
  CHECK_INT (read.faults.texts->len, G_N_ELEMENTS (bad));
  CHECK_STR (g_ptr_array_index (read.faults.texts, 2),
             "--set: expected group.key=value, found 'nodes=4'");
  read_clear (&read);
}

/* ---- includes ---- */

static void
includes_come_first (void)
{
  char *folder = sw_test_folder ();
  g_autofree char *sub = g_build_filename (folder, "sub", NULL);
  g_mkdir (sub, 0777);
  g_autofree char *deep = sw_test_write (sub, "deep.ini", "[a]\nx = deep\ny = deep\nz = deep\n");
  g_autofree char *base
      = sw_test_write (sub, "base.ini", "include = deep.ini\n[a]\ny = base\nz = base\n");
  g_autofree char *more = sw_test_write (folder, "more.ini", "[b]\nx = more\n");
  g_autofree char *top
      = sw_test_write (folder, "top.ini", "# c\ninclude = sub/base.ini   more.ini\n[a]\nz = top\n");
  Read read;
  read_init (&read);
  CHECK_TRUE (sw_keyfile_load (read.kf, top, &read.faults));
  check_faults (&read, "");
  CHECK_STR (value_of (&read, "a", "x"), "deep");
  CHECK_STR (value_of (&read, "a", "y"), "base");
  CHECK_STR (value_of (&read, "a", "z"), "top");
  CHECK_STR (value_of (&read, "b", "x"), "more");
  CHECK_STR (sw_keyfile_get (read.kf, "a", "x")->file, deep);
  CHECK_STR (sw_keyfile_get (read.kf, "a", "z")->file, top);
  const GPtrArray *files = sw_keyfile_files (read.kf);
  CHECK_INT (files->len, 4);
  CHECK_STR (g_ptr_array_index (files, 0), top);
  CHECK_STR (g_ptr_array_index (files, 2), deep);
  read_clear (&read);
  sw_test_remove (folder);
}

static void
include_faults (void)
{
  char *folder = sw_test_folder ();
  g_autofree char *self = sw_test_write (folder, "self.ini", "include = self.ini\n[a]\nx = 1\n");
  g_autofree char *one = sw_test_write (folder, "one.ini", "include = two.ini\n[a]\nx = 1\n");
  g_autofree char *two = sw_test_write (folder, "two.ini", "include = ./one.ini\n[a]\nx = 2\n");
  g_autofree char *gone
      = sw_test_write (folder, "gone.ini", "include = nowhere.ini .\n[a]\nx = 3\n");
  g_autofree char *late = sw_test_write (folder, "late.ini", "[a]\ninclude = two.ini\n");
  g_autofree char *inner = sw_test_write (folder, "inner.ini", "include = bad.ini\n[a]\ny = 1\n");
  g_autofree char *bad = sw_test_write (folder, "bad.ini", "[a]\nx\n");
  const struct
  {
    const char *file, *part;
  } cases[] = {
    { self, "self.ini:1:11: '" },
    { self, "self.ini' includes itself" },
    { one, "two.ini:1:11: '" },
    { one, "one.ini' includes itself" },
    { gone, "gone.ini:1:11: cannot include '" },
    { gone, "nowhere.ini': No such file or directory" },
    { gone, "gone.ini:1:23: cannot include '" },
    { inner, "bad.ini:2:1: expected" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Read read;
      read_init (&read);
      CHECK_TRUE (sw_keyfile_load (read.kf, cases[i].file, &read.faults));
      g_autofree char *faults = faults_of (&read);
      CHECK_CONTAINS (faults, cases[i].part);
      CHECK_STR (value_of (&read, "a", cases[i].file == inner ? "y" : "x"),
                 cases[i].file == gone ? "3" : "1");
      read_clear (&read);
    }
  Read read;
  read_init (&read);
  CHECK_TRUE (sw_keyfile_load (read.kf, late, &read.faults));
  check_faults (&read, "");
  CHECK_STR (value_of (&read, "a", "include"), "two.ini");
  CHECK_FALSE (sw_keyfile_load (read.kf, "/nonexistent/x.ini", &read.faults));
  check_faults (&read, "/nonexistent/x.ini: cannot read: No such file or directory");
  CHECK_FALSE (sw_keyfile_load (read.kf, folder, &read.faults));
  read_clear (&read);
  sw_test_remove (folder);
}

/* The same file by two ways is fine; a file that multiplies is stopped. */
static void
diamonds_and_bombs (void)
{
  char *folder = sw_test_folder ();
  g_autofree char *leaf = sw_test_write (folder, "leaf.ini", "[a]\nx = 1\n");
  g_autofree char *left = sw_test_write (folder, "left.ini", "include = leaf.ini\n[a]\ny = 1\n");
  g_autofree char *right = sw_test_write (folder, "right.ini", "include = leaf.ini\n[a]\ny = 2\n");
  g_autofree char *top = sw_test_write (folder, "top.ini", "include = left.ini right.ini\n[a]\n");
  Read read;
  read_init (&read);
  CHECK_TRUE (sw_keyfile_load (read.kf, top, &read.faults));
  check_faults (&read, "");
  CHECK_STR (value_of (&read, "a", "y"), "2");
  read_clear (&read);

  for (guint level = 0; level < 30; level++)
    {
      g_autofree char *name = g_strdup_printf ("bomb%u.ini", level);
      g_autofree char *text
          = g_strdup_printf ("include = bomb%u.ini bomb%u.ini\n[a]\n", level + 1, level + 1);
      g_autofree char *path = sw_test_write (folder, name, level < 29 ? text : "[a]\n");
    }
  g_autofree char *bomb = g_build_filename (folder, "bomb0.ini", NULL);
  read_init (&read);
  sw_keyfile_load (read.kf, bomb, &read.faults);
  g_autofree char *faults = faults_of (&read);
  CHECK_CONTAINS (faults, "more than 256 files are included");
  CHECK_TRUE (sw_keyfile_files (read.kf)->len <= 256);
  read_clear (&read);
  sw_test_remove (folder);
}

/* Texts made of what the scanner looks at: it must end, keep its promises and touch no byte
 * outside. */
static void
malformed_texts (void)
{
  static const char *const pieces[]
      = { "[",           "]",       "=",   "\n", "\r\n",     " ",    "\t",           "a",
          "key",         "#",       ";",   "\\", "\xc3\xbc", "\xc3", "\xef\xbb\xbf", "[g]\n",
          "x=1\n",       "include", "\r",  "\"", "..",       "-",    "\x01",         "[pool a]\n",
          "y = z # w\n", "",        "\xff" };
  SwStream random = sw_stream (13, 0, 0, 0);
  guint wrong = 0;
  for (guint round = 0; round < 20000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      const guint n = sw_below (sw_stream_next (&random), 24);
      for (guint i = 0; i < n; i++)
        g_string_append (text, pieces[sw_below (sw_stream_next (&random), G_N_ELEMENTS (pieces))]);
      Read read;
      read_init (&read);
      g_autofree char *exact = g_memdup2 (text->str, text->len);
      sw_keyfile_load_text (read.kf, "f", exact != NULL ? exact : "", text->len, &read.faults);
      for (guint i = 0; i < sw_keyfile_n_entries (read.kf); i++)
        {
          const SwKeyEntry *entry = sw_keyfile_entry (read.kf, i);
          wrong += sw_keyfile_get (read.kf, entry->group, entry->key) != entry;
          wrong += *entry->key == '\0' || entry->line == 0 || entry->value_column == 0;
          wrong += entry->value != NULL
                   && (g_ascii_isspace (entry->value[0])
                       || g_ascii_isspace (entry->value[strlen (entry->value) - 1]));
        }
      for (guint i = 0; i < read.faults.texts->len; i++)
        wrong += !g_str_has_prefix (g_ptr_array_index (read.faults.texts, i), "f:");
      read_clear (&read);
    }
  CHECK_INT (wrong, 0);
}

static void
many_keys_are_quick (void)
{
  g_autoptr (GString) text = g_string_new ("[big]\n");
  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "key%u = %u\n", i, i);
  Read read;
  read_init (&read);
  add_text (&read, text->str);
  check_faults (&read, "");
  CHECK_INT (sw_keyfile_n_entries (read.kf), 100000);
  CHECK_STR (value_of (&read, "big", "key77777"), "77777");
  read_clear (&read);
}

SW_CHECKS ("keyfile", { "values and places", values_and_places },
           { "order is of first appearance", order_is_of_first_appearance },
           { "every fault has its place", every_fault_has_its_place },
           { "NUL is not text", nul_is_not_text },
           { "D-02 line ends and byte order mark", line_ends_and_byte_order_mark },
           { "later layers win", later_layers_win }, { "settings", settings },
           { "includes come first", includes_come_first }, { "include faults", include_faults },
           { "diamonds and bombs", diamonds_and_bombs }, { "malformed texts", malformed_texts },
           { "many keys are quick", many_keys_are_quick })

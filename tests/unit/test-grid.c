/* Tables: aligned for people, exact for programs, the same in every locale. */
#include <locale.h>

#include "sw-check.h"
#include "sw-grid.h"

static void
check_print (const SwGrid *grid, SwFormat format, const char *expected)
{
  SwText *text = sw_text_memory ();
  sw_grid_print (grid, format, text);
  g_autofree char *got = sw_text_steal (text, NULL);
  CHECK_STR (got, expected);
}

static SwGrid *
sample (void)
{
  SwGrid *grid = sw_grid_new ();
  sw_grid_column (grid, "name", "", "name", FALSE);
  sw_grid_column (grid, "wait", "s", "wait_s", TRUE);
  sw_grid_column (grid, "note", "", "note", FALSE);
  sw_grid_title (grid, "Times");
  sw_grid_row (grid);
  sw_grid_text (grid, "käse|1");
  sw_grid_real (grid, 1234.56789, 1);
  sw_grid_mark (grid, "*");
  sw_grid_text (grid, "a, \"b\"");
  sw_grid_row (grid);
  sw_grid_text (grid, "b");
  sw_grid_undefined (grid);
  sw_grid_row (grid);
  sw_grid_text (grid, "c");
  sw_grid_seconds (grid, 1500000000, 1);
  sw_grid_empty (grid);
  return grid;
}

static void
columns_are_aligned (void)
{
  g_autoptr (SwGrid) grid = sample ();
  check_print (grid, SW_FORMAT_TABLE,
               "name       wait  note\n"
               "              s\n"
               "Times\n"
               "käse|1  *1234.6  a, \"b\"\n"
               "b           n/a\n"
               "c           1.5\n");
}

static void
programs_get_full_precision (void)
{
  g_autoptr (SwGrid) grid = sample ();
  check_print (grid, SW_FORMAT_CSV,
               "name,wait_s,note\n"
               "käse|1,1234.56789,\"a, \"\"b\"\"\"\n"
               "b,,\n"
               "c,1.5,\n");
  SwText *text = sw_text_memory ();
  sw_grid_print (grid, SW_FORMAT_JSON, text);
  g_autofree char *json = sw_text_steal (text, NULL);
  CHECK_CONTAINS (json, "\"wait_s\": 1234.56789");
  CHECK_CONTAINS (json, "\"wait_s\": null");
  CHECK_CONTAINS (json, "\"note\": \"a, \\\"b\\\"\"");
}

static void
markdown_is_escaped (void)
{
  g_autoptr (SwGrid) grid = sample ();
  check_print (grid, SW_FORMAT_MARKDOWN,
               "| name | wait (s) | note |\n"
               "|---|---:|---|\n"
               "| **Times** |  |  |\n"
               "| käse\\|1 | \\*1234.6 | a, \"b\" |\n"
               "| b | n/a |  |\n"
               "| c | 1.5 |  |\n");
}

static void
odd_texts_do_not_break_the_table (void)
{
  g_autoptr (SwGrid) grid = sw_grid_new ();
  sw_grid_column (grid, "a", "", "a", FALSE);
  sw_grid_column (grid, "b", "", "b", FALSE);
  sw_grid_row (grid);
  sw_grid_text (grid, "x\n\033[31my");
  sw_grid_text (grid, "|");
  sw_grid_row (grid);
  sw_grid_text (grid, "\xff");
  sw_grid_text (grid, "|");
  sw_grid_row (grid);
  sw_grid_text (grid, "日本");
  sw_grid_text (grid, "|");
  check_print (grid, SW_FORMAT_TABLE,
               "a         b\n"
               "x??[31my  |\n"
               "\xef\xbf\xbd         |\n"
               "日本      |\n");
}

static void
numbers_ignore_the_locale (void)
{
  if (!sw_test_comma_locale ())
    SKIP ("no locale with a decimal comma can be made here");
  g_autofree char *number = sw_grid_number (0.455, 3);
  g_autofree char *minus = sw_grid_number (-0.0004, 3);
  g_autofree char *large = sw_grid_number (1e15 / 3, 0);
  setlocale (LC_ALL, "C");
  CHECK_STR (number, "0.455");
  CHECK_STR (minus, "0.000");
  CHECK_STR (large, "333333333333333");
}

SW_CHECKS ("grid", { "columns are aligned", columns_are_aligned },
           { "programs get full precision", programs_get_full_precision },
           { "Markdown is escaped", markdown_is_escaped },
           { "odd texts do not break the table", odd_texts_do_not_break_the_table },
           { "numbers ignore the locale", numbers_ignore_the_locale })

#include "sw-grid.h"

#include <math.h>
#include <string.h>

#define GAP 2 /* blanks between columns */

typedef enum
{
  CELL_NULL,
  CELL_TEXT,
  CELL_INT,
  CELL_REAL,
  CELL_SECONDS,
} CellKind;

typedef struct
{
  CellKind kind;
  char *shown; /* for people */
  gint64 integer;
  double real;
} Cell;

typedef struct
{
  char *head, *unit, *name;
  gboolean right;
} Column;

typedef struct
{
  char *title; /* NULL: a row of cells */
  GArray *cells;
} Row;

struct SwGrid
{
  GArray *columns, *rows;
};

static void
clear_cell (gpointer cell)
{
  g_free (((Cell *)cell)->shown);
}

static void
clear_row (gpointer row)
{
  g_free (((Row *)row)->title);
  g_array_unref (((Row *)row)->cells);
}

static void
clear_column (gpointer column)
{
  g_free (((Column *)column)->head);
  g_free (((Column *)column)->unit);
  g_free (((Column *)column)->name);
}

SwGrid *
sw_grid_new (void)
{
  SwGrid *grid = g_new (SwGrid, 1);
  grid->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  grid->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (grid->columns, clear_column);
  g_array_set_clear_func (grid->rows, clear_row);
  return grid;
}

void
sw_grid_free (SwGrid *grid)
{
  if (!grid)
    return;
  g_array_unref (grid->columns);
  g_array_unref (grid->rows);
  g_free (grid);
}

/* ---- filling ---- */

/* Text that cannot disturb a terminal or a line of a table. */
static char *
clean (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *out = g_string_new (NULL);
  for (const char *p = valid; *p; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);
      g_string_append_unichar (out, g_unichar_iscntrl (c) ? '?' : c);
    }
  return g_string_free (out, FALSE);
}

void
sw_grid_column (SwGrid *grid, const char *head, const char *unit, const char *name, gboolean right)
{
  const Column column = { clean (head), clean (unit), g_strdup (name), right };
  g_array_append_val (grid->columns, column);
}

static void
add_row (SwGrid *grid, char *title)
{
  const Row row = { title, g_array_new (FALSE, TRUE, sizeof (Cell)) };
  g_array_set_clear_func (row.cells, clear_cell);
  g_array_append_val (grid->rows, row);
}

guint
sw_grid_n_rows (const SwGrid *grid)
{
  return grid->rows->len;
}

void
sw_grid_row (SwGrid *grid)
{
  add_row (grid, NULL);
}

void
sw_grid_title (SwGrid *grid, const char *title)
{
  add_row (grid, clean (title));
}

static GArray *
last_cells (SwGrid *grid)
{
  g_assert (grid->rows->len > 0);
  return g_array_index (grid->rows, Row, grid->rows->len - 1).cells;
}

static void
add_cell (SwGrid *grid, Cell cell)
{
  GArray *cells = last_cells (grid);
  g_assert (cells->len < grid->columns->len);
  g_array_append_val (cells, cell);
}

void
sw_grid_text (SwGrid *grid, const char *text)
{
  add_cell (grid, (Cell){ CELL_TEXT, clean (text) });
}

void
sw_grid_int (SwGrid *grid, gint64 value)
{
  add_cell (grid, (Cell){ CELL_INT, g_strdup_printf ("%" G_GINT64_FORMAT, value), value });
}

char *
sw_grid_number (double value, guint digits)
{
  char format[8], text[G_ASCII_DTOSTR_BUF_SIZE + 320];
  g_snprintf (format, sizeof format, "%%.%uf", MIN (digits, 9));
  g_ascii_formatd (text, sizeof text, format, value);
  const gboolean zero = strspn (text, "-0.") == strlen (text);
  return g_strdup (zero && text[0] == '-' ? text + 1 : text);
}

void
sw_grid_real (SwGrid *grid, double value, guint digits)
{
  add_cell (grid, (Cell){ CELL_REAL, sw_grid_number (value, digits), .real = value });
}

void
sw_grid_value (SwGrid *grid, double value, const char *shown)
{
  add_cell (grid, (Cell){ CELL_REAL, clean (shown), .real = value });
}

void
sw_grid_seconds (SwGrid *grid, SwTime value, guint digits)
{
  if (value == SW_TIME_NONE)
    sw_grid_undefined (grid);
  else
    add_cell (grid, (Cell){ CELL_SECONDS, sw_grid_number ((double)value / SW_SECOND, digits),
                            .integer = value });
}

void
sw_grid_undefined (SwGrid *grid)
{
  add_cell (grid, (Cell){ CELL_NULL, g_strdup ("n/a") });
}

void
sw_grid_empty (SwGrid *grid)
{
  add_cell (grid, (Cell){ CELL_NULL, g_strdup ("") });
}

void
sw_grid_mark (SwGrid *grid, const char *mark)
{
  GArray *cells = last_cells (grid);
  Cell *cell = &g_array_index (cells, Cell, cells->len - 1);
  char *marked = g_strconcat (mark, cell->shown, NULL);
  g_free (cell->shown);
  cell->shown = marked;
}

/* ---- for people ---- */

static guint
width_of (const char *text)
{
  guint width = 0;
  for (const char *p = text; *p; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);
      width += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

static void
put_blanks (SwText *text, guint n)
{
  while (n--)
    sw_put (text, " ");
}

static const char *
shown_at (const Row *row, guint column)
{
  return column < row->cells->len ? g_array_index (row->cells, Cell, column).shown : "";
}

static guint *
measure (const SwGrid *grid)
{
  guint *widths = g_new (guint, grid->columns->len + 1);
  for (guint c = 0; c < grid->columns->len; c++)
    {
      const Column *column = &g_array_index (grid->columns, Column, c);
      widths[c] = MAX (width_of (column->head), width_of (column->unit));
      for (guint r = 0; r < grid->rows->len; r++)
        widths[c] = MAX (widths[c], width_of (shown_at (&g_array_index (grid->rows, Row, r), c)));
    }
  return widths;
}

/* One line; blanks at its end are never written. */
static void
put_line (SwText *text, const SwGrid *grid, const guint *widths, const char *const *texts)
{
  guint pending = 0;
  for (guint c = 0; c < grid->columns->len; c++)
    {
      const gboolean right = g_array_index (grid->columns, Column, c).right;
      const guint width = width_of (texts[c]), rest = widths[c] - width;
      if (*texts[c])
        {
          put_blanks (text, pending + (right ? rest : 0));
          sw_put (text, texts[c]);
          pending = right ? 0 : rest;
        }
      else
        pending += widths[c];
      pending += GAP;
    }
  sw_put (text, "\n");
}

/* A line of heads or of units, unless all of them are empty. */
static void
put_head (SwText *text, const SwGrid *grid, const guint *widths, const char *const *texts)
{
  for (guint c = 0; c < grid->columns->len; c++)
    if (*texts[c])
      {
        put_line (text, grid, widths, texts);
        return;
      }
}

static void
print_table (const SwGrid *grid, SwText *text)
{
  g_autofree guint *widths = measure (grid);
  g_autofree const char **texts = g_new (const char *, grid->columns->len + 1);
  for (guint c = 0; c < grid->columns->len; c++)
    texts[c] = g_array_index (grid->columns, Column, c).head;
  put_head (text, grid, widths, texts);
  for (guint c = 0; c < grid->columns->len; c++)
    texts[c] = g_array_index (grid->columns, Column, c).unit;
  put_head (text, grid, widths, texts);
  for (guint r = 0; r < grid->rows->len; r++)
    {
      const Row *row = &g_array_index (grid->rows, Row, r);
      if (row->title)
        {
          sw_put (text, row->title);
          sw_put (text, "\n");
          continue;
        }
      for (guint c = 0; c < grid->columns->len; c++)
        texts[c] = shown_at (row, c);
      put_line (text, grid, widths, texts);
    }
}

/* ---- Markdown ---- */

static void
put_escaped (SwText *text, const char *string)
{
  for (const char *p = string; *p; p++)
    {
      if (strchr ("|\\`*_<>[]", *p))
        sw_put (text, "\\");
      sw_put_bytes (text, p, 1);
    }
}

static void
print_markdown (const SwGrid *grid, SwText *text)
{
  for (guint c = 0; c < grid->columns->len; c++)
    {
      const Column *column = &g_array_index (grid->columns, Column, c);
      sw_put (text, "| ");
      put_escaped (text, column->head);
      if (*column->unit)
        {
          sw_put (text, *column->head ? " (" : "(");
          put_escaped (text, column->unit);
          sw_put (text, ")");
        }
      sw_put (text, " ");
    }
  sw_put (text, "|\n");
  for (guint c = 0; c < grid->columns->len; c++)
    sw_put (text, g_array_index (grid->columns, Column, c).right ? "|---:" : "|---");
  sw_put (text, "|\n");
  for (guint r = 0; r < grid->rows->len; r++)
    {
      const Row *row = &g_array_index (grid->rows, Row, r);
      for (guint c = 0; c < grid->columns->len; c++)
        {
          sw_put (text, "| ");
          if (row->title && c == 0)
            sw_put (text, "**");
          put_escaped (text, row->title ? (c == 0 ? row->title : "") : shown_at (row, c));
          if (row->title && c == 0)
            sw_put (text, "**");
          sw_put (text, " ");
        }
      sw_put (text, "|\n");
    }
}

/* ---- for programs ---- */

static const Cell *
cell_at (const Row *row, guint column)
{
  return column < row->cells->len ? &g_array_index (row->cells, Cell, column) : NULL;
}

static void
put_csv_cell (SwCsv *csv, const Cell *cell)
{
  switch (cell ? cell->kind : CELL_NULL)
    {
    case CELL_NULL:
      sw_csv_empty (csv);
      break;
    case CELL_TEXT:
      sw_csv_string (csv, cell->shown);
      break;
    case CELL_INT:
      sw_csv_int (csv, cell->integer);
      break;
    case CELL_REAL:
      sw_csv_real (csv, cell->real, 9);
      break;
    case CELL_SECONDS:
      sw_csv_seconds (csv, cell->integer);
      break;
    }
}

static void
print_csv (const SwGrid *grid, SwText *text)
{
  SwCsv csv = { text, FALSE };
  for (guint c = 0; c < grid->columns->len; c++)
    sw_csv_string (&csv, g_array_index (grid->columns, Column, c).name);
  sw_csv_end (&csv);
  for (guint r = 0; r < grid->rows->len; r++)
    {
      const Row *row = &g_array_index (grid->rows, Row, r);
      if (row->title)
        continue;
      for (guint c = 0; c < grid->columns->len; c++)
        put_csv_cell (&csv, cell_at (row, c));
      sw_csv_end (&csv);
    }
}

static void
put_json_cell (SwJson *json, const char *key, const Cell *cell)
{
  switch (cell ? cell->kind : CELL_NULL)
    {
    case CELL_NULL:
      sw_json_null (json, key);
      break;
    case CELL_TEXT:
      sw_json_string (json, key, cell->shown);
      break;
    case CELL_INT:
      sw_json_int (json, key, cell->integer);
      break;
    case CELL_REAL:
      sw_json_real (json, key, cell->real, 9);
      break;
    case CELL_SECONDS:
      sw_json_seconds (json, key, cell->integer);
      break;
    }
}

void
sw_grid_json (const SwGrid *grid, SwJson *json, const char *key)
{
  sw_json_array (json, key);
  for (guint r = 0; r < grid->rows->len; r++)
    {
      const Row *row = &g_array_index (grid->rows, Row, r);
      if (row->title)
        continue;
      sw_json_object (json, NULL);
      for (guint c = 0; c < grid->columns->len; c++)
        put_json_cell (json, g_array_index (grid->columns, Column, c).name, cell_at (row, c));
      sw_json_end (json);
    }
  sw_json_end (json);
}

void
sw_grid_print (const SwGrid *grid, SwFormat format, SwText *text)
{
  switch (format)
    {
    case SW_FORMAT_TABLE:
      print_table (grid, text);
      break;
    case SW_FORMAT_CSV:
      print_csv (grid, text);
      break;
    case SW_FORMAT_MARKDOWN:
      print_markdown (grid, text);
      break;
    case SW_FORMAT_JSON:
      {
        SwJson *json = sw_json_new (text);
        sw_grid_json (grid, json, NULL);
        sw_json_free (json);
        sw_put (text, "\n");
        break;
      }
    }
}

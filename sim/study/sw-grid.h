/* A table of texts with a head, printed for people, as CSV, as JSON or as Markdown.  A cell may
 * have two faces: what people see ("12.5 *") and what programs read ("12.4997"). */
#ifndef SW_GRID_H
#define SW_GRID_H

#include "sw-output.h"

G_BEGIN_DECLS

typedef enum
{
  SW_FORMAT_TABLE,
  SW_FORMAT_CSV,
  SW_FORMAT_JSON,
  SW_FORMAT_MARKDOWN,
} SwFormat;

typedef struct SwGrid SwGrid;

SwGrid *sw_grid_new (void);
void sw_grid_free (SwGrid *grid);

/* A column: its head for people ("wait"), its unit ("s", may be ""), and its name for programs. */
void sw_grid_column (SwGrid *grid, const char *head, const char *unit, const char *name,
                     gboolean right);
guint sw_grid_n_rows (const SwGrid *grid);
/* Begins a row.  Cells are added from left to right; those that are missing are empty. */
void sw_grid_row (SwGrid *grid);
/* Begins a row that only people see: a title within the table. */
void sw_grid_title (SwGrid *grid, const char *title);
void sw_grid_text (SwGrid *grid, const char *text);
void sw_grid_int (SwGrid *grid, gint64 value);
/* digits: behind the point, for people; programs get nine. */
void sw_grid_real (SwGrid *grid, double value, guint digits);
/* value for programs, shown for people. */
void sw_grid_value (SwGrid *grid, double value, const char *shown);
void sw_grid_seconds (SwGrid *grid, SwTime value, guint digits); /* NONE: undefined */
void sw_grid_undefined (SwGrid *grid);                           /* "n/a", empty, null */
void sw_grid_empty (SwGrid *grid);                               /* nothing, empty, null */
/* Text for people in front of the last cell. */
void sw_grid_mark (SwGrid *grid, const char *mark);

/* Prints the rows; for JSON an array called key (NULL: a member of an array, or the root). */
void sw_grid_print (const SwGrid *grid, SwFormat format, SwText *text);
void sw_grid_json (const SwGrid *grid, SwJson *json, const char *key);

/* value with so many digits behind the point, whatever the locale; transfer full. */
char *sw_grid_number (double value, guint digits);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwGrid, sw_grid_free)

G_END_DECLS

#endif

/* One import under way: the profile bound to the columns of a file, the cells of the present row,
 * and the account of what became of every row. */
#ifndef SW_READING_H
#define SW_READING_H

#include "sw-import.h"
#include "sw-profile.h"
#include "sw-source.h"
#include "sw-swf.h"

G_BEGIN_DECLS

#define SW_MAX_FROM 4 /* alternatives of one field */

typedef struct
{
  gint16 from[SW_MAX_FROM]; /* cells; -1 ends */
  gint16 when;              /* cell that decides whether this one counts; -1: none */
  gboolean there;           /* a column or a default feeds it */
  guint column;             /* in the file, from 1, for messages; 0: none */
} SwBinding;

/* Something odd about the present row, counted if the row is kept. */
typedef struct
{
  SwField field;
  const char *what;
  char *detail;
} SwRemark;

typedef struct SwReading SwReading;
struct SwReading
{
  const SwImportOptions *options;
  SwImportReport *report;
  SwSource *source;
  SwProfile *profile;
  GTimeZone *zone; /* of dates without offset */
  SwSwfFacts facts;

  /* What takes a row that has the right number of fields: FALSE with r->error set ends the
     import. */
  void (*take) (SwReading *r);
  gpointer taker;

  GPtrArray *header; /* names of the file's columns, owned; complete once bound */
  gboolean bound;
  gint16 *keep; /* of each column: its cell, -1 if nobody wants it */
  SwBinding fields[SW_N_FIELDS];
  gint16 *drop_cells; /* of each drop rule, -1: the column is not there */

  /* the present row */
  guint line;
  guint n_cells;
  guint32 *cells; /* offsets into text */
  char *text;
  gsize text_length, text_size;
  GArray *remarks;  /* SwRemark */
  const char *gang; /* the row belongs to this gang: it cannot be left out alone */
  GError *error;
};

/* Whether a column or a default feeds the field. */
static inline gboolean
sw_reading_has (const SwReading *r, SwField field)
{
  return r->fields[field].there;
}

/* Chooses the profile (nodes: one about nodes) and hands all rows to take(). */
gboolean sw_reading_run (SwReading *r, gboolean nodes, GError **error);
void sw_reading_clear (SwReading *r);

G_END_DECLS

#endif

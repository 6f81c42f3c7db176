/* The pictures of a report, drawn by one gnuplot process from static scripts and data files of our
 * own making.  Names reach gnuplot only inside single quotes with control characters made visible,
 * and file names are fixed, so that no name can become a command or a path. */
#ifndef SW_PICTURES_H
#define SW_PICTURES_H

#include "sw-result.h"

G_BEGIN_DECLS

typedef struct
{
  char *file;      /* "queue.svg" */
  char *title;     /* "Waiting jobs" */
  char *caption;   /* what is seen, in a sentence */
  char *svg;       /* the file's text; NULL if there is none */
  char *why;       /* if so, why: "no data: ...", or what gnuplot said */
  gboolean failed; /* there was something to draw */
} SwPicture;

/* Array of SwPicture, transfer full.  gnuplot: the program, looked for on PATH; what it fails at is
   in the pictures.  NULL with SW_ERROR_OUTSIDE only if the scratch folder cannot be written. */
GArray *sw_pictures_draw (const GPtrArray *results, const char *gnuplot, GError **error);

G_END_DECLS

#endif

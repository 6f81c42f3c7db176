/* A weighted choice, "1:60 2:15 4:10 8:15": values with weights, 1 if none is given. */
#ifndef SW_MIX_H
#define SW_MIX_H

#include "sw-keyfile.h"

G_BEGIN_DECLS

typedef struct
{
  guint n;
  char **names;  /* the values as texts */
  double *reals; /* as numbers; NULL for a mix of names */
  double *sums;  /* of the weights up to and with each */
} SwMix;

/* From the words of a value; numbers: the values are numbers in [min, max].  Adds faults.  An unset
   value gives an empty mix. */
void sw_mix_read (SwMix *mix, const SwKeyValue *value, gboolean numbers, double min, double max,
                  SwFaults *faults);
void sw_mix_clear (SwMix *mix);
/* Index of the value that a draw falls on; of a mix that is not empty. */
guint sw_mix_draw (const SwMix *mix, guint64 draw);

G_END_DECLS

#endif

/* Arrival times of generated jobs: a renewal process, stretched so that its rate follows the hours
 * of the day and the weekend. */
#ifndef SW_ARRIVALS_H
#define SW_ARRIVALS_H

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SW_ARRIVAL_POISSON,
  SW_ARRIVAL_GAMMA,
  SW_ARRIVAL_WEIBULL,
  SW_ARRIVAL_FIXED,
} SwArrivalKind;

typedef struct
{
  SwArrivalKind kind;
  double cv;        /* of gamma gaps */
  double shape;     /* of weibull gaps */
  double rate;      /* jobs a second, mean over a week */
  double amplitude; /* of the day, in [0, 1]: rate x (1 + amplitude cos (hours from the peak)) */
  double peak;      /* seconds after midnight */
  double weekend;   /* rate of Saturday and Sunday against the other days */
  double phase;     /* seconds from Monday 00:00 to time 0 */
} SwArrivals;

/* Mean-1 gap before job i. */
double sw_arrivals_gap (const SwArrivals *a, guint64 seed, guint64 i);
/* Seconds from time 0 at which so many jobs are due, x being the sum of the gaps. */
double sw_arrivals_time (const SwArrivals *a, double x);

G_END_DECLS

#endif

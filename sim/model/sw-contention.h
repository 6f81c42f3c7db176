/* What tenants of one card do to each other.
 *
 * A job's iteration on a whole card of its own takes h + max (c, m) = 1: a part on the host or of
 * latency that no share of the card changes, a part limited by compute, a part limited by memory
 * bandwidth.  In an isolated instance with the share sigma of the SMs and beta of the bandwidth it
 * is slowed by h + max (c / sigma, m / beta)  (1).  Tenants that run at once are slowed by the
 * least fixed point of
 *
 *   D_i = max (1, c'_i + kappa sum min (p_j c'_j, a_j), m'_i + kappa sum p_j m'_j, c'_i / a_i)  (2)
 *
 * with sums over the others, c' = c / (1 - h), m' = m / (1 - h), a the cap on SMs, p_j = share of
 * the time that j is on the device, (1 - h_j) D_j / (h_j + (1 - h_j) D_j); the slowdown is h + (1 -
 * h) D. A measured pair (sw-contention-cache.h) overrides where there is one. */
#ifndef SW_CONTENTION_H
#define SW_CONTENTION_H

#include <glib.h>

G_BEGIN_DECLS

#define SW_MAX_TENANTS 1024

typedef struct
{
  double host, compute, bandwidth; /* h, c, m; host + max (compute, bandwidth) = 1 */
} SwLoad;

typedef enum
{
  SW_CONTENTION_NONE,       /* nobody is slowed */
  SW_CONTENTION_SYNC,       /* (2) with p = 1: all are on the device all the time */
  SW_CONTENTION_PS,         /* (2) */
  SW_CONTENTION_TURNS,      /* time slicing: D = (1 + sum of the others' p) (1 + epsilon) */
  SW_CONTENTION_EVEN_TURNS, /* time slicing, all turns used: n (1 + epsilon) */
  SW_CONTENTION_EMPIRICAL,  /* training pairs: 1 + slope (U - 1)+, U = sum of 1 - h */
} SwContentionModel;

typedef struct
{
  SwContentionModel model;
  double kappa;   /* weight of the others in (2), 0 to 1 */
  double epsilon; /* loss by switching of both TURNS; nobody to switch to, nothing lost */
  double slope;   /* EMPIRICAL */
} SwContentionRules;

/* One tenant of a card. */
typedef struct
{
  SwLoad load;
  double cap;        /* share of the SMs that it may use at most, above 0; 1: all.  Of (2) only. */
  guint32 behaviour; /* number, for measured pairs and the cache; nothing to the formulas */
} SwCoTenant;

/* The load from what is known, in millionths (G_MAXUINT32: not known): utilisation u, SM activity
 * s, DRAM activity r.  c = s cut to u, else u; m = r cut to u, else 0; h = 1 - max (c, m).  Values
 * above a million count as one; with nothing known the job keeps the SMs busy all the time. */
SwLoad sw_load_from_activity (guint32 util_ppm, guint32 sm_ppm, guint32 dram_ppm);
/* The same job on a card whose FLOP/s are f times and whose bandwidth is b times as many: time of
 * its iteration there goes to *time (h + max (c / f, m / b)), the load is scaled to 1 again. */
SwLoad sw_load_on (const SwLoad *load, double f, double b, double *time);
/* (1), at least 1. */
double sw_contention_isolated (const SwLoad *load, double sigma, double beta);
/* Slowdowns (>= 1) of n <= SW_MAX_TENANTS tenants together.  Bitwise independent of their order:
 * equal tenants get equal numbers.  A tenant that never uses the device is not slowed and takes no
 * turns. */
void sw_contention_solve (const SwContentionRules *rules, const SwCoTenant *tenants, guint n,
                          double *slowdown);

G_END_DECLS

#endif

/* Slowdowns of tenants by the formulas of the header.
 *
 * Equal tenants are one class with a count, and classes are sorted by value: sums run over classes
 * in that order, so that neither the order of the tenants nor their numbers can show in a result.
 * The iteration of (2) starts at D = 1 and rises to the least fixed point. */
#include "sw-contention.h"

#include <math.h>

#define MILLION 1e6
#define PRECISION 1e-12
#define MAX_ROUNDS 200

typedef struct
{
  double device; /* d = 1 - h */
  double c, m;   /* c', m' */
  double cap;
  double host;
  double stretch; /* D */
  double next;    /* D of the next round */
  double present; /* p */
  guint count;
} Class;

SwLoad
sw_load_from_activity (guint32 util_ppm, guint32 sm_ppm, guint32 dram_ppm)
{
  const double u = util_ppm == G_MAXUINT32 ? 1 : MIN (util_ppm / MILLION, 1);
  const double c = sm_ppm == G_MAXUINT32 ? u : MIN (sm_ppm / MILLION, u);
  const double m = dram_ppm == G_MAXUINT32 ? 0 : MIN (dram_ppm / MILLION, u);
  return (SwLoad){ 1 - MAX (c, m), c, m };
}

SwLoad
sw_load_on (const SwLoad *load, double f, double b, double *time)
{
  const double c = load->compute / f, m = load->bandwidth / b;
  const double t = load->host + MAX (c, m);
  g_assert (f > 0 && b > 0 && t > 0);
  *time = t;
  return (SwLoad){ load->host / t, c / t, m / t };
}

double
sw_contention_isolated (const SwLoad *load, double sigma, double beta)
{
  g_assert (sigma > 0 && beta > 0);
  const double slowdown = load->host + MAX (load->compute / sigma, load->bandwidth / beta);
  return MAX (slowdown, 1);
}

/* ---- classes of equal tenants ---- */

static int
compare (double a, double b)
{
  return (a > b) - (a < b);
}

static int
compare_tenants (const SwCoTenant *a, const SwCoTenant *b)
{
  int order = compare (a->load.host, b->load.host);
  if (order == 0)
    order = compare (a->load.compute, b->load.compute);
  if (order == 0)
    order = compare (a->load.bandwidth, b->load.bandwidth);
  return order != 0 ? order : compare (a->cap, b->cap);
}

/* order becomes the numbers of the tenants, sorted by value: by insertion, as n is small and mixes
   often come sorted. */
static void
sort_tenants (const SwCoTenant *tenants, guint n, guint16 *order)
{
  for (guint i = 0; i < n; i++)
    {
      guint k = i;
      for (; k > 0 && compare_tenants (&tenants[order[k - 1]], &tenants[i]) > 0; k--)
        order[k] = order[k - 1];
      order[k] = (guint16)i;
    }
}

static Class
class_of (const SwCoTenant *tenant)
{
  const double d = 1 - tenant->load.host;
  Class class = { .device = MAX (d, 0), .cap = tenant->cap, .stretch = 1, .count = 1 };
  class.host = 1 - class.device;
  g_assert (tenant->cap > 0);
  if (d > 0)
    {
      /* At most 1 but for rounding. */
      class.c = MIN (tenant->load.compute / d, 1);
      class.m = MIN (tenant->load.bandwidth / d, 1);
    }
  return class;
}

/* Number of classes; of[i] is the one of tenant i. */
static guint
make_classes (const SwCoTenant *tenants, guint n, Class *classes, guint16 *of)
{
  guint16 order[SW_MAX_TENANTS];
  guint n_classes = 0;
  sort_tenants (tenants, n, order);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0 && compare_tenants (&tenants[order[i - 1]], &tenants[order[i]]) == 0)
        classes[n_classes - 1].count++;
      else
        classes[n_classes++] = class_of (&tenants[order[i]]);
      of[order[i]] = (guint16)(n_classes - 1);
    }
  return n_classes;
}

/* ---- the models ---- */

static guint
others_in (const Class *classes, guint i, guint k)
{
  return classes[k].count - (i == k);
}

static double
together_stretch (const SwContentionRules *rules, const Class *classes, guint n, guint i)
{
  double c = 0, m = 0;
  for (guint k = 0; k < n; k++)
    {
      const double others = others_in (classes, i, k), p = classes[k].present;
      c += others * MIN (p * classes[k].c, classes[k].cap);
      m += others * (p * classes[k].m);
    }
  const Class *own = &classes[i];
  const double by_compute = own->c + rules->kappa * c, by_bandwidth = own->m + rules->kappa * m;
  const double by_cap = own->c / own->cap, shared = MAX (by_compute, by_bandwidth);
  return MAX (MAX (1, by_cap), shared);
}

static double
turns_stretch (const SwContentionRules *rules, const Class *classes, guint n, guint i)
{
  double present = 0;
  for (guint k = 0; k < n; k++)
    present += others_in (classes, i, k) * classes[k].present;
  return present > 0 ? (1 + present) * (1 + rules->epsilon) : 1;
}

/* One round: TRUE if it changed nothing that counts. */
static gboolean
improve (const SwContentionRules *rules, Class *classes, guint n)
{
  double change = 0;
  for (guint i = 0; i < n; i++)
    {
      const double on = classes[i].device * classes[i].stretch;
      const gboolean always = rules->model == SW_CONTENTION_SYNC && on > 0;
      classes[i].present = always ? 1 : on / (classes[i].host + on);
    }
  for (guint i = 0; i < n; i++)
    if (classes[i].device > 0)
      {
        classes[i].next = rules->model == SW_CONTENTION_TURNS
                              ? turns_stretch (rules, classes, n, i)
                              : together_stretch (rules, classes, n, i);
        change = MAX (change, fabs (classes[i].next - classes[i].stretch));
      }
  for (guint i = 0; i < n; i++)
    if (classes[i].device > 0)
      classes[i].stretch = classes[i].next;
  return change < PRECISION;
}

static void
iterate (const SwContentionRules *rules, Class *classes, guint n)
{
  for (guint round = 0; round < MAX_ROUNDS; round++)
    if (improve (rules, classes, n))
      break;
}

/* Those models that slow all users of the device alike: by how much.  */
static double
common_slowdown (const SwContentionRules *rules, const Class *classes, guint n)
{
  double busy = 0;
  guint users = 0;
  for (guint i = 0; i < n; i++)
    {
      busy += classes[i].count * classes[i].device;
      users += classes[i].device > 0 ? classes[i].count : 0;
    }
  if (users < 2 || rules->model == SW_CONTENTION_NONE)
    return 1;
  if (rules->model == SW_CONTENTION_EVEN_TURNS)
    return users * (1 + rules->epsilon);
  return 1 + rules->slope * MAX (busy - 1, 0);
}

static gboolean
is_common (SwContentionModel model)
{
  return model == SW_CONTENTION_NONE || model == SW_CONTENTION_EVEN_TURNS
         || model == SW_CONTENTION_EMPIRICAL;
}

void
sw_contention_solve (const SwContentionRules *rules, const SwCoTenant *tenants, guint n,
                     double *slowdown)
{
  Class classes[SW_MAX_TENANTS];
  guint16 of[SW_MAX_TENANTS];
  g_assert (n <= SW_MAX_TENANTS);
  const guint n_classes = make_classes (tenants, n, classes, of);
  const gboolean common = is_common (rules->model);
  const double all = common ? common_slowdown (rules, classes, n_classes) : 1;
  if (!common)
    iterate (rules, classes, n_classes);
  for (guint i = 0; i < n; i++)
    {
      const Class *class = &classes[of[i]];
      /* h + d D, exact where D is 1. */
      slowdown[i] = !common             ? 1 + class->device * (class->stretch - 1)
                    : class->device > 0 ? all
                                        : 1;
    }
}

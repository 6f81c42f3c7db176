/* Keyed random numbers: a draw depends on (seed, run, purpose, key) only, never on how many draws
 * came before.  So two policies face the same luck, and no result depends on order, threads or
 * other runs.  Mixing: the finaliser of splitmix64 (Steele, Lea, Flood: "Fast splittable
 * pseudorandom number generators", OOPSLA 2014), applied over the four words. */
#ifndef SW_RNG_H
#define SW_RNG_H

#include <glib.h>

G_BEGIN_DECLS

static inline guint64
sw_mix64 (guint64 x)
{
  x += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

static inline guint64
sw_draw (guint64 seed, guint64 run, guint64 purpose, guint64 key)
{
  return sw_mix64 (sw_mix64 (sw_mix64 (sw_mix64 (seed) ^ run) ^ purpose) ^ key);
}

/* Purposes.  A new use takes a new number; numbers never change meaning. */
enum
{
  SW_DRAW_POLICY = 1, /* policies' own draws; their purpose is added as key material */
  SW_DRAW_SAMPLE = 2, /* load scaling of a workload */
  SW_DRAW_SHUFFLE = 3,
  SW_DRAW_GENERATE = 4, /* workload generator */
  SW_DRAW_TREE = 5,     /* shape of search trees; changes no result */
  SW_DRAW_TUNE = 6,     /* sampling a workload to what the GPUs hold */
};

/* (0, 1): never 0, never 1.  52 bits, so that the half is exact. */
static inline double
sw_unit (guint64 draw)
{
  return ((double)(draw >> 12) + 0.5) * 0x1p-52;
}

/* Uniform integer in [0, n), n > 0; bias below n / 2^64. */
static inline guint64
sw_below (guint64 draw, guint64 n)
{
  return (guint64)(((unsigned __int128)draw * n) >> 64);
}

/* A stream of numbers for code that needs many under one key. */
typedef struct
{
  guint64 base, count;
} SwStream;

static inline SwStream
sw_stream (guint64 seed, guint64 run, guint64 purpose, guint64 key)
{
  return (SwStream){ sw_draw (seed, run, purpose, key), 0 };
}

static inline guint64
sw_stream_next (SwStream *s)
{
  return sw_mix64 (s->base + s->count++ * G_GUINT64_CONSTANT (0xd1342543de82ef95));
}

/* Distributions, by inversion or a fixed number of draws. */
double sw_exponential (guint64 draw, double mean);
double sw_lognormal (guint64 draw1, guint64 draw2, double median, double sigma);
double sw_weibull (guint64 draw, double scale, double shape);
double sw_pareto (guint64 draw, double minimum, double alpha);
double sw_normal (guint64 draw1, guint64 draw2);
/* Gamma with mean 1 and the given coefficient of variation (Marsaglia and Tsang 2000). */
double sw_gamma_unit (SwStream *s, double cv);

G_END_DECLS

#endif

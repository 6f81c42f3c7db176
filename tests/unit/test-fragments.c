/* Fragmentation of a node against its definition, summed task by task, on random nodes. */
#include "sw-check.h"
#include "sw-fragments.h"
#include "sw-rng.h"

#define MODELS 3
#define TASKS 12
#define ROUNDS 2000

static guint32
below (SwStream *s, guint32 n)
{
  return (guint32)sw_below (sw_stream_next (s), n);
}

static void
random_tasks (SwStream *s, SwTypicalTask *tasks)
{
  for (guint32 i = 0; i < TASKS; i++)
    {
      guint32 kind = below (s, 4);
      tasks[i] = (SwTypicalTask){ .cpu_milli = 1000 * below (s, 9),
                                  .gpus = kind == 0   ? 0
                                          : kind <= 1 ? 1
                                                      : 1 + below (s, 4),
                                  .milli = kind == 2 ? 1000 : 1 + below (s, 1000),
                                  .models = 1 + below (s, 7),
                                  .count = 1 + below (s, 50) };
    }
}

/* C F by the definition. */
static gint64
defined (const SwTypicalTask *tasks, gint32 model, gint64 cpu, const SwCard *cards, guint32 n)
{
  gint64 sum = 0;
  for (guint32 m = 0; m < TASKS; m++)
    {
      gint64 all = 0, large = 0;
      guint32 fits = 0;
      for (guint32 i = 0; i < n; i++)
        {
          all += cards[i].left;
          if (cards[i].left >= tasks[m].milli)
            {
              fits++;
              large += cards[i].left;
            }
        }
      gboolean usable = tasks[m].gpus > 0 && (tasks[m].models >> model & 1) != 0
                        && cpu >= tasks[m].cpu_milli && fits >= tasks[m].gpus;
      sum += tasks[m].count * (usable ? all - large : all);
    }
  return sum;
}

static guint32
random_cards (SwStream *s, SwCard *cards, gboolean whole)
{
  guint32 n = 1 + below (s, 8);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 kind = below (s, 3);
      cards[i] = (SwCard){ .left = (guint16)(kind == 0            ? 0
                                             : kind == 1 || whole ? 1000
                                                                  : below (s, 1001)) };
    }
  return n;
}

static void
as_defined (void)
{
  SwStream s = sw_stream (1, 2, 3, 4);
  for (guint round = 0; round < ROUNDS; round++)
    {
      SwTypicalTask tasks[TASKS];
      SwCard cards[8];
      random_tasks (&s, tasks);
      g_autoptr (SwFragments) f = sw_fragments_new (tasks, TASKS, MODELS);
      gboolean whole = round % 4 == 0;
      guint32 n = random_cards (&s, cards, whole), full = 0;
      gint32 model = (gint32)below (&s, MODELS);
      gint64 cpu = 500 * below (&s, 20), want = defined (tasks, model, cpu, cards, n);
      if (!CHECK_INT (sw_fragments_node (f, model, cpu, cards, n), want))
        return;
      for (guint32 i = 0; i < n; i++)
        full += cards[i].left == 1000;
      if (whole && !CHECK_INT (sw_fragments_whole (f, model, cpu, full), want))
        return;
    }
}

/* One task more, of each use: growth is F after less F before. */
static void
growth (void)
{
  SwStream s = sw_stream (4, 3, 2, 1);
  guint grown = 0;
  for (guint round = 0; round < ROUNDS; round++)
    {
      SwTypicalTask tasks[TASKS];
      SwCard cards[8];
      random_tasks (&s, tasks);
      g_autoptr (SwFragments) f = sw_fragments_new (tasks, TASKS, MODELS);
      SwNodeView node = { .n_cards = random_cards (&s, cards, FALSE), .cards = cards };
      node.model = (gint32)below (&s, MODELS);
      node.free_cpu_milli = 5000 + 500 * below (&s, 10);
      gint64 before = defined (tasks, node.model, node.free_cpu_milli, cards, node.n_cards),
             increase[8] = { 0 };
      SwTaskGroup task = { .tasks = 1, .gpus = 1, .cpu_milli = 500 * below (&s, 10) };
      gint64 cpu = node.free_cpu_milli - task.cpu_milli;
      task.use = round % 2 == 0 ? SW_USE_SHARE : SW_USE_WHOLE;
      task.milli = round % 2 == 0 ? 1 + below (&s, 1000) : 1000;
      sw_fragments_increase (f, &task, &node, NULL, increase);
      for (guint32 i = 0; i < node.n_cards; i++)
        {
          if (cards[i].left < task.milli)
            continue;
          cards[i].left -= (guint16)task.milli;
          gint64 after = defined (tasks, node.model, cpu, cards, node.n_cards);
          cards[i].left += (guint16)task.milli;
          if (!CHECK_INT (increase[round % 2 == 0 ? i : 0], after - before))
            return;
          grown++;
          if (task.use == SW_USE_WHOLE)
            break;
        }
    }
  CHECK_TRUE (grown > ROUNDS);
}

SW_CHECKS ("fragments", { "as defined", as_defined }, { "growth", growth })

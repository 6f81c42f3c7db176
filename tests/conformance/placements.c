/* Where each placement policy puts jobs, worked out by hand.  All jobs of a case arrive in their
 * order at one instant or one after the other, and the answer names the nodes (counted from 1) with
 * the number of tasks on each. */
#include "sw-check.h"
#include "sw-kit.h"

typedef struct
{
  const char *nodes, *jobs, *place, *answer;
} Case;

/* "a 1*4 2*4; b -": tasks by node of the first stay.  transfer full */
static char *
placements (const SwKit *kit)
{
  const SwOutcome *o = kit->outcome;
  GString *text = g_string_new (NULL);
  for (SwJob job = 0; job < o->n; job++)
    {
      g_string_append_printf (text, "%s%s", job > 0 ? "; " : "", kit->table->id[job]);
      guint i = 0;
      while (i < o->attempts_log->len && g_array_index (o->attempts_log, SwAttempt, i).job != job)
        i++;
      if (i == o->attempts_log->len)
        {
          g_string_append (text, " -");
          continue;
        }
      const SwAttempt *attempt = &g_array_index (o->attempts_log, SwAttempt, i);
      guint32 *tasks = g_new0 (guint32, kit->nodes->rows->len);
      for (guint32 k = 0; k < attempt->n_pieces; k++)
        {
          const SwPiece *piece = &g_array_index (o->pieces, SwPiece, attempt->first_piece + k);
          tasks[piece->node] += piece->tasks;
        }
      for (guint node = 0; node < kit->nodes->rows->len; node++)
        if (tasks[node] > 0)
          g_string_append_printf (text, " %u*%u", node + 1, tasks[node]);
      g_free (tasks);
    }
  return g_string_free (text, FALSE);
}

static void
check_cases (const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      SwKit kit;
      sw_kit_init (&kit, cases[i].nodes, cases[i].jobs, "greedy", cases[i].place);
      CHECK_TRUE (sw_kit_run (&kit));
      g_autofree char *ours = placements (&kit);
      if (!CHECK_STR (ours, cases[i].answer))
        g_printerr ("  by %s: %s on %s\n", cases[i].place, cases[i].jobs, cases[i].nodes);
      sw_kit_clear (&kit);
    }
}

static void
task_by_task (void)
{
#define LOAD "a 0/3/99; b 0/6/99; c 0/4/99; d 0/2/99"
  static const Case cases[] = {
    { "3x8", LOAD, "first-fit", "a 1*1; b 2*1; c 1*1; d 2*1" },
    { "3x8", "a 0/3/99; b 0/6/99; c 0/2/99", "best-fit", "a 1*1; b 2*1; c 2*1" },
    { "3x8", "a 0/3/99; b 0/6/99; c 0/2/99", "first-fit", "a 1*1; b 2*1; c 1*1" },
    { "3x8", "a 0/3/99; b 0/6/99; c 0/2/99; d 0/1/99", "worst-fit", "a 1*1; b 2*1; c 3*1; d 3*1" },
    { "3x4", "a 0/1/99 tasks=6", "first-fit", "a 1*4 2*2" },
    { "3x4", "a 0/1/99 tasks=6", "worst-fit", "a 1*2 2*2 3*2" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
whole_jobs (void)
{
  static const Case cases[] = {
    { "4x4", "a 0/3/99; b 0/1/99 tasks=4", "pack", "a 1*1; b 2*4" },
    { "4x4", "a 0/3/99; b 0/1/99 tasks=4", "first-fit", "a 1*1; b 1*1 2*3" },
    { "4x4", "a 0/1/99 tasks=4", "spread", "a 1*1 2*1 3*1 4*1" },
    { "4x4", "a 0/1/99 tasks=6", "spread", "a 1*2 2*2 3*1 4*1" },
    { "1x4 1x2", "j 0/2/99; j 0/4/99 gang=1", "best-fit", "j 1*1 2*1" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

#define FILL "a 0/1/99 tasks=3; b 0/1/99 tasks=6; c 0/1/99 tasks=4; d 0/1/99 tasks=2; "

static void
consolidating (void)
{
  static const Case cases[] = {
    /* free after c: 1 2 8 8; d goes to the fullest that has two */
    { "4x8", FILL "e 0/1/99 tasks=12", "consolidate", "a 1*3; b 2*6; c 1*4; d 2*2; e 3*8 4*4" },
    /* the ninth task goes to the emptiest node left, not to a gap */
    { "4x8", FILL "e 0/1/99 tasks=9", "consolidate", "a 1*3; b 2*6; c 1*4; d 2*2; e 3*8 4*1" },
    { "4x8", FILL "e 0/1/99 tasks=9", "yarn", "a 1*3; b 2*6; c 1*4; d 2*2; e 1*1 3*8" },
    { "4x8", "a 0/1/99 tasks=3; b 0/1/99 tasks=6; e 0/1/99 tasks=9", "yarn",
      "a 1*3; b 2*6; e 1*1 3*8" },
    { "4x8", "a 0/1/99 tasks=3; b 0/1/99 tasks=6; c 0/1/99 tasks=2", "yarn",
      "a 1*3; b 2*6; c 1*2" },
    /* one whole node and only three cards behind it: waits until a ends */
    { "2x8", "a 0/1/50 tasks=5; b 0/1/99 tasks=12", "consolidate", "a 1*5; b 1*8 2*4" },
    /* tasks of several cards stay whole */
    { "3x8", "a 0/3/99 tasks=2; b 0/3/99 tasks=3", "consolidate", "a 1*2; b 2*2 3*1" },
    /* nodes of four cards: whole means four, unless told otherwise */
    { "4x4", "a 0/1/99; b 0/1/99 tasks=9", "consolidate", "a 1*1; b 2*4 3*4 4*1" },
    { "4x4", "a 0/1/99; b 0/1/99 tasks=9", "yarn", "a 1*1; b 1*1 2*4 3*4" },
    { "4x4", "a 0/1/99 tasks=5", "yarn node=2", "a 1*4 2*1" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
gangs_of_eight (void)
{
  static const Case cases[] = {
    { "4x8", "a 0/1/99; b 0/1/99 tasks=16", "gang8", "a 1*1; b 2*8 3*8" },
    { "4x8", "a 0/1/99; b 0/1/99 tasks=4", "gang8", "a 1*1; b 1*4" },
    { "4x8", "a 0/1/99; b 0/1/99 tasks=4; c 0/1/99 tasks=2", "gang8 order=balance",
      "a 1*1; b 2*4; c 3*2" },
    { "3x16", "a 0/1/99; b 0/1/99 tasks=24", "gang8", "a 1*1; b 1*8 2*16" },
    { "3x16", "a 0/1/99; b 0/1/99 tasks=24", "gang8 order=balance", "a 1*1; b 2*16 3*8" },
    { "4x4", "a 0/1/99; b 0/1/99 tasks=8", "gang8", "a 1*1; b 2*4 3*4" },
    { "4x8", "a 0/1/99 tasks=7; b 0/1/99 tasks=8", "gang8 size=4", "a 1*7; b 2*8" },
    { "4x8", "a 0/2/99 tasks=7", "gang8", "a 1*4 2*3" },
  };
  check_cases (cases, G_N_ELEMENTS (cases));
}

/* Limits per node and topologies are kept by every policy. */
static void
wishes (void)
{
  static const char *const places[] = { "first-fit", "best-fit",    "worst-fit", "random", "pack",
                                        "spread",    "consolidate", "yarn",      "gang8" };
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const Case cases[] = {
        { "2x8", "a 0/1/99 tasks=4 nodemax=2", places[i], "a 1*2 2*2" },
        { "1x2/r1 2x2/r2", "a 0/1/99 tasks=4 topo=2", places[i], "a 2*2 3*2" },
        { "1x2 1x4", "a 0/1/99 tasks=4 topo=1", places[i], "a 2*4" },
        { "1x4:A 1x4:B", "a 0/1/99 tasks=4 models=B", places[i], "a 2*4" },
      };
      check_cases (cases, G_N_ELEMENTS (cases));
    }
}

SW_CHECKS ("placements", { "task by task", task_by_task }, { "whole jobs", whole_jobs },
           { "consolidate and yarn", consolidating }, { "gangs of eight", gangs_of_eight },
           { "limits per node and topologies", wishes })

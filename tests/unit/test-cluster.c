/* The free-capacity index against looking at every node, over long random histories of claims,
 * returns, comings and goings; the gang search against trying every assignment; draws. */
#include "sw-check.h"
#include "sw-kit.h"
#include "sw-rng.h"

#include <math.h>
#include <string.h>

/* ---- plain looking, as a reference ---- */

typedef struct
{
  SwCluster *cluster;
  SwTaskGroup group;
} Question;

static SwNode
plain_best (const Question *q, gint direction, SwNode from)
{
  SwNode best = SW_NO_NODE;
  guint32 best_free = 0;
  for (SwNode i = from; i < sw_cluster_n_nodes (q->cluster); i++)
    {
      if (sw_cluster_room (q->cluster, i, &q->group) == 0)
        continue;
      guint32 free_gpus = (guint32)__builtin_popcountll (sw_cluster_free_mask (q->cluster, i));
      if (best == SW_NO_NODE || (direction < 0 && free_gpus < best_free)
          || (direction > 0 && free_gpus > best_free))
        {
          best = i;
          best_free = free_gpus;
        }
    }
  return best;
}

static SwTaskGroup
random_group (SwStream *s)
{
  SwTaskGroup group = { .tasks = 1, .gpus = (guint32)sw_below (sw_stream_next (s), 5) };
  group.models
      = sw_below (sw_stream_next (s), 3) == 0 ? 1 + sw_below (sw_stream_next (s), 3) : ~(guint64)0;
  if (sw_below (sw_stream_next (s), 2) == 0)
    group.cpu_milli = (gint64)sw_below (sw_stream_next (s), 30) * 500;
  if (sw_below (sw_stream_next (s), 2) == 0)
    group.mem_mib = (gint64)sw_below (sw_stream_next (s), 300);
  if (group.gpus == 0 && group.cpu_milli == 0)
    group.cpu_milli = 500;
  return group;
}

static void
compare_finding (SwCluster *cluster, const SwTaskGroup *group, SwStream *s)
{
  Question q = { cluster, *group };
  CHECK_INT (sw_cluster_best_fit (cluster, group), plain_best (&q, -1, 0));
  CHECK_INT (sw_cluster_worst_fit (cluster, group), plain_best (&q, 1, 0));
  SwNode from = (SwNode)sw_below (sw_stream_next (s), sw_cluster_n_nodes (cluster));
  CHECK_INT (sw_cluster_next_fit (cluster, group, 0), plain_best (&q, 0, 0));
  CHECK_INT (sw_cluster_next_fit (cluster, group, from), plain_best (&q, 0, from));
  SwNode random = sw_cluster_random_fit (cluster, group, sw_stream_next (s));
  CHECK_INT (random == SW_NO_NODE, plain_best (&q, 0, 0) == SW_NO_NODE);
  if (random != SW_NO_NODE)
    CHECK_TRUE (sw_cluster_room (cluster, random, group) > 0);
}

typedef struct
{
  SwNode node;
  SwTaskGroup group;
  guint64 cards;
} Held;

static void
index_agrees_with_looking (void)
{
  g_autoptr (SwNodeTable) nodes
      = sw_kit_nodes ("70x8:A/c16/m512 40x4:B/c8/m256 30x0/c32/m900 65x8:A/c12/m300/pother");
  g_autoptr (SwCluster) cluster = sw_cluster_new (nodes, NULL, NULL);
  g_autoptr (SwCluster) copy = sw_cluster_copy (cluster);
  SwStream s = sw_stream (11, 0, SW_DRAW_GENERATE, 0);
  g_autoptr (GArray) held = g_array_new (FALSE, FALSE, sizeof (Held));
  for (SwNode i = 0; i < sw_cluster_n_nodes (cluster); i++)
    sw_cluster_set_up (cluster, i, TRUE);
  for (guint step = 0; step < 6000; step++)
    {
      Held h = { .group = random_group (&s) };
      compare_finding (cluster, &h.group, &s);
      gboolean take = held->len < 400 || sw_below (sw_stream_next (&s), 2) == 0;
      if (take)
        {
          h.node = sw_cluster_random_fit (cluster, &h.group, sw_stream_next (&s));
          if (h.node == SW_NO_NODE)
            continue;
          CHECK_TRUE (sw_cluster_claim (cluster, h.node, &h.group, 1, &h.cards));
          g_array_append_val (held, h);
        }
      else
        {
          guint at = (guint)sw_below (sw_stream_next (&s), held->len);
          h = g_array_index (held, Held, at);
          sw_cluster_release (cluster, h.node, &h.group, 1, h.cards);
          g_array_remove_index_fast (held, at);
        }
      if (step % 50 == 0)
        {
          g_autofree char *broken = sw_cluster_verify (cluster);
          CHECK_STR (broken, NULL);
          sw_cluster_assign (copy, cluster);
          g_autofree char *broken_copy = sw_cluster_verify (copy);
          CHECK_STR (broken_copy, NULL);
          CHECK_INT (sw_cluster_free_gpus (copy), sw_cluster_free_gpus (cluster));
        }
    }
}

static void
nodes_come_and_go (void)
{
  g_autoptr (SwNodeTable) nodes = sw_kit_nodes ("3x8:A 2x4:B");
  g_autoptr (SwCluster) cluster = sw_cluster_new (nodes, NULL, NULL);
  SwTaskGroup group = { .tasks = 1, .gpus = 4, .models = ~(guint64)0 };
  CHECK_INT (sw_cluster_gpus (cluster), 0);
  CHECK_INT (sw_cluster_next_fit (cluster, &group, 0), SW_NO_NODE);
  sw_cluster_set_up (cluster, 3, TRUE);
  CHECK_INT (sw_cluster_next_fit (cluster, &group, 0), 3);
  sw_cluster_set_up (cluster, 1, TRUE);
  CHECK_INT (sw_cluster_gpus (cluster), 12);
  guint64 cards;
  CHECK_TRUE (sw_cluster_claim (cluster, 1, &group, 1, &cards));
  CHECK_INT (cards, 0xf);
  CHECK_TRUE (!sw_cluster_claim_cards (cluster, 1, &group, 1, 0x1e)); /* card 1 is taken */
  CHECK_TRUE (sw_cluster_claim_cards (cluster, 1, &group, 1, 0xf0));
  CHECK_TRUE (!sw_cluster_claim (cluster, 1, &group, 1, &cards));
  sw_cluster_release (cluster, 1, &group, 1, 0xf0);
  sw_cluster_release (cluster, 1, &group, 1, 0x0f);
  sw_cluster_set_up (cluster, 1, FALSE);
  CHECK_INT (sw_cluster_gpus (cluster), 4);
  guint32 exist, free_now;
  sw_cluster_model_gpus (cluster, 0, &exist, &free_now);
  CHECK_INT (exist, 0);
}

static void
sixty_four_cards (void)
{
  g_autoptr (SwNodeTable) nodes = sw_kit_nodes ("1x64:A");
  g_autoptr (SwCluster) cluster = sw_cluster_new (nodes, NULL, NULL);
  sw_cluster_set_up (cluster, 0, TRUE);
  SwTaskGroup group = { .tasks = 64, .gpus = 1, .models = ~(guint64)0 };
  guint64 cards;
  CHECK_TRUE (sw_cluster_claim (cluster, 0, &group, 64, &cards));
  CHECK_TRUE (cards == ~(guint64)0);
  CHECK_INT (sw_cluster_free_gpus (cluster), 0);
  g_autoptr (SwNodeTable) too_many = sw_kit_nodes ("1x65:A");
  g_autoptr (GError) error = NULL;
  SwCluster *none = sw_cluster_new (too_many, NULL, &error);
  CHECK_TRUE (none == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, "65 GPUs");
}

/* ---- gangs ---- */

/* Tries every assignment of the tasks of every group to nodes. */
static gboolean
any_assignment (SwCluster *cluster, const SwDemand *demand, guint32 group, guint32 task)
{
  if (group == demand->n_groups)
    return TRUE;
  const SwTaskGroup *g = &demand->groups[group];
  if (task == g->tasks)
    return any_assignment (cluster, demand, group + 1, 0);
  for (SwNode i = 0; i < sw_cluster_n_nodes (cluster); i++)
    {
      guint64 cards;
      if (!sw_cluster_claim (cluster, i, g, 1, &cards))
        continue;
      gboolean found = any_assignment (cluster, demand, group, task + 1);
      sw_cluster_release (cluster, i, g, 1, cards);
      if (found)
        return TRUE;
    }
  return FALSE;
}

static void
search_is_complete (void)
{
  g_autoptr (SwNodeTable) nodes = sw_kit_nodes ("2x4:A/c8/m16 2x2:A/c12/m8");
  SwStream s = sw_stream (5, 0, SW_DRAW_GENERATE, 0);
  guint placed = 0;
  for (guint round = 0; round < 400; round++)
    {
      g_autoptr (SwCluster) cluster = sw_cluster_new (nodes, NULL, NULL);
      sw_cluster_fill_up (cluster);
      SwTaskGroup groups[3];
      guint32 gpus = 0;
      for (guint g = 0; g < 3; g++)
        {
          groups[g] = (SwTaskGroup){ .tasks = 1 + (guint32)sw_below (sw_stream_next (&s), 2),
                                     .gpus = (guint32)sw_below (sw_stream_next (&s), 4),
                                     .cpu_milli = (gint64)sw_below (sw_stream_next (&s), 8) * 1000,
                                     .mem_mib = (gint64)sw_below (sw_stream_next (&s), 9),
                                     .models = ~(guint64)0 };
          gpus += groups[g].gpus * groups[g].tasks;
        }
      SwDemand demand = { .n_groups = 3, .groups = groups, .gpus = gpus };
      gboolean possible = any_assignment (cluster, &demand, 0, 0);
      SwClaim claim;
      sw_claim_init (&claim, cluster);
      for (guint how = SW_FIT_FIRST; how <= SW_FIT_SPREAD; how++)
        {
          sw_claim_begin (&claim, &demand);
          gboolean cut = FALSE, found = sw_fill (&claim, (SwFit)how, round, &cut);
          CHECK_INT (found, possible);
          CHECK_TRUE (!cut);
          CHECK_TRUE (!found || sw_claim_complete (&claim));
          sw_claim_undo (&claim, 0);
          g_autofree char *broken = sw_cluster_verify (cluster);
          CHECK_STR (broken, NULL);
          CHECK_INT (sw_cluster_free_gpus (cluster), 12);
        }
      placed += possible;
      sw_claim_clear (&claim);
    }
  CHECK_TRUE (placed > 50 && placed < 350); /* the rounds test both answers */
}

static void
case_g05_gang_in_either_order (void)
{
  const char *nodes = "1x4 1x2";
  const char *jobs[] = { "G 0/2/100; y 0/4/100 gang=1", "G 0/4/100; x 0/2/100 gang=1" };
  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      g_autofree char *answer = sw_kit_answer (nodes, jobs[i], "fifo", "first-fit");
      CHECK_STR (answer, "G 0-100");
    }
}

static void
fits_choose_as_they_say (void)
{
  /* n1 has 8 free, n2 2, n3 4; a job of two tasks with one GPU each. */
  const struct
  {
    const char *place, *where;
  } cases[] = { { "first-fit", "n1:0-1" },
                { "best-fit", "n2:0-1" },
                { "worst-fit", "n1:0-1" },
                { "pack", "n2:0-1" },
                { "spread", "n1:0 n3:0" } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SwKit kit;
      sw_kit_init (&kit, "1x8 1x2 1x4", "J 0/1/10 tasks=2", "fifo", cases[i].place);
      CHECK_TRUE (sw_kit_run (&kit));
      GString *where = g_string_new (NULL);
      for (guint p = 0; p < kit.outcome->pieces->len; p++)
        {
          const SwPiece *piece = &g_array_index (kit.outcome->pieces, SwPiece, p);
          g_string_append_printf (where, "%sn%u:%s", p > 0 ? " " : "", piece->node + 1,
                                  piece->cards == 3 ? "0-1" : "0");
        }
      CHECK_STR (where->str, cases[i].where);
      g_string_free (where, TRUE);
      sw_kit_clear (&kit);
    }
}

static void
pack_takes_fewest_nodes (void)
{
  SwKit kit;
  sw_kit_init (&kit, "4x4 2x8", "A 0/3/100; B 0/3/100; J 1/1/10 tasks=16", "fifo", "pack");
  CHECK_TRUE (sw_kit_run (&kit));
  const SwAttempt *last
      = &g_array_index (kit.outcome->attempts_log, SwAttempt, kit.outcome->last_attempt[2]);
  CHECK_INT (last->n_pieces, 2); /* both nodes of eight */
  sw_kit_clear (&kit);
}

static void
topology_binds (void)
{
  const char *nodes = "2x4/r1/ss1 2x4/r2/ss1 2x4/r3/ss2";
  const struct
  {
    const char *jobs, *answer;
  } cases[] = {
    { "A 0/1/10 tasks=8 topo=2", "A 0-10" },
    { "A 0/1/10 tasks=9 topo=2", "A x-0(unsatisfiable)" },
    { "A 0/1/10 tasks=16 topo=3", "A 0-10" },
    { "A 0/1/10 tasks=17 topo=3", "A x-0(unsatisfiable)" },
    { "A 0/1/10 tasks=4 topo=1", "A 0-10" },
    { "A 0/1/10 tasks=5 topo=1", "A x-0(unsatisfiable)" },
    { "A 0/1/10 tasks=24", "A 0-10" },
    /* two tasks in every rack: no rack has six left until they end */
    { "A 0/2/50 nodemax=1 tasks=6; B 0/1/10 tasks=6 topo=2", "A 0-50 B 50-60" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *answer = sw_kit_answer (nodes, cases[i].jobs, "greedy", "best-fit");
      CHECK_STR (answer, cases[i].answer);
    }
}

/* ---- draws ---- */

static const SwPoolRules shared
    = { .pool = "pool", .sharing = SW_SHARING_SHARED, .max_tenants = 16, .change_mode = TRUE };

/* Nodes with four cards each that share them; so many of them have room for a half of a card, and
   that on three of the cards. */
static SwCluster *
half_full (const SwNodeTable *nodes, guint every)
{
  static const SwDevices devices = { .n_pools = 1, .pools = &shared };
  static const SwTaskGroup most
      = { .tasks = 1, .gpus = 1, .models = ~(guint64)0, .use = SW_USE_SHARE, .milli = 600 };
  SwCluster *cluster = sw_cluster_new (nodes, &devices, NULL);
  SwPiece piece;
  sw_cluster_fill_up (cluster);
  for (SwNode node = 0; node < sw_cluster_n_nodes (cluster); node++)
    for (guint8 card = 0; card < 4; card++)
      if (node % every != 1 || card == 2)
        CHECK_TRUE (
            sw_cluster_claim_part (cluster, node, &most, &(SwSpot){ .card = card }, TRUE, &piece));
  return cluster;
}

/* Do all cells have as much as draws in equal parts leave them, within 5 standard deviations? */
static void
check_uniform (const guint *counts, guint cells, guint draws)
{
  const double each = (double)draws / cells, most = 5 * sqrt (each);
  for (guint i = 0; i < cells; i++)
    CHECK_REAL (counts[i], each, most);
}

/* Nodes are drawn with equal chances, whether many have room or few of many. */
static void
random_nodes_are_uniform (void)
{
  static const SwTaskGroup half
      = { .tasks = 1, .gpus = 1, .models = ~(guint64)0, .use = SW_USE_SHARE, .milli = 500 };
  static const guint every[] = { 2, 100 };
  g_autoptr (SwNodeTable) nodes = sw_kit_nodes ("200x4:A 300x4:B");
  for (guint e = 0; e < G_N_ELEMENTS (every); e++)
    {
      g_autoptr (SwCluster) cluster = half_full (nodes, every[e]);
      const guint fit = 500 / every[e], draws = 400 * fit;
      g_autofree guint *counts = g_new0 (guint, fit);
      for (guint i = 0; i < draws; i++)
        {
          SwNode node = sw_cluster_random_fit (cluster, &half, sw_draw (1, e, SW_DRAW_POLICY, i));
          if (CHECK_INT (node % every[e], 1))
            counts[node / every[e]]++;
        }
      check_uniform (counts, fit, draws);
    }
}

/* So are cards, and pairs of cards. */
static void
random_cards_are_uniform (void)
{
  enum
  {
    DRAWS = 6000
  };
  SwTaskGroup halves
      = { .tasks = 1, .gpus = 1, .models = ~(guint64)0, .use = SW_USE_SHARE, .milli = 500 };
  static const guint number[] = { 0, 1, 3, 2 }; /* cards 0, 1 and 3 have room */
  g_autoptr (SwNodeTable) nodes = sw_kit_nodes ("2x4:A");
  g_autoptr (SwCluster) cluster = half_full (nodes, 2);
  guint ones[3] = { 0 }, pairs[6] = { 0 };
  SwSpot spots[2];
  for (guint i = 0; i < DRAWS; i++)
    {
      halves.gpus = 1;
      CHECK_TRUE (sw_cluster_choose_random (cluster, 1, &halves, sw_draw (2, 0, 0, i), spots));
      if (CHECK_TRUE (spots[0].card != 2))
        ones[number[spots[0].card]]++;
      halves.gpus = 2;
      CHECK_TRUE (sw_cluster_choose_random (cluster, 1, &halves, sw_draw (2, 1, 0, i), spots));
      const guint a = number[spots[0].card], b = number[spots[1].card];
      if (CHECK_TRUE (a < 3 && b < 3 && a != b))
        pairs[2 * a + (b > a ? b - 1 : b)]++;
    }
  check_uniform (ones, 3, DRAWS);
  check_uniform (pairs, 6, DRAWS);
  CHECK_FALSE (sw_cluster_choose_random (cluster, 0, &halves, 0, spots));
}

SW_CHECKS ("cluster", { "index agrees with looking", index_agrees_with_looking },
           { "nodes come and go", nodes_come_and_go }, { "sixty four cards", sixty_four_cards },
           { "search is complete", search_is_complete },
           { "case g05 gang in either order", case_g05_gang_in_either_order },
           { "fits choose as they say", fits_choose_as_they_say },
           { "pack takes fewest nodes", pack_takes_fewest_nodes },
           { "topology binds", topology_binds },
           { "random nodes are uniform", random_nodes_are_uniform },
           { "random cards are uniform", random_cards_are_uniform })

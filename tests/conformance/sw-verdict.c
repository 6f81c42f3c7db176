/* The rules that every schedule must keep; see the header. */
#include "sw-verdict.h"

#include <string.h>

typedef struct
{
  const SwOutcome *outcome;
  const SwNodeTable *nodes;
  const SwDevices *devices; /* NULL: cards are used whole */
} Audit;

/* A card in use by a job. */
typedef struct
{
  SwNode node;
  guint32 card;
  SwTime start, stop;
  SwJob job;
  guint32 milli, mem_mib, units; /* 1000: all of it; units of an instance, else 0 */
} Use;

static const SwAttempt *
attempt_at (const SwOutcome *o, guint i)
{
  return &g_array_index (o->attempts_log, SwAttempt, i);
}

static const SwPiece *
piece_of (const SwOutcome *o, const SwAttempt *attempt, guint32 i)
{
  return &g_array_index (o->pieces, SwPiece, attempt->first_piece + i);
}

static int
by_card (gconstpointer a, gconstpointer b)
{
  const Use *x = a, *y = b;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  if (x->card != y->card)
    return x->card < y->card ? -1 : 1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->stop < y->stop ? -1 : x->stop > y->stop;
}

static const SwDeviceModel *
model_of (const Audit *audit, SwNode node)
{
  const SwNodeRow *row = sw_node_table_row (audit->nodes, node);
  const char *name = sw_strings_get (audit->nodes->strings, row->model);
  for (guint32 i = 0; audit->devices != NULL && i < audit->devices->n_models; i++)
    if (strcmp (audit->devices->models[i].name, name) == 0)
      return &audit->devices->models[i];
  return NULL;
}

static void
add_uses (const Audit *audit, const SwAttempt *a, const SwPiece *piece, GArray *uses)
{
  Use use = { piece->node, 0, a->start, a->stop, a->job, 1000, 0, 0 };
  if (piece->milli > 0)
    {
      use.card = piece->part.card;
      use.milli = piece->milli;
      use.mem_mib = piece->part.mem_mib;
      if (piece->part.sliced)
        use.units = sw_mig_bits (model_of (audit, piece->node)->mig, piece->part.profile,
                                 piece->part.start);
      g_array_append_val (uses, use);
      return;
    }
  for (guint64 left = piece->cards; left != 0; left &= left - 1)
    {
      use.card = (guint32)__builtin_ctzll (left);
      g_array_append_val (uses, use);
    }
}

/* The uses of one card, in order of their starts, together: no more than there is. */
static char *
audit_card (const Audit *audit, const Use *uses, guint n)
{
  const SwDeviceModel *model = model_of (audit, uses[0].node);
  const gint64 usable = model == NULL || model->usable_mib < 0 ? G_MAXINT64 : model->usable_mib;
  for (guint i = 0; i < n; i++)
    {
      guint32 milli = uses[i].milli;
      gint64 mem = uses[i].mem_mib;
      for (guint j = 0; j < i; j++)
        {
          if (uses[j].stop <= uses[i].start)
            continue;
          milli += uses[j].milli;
          mem += uses[j].mem_mib;
          if ((uses[i].units & uses[j].units) != 0)
            milli = G_MAXUINT32 / 2;
        }
      if (milli > 1000 || mem > usable)
        return g_strdup_printf ("job %s is given more of card %u of node %u than others leave",
                                audit->outcome->table->id[uses[i].job], uses[i].card, uses[i].node);
    }
  return NULL;
}

static char *
audit_cards (const Audit *audit)
{
  const SwOutcome *o = audit->outcome;
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (Use));
  for (guint i = 0; i < o->attempts_log->len; i++)
    for (guint32 k = 0; k < attempt_at (o, i)->n_pieces; k++)
      add_uses (audit, attempt_at (o, i), piece_of (o, attempt_at (o, i), k), uses);
  g_array_sort (uses, by_card);
  char *fault = NULL;
  for (guint i = 0, n; i < uses->len && fault == NULL; i += n)
    {
      const Use *first = &g_array_index (uses, Use, i);
      for (n = 1;
           i + n < uses->len && first[n].node == first->node && first[n].card == first->card;)
        n++;
      fault = audit_card (audit, first, n);
    }
  return fault;
}

/* Does the node's model stand in a list "A|B"? */
static gboolean
suits (const Audit *audit, const SwGroupRow *group, const SwNodeRow *node)
{
  const char *list = sw_strings_get (audit->outcome->table->strings, group->models);
  if (group->gpus == 0 || *list == '\0')
    return TRUE;
  g_auto (GStrv) names = g_strsplit (list, "|", -1);
  return g_strv_contains ((const char *const *)names,
                          sw_strings_get (audit->nodes->strings, node->model));
}

/* One piece on its node. */
static const char *
piece_fault (const Audit *audit, const SwAttempt *attempt, const SwPiece *piece)
{
  const SwJobTable *table = audit->outcome->table;
  const SwDemandRow *demand = &table->demands[table->demand[attempt->job]];
  if (piece->node >= sw_node_table_count (audit->nodes) || piece->group >= demand->n_groups)
    return "a piece on no node or of no group";
  const SwNodeRow *node = sw_node_table_row (audit->nodes, piece->node);
  const SwGroupRow *group = &table->groups[demand->first_group + piece->group];
  const guint64 cards = sw_piece_cards (piece);
  if (node->gpus < 64 && cards >> node->gpus != 0)
    return "cards that the node does not have";
  if ((piece->milli > 0) != (group->mode == SW_GPU_SHARE || group->mode == SW_GPU_MIG))
    return "parts for whole cards, or whole cards for parts";
  if (piece->milli == 0 && (guint32)__builtin_popcountll (cards) != piece->tasks * group->gpus)
    return "not as many cards as its tasks need";
  if (attempt->start < node->from || (attempt->stop > node->to && attempt->stop != SW_TIME_NONE))
    return "a node that does not exist then";
  if (!suits (audit, group, node))
    return "cards of a model that it may not use";
  return NULL;
}

/* Tasks of one group together, and where. */
static const char *
group_fault (const Audit *audit, const SwAttempt *attempt, guint32 g)
{
  const SwJobTable *table = audit->outcome->table;
  const SwDemandRow *demand = &table->demands[table->demand[attempt->job]];
  const SwGroupRow *group = &table->groups[demand->first_group + g];
  guint32 tasks = 0, parts = 0;
  for (guint32 i = 0; i < attempt->n_pieces; i++)
    {
      const SwPiece *piece = piece_of (audit->outcome, attempt, i);
      if (piece->group != g)
        continue;
      tasks += piece->tasks;
      parts += piece->milli > 0;
      guint32 here = 0;
      for (guint32 k = 0; k < attempt->n_pieces; k++)
        {
          const SwPiece *other = piece_of (audit->outcome, attempt, k);
          here += other->group == g && other->node == piece->node ? other->tasks : 0;
        }
      if (group->node_max > 0 && here > group->node_max)
        return "more tasks on a node than it allows";
    }
  if (parts > 0 && parts != tasks * group->gpus)
    return "not as many parts of cards as its tasks need";
  return tasks == group->tasks ? NULL : "a gang that is not whole";
}

static const char *
topology_fault (const Audit *audit, const SwAttempt *attempt)
{
  const SwJobTable *table = audit->outcome->table;
  guint8 topology = table->demands[table->demand[attempt->job]].topology;
  for (guint32 i = 1; i < attempt->n_pieces && topology > 0; i++)
    {
      SwNode a = piece_of (audit->outcome, attempt, 0)->node;
      SwNode b = piece_of (audit->outcome, attempt, i)->node;
      const SwNodeRow *x = sw_node_table_row (audit->nodes, a);
      const SwNodeRow *y = sw_node_table_row (audit->nodes, b);
      gboolean good = topology == 1   ? a == b
                      : topology == 2 ? x->rack == y->rack && x->top_switch == y->top_switch
                                      : x->top_switch == y->top_switch;
      if (!good)
        return "tasks further apart than it allows";
    }
  return NULL;
}

static const char *
attempt_fault (const Audit *audit, const SwAttempt *attempt)
{
  const SwOutcome *o = audit->outcome;
  const SwJobTable *table = o->table;
  const SwDemandRow *demand = &table->demands[table->demand[attempt->job]];
  const char *fault = NULL;
  for (guint32 i = 0; i < attempt->n_pieces && fault == NULL; i++)
    fault = piece_fault (audit, attempt, piece_of (o, attempt, i));
  for (guint32 g = 0; g < demand->n_groups && fault == NULL; g++)
    fault = group_fault (audit, attempt, g);
  if (fault == NULL)
    fault = topology_fault (audit, attempt);
  if (fault != NULL)
    return fault;
  if (attempt->start < o->eligible[attempt->job] || o->eligible[attempt->job] == SW_TIME_NONE)
    return "a start before it was eligible";
  if (attempt->stop < attempt->start)
    return "an end before its start";
  if (attempt->end == SW_END_PREEMPTED && !(table->flags[attempt->job] & SW_JOB_PREEMPTIBLE))
    return "a preemption that it does not allow";
  return NULL;
}

static char *
audit_attempts (const Audit *audit)
{
  const SwOutcome *o = audit->outcome;
  g_autofree SwTime *until = g_new (SwTime, o->n + 1);
  g_autofree guint32 *count = g_new0 (guint32, o->n + 1);
  for (guint32 job = 0; job < o->n; job++)
    until[job] = SW_TIME_NONE;
  for (guint i = 0; i < o->attempts_log->len; i++)
    {
      const SwAttempt *attempt = attempt_at (o, i);
      const char *fault = attempt_fault (audit, attempt);
      if (fault == NULL && attempt->start < until[attempt->job])
        fault = "two stays at once";
      if (fault != NULL)
        return g_strdup_printf ("job %s has %s", o->table->id[attempt->job], fault);
      until[attempt->job] = attempt->stop;
      count[attempt->job]++;
    }
  for (guint32 job = 0; job < o->n; job++)
    if (count[job] != o->attempts[job])
      return g_strdup_printf ("job %s has %u stays, %u are counted", o->table->id[job], count[job],
                              o->attempts[job]);
  return NULL;
}

/* Everybody is in one final state that goes with what happened. */
static char *
audit_states (const Audit *audit, gboolean all_end)
{
  const SwOutcome *o = audit->outcome;
  for (guint32 job = 0; job < o->n; job++)
    {
      const char *fault = NULL;
      if (o->state[job] < SW_COMPLETED || o->state[job] >= SW_N_STATES)
        fault = "no final state";
      else if (o->state[job] == SW_UNFINISHED ? all_end : o->end[job] == SW_TIME_NONE)
        fault = "no end";
      else if (o->state[job] == SW_COMPLETED && o->attempts[job] == 0)
        fault = "completed without having run";
      else if (o->state[job] == SW_UNSATISFIABLE && o->attempts[job] > 0)
        fault = "run although it never can";
      if (fault != NULL)
        return g_strdup_printf ("job %s (%s): %s", o->table->id[job], sw_state_names[o->state[job]],
                                fault);
    }
  return NULL;
}

char *
sw_verdict (const SwOutcome *outcome, const SwNodeTable *nodes, const SwDevices *devices,
            gboolean all_end)
{
  Audit audit = { outcome, nodes, devices };
  char *fault = audit_states (&audit, all_end);
  if (fault == NULL)
    fault = audit_attempts (&audit);
  return fault != NULL ? fault : audit_cards (&audit);
}

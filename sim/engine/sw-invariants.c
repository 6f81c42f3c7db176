/* --check: what must hold after every instant.  Resources are conserved, no card has two holders,
 * every job is in exactly one place, the queue and the cluster's index agree with a recount. */
#include "sw-engine-private.h"

/* held: cards of the node that running jobs hold. */
static char *
check_node (const SwView *v, SwNode node, guint64 held)
{
  SwNodeInfo info;
  sw_cluster_node (v->cluster, node, &info);
  guint64 all = info.gpus == 64 ? ~(guint64)0 : ((guint64)1 << info.gpus) - 1;
  if (info.up ? (held ^ info.free_mask) != all || (held & info.free_mask) != 0 : held != 0)
    return g_strdup_printf ("cards of node %s are neither held nor free", info.id);
  guint64 listed = 0;
  for (guint32 i = v->has.departures ? v->on_node[node] : SW_NO_INDEX; i != SW_NO_INDEX;
       i = sw_piece (v, i)->next)
    listed |= sw_piece_cards (sw_piece (v, i));
  if (v->has.departures && listed != held)
    return g_strdup_printf ("the list of holders of node %s is wrong", info.id);
  return NULL;
}

static char *
check_job (const SwView *v, SwJob job, guint32 *queued, guint32 *running)
{
  SwState state = (SwState)v->outcome->state[job];
  gboolean runs = v->stays[job].running_at != SW_NO_INDEX;
  *queued += state == SW_QUEUED;
  *running += state == SW_RUNNING;
  if (runs != (state == SW_RUNNING))
    return g_strdup_printf ("job %s is %s and %s", v->table->id[job], sw_state_names[state],
                            runs ? "runs" : "does not run");
  if (runs && v->running[v->stays[job].running_at] != job)
    return g_strdup_printf ("job %s is not in its place among the running", v->table->id[job]);
  if (v->stays[job].left < 0)
    return g_strdup_printf ("job %s has done more than its work", v->table->id[job]);
  return NULL;
}

/* What running jobs hold of one card. */
typedef struct
{
  guint32 milli, mem_mib, tenants, units;
} Held;

/* Adds a part to what is held of its card: together no more than one card. */
static char *
check_part (const SwView *v, const SwPiece *piece, Held *cards)
{
  Held *held = &cards[sw_cluster_card_number (v->cluster, piece->node, piece->part.card)];
  const SwMigGeometry *mig = sw_cluster_mig (v->cluster, piece->node);
  held->milli += piece->milli;
  held->mem_mib += piece->part.mem_mib;
  held->tenants++;
  if (piece->part.sliced)
    {
      guint32 bits = sw_mig_bits (mig, piece->part.profile, piece->part.start);
      if ((held->units & bits) != 0)
        return g_strdup_printf ("instances of card %u of node %s overlap", piece->part.card,
                                sw_cluster_node_id (v->cluster, piece->node));
      held->units |= bits;
    }
  return held->milli <= 1000
             ? NULL
             : g_strdup_printf ("tenants of card %u of node %s hold more than it", piece->part.card,
                                sw_cluster_node_id (v->cluster, piece->node));
}

/* Every card's own numbers against the parts that jobs hold. */
static char *
check_cards (const SwView *v, SwNode node, const Held *held)
{
  SwNodeView view;
  SwNodeInfo info;
  sw_cluster_node (v->cluster, node, &info);
  sw_cluster_view (v->cluster, node, 0, &view);
  gint64 usable = sw_cluster_usable_mib (v->cluster, node);
  for (guint32 i = 0; i < view.n_cards && info.up; i++)
    {
      const SwCard *card = &view.cards[i];
      if (card->use < SW_CARD_SHARED
              ? held[i].tenants > 0
              : card->tenants != held[i].tenants || card->left + held[i].milli != 1000
                    || card->busy != held[i].units
                    || (usable >= 0 && card->mem_left + held[i].mem_mib != usable))
        return g_strdup_printf ("card %u of node %s and its tenants disagree", i,
                                sw_cluster_node_id (v->cluster, node));
    }
  return NULL;
}

static char *
check_piece (const SwView *v, const SwPiece *piece, guint64 *held, Held *cards)
{
  if (piece->milli > 0)
    {
      char *text = check_part (v, piece, cards);
      held[piece->node] |= sw_piece_cards (piece);
      return text;
    }
  if ((held[piece->node] & piece->cards) != 0)
    return g_strdup_printf ("a card of node %s has two holders",
                            sw_cluster_node_id (v->cluster, piece->node));
  held[piece->node] |= piece->cards;
  return NULL;
}

/* Fills held, the cards of each node that running jobs hold in whole or in part, and cards. */
static char *
check_holdings (const SwView *v, guint64 *held, Held *cards)
{
  guint64 milli = 0;
  for (guint32 i = 0; i < v->n_running; i++)
    {
      const SwAttempt *attempt = sw_attempt_of (v, v->running[i]);
      guint32 sum = 0;
      for (guint32 p = 0; p < attempt->n_pieces; p++)
        {
          const SwPiece *piece = sw_piece (v, attempt->first_piece + p);
          char *text = check_piece (v, piece, held, cards);
          if (text != NULL)
            return text;
          sum += sw_piece_milli (piece);
        }
      if (sum != attempt->milli)
        return g_strdup_printf ("job %s holds %u thousandths of GPUs and %u by its attempt",
                                v->table->id[v->running[i]], sum, attempt->milli);
      milli += sum;
    }
  guint64 allocated = sw_cluster_allocated (v->cluster);
  return milli == allocated
             ? NULL
             : g_strdup_printf ("jobs hold %" G_GUINT64_FORMAT " thousandths of GPUs, and the "
                                "cluster counts %" G_GUINT64_FORMAT,
                                milli, allocated);
}

char *
sw_invariants (const SwView *v)
{
  char *text = sw_cluster_verify (v->cluster);
  if (text == NULL)
    text = sw_queue_verify (v->queue);
  guint32 n_nodes = sw_cluster_n_nodes (v->cluster);
  g_autofree guint64 *held = g_new0 (guint64, MAX (n_nodes, 1));
  gboolean parts = sw_cluster_has_parts (v->cluster);
  g_autofree Held *cards = parts ? g_new0 (Held, sw_cluster_n_cards (v->cluster) + 1) : NULL;
  if (text == NULL)
    text = check_holdings (v, held, cards);
  for (SwNode node = 0; text == NULL && node < n_nodes; node++)
    text = check_node (v, node, held[node]);
  for (SwNode node = 0; text == NULL && parts && node < n_nodes; node++)
    text = check_cards (v, node, cards + sw_cluster_card_number (v->cluster, node, 0));
  guint32 queued = 0, running = 0;
  for (SwJob job = 0; text == NULL && job < v->arrivals; job++)
    text = check_job (v, job, &queued, &running);
  if (text == NULL && (queued != sw_queue_count (v->queue) || running != v->n_running))
    text = g_strdup_printf ("%u jobs queued and %u running by their states, %u and %u by the lists",
                            queued, running, sw_queue_count (v->queue), v->n_running);
  return text;
}

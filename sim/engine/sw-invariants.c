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
    listed |= sw_piece (v, i)->cards;
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

/* Fills held, the cards of each node that running jobs hold. */
static char *
check_holdings (const SwView *v, guint64 *held)
{
  guint32 gpus = 0;
  for (guint32 i = 0; i < v->n_running; i++)
    {
      const SwAttempt *attempt = sw_attempt_of (v, v->running[i]);
      guint32 count = 0;
      for (guint32 p = 0; p < attempt->n_pieces; p++)
        {
          const SwPiece *piece = sw_piece (v, attempt->first_piece + p);
          if ((held[piece->node] & piece->cards) != 0)
            return g_strdup_printf ("a card of node %s has two holders",
                                    sw_cluster_node_id (v->cluster, piece->node));
          held[piece->node] |= piece->cards;
          count += (guint32)__builtin_popcountll (piece->cards);
        }
      if (count != attempt->gpus)
        return g_strdup_printf ("job %s holds %u GPUs and asked for %u",
                                v->table->id[v->running[i]], count, attempt->gpus);
      gpus += count;
    }
  guint32 free_gpus = sw_cluster_free_gpus (v->cluster), exist = sw_cluster_gpus (v->cluster);
  return gpus + free_gpus == exist
             ? NULL
             : g_strdup_printf ("%u GPUs held and %u free make not the %u that exist", gpus,
                                free_gpus, exist);
}

char *
sw_invariants (const SwView *v)
{
  char *text = sw_cluster_verify (v->cluster);
  if (text == NULL)
    text = sw_queue_verify (v->queue);
  guint32 n_nodes = sw_cluster_n_nodes (v->cluster);
  g_autofree guint64 *held = g_new0 (guint64, MAX (n_nodes, 1));
  if (text == NULL)
    text = check_holdings (v, held);
  for (SwNode node = 0; text == NULL && node < n_nodes; node++)
    text = check_node (v, node, held[node]);
  guint32 queued = 0, running = 0;
  for (SwJob job = 0; text == NULL && job < v->arrivals; job++)
    text = check_job (v, job, &queued, &running);
  if (text == NULL && (queued != sw_queue_count (v->queue) || running != v->n_running))
    text = g_strdup_printf ("%u jobs queued and %u running by their states, %u and %u by the lists",
                            queued, running, sw_queue_count (v->queue), v->n_running);
  return text;
}

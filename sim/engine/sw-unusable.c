/* The fragmentation measure over all nodes, kept: after each instant only nodes that changed are
 * looked at again. */
#include "sw-engine-private.h"

static gint64
of_node (const SwView *v, SwNode node)
{
  SwNodeView view;
  sw_cluster_view (v->cluster, node, 0, &view);
  if (view.cards != NULL)
    return sw_fragments_node (v->fragments, view.model, view.free_cpu_milli, view.cards,
                              view.n_cards);
  guint32 full = (guint32)__builtin_popcountll (sw_cluster_free_mask (v->cluster, node));
  return sw_fragments_whole (v->fragments, view.model, view.free_cpu_milli, full);
}

void
sw_unusable_init (SwView *v)
{
  sw_cluster_watch (v->cluster, FALSE);
  v->unusable_of = g_new0 (gint64, MAX (sw_cluster_n_nodes (v->cluster), 1));
}

gint64
sw_unusable (SwView *v)
{
  guint32 n = sw_cluster_n_nodes (v->cluster);
  guint64 changes = sw_cluster_n_changes (v->cluster), lag = changes - v->unusable_seen;
  for (guint32 i = 0; i < MIN (lag, n); i++)
    {
      SwNode node = lag >= n ? i : sw_cluster_change (v->cluster, v->unusable_seen + i);
      gint64 now = of_node (v, node);
      v->unusable += now - v->unusable_of[node];
      v->unusable_of[node] = now;
    }
  v->unusable_seen = changes;
  return v->unusable;
}

char *
sw_unusable_verify (SwView *v)
{
  gint64 kept = sw_unusable (v), all = 0;
  for (SwNode node = 0; node < sw_cluster_n_nodes (v->cluster); node++)
    all += of_node (v, node);
  return kept == all ? NULL
                     : g_strdup_printf ("fragmentation is %" G_GINT64_FORMAT
                                        " as kept and %" G_GINT64_FORMAT " recounted",
                                        kept, all);
}

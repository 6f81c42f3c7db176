/* Quantities with units as scenarios and traces write them.  All parse to exact integers; all
 * refuse nan, inf, hex, trailing text and overflow; none depends on the locale. */
#ifndef SW_QUANTITY_H
#define SW_QUANTITY_H

#include <glib.h>

G_BEGIN_DECLS

/* Bytes: "80GiB", "512MiB", "1TiB", "64KiB", "80GB", "1.5TB"; a unit is needed except for 0. */
gboolean sw_parse_bytes (const char *text, gint64 *bytes);
/* Kubernetes memory: plain number, suffix m k M G T P E Ki Mi Gi Ti Pi Ei, or exponent; rounded up
   to whole bytes.  "K", "GiB", signs and blanks are refused. */
gboolean sw_parse_k8s_bytes (const char *text, gint64 *bytes);
/* Kubernetes CPU: "500m", "0.25", "2"; thousandths of a core, rounded up. */
gboolean sw_parse_k8s_cpu (const char *text, gint64 *milli);
/* Batch-system memory: number with K M G T (binary, default M) and an optional trailing n (per
   node) or c (per CPU); MiB rounded up.  *per is 'n', 'c' or 0.  "", "0", "0n", "0c": *mib = -1
   (not given). */
gboolean sw_parse_slurm_mem (const char *text, gint64 *mib, char *per);
/* "130%" or "1.3" as a ratio in millionths. */
gboolean sw_parse_ratio (const char *text, gint64 *ppm);
/* Real number, decimal only, finite. */
gboolean sw_parse_real (const char *text, double *out);
/* Integer in [min, max]. */
gboolean sw_parse_int (const char *text, gint64 min, gint64 max, gint64 *out);
/* yes/no/true/false/on/off/1/0. */
gboolean sw_parse_bool (const char *text, gboolean *out);

G_END_DECLS

#endif

/* Private to the reading of scenarios: typed values with their places, paths, and the part of it
 * that is about pools.  Every fault found on the way goes to the reader's list. */
#ifndef SW_SCENARIO_READER_H
#define SW_SCENARIO_READER_H

#include "sw-scenario.h"

G_BEGIN_DECLS

/* What reading needs beside the scenario that it fills. */
typedef struct
{
  SwScenario *s;
  SwFaults *faults;
  const SwCatalogue *catalogue;
  const char *memory;  /* name of a text in memory, whose paths have no folder; NULL: a file */
  guint policy_faults; /* of the faults, those that a plug-in file caused */
} SwReader;

SwKeyValue sw_reader_value (const SwReader *r, const char *group, const char *key);
gint64 sw_reader_int (const SwReader *r, const char *group, const char *key, gint64 unset);
/* A ratio; 1 if unset. */
double sw_reader_share (const SwReader *r, const char *group, const char *key);
double sw_reader_real (const SwReader *r, const char *group, const char *key, double unset);
/* NULL if unset or empty. */
const char *sw_reader_text (const SwReader *r, const char *group, const char *key);
/* The words of a list, NULL-terminated and owned by the scenario; NULL if there is none. */
char **sw_reader_words (const SwReader *r, const char *group, const char *key);
/* A value is there, if only a bad one that was reported already. */
gboolean sw_reader_given (const SwReader *r, const char *group, const char *key);
/* A value other than the default is there: frozen scenarios spell the defaults out. */
gboolean sw_reader_changed (const SwReader *r, const char *group, const char *key);
/* A fault that no value has: at the group. */
void sw_reader_fault (const SwReader *r, const char *group, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* Gives the text to the scenario. */
const char *sw_reader_keep (SwScenario *s, char *text);
/* Calls read for every group of a kind ("pool ") that has a name of its own. */
void sw_reader_groups (SwReader *r, const char *prefix,
                       void (*read) (SwReader *r, const char *group));

/* A path as it is to be opened: relative to the file that names it, or to the working folder where
   the command line or a text in memory does. */
const char *sw_reader_resolve (const SwReader *r, const SwKeyValue *value, const char *path);
/* Value of a key that names an input file; NULL if unset. */
const char *sw_reader_path (const SwReader *r, const char *group, const char *key);
/* The same for a list of files, each word as it is to be opened. */
char **sw_reader_paths (const SwReader *r, const char *group, const char *key);
/* Name of a built-in profile or path of a profile file; NULL if unset. */
const char *sw_reader_profile (const SwReader *r, const char *group, const char *key);

/* ---- sw-scenario-pools.c ---- */

/* [gpu NAME], [pool NAME], [behaviour NAME] and [contention], in this order: each may need those
   before. */
void sw_reader_speeds (SwReader *r);
void sw_reader_ref_gpu (SwReader *r);
void sw_reader_pools (SwReader *r);
void sw_reader_behaviours (SwReader *r);
void sw_reader_contention (SwReader *r);

/* ---- sw-scenario-sharing.c ---- */

/* Gives the keys about sharing of all pools that are not set the value that holds beside those that
   are, and adds a fault for each that has no use beside them. */
void sw_reader_sharing_defaults (SwReader *r);
/* How the pool uses its cards; sharing is WHOLE if that could not be read. */
void sw_reader_sharing (SwReader *r, SwPoolSpec *pool);

G_END_DECLS

#endif

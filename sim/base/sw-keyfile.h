/* Key files with a memory: groups of key = value lines that know where each value came from.
 * The syntax is GKeyFile's ([group], key = value, # comment), read by our own line scanner so that
 * every fault has file:line:column and duplicate keys are found.  Files are layered: an include,
 * then the file, then settings from the command line; the later layer wins, and an empty value
 * takes away what earlier layers gave, so that the default holds again. */
#ifndef SW_KEYFILE_H
#define SW_KEYFILE_H

#include "sw-error.h"
#include "sw-time.h"

G_BEGIN_DECLS

typedef struct
{
  char *group; /* "pool core" */
  char *key;
  char *value; /* trimmed; NULL: unset by a later layer */
  char *file;  /* "--set" for the command line */
  guint line, key_column, value_column;
} SwKeyEntry;

typedef struct SwKeyFile SwKeyFile;

SwKeyFile *sw_keyfile_new (void);
void sw_keyfile_free (SwKeyFile *kf);
/* Adds a layer from a file or from text (name is used in messages).  `include = PATH ...` before
   the first group, relative to the including file, is loaded first; paths may be "builtin:NAME"; a
   cycle is a fault.  Faults (syntax, duplicate key within one file, no such include, not UTF-8) are
   collected; FALSE only if the file itself cannot be read. */
gboolean sw_keyfile_load (SwKeyFile *kf, const char *path, SwFaults *faults);
void sw_keyfile_load_text (SwKeyFile *kf, const char *name, const char *text, gsize length,
                           SwFaults *faults);
/* `group.key=value` as of --set; the group is everything before the last '.' left of the first '='
   that yields a known-looking pair: "pool.core.nodes=4" is key nodes of group "pool core".  An
   empty value unsets. */
gboolean sw_keyfile_set (SwKeyFile *kf, const char *assignment, SwFaults *faults);
/* Gives a key of a group that is there, but has no value, the one that follows from other keys; its
   origin is "default". */
void sw_keyfile_default (SwKeyFile *kf, const char *group, const char *key, const char *value);

guint sw_keyfile_n_groups (const SwKeyFile *kf);
const char *sw_keyfile_group (const SwKeyFile *kf, guint i); /* in order of first appearance */
/* File and line of a group's first appearance; of a group that is not there, the last file read and
   line 0. */
const char *sw_keyfile_group_place (const SwKeyFile *kf, const char *group, guint *line);
const SwKeyEntry *sw_keyfile_get (const SwKeyFile *kf, const char *group, const char *key);
guint sw_keyfile_n_entries (const SwKeyFile *kf);
const SwKeyEntry *sw_keyfile_entry (const SwKeyFile *kf, guint i); /* grouped, in order */
/* Paths of all files that were read, in order of reading. */
const GPtrArray *sw_keyfile_files (const SwKeyFile *kf);

/* ---- schema: which keys exist, of what type, range and unit ---- */
typedef enum
{
  SW_KEY_TEXT,
  SW_KEY_INT,  /* min..max */
  SW_KEY_REAL, /* min..max */
  SW_KEY_BOOL,
  SW_KEY_DURATION, /* ns; min..max in seconds */
  SW_KEY_BYTES,
  SW_KEY_RATIO,          /* ppm; min..max as ratio */
  SW_KEY_CHOICE,         /* index into choices */
  SW_KEY_MONEY_PER_HOUR, /* "4.50USD/h": micro-units per hour, currency apart */
  SW_KEY_LIST,           /* words, separated by blanks or commas */
} SwKeyType;

typedef struct
{
  const char *group; /* "workload", or "pool *" for groups with a name of their own */
  const char *key;
  SwKeyType type;
  const char *fallback; /* default as text, NULL: unset */
  double min, max;      /* min == max: no limit */
  const char *choices;  /* "a|b|c" */
  const char *doc;      /* one line with the unit */
} SwKeySpec;

typedef struct
{
  gboolean set;            /* a value is there, from a layer or the default */
  gint64 i;                /* INT, BOOL, DURATION, BYTES, RATIO (ppm), CHOICE, MONEY */
  double r;                /* REAL */
  const char *text;        /* the text of any type; owned by the key file */
  char unit[8];            /* currency of MONEY */
  const SwKeyEntry *entry; /* origin, NULL: default */
  const char *file;        /* place for faults: of the value, or of the group of a default */
  guint line, column;
} SwKeyValue;

/* Checks every entry against the schema (array ended by a NULL group): unknown groups and keys with
   the nearest known name, types, ranges, units.  All faults are added. */
void sw_schema_check (const SwKeySpec *schema, const SwKeyFile *kf, SwFaults *faults);
/* The value of a key of a checked file; group is the full name ("pool core").  A key that is not in
   the schema is a programming error. */
SwKeyValue sw_schema_get (const SwKeySpec *schema, const SwKeyFile *kf, const char *group,
                          const char *key);
/* Adds a fault at the entry's value (or the group, if the value is a default). */
void sw_faults_add_value (SwFaults *faults, const SwKeyValue *value, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* The effective file: every group and key with value and, as a comment, its origin; transfer full.
   With origins FALSE the text is one that loads back to the same values. */
char *sw_schema_print (const SwKeySpec *schema, const SwKeyFile *kf, gboolean origins);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwKeyFile, sw_keyfile_free)

G_END_DECLS

#endif

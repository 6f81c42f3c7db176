/* The keys of a profile, as a table.  What they mean is told at length in profiles/README.md. */
#include "sw-profile.h"

#define UNITS                                                                                      \
  "s|ms|us|ns|min|h|d|civil|elapsed|limit|duration|count|milli|percent|k8s|bytes|KiB|MiB|GiB|KB|"  \
  "MB|GB|slurm|text"
#define TEXT(group, key, fallback, doc)                                                            \
  {                                                                                                \
    group, key, SW_KEY_TEXT, fallback, 0, 0, NULL, doc                                             \
  }
#define LIST(group, key, doc)                                                                      \
  {                                                                                                \
    group, key, SW_KEY_LIST, NULL, 0, 0, NULL, doc                                                 \
  }
#define BOOL(group, key, fallback, doc)                                                            \
  {                                                                                                \
    group, key, SW_KEY_BOOL, fallback, 0, 0, NULL, doc                                             \
  }
#define CHOICE(group, key, fallback, choices, doc)                                                 \
  {                                                                                                \
    group, key, SW_KEY_CHOICE, fallback, 0, 0, choices, doc                                        \
  }

const SwKeySpec sw_profile_schema[] = {
  CHOICE ("profile", "rows", "jobs", "jobs|nodes", "what a row of the file is"),
  TEXT ("profile", "summary", NULL, "one line about the format"),
  TEXT ("profile", "licence", NULL, "attribution that goes with the data"),
  TEXT ("profile", "signature", NULL, "columns that tell this format, separated by commas"),
  TEXT ("profile", "unlike", NULL, "columns that tell that it is another format"),
  CHOICE ("file", "format", "delimited", "delimited|swf", "how rows are written"),
  CHOICE ("file", "delimiter", "comma", "comma|tab|semicolon|bar|colon", "between two fields"),
  BOOL ("file", "quote", "yes", "whether \"...\" encloses fields"),
  BOOL ("file", "header", "yes", "whether the first row names the columns"),
  TEXT ("file", "columns", NULL, "names of the columns of a file without header, with commas"),
  CHOICE ("file", "comment", "none", "none|hash|semicolon|percent", "beginning of lines left out"),
  { "file", "skip", SW_KEY_INT, "0", 0, 1000, NULL, "lines left out at the top" },
  BOOL ("file", "extra_fields", "no", "whether rows may be longer than the header"),
  LIST ("file", "empty", "words that stand for an empty cell, in any column"),
  BOOL ("file", "side_file", "no", "whether PATH.meta holds the origin and the licence"),
  TEXT ("times", "origin", "zero",
        "time 0: zero (as written), first (submit), or an RFC 3339 date"),
  CHOICE ("times", "epoch", "none", "none|unix", "whether numbers count from 1970"),
  TEXT ("times", "zone", NULL, "time zone of dates without an offset, as Area/City"),
  CHOICE ("times", "arrival", "column", "column|index", "index: rows arrive one after the other"),
  { "times", "gap", SW_KEY_DURATION, "1s", 0, 1e9, NULL, "time between two rows of index" },
  CHOICE ("times", "duration", "column", "column|times|column-then-times|times-then-column",
          "where durations come from; times: end - start"),
  CHOICE ("times", "never_started", "drop", "drop|keep",
          "rows without a start when durations are end - start; keep: end - submit"),
  CHOICE ("times", "end_missing", "cut", "cut|drop", "rows without an end; cut: at the last end"),
  BOOL ("times", "cut_at_last_end", "no", "whether a running row that ends last is only cut there"),
  CHOICE ("gpus", "split", "tasks", "tasks|gpus|chunks",
          "how GPUs of a job become tasks: over its tasks, one each, or chunks of `chunk`"),
  { "gpus", "chunk", SW_KEY_INT, "8", 1, 64, NULL, "GPUs of a task, of split = chunks" },
  CHOICE ("gpus", "cpu_only", "keep", "keep|drop", "rows that ask for no GPU"),
  TEXT ("field *", "from", NULL, "column of the file; several separated by |: the first there is"),
  BOOL ("field *", "required", "no", "whether a file without the column is refused"),
  CHOICE ("field *", "unit", NULL, UNITS, "unit or form of the cells"),
  CHOICE ("field *", "counts", "task", "task|job",
          "whether an amount is of a task (use: of a GPU) or the whole job"),
  { "field *", "divide", SW_KEY_INT, "1", 1, 1000000, NULL, "GPUs: divided by this, rounded up" },
  TEXT ("field *", "default", NULL, "value of an empty cell or an absent column"),
  LIST ("field *", "empty", "further words that stand for an empty cell"),
  LIST ("field *", "yes", "words that mean yes, all others mean no"),
  TEXT ("field *", "separator", NULL, "between the members of a list"),
  LIST ("field *", "cut", "the value ends before the first of these characters (or `blank`)"),
  TEXT ("field *", "when", NULL, "COLUMN: WORD ...; in other rows the cell counts as empty"),
  BOOL ("field *", "relative", "no", "whether an instant counts from the submit time"),
  BOOL ("field *", "generate", "no", "ids: the number of the row"),
  LIST ("states", "unknown", "words of the state column"),
  LIST ("states", "completed", "words of the state column"),
  LIST ("states", "failed", "words of the state column"),
  LIST ("states", "cancelled", "words of the state column"),
  LIST ("states", "timeout", "words of the state column"),
  LIST ("states", "oom", "words of the state column"),
  LIST ("states", "node_fail", "words of the state column"),
  LIST ("states", "preempted", "words of the state column"),
  LIST ("states", "running", "words of the state column"),
  LIST ("states", "pending", "words of the state column"),
  TEXT ("drop *", "column", NULL, "column that tells which rows are left out"),
  LIST ("drop *", "equals", "left out if the cell is one of these words"),
  TEXT ("drop *", "contains", NULL, "left out if the cell holds this text"),
  BOOL ("drop *", "empty", "no", "left out if the cell is empty"),
  TEXT ("drop *", "reason", NULL, "what the report says"),
  { NULL },
};

/* Pairs in the layout of the Gavel throughputs: {model: {job: {"null": steps/s alone, other job:
 * [steps/s of the job, of the other]}}}.  A job is a name or the text "('NAME', GPUS)".  Objects
 * keep the order of the file, so a member's number in it leads back to its place. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "sw-json-place.h"
#include "sw-pairs.h"
#include "sw-quantity.h"

#define ALONE "null"
#define MAX_TEXT ((gsize)1 << 28)
#define DEPTH 3 /* model, job, other job */

typedef struct
{
  SwPairs *pairs;
  GString *text;
  guint path[DEPTH]; /* of the present member */
  const char *model;
  const json_t *jobs; /* of the model */
} Reading;

typedef struct
{
  char *name; /* owned */
  gint64 gpus;
} Job;

/* ---- places ---- */

static void
place_of (const Reading *r, guint depth, guint *line, guint *column)
{
  sw_json_place (r->text->str, r->text->len, r->path, depth, line, column);
}

/* FALSE with an error at the present member of that depth. */
static gboolean
fail (const Reading *r, guint depth, const char *what, GError **error)
{
  guint line, column;
  place_of (r, depth, &line, &column);
  return sw_error_at (error, sw_source_name (r->pairs->source), line, column, "%s", what);
}

/* ---- values ---- */

/* "('NAME', 2)": a name of two GPUs; anything else is a name of one. */
static Job
read_job (const char *key)
{
  const gsize length = strlen (key);
  Job job = { NULL, 1 };
  if (length > 6 && key[0] == '(' && (key[1] == '\'' || key[1] == '"') && key[length - 1] == ')')
    {
      const char *quote = strrchr (key, key[1]);
      if (quote > key + 1 && quote[1] == ',')
        {
          g_autofree char *count = g_strndup (quote + 2, key + length - 1 - (quote + 2));
          if (sw_parse_int (g_strstrip (count), 1, G_MAXINT32, &job.gpus))
            job.name = g_strndup (key + 2, quote - (key + 2));
        }
    }
  if (job.name == NULL)
    job.name = g_strdup (key);
  return job;
}

static gboolean
is_speed (const json_t *value)
{
  return json_is_number (value) && json_number_value (value) >= 0
         && isfinite (json_number_value (value));
}

/* Steps/s of the job alone; 0: not known. */
static double
speed_alone (const Reading *r, const char *job)
{
  return json_number_value (json_object_get (json_object_get (r->jobs, job), ALONE));
}

/* ---- pairs ---- */

/* Why a pair is not for the table, NULL: it is. */
static const char *
reason_against (const Job *a, const Job *b, const SwPairRow *speeds, double alone_a, double alone_b)
{
  if (a->gpus > 1 || b->gpus > 1)
    return "jobs on several GPUs";
  if ((speeds->rate_a > 0 && alone_a == 0) || (speeds->rate_b > 0 && alone_b == 0))
    return "the speed alone is not known";
  return NULL;
}

/* Counts the present pair as left out. */
static void
drop_pair (const Reading *r, const SwPairRow *row, const char *reason)
{
  SwImportReport *report = r->pairs->report;
  SwTally *tally = NULL;
  guint column;
  report->read++;
  report->dropped++;
  for (guint i = 0; i < report->drops->len && tally == NULL; i++)
    if (g_str_equal (((SwTally *)report->drops->pdata[i])->reason, reason))
      tally = report->drops->pdata[i];
  if (tally == NULL)
    {
      tally = g_new0 (SwTally, 1);
      tally->reason = g_strdup (reason);
      place_of (r, DEPTH, &tally->first_line, &column);
      tally->example = g_strdup_printf ("line %u, %s: \"%s\" with \"%s\"", tally->first_line,
                                        row->model, row->a, row->b);
      g_ptr_array_add (report->drops, tally);
    }
  tally->count++;
}

static gboolean
take_pair (Reading *r, const char *key_a, const char *key_b, const json_t *value, GError **error)
{
  const json_t *first = json_array_get (value, 0), *second = json_array_get (value, 1);
  if (json_array_size (value) != 2 || !is_speed (first) || !is_speed (second))
    return fail (r, DEPTH, "is not a pair of speeds, expected [steps/s, steps/s], 0 or more",
                 error);
  const double alone_a = speed_alone (r, key_a), alone_b = speed_alone (r, key_b);
  Job a = read_job (key_a), b = read_job (key_b);
  SwPairRow row
      = { r->model, a.name, b.name, json_number_value (first), json_number_value (second) };
  const char *reason = reason_against (&a, &b, &row, alone_a, alone_b);
  g_autofree char *fault = NULL;
  if (reason != NULL)
    drop_pair (r, &row, reason);
  else
    {
      row.rate_a = row.rate_a > 0 ? row.rate_a / alone_a : 0;
      row.rate_b = row.rate_b > 0 ? row.rate_b / alone_b : 0;
      fault = sw_pairs_take (r->pairs, &row);
    }
  g_free (a.name);
  g_free (b.name);
  return fault == NULL || fail (r, DEPTH, fault, error);
}

/* ---- members ---- */

/* The present member of each level in turn, in r->path; a member has its key in front. */
static gboolean
take_others (Reading *r, const char *job, json_t *others, GError **error)
{
  const char *other;
  json_t *value;
  r->path[2] = 0;
  json_object_foreach (others, other, value)
  {
    if (!g_str_equal (other, ALONE) && !take_pair (r, job, other, value, error))
      return FALSE;
    r->path[2]++;
  }
  return TRUE;
}

/* All jobs of a model are checked before one's pairs ask for the speed of another alone. */
static gboolean
check_jobs (Reading *r, json_t *jobs, GError **error)
{
  const char *job;
  json_t *others;
  r->path[1] = 0;
  json_object_foreach (jobs, job, others)
  {
    const json_t *alone = json_object_get (others, ALONE);
    if (!json_is_object (others))
      return fail (r, 2, "is not a job, expected {\"null\": steps/s, other job: [...], ...}",
                   error);
    if (alone != NULL && !is_speed (alone))
      return fail (r, 2, "\"null\" of it is not a speed alone, expected steps/s, 0 or more", error);
    r->path[1]++;
  }
  return TRUE;
}

static gboolean
take_model (Reading *r, const char *model, json_t *jobs, GError **error)
{
  const char *job;
  json_t *others;
  if (!json_is_object (jobs))
    return fail (r, 1, "is not a GPU model, expected {job: {...}, ...}", error);
  r->model = model;
  r->jobs = jobs;
  if (!check_jobs (r, jobs, error))
    return FALSE;
  r->path[1] = 0;
  json_object_foreach (jobs, job, others)
  {
    if (!take_others (r, job, others, error))
      return FALSE;
    r->path[1]++;
  }
  return TRUE;
}

static gboolean
take_models (Reading *r, json_t *models, GError **error)
{
  const char *model;
  json_t *jobs;
  json_object_foreach (models, model, jobs)
  {
    if (!take_model (r, model, jobs, error))
      return FALSE;
    r->path[0]++;
  }
  return TRUE;
}

/* ---- the text ---- */

static gboolean
read_text (Reading *r, GError **error)
{
  const char *block;
  gsize length;
  do
    {
      if (!sw_source_read (r->pairs->source, &block, &length, error))
        return FALSE;
      if (r->text->len + length > MAX_TEXT)
        return sw_error_at (error, sw_source_name (r->pairs->source), 0, 0,
                            "is larger than 256 MiB");
      g_string_append_len (r->text, block, length);
    }
  while (length > 0);
  return TRUE;
}

gboolean
sw_pairs_read_json (SwPairs *pairs, GError **error)
{
  Reading r = { .pairs = pairs, .text = g_string_new (NULL) };
  json_t *root = NULL;
  gboolean ok = read_text (&r, error);
  if (ok)
    {
      json_error_t fault;
      root = json_loadb (r.text->str, r.text->len, JSON_REJECT_DUPLICATES, &fault);
      if (root == NULL)
        {
          g_autofree char *what = g_utf8_make_valid (fault.text, -1);
          ok = sw_error_at (error, sw_source_name (pairs->source), MAX (fault.line, 0),
                            MAX (fault.column, 0), "%s", what);
        }
    }
  /* It begins with a brace: an object. */
  ok = ok && take_models (&r, root, error);
  json_decref (root);
  g_string_free (r.text, TRUE);
  return ok;
}

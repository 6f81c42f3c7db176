/* Ids are texts.  The rows of a gang may lie anywhere in the file, so their groups are collected
 * until its end; the job has the gang's id, and takes its times from the first row. */
#include "sw-jobs-identity.h"

#include "sw-jobs-use.h"

#include <string.h>

typedef struct
{
  guint32 number; /* of the job */
  guint32 line;   /* of its first row in this file */
  guint8 topology;
  GArray *groups; /* SwGroupRow */
} SwGang;

static void
free_gang (gpointer data)
{
  SwGang *gang = data;
  g_array_unref (gang->groups);
  g_free (gang);
}

void
sw_jobs_begin_identity (SwJobs *jobs)
{
  jobs->gangs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_gang);
  jobs->ascending = jobs->first == 0;
  jobs->gang_order = g_ptr_array_new ();
  jobs->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  jobs->submits = g_array_new (FALSE, FALSE, sizeof (SwTime));
  jobs->members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  jobs->renamed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
sw_jobs_clear_identity (SwJobs *jobs)
{
  g_clear_pointer (&jobs->gang_order, g_ptr_array_unref);
  g_clear_pointer (&jobs->rows, g_array_unref);
  g_clear_pointer (&jobs->submits, g_array_unref);
  g_clear_pointer (&jobs->gangs, g_hash_table_unref);
  g_clear_pointer (&jobs->members, g_hash_table_unref);
  g_clear_pointer (&jobs->renamed, g_hash_table_unref);
}

const char *
sw_jobs_take_id (SwJobs *jobs, char buffer[32])
{
  SwReading *r = &jobs->reading;
  const char *gang = sw_row_text (r, SW_FIELD_GANG);
  if (gang != NULL && !g_utf8_validate (gang, -1, NULL))
    {
      sw_row_drop (r, SW_FIELD_GANG, "is not UTF-8", NULL);
      return NULL;
    }
  if (gang != NULL && *gang != '\0')
    r->gang = gang;
  if (r->profile->fields[SW_FIELD_ID].generate)
    {
      g_snprintf (buffer, 32, "%" G_GUINT64_FORMAT, r->report->read);
      return buffer;
    }
  const char *id = sw_row_text (r, SW_FIELD_ID);
  if (id == NULL || *id == '\0')
    {
      sw_row_drop (r, SW_FIELD_ID, "is empty", NULL);
      return NULL;
    }
  if (!g_utf8_validate (id, -1, NULL))
    {
      sw_row_drop (r, SW_FIELD_ID, "is not UTF-8", NULL);
      return NULL;
    }
  return id;
}

/* Whether a comes before b: shorter ones first, then by bytes. */
static gboolean
comes_before (const char *a, const char *b)
{
  gsize n = strlen (a), m = strlen (b);
  return n != m ? n < m : memcmp (a, b, n) < 0;
}

/* Number of the job of this id, G_MAXUINT32 if there is none.  As long as every id comes behind the
   one before it, as they do in most traces, a new last one cannot be there yet: the index of ids is
   not needed and not built. */
static guint32
find_job (SwJobs *jobs, const char *id)
{
  guint32 n = sw_job_builder_count (jobs->builder);
  if (n == 0
      || (jobs->ascending && comes_before (sw_job_builder_get (jobs->builder, n - 1)->id, id)))
    return G_MAXUINT32;
  jobs->ascending = FALSE;
  return sw_job_builder_find (jobs->builder, id);
}

/* A free id of the form id#2, id#3, ...  transfer full */
static char *
new_name (SwJobs *jobs, const char *id)
{
  guint k = GPOINTER_TO_UINT (g_hash_table_lookup (jobs->renamed, id));
  char *name = NULL;
  k = MAX (k, 1);
  do
    {
      g_free (name);
      name = g_strdup_printf ("%s#%u", id, ++k);
    }
  while (sw_job_builder_find (jobs->builder, name) != G_MAXUINT32);
  g_hash_table_insert (jobs->renamed, g_strdup (id), GUINT_TO_POINTER (k));
  return name;
}

static guint32
add_job (SwJobs *jobs, SwJobDraft *draft, const char *id)
{
  draft->row.id = id;
  g_array_append_val (jobs->submits, draft->row.submit);
  if (sw_reading_has (&jobs->reading, SW_FIELD_ROW) && !jobs->reading.options->keep_lines)
    g_array_append_val (jobs->rows, draft->source_row);
  return sw_job_builder_add (jobs->builder, &draft->row);
}

static void
add_dependencies (SwJobs *jobs, guint32 number)
{
  g_auto (GStrv) ids = sw_row_list (&jobs->reading, SW_FIELD_DEPENDS_ON, ";", NULL);
  for (char **id = ids; id != NULL && *id != NULL; id++)
    sw_job_builder_depend (jobs->builder, number, *id);
}

static void
take_double (SwJobs *jobs, SwJobDraft *draft, const char *id, guint32 other)
{
  SwReading *r = &jobs->reading;
  guint line = sw_job_builder_get (jobs->builder, other)->row;
  g_autofree char *detail = g_strdup_printf ("\"%s\", first on line %u", id, line);
  switch (r->options->duplicates)
    {
    case SW_DUPLICATE_ERROR:
      sw_row_fail (r, SW_FIELD_ID, "id \"%s\" was seen before, on line %u", id, line);
      return;
    case SW_DUPLICATE_KEEP_FIRST:
      sw_row_drop (r, SW_FIELD_ID, "was seen before", detail);
      return;
    case SW_DUPLICATE_RENAME:
      {
        g_autofree char *name = new_name (jobs, id);
        sw_row_note (r, SW_FIELD_ID, "was seen before, the job is renamed", detail);
        add_dependencies (jobs, add_job (jobs, draft, name));
      }
    }
}

static void
add_alone (SwJobs *jobs, SwJobDraft *draft, const char *id)
{
  draft->row.demand
      = sw_job_builder_demand (jobs->builder, draft->groups, draft->n_groups, draft->topology);
  guint32 other = find_job (jobs, id);
  if (other != G_MAXUINT32)
    take_double (jobs, draft, id, other);
  else
    add_dependencies (jobs, add_job (jobs, draft, id));
}

static void
begin_gang (SwJobs *jobs, SwJobDraft *draft)
{
  SwReading *r = &jobs->reading;
  guint32 other = find_job (jobs, r->gang);
  if (other != G_MAXUINT32)
    {
      sw_row_fail (r, SW_FIELD_GANG, "a job of this id is on line %u",
                   sw_job_builder_get (jobs->builder, other)->row);
      return;
    }
  SwGang *gang = g_new0 (SwGang, 1);
  gang->line = r->line;
  gang->topology = draft->topology;
  gang->groups = g_array_new (FALSE, FALSE, sizeof (SwGroupRow));
  g_array_append_vals (gang->groups, draft->groups, draft->n_groups);
  draft->row.demand
      = sw_job_builder_demand (jobs->builder, draft->groups, draft->n_groups, draft->topology);
  gang->number = add_job (jobs, draft, r->gang);
  g_hash_table_insert (jobs->gangs, g_strdup (r->gang), gang);
  g_ptr_array_add (jobs->gang_order, gang);
  add_dependencies (jobs, gang->number);
}

static gboolean
agrees (const SwJobRow *a, const SwJobRow *b)
{
  return a->submit == b->submit && a->eligible == b->eligible && a->work == b->work
         && a->limit == b->limit && a->deadline == b->deadline && a->obs_start == b->obs_start
         && a->obs_end == b->obs_end && a->priority == b->priority;
}

static void
join_gang (SwJobs *jobs, SwJobDraft *draft, SwGang *gang)
{
  SwReading *r = &jobs->reading;
  SwJobRow *first = sw_job_builder_get (jobs->builder, gang->number);
  if (!agrees (first, &draft->row) || gang->topology != draft->topology)
    {
      sw_row_fail (r, SW_FIELD_GANG,
                   "times, priority or topology differ from the gang's first row, on line %u",
                   gang->line);
      return;
    }
  if (!sw_jobs_join_use (first, &draft->row))
    {
      sw_row_fail (r, SW_FIELD_GANG,
                   "use of GPUs, slowdown_limit or job_type differ from those of the gang's rows "
                   "before, from line %u",
                   gang->line);
      return;
    }
  first->flags |= draft->row.flags;
  g_array_append_vals (gang->groups, draft->groups, draft->n_groups);
  add_dependencies (jobs, gang->number);
  r->report->merged++;
}

void
sw_jobs_add (SwJobs *jobs, SwJobDraft *draft, const char *id)
{
  SwReading *r = &jobs->reading;
  if (r->gang == NULL)
    {
      add_alone (jobs, draft, id);
      return;
    }
  if (!g_hash_table_add (jobs->members, g_strdup (id)))
    {
      sw_row_fail (r, SW_FIELD_ID, "id \"%s\" was seen before in a gang", id);
      return;
    }
  SwGang *gang = g_hash_table_lookup (jobs->gangs, r->gang);
  if (gang != NULL)
    join_gang (jobs, draft, gang);
  else
    begin_gang (jobs, draft);
}

void
sw_jobs_finish_identity (SwJobs *jobs)
{
  for (guint i = 0; i < jobs->gang_order->len; i++)
    {
      const SwGang *gang = jobs->gang_order->pdata[i];
      sw_job_builder_get (jobs->builder, gang->number)->demand = sw_job_builder_demand (
          jobs->builder, (SwGroupRow *)gang->groups->data, gang->groups->len, gang->topology);
    }
  for (guint i = 0; i < jobs->rows->len; i++)
    sw_job_builder_get (jobs->builder, jobs->first + i)->row
        = g_array_index (jobs->rows, guint32, i);
}

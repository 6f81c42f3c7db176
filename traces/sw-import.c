/* Jobs from a trace.  The reading hands on rows of cells, the parts of a job are taken by
 * sw-jobs-*.c; this file puts them together and closes the account. */
#include "sw-import.h"

#include "sw-canonical.h"
#include "sw-cell.h"
#include "sw-import-report.h"
#include "sw-jobs-demand.h"
#include "sw-jobs-identity.h"
#include "sw-jobs-times.h"
#include "sw-jobs-use.h"

static gboolean
take_state (SwReading *r, SwJobRow *row)
{
  const char *text = sw_row_text (r, SW_FIELD_STATE);
  if (text == NULL || *text == '\0')
    return TRUE;
  for (guint8 state = 0; state <= SW_OBS_PENDING; state++)
    if (sw_cell_among (text, (const char *const *)r->profile->states[state]))
      {
        row->obs_state = state;
        return TRUE;
      }
  return sw_row_drop (r, SW_FIELD_STATE, "is a word that the profile does not know", NULL);
}

static gboolean
take_preemptible (SwReading *r, SwJobRow *row)
{
  const char *text = sw_row_text (r, SW_FIELD_PREEMPTIBLE);
  gboolean yes = FALSE;
  if (text == NULL || *text == '\0')
    return TRUE;
  const char *fault = sw_cell_bool (
      (const char *const *)r->profile->fields[SW_FIELD_PREEMPTIBLE].yes, text, &yes);
  if (fault != NULL)
    return sw_row_drop (r, SW_FIELD_PREEMPTIBLE, fault, NULL);
  if (yes)
    row->flags |= SW_JOB_PREEMPTIBLE;
  return TRUE;
}

static void
take_flags (SwReading *r, SwJobRow *row)
{
  g_auto (GStrv) words = sw_row_list (r, SW_FIELD_FLAGS, ";", NULL);
  for (char **word = words; word != NULL && *word != NULL; word++)
    {
      guint bit = 0;
      while (sw_job_flag_names[bit] != NULL && !g_str_equal (sw_job_flag_names[bit], *word))
        bit++;
      if (sw_job_flag_names[bit] != NULL)
        row->flags |= 1u << bit;
      else
        sw_row_note (r, SW_FIELD_FLAGS, "hold a word that is not known", NULL);
    }
}

static gboolean
take_fails (SwReading *r, SwJobRow *row)
{
  const char *text = sw_row_text (r, SW_FIELD_FAILS);
  if (text != NULL && g_str_equal (text, "all"))
    {
      row->fails = G_MAXUINT32;
      return TRUE;
    }
  gint64 fails = 0;
  if (!sw_row_int (r, SW_FIELD_FAILS, 0, G_MAXUINT32 - 1, &fails))
    return FALSE;
  row->fails = (guint32)fails;
  return TRUE;
}

static gboolean
take_numbers (SwReading *r, SwJobDraft *draft)
{
  SwJobRow *row = &draft->row;
  gint64 priority = 0, restarts = G_MAXUINT32, source_row = 0;
  if (!sw_row_int (r, SW_FIELD_PRIORITY, G_MININT32, G_MAXINT32, &priority)
      || !sw_row_int (r, SW_FIELD_MAX_RESTARTS, 0, G_MAXUINT32 - 1, &restarts)
      || !sw_row_int (r, SW_FIELD_ROW, 0, G_MAXUINT32, &source_row) || !take_fails (r, row))
    return FALSE;
  row->priority = (gint32)priority;
  row->max_restarts = (guint32)restarts;
  draft->source_row = (guint32)source_row;
  return TRUE;
}

static void
take_names (SwJobs *jobs, SwJobRow *row)
{
  SwReading *r = &jobs->reading;
  SwStrings *strings = sw_job_builder_strings (jobs->builder);
  row->user = sw_row_string (r, SW_FIELD_USER, strings);
  row->tenant = sw_row_string (r, SW_FIELD_TENANT, strings);
  row->queue = sw_row_string (r, SW_FIELD_QUEUE, strings);
  row->kind = sw_row_string (r, SW_FIELD_KIND, strings);
  row->slo_class = sw_row_string (r, SW_FIELD_SLO_CLASS, strings);
  row->name = sw_row_string (r, SW_FIELD_NAME, strings);
  row->group_id = sw_row_string (r, SW_FIELD_GROUP_ID, strings);
}

static void
begin_draft (SwJobDraft *draft, guint line)
{
  SwJobRow *row = &draft->row;
  *row = sw_job_row_blank;
  row->row = line;
  draft->n_groups = 0;
  draft->topology = 0;
}

static void
take_row (SwReading *r)
{
  SwJobs *jobs = r->taker;
  SwJobDraft draft;
  char buffer[32];
  begin_draft (&draft, r->line);
  const char *id = sw_jobs_take_id (jobs, buffer);
  if (id == NULL || !take_state (r, &draft.row) || !sw_jobs_take_times (jobs, &draft)
      || !sw_jobs_take_demand (jobs, &draft) || !sw_jobs_take_use (jobs, &draft)
      || !take_preemptible (r, &draft.row) || !take_numbers (r, &draft))
    return;
  take_flags (r, &draft.row);
  take_names (jobs, &draft.row);
  sw_jobs_add (jobs, &draft, id);
}

/* How far recorded states can be relied on: some traces say them for a part of their time only. */
static void
note_states (SwJobs *jobs)
{
  SwReading *r = &jobs->reading;
  guint32 n = sw_job_builder_count (jobs->builder) - jobs->first, known = 0;
  if (!sw_reading_has (r, SW_FIELD_STATE))
    return;
  for (guint32 i = 0; i < n; i++)
    known += sw_job_builder_get (jobs->builder, jobs->first + i)->obs_state != SW_OBS_UNKNOWN;
  g_autofree char *coverage = g_strdup_printf ("known %u of %u", known, n);
  if (known < n)
    sw_row_note_many (r, "recorded state is unknown", n - known, coverage);
}

static gboolean
finish_jobs (SwJobs *jobs, GError **error)
{
  SwReading *r = &jobs->reading;
  sw_jobs_finish_identity (jobs);
  sw_jobs_finish_times (jobs);
  guint32 kept = sw_job_builder_count (jobs->builder) - jobs->first;
  if (!sw_import_report_close (r->report, kept, error))
    return FALSE;
  note_states (jobs);
  if (!r->profile->side_file)
    return TRUE;
  SwTime origin = SW_TIME_NONE;
  if (!sw_canonical_read_side_file (r->options->path, r->report, &origin, error))
    return FALSE;
  if (origin != SW_TIME_NONE)
    sw_job_builder_origin (jobs->builder, origin);
  return TRUE;
}

gboolean
sw_import_jobs (const SwImportOptions *options, SwJobBuilder *builder, SwImportReport *report,
                GError **error)
{
  *report = (SwImportReport){ .first = SW_TIME_NONE, .last = SW_TIME_NONE };
  SwJobs jobs = { .reading = { .options = options, .report = report, .take = take_row },
                  .builder = builder,
                  .first = sw_job_builder_count (builder),
                  .last_submit = SW_TIME_NONE,
                  .last_end = SW_TIME_NONE,
                  .last_seen = SW_TIME_NONE,
                  .resolution = SW_SECOND };
  jobs.reading.taker = &jobs;
  for (SwField f = 0; f < SW_N_FIELDS; f++)
    jobs.extents[f] = (SwExtent){ SW_TIME_INF, SW_TIME_NONE };
  sw_jobs_begin_identity (&jobs);
  gboolean ok = sw_reading_run (&jobs.reading, FALSE, error) && finish_jobs (&jobs, error);
  sw_jobs_clear_identity (&jobs);
  sw_reading_clear (&jobs.reading);
  return ok;
}

char **
sw_import_profiles (void)
{
  guint n = sw_profile_n_builtin ();
  char **names = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = g_strdup (sw_profile_builtin_name (i));
  return names;
}

char *
sw_import_profile_text (const char *name)
{
  for (guint i = 0; i < sw_profile_n_builtin (); i++)
    if (g_str_equal (name, sw_profile_builtin_name (i)))
      return g_strdup (sw_profile_builtin_text (i));
  return NULL;
}

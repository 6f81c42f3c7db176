/* Instants are read in the frame of the file: from 1970 for dates and epoch numbers, else from
 * wherever the numbers count.  Profiles with origin = first are moved when the earliest submit time
 * is known, at the end. */
#include "sw-jobs-times.h"

#include <string.h>

#include "sw-cell.h"
#include "sw-sort.h"

/* Numbers from about 1973 on are taken for a count from 1970. */
#define EPOCH_LIKE (100000000 * SW_SECOND)
#define UNIT_JUMP 500

static gboolean
is_absolute (const SwReading *r)
{
  return r->profile->unix_epoch || r->profile->fields[SW_FIELD_SUBMIT].unit == SW_UNIT_CIVIL;
}

static gboolean
mixed_units (SwJobs *jobs, SwField field)
{
  return sw_row_fail (&jobs->reading, field,
                      "does not go with the values before it: are there two units in one column?");
}

/* A column that counts seconds from 1970 in one row and milliseconds in the next: one of the two is
   far from the other, and neither is near 0. */
static gboolean
check_extent (SwJobs *jobs, SwField field, SwTime t)
{
  SwExtent *extent = &jobs->extents[field];
  if (extent->min <= extent->max && extent->min >= EPOCH_LIKE && t > 0
      && t <= extent->min / UNIT_JUMP)
    return mixed_units (jobs, field);
  if (extent->min > extent->max)
    *extent = (SwExtent){ t, t };
  extent->min = MIN (extent->min, t);
  extent->max = MAX (extent->max, t);
  return TRUE;
}

static gboolean
refuse_instant (SwJobs *jobs, SwField field, const char *text, const char *fault)
{
  SwReading *r = &jobs->reading;
  const SwExtent *extent = &jobs->extents[field];
  double seconds;
  if (extent->min <= extent->max && extent->min >= EPOCH_LIKE
      && sw_cell_rough_seconds (r->profile->fields[field].unit, text, &seconds)
      && seconds >= UNIT_JUMP * ((double)extent->max / SW_SECOND))
    return mixed_units (jobs, field);
  return sw_row_drop (r, field, fault, NULL);
}

static gboolean
is_before_1970 (const SwReading *r, SwField field, SwTime t)
{
  return r->profile->unix_epoch && r->profile->fields[field].unit != SW_UNIT_CIVIL && t <= 0;
}

/* From the frame of the file to that of the origin, as far as it is known before the end. */
static gboolean
to_origin (SwReading *r, SwField field, SwTime *t)
{
  if (r->profile->origin != SW_ORIGIN_DATE || !is_absolute (r))
    return TRUE;
  if (__builtin_sub_overflow (*t, r->profile->origin_utc, t) || *t == SW_TIME_NONE)
    return sw_row_drop (r, field, "is out of range", NULL);
  return TRUE;
}

static const char *
trimmed (SwReading *r, SwField field)
{
  const char *text = sw_row_text (r, field);
  if (text == NULL)
    return NULL;
  text += strspn (text, " \t");
  return *text != '\0' ? text : NULL;
}

static gboolean
take_relative (SwJobs *jobs, SwField field, SwTime submit, SwTime *out)
{
  SwTime span = SW_TIME_NONE;
  if (!sw_row_span (&jobs->reading, field, &span))
    return FALSE;
  if (span == SW_TIME_NONE)
    return TRUE;
  if (__builtin_add_overflow (submit, span, out))
    return sw_row_drop (&jobs->reading, field, "is out of range", NULL);
  return TRUE;
}

/* *out stays if the field says nothing. */
static gboolean
take_instant (SwJobs *jobs, SwField field, SwTime submit, SwJobDraft *draft, SwTime *out)
{
  SwReading *r = &jobs->reading;
  const SwFieldRule *rule = &r->profile->fields[field];
  if (rule->relative)
    return take_relative (jobs, field, submit, out);
  const char *text = trimmed (r, field);
  if (text == NULL)
    return TRUE;
  SwTime t;
  SwCellZone how;
  const char *fault = sw_cell_instant (rule->unit, text, r->zone, &t, &how);
  if (fault != NULL)
    return refuse_instant (jobs, field, text, fault);
  if (is_before_1970 (r, field, t))
    return sw_row_drop (r, field, "is before 1970", NULL);
  if (rule->unit != SW_UNIT_CIVIL && !check_extent (jobs, field, t))
    return FALSE;
  if (how.ambiguous)
    sw_row_note (r, field, "lies in an hour that the clock change made ambiguous", NULL);
  if (how.assumed && r->options->zone == NULL && r->profile->zone == NULL)
    {
      sw_row_note (r, field, "has no zone: read as UTC", NULL);
      draft->row.flags |= SW_JOB_TZ_ASSUMED;
    }
  if (!to_origin (r, field, &t))
    return FALSE;
  *out = t;
  return TRUE;
}

static void
note_order (SwJobs *jobs, SwTime submit)
{
  jobs->out_of_order += jobs->last_submit != SW_TIME_NONE && submit < jobs->last_submit;
  jobs->last_submit = submit;
  jobs->last_seen = MAX (jobs->last_seen, submit);
  while (submit % jobs->resolution != 0)
    jobs->resolution /= 10;
}

static gboolean
take_submit (SwJobs *jobs, SwJobDraft *draft)
{
  SwReading *r = &jobs->reading;
  SwTime submit = SW_TIME_NONE;
  if (r->profile->arrival_index)
    {
      if (__builtin_mul_overflow ((gint64)(r->report->read - 1), r->profile->arrival_gap, &submit))
        return sw_row_drop (r, SW_FIELD_SUBMIT, "is out of range", "");
    }
  else if (!take_instant (jobs, SW_FIELD_SUBMIT, 0, draft, &submit))
    return FALSE;
  if (submit == SW_TIME_NONE)
    return sw_row_drop (r, SW_FIELD_SUBMIT, "is empty", NULL);
  note_order (jobs, submit);
  draft->row.submit = submit;
  return TRUE;
}

static gboolean
take_recorded (SwJobs *jobs, SwJobDraft *draft)
{
  SwJobRow *row = &draft->row;
  if (!take_instant (jobs, SW_FIELD_START, row->submit, draft, &row->obs_start)
      || !take_instant (jobs, SW_FIELD_END, row->submit, draft, &row->obs_end))
    return FALSE;
  jobs->last_seen = MAX (jobs->last_seen, MAX (row->obs_start, row->obs_end));
  jobs->last_end = MAX (jobs->last_end, row->obs_end);
  return TRUE;
}

/* A length that must not be negative; clamp moves it to 0. */
static gboolean
not_negative (SwJobs *jobs, SwJobDraft *draft, SwField field, const char *what, SwTime *t)
{
  SwReading *r = &jobs->reading;
  if (*t == SW_TIME_NONE || *t >= 0)
    return TRUE;
  if (!r->options->clamp)
    return sw_row_drop (r, field, what, NULL);
  *t = 0;
  draft->row.flags |= SW_JOB_CLAMPED;
  sw_row_note (r, SW_FIELD_DURATION, "was negative, taken as 0", NULL);
  return TRUE;
}

static gboolean
recorded_run (SwJobs *jobs, SwJobDraft *draft, SwTime *run)
{
  SwJobRow *row = &draft->row;
  if (row->obs_start == SW_TIME_NONE || row->obs_end == SW_TIME_NONE)
    return TRUE;
  if (__builtin_sub_overflow (row->obs_end, row->obs_start, run) || *run == SW_TIME_NONE)
    return sw_row_drop (&jobs->reading, SW_FIELD_END, "is out of range", NULL);
  gboolean backwards = *run < 0;
  if (!not_negative (jobs, draft, SW_FIELD_END, "is before the start", run))
    return FALSE;
  if (backwards)
    row->obs_end = row->obs_start;
  return TRUE;
}

static SwTime
choose_duration (SwDurationRule rule, SwTime column, SwTime run)
{
  switch (rule)
    {
    case SW_DURATION_COLUMN:
      return column;
    case SW_DURATION_TIMES:
      return run;
    case SW_DURATION_COLUMN_THEN_TIMES:
      return column != SW_TIME_NONE ? column : run;
    default:
      return run != SW_TIME_NONE ? run : column;
    }
}

static gboolean
take_never_started (SwJobs *jobs, SwJobDraft *draft)
{
  SwReading *r = &jobs->reading;
  SwJobRow *row = &draft->row;
  if (!r->profile->keep_never_started || row->obs_end == SW_TIME_NONE || row->obs_end < row->submit)
    return sw_row_drop (r, SW_NO_FIELD, "never started", NULL);
  row->work = row->obs_end - row->submit;
  row->obs_end = SW_TIME_NONE;
  row->flags |= SW_JOB_NEVER_STARTED;
  sw_row_note (r, SW_NO_FIELD, "never started, duration is end - submit", NULL);
  return TRUE;
}

/* No duration in the row: never started, still running, or simply missing. */
static gboolean
take_unknown_duration (SwJobs *jobs, SwJobDraft *draft)
{
  SwReading *r = &jobs->reading;
  SwJobRow *row = &draft->row;
  if (r->profile->duration == SW_DURATION_COLUMN)
    return sw_row_drop (r, SW_FIELD_DURATION, "is empty", NULL);
  if (row->obs_start == SW_TIME_NONE)
    return r->profile->duration == SW_DURATION_COLUMN_THEN_TIMES
               ? sw_row_drop (r, SW_FIELD_DURATION, "is empty", NULL)
               : take_never_started (jobs, draft);
  if (r->profile->drop_end_missing)
    return sw_row_drop (r, SW_FIELD_END, "is missing", NULL);
  row->flags |= SW_JOB_END_MISSING;
  jobs->open_ends = TRUE;
  sw_row_note (r, SW_FIELD_END, "is missing, the job is cut at the last time of the trace", NULL);
  return TRUE;
}

static gboolean
take_duration (SwJobs *jobs, SwJobDraft *draft)
{
  SwReading *r = &jobs->reading;
  SwJobRow *row = &draft->row;
  SwTime column = SW_TIME_NONE, run = SW_TIME_NONE;
  if (!sw_row_span (r, SW_FIELD_DURATION, &column)
      || !not_negative (jobs, draft, SW_FIELD_DURATION, "is negative", &column)
      || !recorded_run (jobs, draft, &run))
    return FALSE;
  if (column == SW_TIME_INF)
    return sw_row_drop (r, SW_FIELD_DURATION, "is out of range", NULL);
  if (column != SW_TIME_NONE && run != SW_TIME_NONE
      && (column > run ? column - run : run - column) > SW_SECOND)
    sw_row_note (r, SW_FIELD_DURATION, "and end - start disagree", NULL);
  row->work = choose_duration (r->profile->duration, column, run);
  if (row->work == SW_TIME_NONE)
    return take_unknown_duration (jobs, draft);
  if (row->obs_state == SW_OBS_RUNNING && row->obs_end == SW_TIME_NONE)
    {
      row->flags |= SW_JOB_END_MISSING;
      sw_row_note (r, SW_FIELD_END, "is missing, the job runs as long as it was seen to", NULL);
    }
  return TRUE;
}

/* A job that was submitted before time 0: what of it lies behind 0 is kept. */
static gboolean
clip_at_zero (SwJobs *jobs, SwJobDraft *draft)
{
  SwReading *r = &jobs->reading;
  SwJobRow *row = &draft->row;
  if (row->submit >= 0 || r->profile->origin == SW_ORIGIN_FIRST)
    return TRUE;
  SwTime start = row->obs_start != SW_TIME_NONE ? row->obs_start : row->submit;
  if (row->work != SW_TIME_NONE && start < 0)
    {
      SwTime left = sw_time_add (row->work, start);
      if (left <= 0)
        return sw_row_drop (r, SW_NO_FIELD, "ended before time 0", NULL);
      row->work = left;
    }
  row->submit = 0;
  row->flags |= SW_JOB_WARM_START;
  sw_row_note (r, SW_NO_FIELD, "began before time 0 and is clipped there", NULL);
  return TRUE;
}

static gboolean
take_limit (SwJobs *jobs, SwJobRow *row)
{
  SwReading *r = &jobs->reading;
  if (!sw_row_span (r, SW_FIELD_LIMIT, &row->limit))
    return FALSE;
  if (row->limit != SW_TIME_NONE && row->limit < 0)
    return sw_row_drop (r, SW_FIELD_LIMIT, "is negative", NULL);
  if (row->limit == SW_TIME_INF)
    row->limit = SW_TIME_NONE;
  if (row->limit == 0)
    {
      sw_row_note (r, SW_FIELD_LIMIT, "is 0, taken as no limit", NULL);
      row->limit = SW_TIME_NONE;
    }
  return TRUE;
}

static gboolean
take_spans (SwJobs *jobs, SwJobRow *row)
{
  const struct
  {
    SwField field;
    SwTime *to;
  } spans[] = {
    { SW_FIELD_WAIT_SLO, &row->wait_slo },     { SW_FIELD_CKPT_INTERVAL, &row->ckpt_interval },
    { SW_FIELD_CKPT_COST, &row->ckpt_cost },   { SW_FIELD_RESTART_COST, &row->restart_cost },
    { SW_FIELD_FAIL_AFTER, &row->fail_after },
  };
  SwReading *r = &jobs->reading;
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      if (!sw_row_span (r, spans[i].field, spans[i].to))
        return FALSE;
      if (*spans[i].to == SW_TIME_INF)
        *spans[i].to = SW_TIME_NONE;
      if (*spans[i].to != SW_TIME_NONE && *spans[i].to < 0)
        return sw_row_drop (r, spans[i].field, "is negative", NULL);
    }
  return take_limit (jobs, row) && sw_row_span (r, SW_FIELD_ESTIMATE, &row->estimate);
}

static gboolean
take_later (SwJobs *jobs, SwJobDraft *draft, SwTime submit)
{
  SwReading *r = &jobs->reading;
  SwJobRow *row = &draft->row;
  if (!take_instant (jobs, SW_FIELD_ELIGIBLE, submit, draft, &row->eligible)
      || !take_instant (jobs, SW_FIELD_DEADLINE, submit, draft, &row->deadline))
    return FALSE;
  if (row->eligible != SW_TIME_NONE && row->eligible < row->submit)
    {
      sw_row_note (r, SW_FIELD_ELIGIBLE, "is before the submit time, taken as that", NULL);
      row->eligible = row->submit;
    }
  if (row->deadline != SW_TIME_NONE && row->deadline < submit)
    return sw_row_drop (r, SW_FIELD_DEADLINE, "is before the submit time", NULL);
  if (row->obs_start != SW_TIME_NONE && row->obs_start < submit)
    sw_row_note (r, SW_FIELD_START, "is before the submit time", NULL);
  return TRUE;
}

gboolean
sw_jobs_take_times (SwJobs *jobs, SwJobDraft *draft)
{
  if (!take_submit (jobs, draft))
    return FALSE;
  SwTime submit = draft->row.submit;
  return take_recorded (jobs, draft) && take_duration (jobs, draft) && clip_at_zero (jobs, draft)
         && take_spans (jobs, &draft->row) && take_later (jobs, draft, submit);
}

/* ---- when all rows are read ---- */

static SwTime
shifted (SwTime t, SwTime by)
{
  SwTime out;
  if (t == SW_TIME_NONE)
    return t;
  if (__builtin_sub_overflow (t, by, &out) || out == SW_TIME_NONE)
    return t < by ? SW_TIME_NONE + 1 : SW_TIME_INF;
  return out;
}

static void
shift_all (SwJobs *jobs, SwTime by)
{
  for (guint32 i = jobs->first; i < sw_job_builder_count (jobs->builder); i++)
    {
      SwJobRow *row = sw_job_builder_get (jobs->builder, i);
      row->submit = shifted (row->submit, by);
      row->eligible = shifted (row->eligible, by);
      row->deadline = shifted (row->deadline, by);
      row->obs_start = shifted (row->obs_start, by);
      row->obs_end = shifted (row->obs_end, by);
    }
}

/* Ends that are missing, and those that only the end of the recording made. */
static void
cut_open_ends (SwJobs *jobs)
{
  guint64 cut = 0;
  for (guint32 i = jobs->first; i < sw_job_builder_count (jobs->builder); i++)
    {
      SwJobRow *row = sw_job_builder_get (jobs->builder, i);
      if (row->work == SW_TIME_NONE)
        {
          SwTime from = row->flags & SW_JOB_WARM_START ? MAX (row->obs_start, 0) : row->obs_start;
          row->work = MAX (0, shifted (jobs->last_seen, from));
        }
      if (jobs->reading.profile->cut_at_last_end && row->obs_state == SW_OBS_RUNNING
          && row->obs_end == jobs->last_end && row->obs_end != SW_TIME_NONE)
        {
          row->flags |= SW_JOB_END_MISSING;
          cut++;
        }
    }
  if (cut > 0)
    sw_row_note_many (&jobs->reading, "running at the last end of the trace, cut there", cut, NULL);
}

static void
set_origin (SwJobs *jobs, SwTime earliest)
{
  const SwReading *r = &jobs->reading;
  SwTime utc = SW_TIME_NONE;
  switch (r->profile->origin)
    {
    case SW_ORIGIN_ZERO:
      utc = is_absolute (r) ? 0 : r->facts.unix_start;
      break;
    case SW_ORIGIN_DATE:
      utc = r->profile->origin_utc;
      break;
    case SW_ORIGIN_FIRST:
      shift_all (jobs, earliest);
      if (is_absolute (r))
        utc = earliest;
      break;
    }
  if (utc != SW_TIME_NONE)
    sw_job_builder_origin (jobs->builder, utc);
}

static guint64
count_ties (gint64 *submits, gsize n)
{
  guint64 ties = 0;
  sw_sort_ints (submits, n);
  for (gsize i = 1; i < n; i++)
    ties += submits[i] == submits[i - 1];
  return ties;
}

void
sw_jobs_finish_times (SwJobs *jobs)
{
  SwImportReport *report = jobs->reading.report;
  guint n = jobs->submits->len;
  report->resolution = jobs->resolution;
  report->out_of_order = jobs->out_of_order;
  if (n == 0)
    return;
  if (jobs->open_ends || jobs->reading.profile->cut_at_last_end)
    cut_open_ends (jobs);
  gint64 *submits = (gint64 *)jobs->submits->data;
  report->ties = count_ties (submits, n);
  set_origin (jobs, submits[0]);
  SwTime by = jobs->reading.profile->origin == SW_ORIGIN_FIRST ? submits[0] : 0;
  report->first = shifted (submits[0], by);
  report->last = shifted (submits[n - 1], by);
}

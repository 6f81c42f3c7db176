/* A run made by hand for tests of the accounts: jobs, their attempts and ends, and the capacity
 * over time.  Playing it computes the levels at every time stamp from these and tells them to the
 * observer as the engine would, so that the accounts can be tested without it. */
#ifndef SW_DRIVE_H
#define SW_DRIVE_H

#include "sw-account.h"

G_BEGIN_DECLS

#define SECONDS(x) ((SwTime)((x)*1e9 + 0.5))

typedef struct
{
  SwTime time;
  guint32 gpus; /* that exist from then on */
  guint32 fragmented;
} SwDriveStep;

typedef struct
{
  SwJobBuilder *builder;
  SwJobTable *table;
  SwOutcome *outcome;
  SwAccount *account;
  GArray *steps; /* SwDriveStep, in order of time */
  GArray *uses;  /* SwInstant of which only time and the use of cards count, in order of time */
  gboolean timeline, sharing;
  const char *const *behaviours; /* NULL: without names */
  SwTime wait_slo;
} SwDrive;

void sw_drive_init (SwDrive *drive);
void sw_drive_clear (SwDrive *drive);

/* A row with everything "not given", so many tasks of one GPU; to be changed and added in order of
   submit. */
SwJobRow sw_drive_row (SwDrive *drive, const char *id, SwTime submit, guint32 gpus);
SwJob sw_drive_add (SwDrive *drive, const SwJobRow *row);
SwJob sw_drive_job (SwDrive *drive, const char *id, SwTime submit, guint32 gpus);
guint32 sw_drive_name (SwDrive *drive, const char *name);
/* No more jobs; all are unfinished, eligible at submit.  The run is [0, stop). */
void sw_drive_ready (SwDrive *drive, SwTime stop);

/* Overhead and lost are parts of [start, stop), useful is the rest.  In order of start. */
void sw_drive_attempt (SwDrive *drive, SwJob job, SwTime start, SwTime stop, SwEnd end,
                       SwTime overhead, SwTime lost);
void sw_drive_piece (SwDrive *drive, SwJob job, SwNode node, guint64 cards);
/* Cards are shared from now on: to be called when ready. */
void sw_drive_share (SwDrive *drive, const char *const *behaviours);
/* A part of a card: the attempt holds what its parts add up to. */
void sw_drive_part (SwDrive *drive, SwJob job, SwNode node, guint8 card, guint16 milli);
void sw_drive_instance (SwDrive *drive, SwJob job, SwNode node, guint8 card, guint16 milli,
                        guint8 profile, guint8 start);
/* Compute, bandwidth, memory, slices and F from use->now on; nothing of it is known before. */
void sw_drive_use (SwDrive *drive, const SwInstant *use);
void sw_drive_end (SwDrive *drive, SwJob job, SwState state, SwTime when);
/* One attempt from start that completes after run. */
void sw_drive_complete (SwDrive *drive, SwJob job, SwTime start, SwTime run);
void sw_drive_capacity (SwDrive *drive, SwTime time, guint32 gpus, guint32 fragmented);

/* Makes the account and tells it everything; one pool "main" that is all there is. */
void sw_drive_tell (SwDrive *drive);
/* Tells and closes. */
void sw_drive_play (SwDrive *drive);
/* The same, with the levels told again every so often though nothing changed. */
void sw_drive_play_every (SwDrive *drive, SwTime interval);

double sw_drive_figure (const SwDrive *drive, const char *name);
gboolean sw_drive_defined (const SwDrive *drive, const char *name);

G_END_DECLS

#endif

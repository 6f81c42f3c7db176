/* Cases of others about counting cards that several jobs use: parts are parts of a card, not cards
 * of their own, and a card in use counts once. */
#include "sw-check.h"
#include "sw-drive.h"

#define FIGURE(drive, name, value) CHECK_REAL (sw_drive_figure (&drive, name), value, 1e-9)

static void
finish (SwDrive *drive)
{
  g_autofree char *fault = sw_account_verify (drive->account, drive->outcome);
  CHECK_STR (fault, NULL);
  sw_drive_clear (drive);
}

/* So many jobs of one device on cards that are shared. */
static void
begin (SwDrive *drive, guint jobs, SwTime stop, guint32 gpus)
{
  static const char *const ids[] = { "x", "y", "z" };
  sw_drive_init (drive);
  for (guint i = 0; i < jobs; i++)
    sw_drive_job (drive, ids[i], 0, 1);
  sw_drive_ready (drive, stop);
  sw_drive_share (drive, NULL);
  sw_drive_capacity (drive, 0, gpus, 0);
}

/* K-02: a shared card is busy for the union of its tenants' times, 100 s; their shares come to 70 %
   of it, never to 140 %.  Z on the other card counts the 10 s that it had. */
static void
overlaps_count_once (void)
{
  SwDrive drive;
  begin (&drive, 3, SECONDS (100), 2);
  sw_drive_complete (&drive, 0, 0, SECONDS (80));
  sw_drive_part (&drive, 0, 0, 0, 500);
  sw_drive_complete (&drive, 1, SECONDS (40), SECONDS (60));
  sw_drive_part (&drive, 1, 0, 0, 500);
  sw_drive_attempt (&drive, 2, SECONDS (90), SECONDS (100), SW_END_NONE, 0, 0);
  sw_drive_piece (&drive, 2, 0, 2);
  sw_drive_play (&drive);
  FIGURE (drive, "busy_share", 100.0 * (100 + 10) / 200);
  FIGURE (drive, "utilisation", 100.0 * (70 + 10) / 200);
  FIGURE (drive, "gpu_capacity_hours", 200.0 / 3600);
  finish (&drive);
}

/* H-06: with one of four shards held the card is in use, though a quarter of it is allocated. */
static void
a_shard_is_use (void)
{
  SwDrive drive;
  begin (&drive, 3, SECONDS (160), 1);
  sw_drive_complete (&drive, 0, 0, SECONDS (100));
  sw_drive_part (&drive, 0, 0, 0, 250);
  sw_drive_complete (&drive, 1, SECONDS (100), SECONDS (50));
  sw_drive_piece (&drive, 1, 0, 1);
  sw_drive_complete (&drive, 2, SECONDS (150), SECONDS (10));
  sw_drive_part (&drive, 2, 0, 0, 250);
  sw_drive_play (&drive);
  FIGURE (drive, "busy_share", 100);
  FIGURE (drive, "utilisation", 100.0 * (25 + 50 + 2.5) / 160);
  finish (&drive);
}

/* H-07: three of four slots for an hour are three quarters of one card-hour, and one quarter is
   idle. */
static void
slots_are_no_cards (void)
{
  SwDrive drive;
  begin (&drive, 3, SECONDS (3600), 1);
  for (SwJob job = 0; job < 3; job++)
    {
      sw_drive_complete (&drive, job, 0, SECONDS (3600));
      sw_drive_part (&drive, job, 0, 0, 250);
    }
  sw_drive_play (&drive);
  FIGURE (drive, "gpu_capacity_hours", 1);
  FIGURE (drive, "gpu_allocated_hours", 0.75);
  FIGURE (drive, "gpu_useful_hours", 0.75);
  FIGURE (drive, "gpu_idle_hours", 0.25);
  FIGURE (drive, "utilisation", 75);
  FIGURE (drive, "busy_share", 100);
  FIGURE (drive, "gpus_used_max", 0.75);
  finish (&drive);
}

SW_CHECKS ("account-slots", { "K-02 overlaps count once", overlaps_count_once },
           { "H-06 a shard is use", a_shard_is_use },
           { "H-07 slots are no cards", slots_are_no_cards })

/* What sharing cards comes to: figures, files and the audit of runs made by hand. */
#include <glib/gstdio.h>
#include <string.h>

#include "sw-check.h"
#include "sw-drive.h"

#define FIGURE(drive, name, value) CHECK_REAL (sw_drive_figure (&drive, name), value, 1e-9)

static const char *const behaviours[] = { "train", "serve, small", "idle", NULL };

static void
finish (SwDrive *drive)
{
  g_autofree char *fault = sw_account_verify (drive->account, drive->outcome);
  CHECK_STR (fault, NULL);
  sw_drive_clear (drive);
}

static char *
summary_of (const SwDrive *drive)
{
  SwText *text = sw_text_memory ();
  sw_account_summary (drive->account, drive->outcome, text);
  return sw_text_steal (text, NULL);
}

/* ---- use of cards ---- */

/* One node of two cards: a holds half of card 0 all the time, b a quarter of card 0 for 40 s of
   100. */
static void
make_two (SwDrive *drive)
{
  sw_drive_init (drive);
  SwJob a = sw_drive_job (drive, "a", 0, 1);
  SwJob b = sw_drive_job (drive, "b", 0, 1);
  sw_drive_ready (drive, SECONDS (100));
  sw_drive_share (drive, behaviours);
  sw_drive_capacity (drive, 0, 2, 0);
  sw_drive_complete (drive, a, 0, SECONDS (100));
  sw_drive_part (drive, a, 0, 0, 500);
  sw_drive_complete (drive, b, SECONDS (10), SECONDS (40));
  sw_drive_part (drive, b, 0, 0, 250);
}

static void
four_figures (void)
{
  SwDrive drive;
  make_two (&drive);
  SwInstant use = { .compute_used = 400000,
                    .bandwidth_used = 100000,
                    .mem_exist = 2000,
                    .mem_promised = 900,
                    .mem_used = 500,
                    .slices = 7,
                    .slices_held = 3,
                    .slices_stranded = 1,
                    .unusable = 3000,
                    .typical_tasks = 4 };
  sw_drive_use (&drive, &use);
  use.now = SECONDS (50);
  use.compute_used = 0;
  use.mem_used = 700;
  use.slices_held = 4;
  use.unusable = 1000;
  sw_drive_use (&drive, &use);
  sw_drive_play (&drive);
  FIGURE (drive, "utilisation", 100.0 * (500 * 100 + 250 * 40) / (2000 * 100));
  FIGURE (drive, "busy_share", 50);
  FIGURE (drive, "compute_used", 10);
  FIGURE (drive, "bandwidth_used", 5);
  FIGURE (drive, "memory_allocated", 45);
  FIGURE (drive, "memory_used", 30);
  FIGURE (drive, "slices_held", 50);
  FIGURE (drive, "slices_stranded", 100.0 / 7);
  FIGURE (drive, "fragmentation_mean", 25);
  FIGURE (drive, "fragmentation_ratio", 100.0 * 500 * 100 / (200000 - 60000));
  g_autofree char *summary = summary_of (&drive);
  CHECK_CONTAINS (summary, "  \"sharing\": {\n"
                           "    \"busy_gpu_seconds\": 100,\n"
                           "    \"compute_used_gpu_seconds\": 20,\n"
                           "    \"bandwidth_used_gpu_seconds\": 10,\n"
                           "    \"memory_mib_seconds\": 200000,\n"
                           "    \"memory_allocated_mib_seconds\": 90000,\n"
                           "    \"memory_used_mib_seconds\": 60000,\n"
                           "    \"slice_seconds\": 700,\n"
                           "    \"slices_held_seconds\": 350,\n"
                           "    \"slices_stranded_seconds\": 100,\n"
                           "    \"unusable_gpu_seconds\": 50,\n");
  finish (&drive);
}

/* What was unknown for some time has no integral; for no time, it has. */
static void
not_known (void)
{
  SwDrive drive;
  make_two (&drive);
  SwInstant use = { .compute_used = -1, .bandwidth_used = -1, .unusable = -1 };
  sw_drive_use (&drive, &use);
  use.compute_used = 2000000;
  sw_drive_use (&drive, &use);
  use.now = SECONDS (99);
  use.bandwidth_used = 1;
  sw_drive_use (&drive, &use);
  sw_drive_play (&drive);
  static const char *const undefined[]
      = { "bandwidth_used",  "memory_allocated",   "memory_used",        "slices_held",
          "slices_stranded", "fragmentation_mean", "fragmentation_ratio" };
  for (guint i = 0; i < G_N_ELEMENTS (undefined); i++)
    CHECK_FALSE (sw_drive_defined (&drive, undefined[i]));
  FIGURE (drive, "compute_used", 100);
  g_autofree char *summary = summary_of (&drive);
  CHECK_CONTAINS (summary, "\"bandwidth_used_gpu_seconds\": null,\n");
  CHECK_CONTAINS (summary, "\"unusable_gpu_seconds\": null,\n");
  finish (&drive);
}

/* Where no pool shares cards, nothing but what is known without it. */
static void
whole_cards (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwJob a = sw_drive_job (&drive, "a", 0, 1);
  sw_drive_ready (&drive, SECONDS (10));
  sw_drive_capacity (&drive, 0, 2, 0);
  sw_drive_complete (&drive, a, 0, SECONDS (10));
  SwInstant use = { .compute_used = -1, .bandwidth_used = -1 };
  use.unusable = 1500;
  use.typical_tasks = 3;
  use.compute_used = 500000;
  sw_drive_use (&drive, &use);
  sw_outcome_track_sharing (drive.outcome, 1); /* how jobs load their cards is known */
  drive.outcome->alone[a] = SECONDS (10);
  sw_drive_play (&drive);
  FIGURE (drive, "fragmentation_mean", 25);
  FIGURE (drive, "fragmentation_ratio", 50);
  FIGURE (drive, "compute_used", 25);
  static const char *const undefined[]
      = { "busy_share",    "bandwidth_used", "memory_allocated", "slices_held",
          "co_lost_hours", "oom_kills",      "co_slowdown_mean", "repartitions" };
  for (guint i = 0; i < G_N_ELEMENTS (undefined); i++)
    CHECK_FALSE (sw_drive_defined (&drive, undefined[i]));
  g_autofree char *summary = summary_of (&drive);
  CHECK_TRUE (strstr (summary, "\"sharing\"") == NULL);
  CHECK_TRUE (strstr (summary, "\"job_type\"") == NULL);
  CHECK_TRUE (strstr (summary, "\"co_slowdown\"") == NULL);
  finish (&drive);
}

/* ---- what it cost ---- */

/* Tenants a (slowed by half, restarted once), b (not slowed), d (without work), e (unfinished), f
   (on an instance); c holds a whole card. */
static void
make_company (SwDrive *drive)
{
  static const char *const ids[] = { "a", "b", "c", "d", "e", "f" };
  sw_drive_init (drive);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      SwJobRow row = sw_drive_row (drive, ids[i], 0, 1);
      row.kind = sw_drive_name (drive, i == 0 || i == 5 ? "train" : "other");
      row.job_type = sw_drive_name (drive, i == 1 ? "serve, small" : "train");
      sw_drive_add (drive, &row);
    }
  sw_drive_ready (drive, SECONDS (100));
  sw_drive_share (drive, behaviours);
  sw_drive_capacity (drive, 0, 4, 0);
  sw_drive_attempt (drive, 0, 0, SECONDS (20), SW_END_OOM, SECONDS (2), SECONDS (10));
  sw_drive_part (drive, 0, 0, 0, 500);
  sw_drive_complete (drive, 1, 0, SECONDS (30));
  sw_drive_part (drive, 1, 0, 0, 250);
  sw_drive_complete (drive, 2, 0, SECONDS (50));
  sw_drive_piece (drive, 2, 0, 2);
  sw_drive_complete (drive, 3, 0, 0);
  sw_drive_part (drive, 3, 0, 0, 250);
  sw_drive_attempt (drive, 4, 0, SECONDS (100), SW_END_NONE, 0, 0);
  sw_drive_part (drive, 4, 0, 0, 250);
  sw_drive_complete (drive, 5, 0, SECONDS (40));
  sw_drive_instance (drive, 5, 1, 0, 143, 0, 6);
  sw_drive_complete (drive, 0, SECONDS (30), SECONDS (42));
  sw_drive_part (drive, 0, 0, 0, 500);
  SwTime *alone = drive->outcome->alone;
  alone[0] = SECONDS (40);
  alone[1] = SECONDS (30);
  alone[2] = SECONDS (50);
  alone[4] = SECONDS (80);
  alone[5] = SECONDS (40);
}

static void
add_kill (SwDrive *drive, SwJob victim, SwJob culprit, SwTime at, SwKillHow how)
{
  SwKill kill = { .at = at, .victim = victim, .culprit = culprit, .card = 3, .how = how };
  kill.node = 1;
  kill.wanted = 100;
  kill.used = 4000;
  g_array_append_val (drive->outcome->kills, kill);
}

static void
slowdown_by_co_location (void)
{
  SwDrive drive;
  make_company (&drive);
  add_kill (&drive, 0, 4, SECONDS (20), SW_KILL_FULL);
  sw_drive_play (&drive);
  FIGURE (drive, "co_slowdown_mean", (60.0 / 40 + 1 + 1) / 3);
  FIGURE (drive, "co_slowdown_p50", 1);
  FIGURE (drive, "co_slowdown_p95", 1.5);
  FIGURE (drive, "co_slowdown_max", 1.5);
  FIGURE (drive, "co_lost_hours", (0.5 * 20 + 0.25 * 20) / 3600);
  g_autoptr (GArray) kinds = sw_account_cut (drive.account, SW_CUT_KIND);
  CHECK_INT (kinds->len, 2);
  const SwCutRow *other = &g_array_index (kinds, SwCutRow, 0);
  const SwCutRow *train = &g_array_index (kinds, SwCutRow, 1);
  CHECK_STR (train->name, "train");
  CHECK_INT (train->co_slowdown.count, 2);
  CHECK_INT (train->co_slowdown.max, SECONDS (1.5));
  CHECK_INT (train->oom_kills, 1);
  CHECK_INT (train->wait.count, 2);
  CHECK_STR (other->name, "other");
  CHECK_INT (other->co_slowdown.count, 1);
  CHECK_INT (other->co_slowdown.max, SECONDS (1));
  CHECK_INT (other->turnaround.count, 3);
  CHECK_INT (other->turnaround.max, SECONDS (50));
  g_autoptr (GArray) types = sw_account_cut (drive.account, SW_CUT_JOB_TYPE);
  CHECK_INT (types->len, 2);
  CHECK_STR (g_array_index (types, SwCutRow, 1).name, "serve, small");
  g_autoptr (GArray) queues = sw_account_cut (drive.account, SW_CUT_QUEUE);
  CHECK_INT (g_array_index (queues, SwCutRow, 0).co_slowdown.count, 3);
  g_autofree char *summary = summary_of (&drive);
  CHECK_CONTAINS (summary, "        \"oom_kills\": 1,\n"
                           "        \"co_slowdown\": {\n"
                           "          \"count\": 2,\n"
                           "          \"mean\": 1.25,\n");
  CHECK_CONTAINS (summary, "    \"co_lost_gpu_seconds\": 15,\n");
  finish (&drive);
}

/* A thousand cards for 292 years, half of which was lost. */
static void
wide_losses (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  SwTime long_time = G_MAXINT64 / 2 * 2;
  SwJob a = sw_drive_job (&drive, "a", 0, 1);
  sw_drive_ready (&drive, long_time);
  sw_drive_share (&drive, NULL);
  sw_drive_complete (&drive, a, 0, long_time);
  sw_drive_part (&drive, a, 0, 0, 999);
  g_array_index (drive.outcome->attempts_log, SwAttempt, 0).milli = 1000000;
  drive.outcome->alone[a] = long_time / 2;
  sw_drive_tell (&drive);
  sw_account_close (drive.account, drive.outcome);
  CHECK_REAL (sw_drive_figure (&drive, "co_lost_hours"), 1000.0 * (double)long_time / 2 / 3.6e12,
              1);
  FIGURE (drive, "co_slowdown_max", 2);
  sw_drive_clear (&drive);
}

static void
kills_by_whom (void)
{
  SwDrive drive;
  make_company (&drive);
  static const struct
  {
    SwJob victim, culprit;
    SwKillHow how;
  } kills[] = { { 0, 0, SW_KILL_CAP },     { 1, 1, SW_KILL_CEILING }, { 0, 1, SW_KILL_FULL },
                { 1, 0, SW_KILL_FULL },    { 2, 2, SW_KILL_FULL },    { 0, 2, SW_KILL_EVICTED },
                { 0, 0, SW_KILL_EVICTED }, { 0, 0, SW_KILL_EVICTED } };
  for (guint i = 0; i < G_N_ELEMENTS (kills); i++)
    add_kill (&drive, kills[i].victim, kills[i].culprit, SECONDS (1), kills[i].how);
  for (guint i = 0; i < 2; i++)
    {
      SwRepartition change
          = { .takes = SECONDS (1.5), .destroyed = 1, .created = 2, .disturbed = 1 + i };
      g_array_append_val (drive.outcome->repartitions, change);
    }
  sw_drive_play (&drive);
  FIGURE (drive, "oom_kills", 8);
  FIGURE (drive, "oom_kills_cap", 1);
  FIGURE (drive, "oom_kills_ceiling", 1);
  FIGURE (drive, "oom_kills_full", 3);
  FIGURE (drive, "oom_kills_evicted", 3);
  FIGURE (drive, "oom_kills_by_others", 3);
  FIGURE (drive, "repartitions", 2);
  FIGURE (drive, "repartition_time", 3);
  FIGURE (drive, "repartition_moves", 3);
  g_autofree char *summary = summary_of (&drive);
  CHECK_CONTAINS (summary, "      \"full\": {\n"
                           "        \"own\": 1,\n"
                           "        \"by_others\": 2\n");
  CHECK_CONTAINS (summary, "    \"repartition_seconds\": 3,\n");
  sw_drive_clear (&drive);
}

/* ---- files ---- */

static const char *
node_id (gconstpointer data, SwNode node)
{
  static const char *const ids[] = { "n0", "n1" };
  return ids[node];
}

static const char *
profile_name (gconstpointer data, SwNode node, guint profile)
{
  static const char *const names[] = { "1g.10gb", "1g.10gb+me", "3g.40gb" };
  return names[profile];
}

/* The text of one of the files that the run leaves; NULL if there is no such file. */
static char *
file_of (const SwDrive *drive, const char *name)
{
  SwNodeNames names = { node_id, NULL, profile_name };
  g_autofree char *parent = g_dir_make_tmp ("slicewise-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (parent, "out", NULL);
  g_autoptr (SwFolder) folder = sw_folder_new (path, NULL);
  CHECK_TRUE (sw_account_write (drive->account, drive->outcome, &names, folder, NULL));
  g_autofree char *file = sw_folder_file (folder, name);
  char *text = NULL;
  g_file_get_contents (file, &text, NULL, NULL);
  sw_folder_discard (g_steal_pointer (&folder));
  g_rmdir (parent);
  return text;
}

static void
check_file (const SwDrive *drive, const char *name, const char *text)
{
  g_autofree char *found = file_of (drive, name);
  CHECK_STR (found, text);
}

static void
rows_of_sharing (void)
{
  SwDrive drive;
  make_company (&drive);
  add_kill (&drive, 0, 1, SECONDS (20), SW_KILL_FULL);
  add_kill (&drive, 1, SW_NO_JOB, SECONDS (25), SW_KILL_EVICTED);
  SwRepartition change = { .at = SECONDS (0.5), .takes = SECONDS (7.1), .node = 1, .card = 2 };
  change.destroyed = 3;
  change.created = 1;
  g_array_append_val (drive.outcome->repartitions, change);
  change.at = SECONDS (50);
  change.mode = TRUE;
  change.disturbed = 2;
  g_array_append_val (drive.outcome->repartitions, change);
  GArray *company = drive.outcome->company;
  *sw_outcome_company (drive.outcome, 2, 1)
      = (SwCompany){ 1, 2, SECONDS (2), { SECONDS (2), SECONDS (1) } };
  *sw_outcome_company (drive.outcome, 0, 0)
      = (SwCompany){ 0, 0, SECONDS (10), { SECONDS (4), SECONDS (6) } };
  sw_outcome_company (drive.outcome, 0, 1)->together = SECONDS (30);
  sw_outcome_company (drive.outcome, 1, 0)->lost[0] = SECONDS (10);
  sw_outcome_sort_company (drive.outcome);
  CHECK_INT (company->len, 3);
  sw_drive_play (&drive);
  check_file (&drive, "kills.csv",
              "time_s,victim,culprit,node,card,how,wanted_mib,used_mib\n"
              "20,a,b,n1,3,full,100,4000\n"
              "25,b,,n1,3,evicted,100,4000\n");
  g_autoptr (GArray) pairs = sw_account_pairs (drive.account);
  CHECK_INT (pairs->len, 3);
  CHECK_STR (g_array_index (pairs, SwPair, 0).names[1], "serve, small");
  CHECK_REAL (g_array_index (pairs, SwPair, 0).slowdown[0], 1.5, 1e-12);
  CHECK_INT (g_array_index (pairs, SwPair, 2).together, SECONDS (2));
  check_file (&drive, "repartitions.csv",
              "time_s,seconds,node,card,destroyed,created,mode,disturbed\n"
              "0.5,7.1,n1,2,3,1,no,0\n"
              "50,7.1,n1,2,3,1,yes,2\n");
  check_file (&drive, "company.csv",
              "behaviour_a,behaviour_b,together_s,lost_a_s,lost_b_s,slowdown_a,slowdown_b\n"
              "train,train,10,4,6,2,2\n"
              "train,\"serve, small\",30,10,0,1.5,1\n"
              "\"serve, small\",idle,2,2,1,,2\n");
  g_autofree char *jobs = file_of (&drive, "jobs.csv");
  g_auto (GStrv) lines = g_strsplit (jobs, "\n", -1);
  CHECK_TRUE (g_str_has_suffix (lines[0], ",obs_state,co_slowdown,oom_kills,evictions"));
  CHECK_TRUE (g_str_has_suffix (lines[1], ",n0:0[500m],,,unknown,1.5,1,0"));
  CHECK_TRUE (g_str_has_suffix (lines[2], ",n0:0[250m],,,unknown,1,1,1"));
  CHECK_TRUE (g_str_has_suffix (lines[3], ",n0:1,,,unknown,,0,0"));
  CHECK_TRUE (g_str_has_suffix (lines[4], ",n0:0[250m],,,unknown,,0,0"));
  CHECK_TRUE (g_str_has_suffix (lines[5], ",n0:0[250m],,,unknown,,0,0"));
  CHECK_TRUE (g_str_has_suffix (lines[6], ",n1:0[1g.10gb@6],,,unknown,1,0,0"));
  sw_drive_clear (&drive);
}

/* A behaviour without a name is its number. */
static void
company_without_names (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  sw_drive_ready (&drive, 1);
  sw_drive_share (&drive, NULL);
  sw_outcome_company (drive.outcome, 0, 1)->together = SECONDS (1);
  sw_drive_play (&drive);
  check_file (&drive, "company.csv",
              "behaviour_a,behaviour_b,together_s,lost_a_s,lost_b_s,slowdown_a,slowdown_b\n"
              "0,1,1,0,0,1,1\n");
  sw_drive_clear (&drive);
}

static void
no_files_without_sharing (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  sw_drive_ready (&drive, 1);
  sw_drive_play (&drive);
  static const char *const names[] = { "kills.csv", "repartitions.csv", "company.csv" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    check_file (&drive, names[i], NULL);
  sw_drive_clear (&drive);
}

/* ---- placements ---- */

/* Reads CARDS of one node into pieces: whole cards as one, parts as they come. */
static void
parse_cards (SwNode node, const char *text, GArray *pieces)
{
  SwPiece whole = { .node = node };
  for (char *at = (char *)text; *at; at += *at == ',')
    {
      guint8 card = (guint8)g_ascii_strtoull (at, &at, 10);
      if (*at != '[')
        {
          guint8 last = *at == '-' ? (guint8)g_ascii_strtoull (at + 1, &at, 10) : card;
          for (; card <= last; card++)
            whole.cards |= (guint64)1 << card;
          continue;
        }
      SwPiece part = { .node = node, .part.card = card };
      char *close = strchr (at, ']'), *place = memchr (at, '@', close - at);
      if (place == NULL)
        part.milli = (guint16)g_ascii_strtoull (at + 1, NULL, 10);
      else
        {
          part.milli = 143;
          part.part.sliced = 1;
          part.part.start = (guint8)g_ascii_strtoull (place + 1, NULL, 10);
          while (strncmp (at + 1, profile_name (NULL, 0, part.part.profile), place - at - 1) != 0
                 || strlen (profile_name (NULL, 0, part.part.profile)) != (gsize)(place - at - 1))
            part.part.profile++;
        }
      g_array_append_val (pieces, part);
      at = close + 1;
    }
  if (whole.cards != 0 || *text == '\0')
    g_array_prepend_val (pieces, whole);
}

static GArray *
parse_placement (const char *text)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (SwPiece));
  g_auto (GStrv) entries = g_strsplit (text, ";", -1);
  for (char **entry = entries; *entry; entry++)
    {
      g_auto (GStrv) sides = g_strsplit (*entry, ":", 2);
      g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (SwPiece));
      parse_cards (g_str_equal (sides[0], "n1"), sides[1] ? sides[1] : "", pieces);
      g_array_append_vals (all, pieces->data, pieces->len);
    }
  return all;
}

static void
check_placement (const SwDrive *drive, SwJob job, const char *line, const char *expected)
{
  const SwOutcome *outcome = drive->outcome;
  const SwAttempt *attempt
      = &g_array_index (outcome->attempts_log, SwAttempt, outcome->last_attempt[job]);
  g_auto (GStrv) fields = g_strsplit (line, "\"", -1);
  const char *found = fields[1] ? fields[1] : strrchr (line, ',') + 1;
  CHECK_STR (found, expected);
  g_autoptr (GArray) pieces = parse_placement (found);
  CHECK_INT (pieces->len, attempt->n_pieces);
  for (guint32 i = 0; i < MIN (attempt->n_pieces, pieces->len); i++)
    {
      const SwPiece *want = &g_array_index (outcome->pieces, SwPiece, attempt->first_piece + i);
      const SwPiece *got = &g_array_index (pieces, SwPiece, i);
      CHECK_INT (got->node, want->node);
      CHECK_INT (got->milli, want->milli);
      CHECK_TRUE (got->cards == want->cards);
    }
}

static void
placements_of_parts (void)
{
  SwDrive drive;
  sw_drive_init (&drive);
  static const char *const expected[]
      = { "n0:0-1,3[250m];n1", "n1:12[1g.10gb+me@0],12[1g.10gb@6],63[1m];n0:5[3g.40gb@4]" };
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    sw_drive_job (&drive, i == 0 ? "a" : "b", 0, 1);
  sw_drive_ready (&drive, SECONDS (10));
  sw_drive_share (&drive, NULL);
  sw_drive_attempt (&drive, 0, 0, SECONDS (10), SW_END_NONE, 0, 0);
  sw_drive_piece (&drive, 0, 0, 3);
  sw_drive_part (&drive, 0, 0, 3, 250);
  sw_drive_piece (&drive, 0, 1, 0);
  sw_drive_attempt (&drive, 1, 0, SECONDS (10), SW_END_NONE, 0, 0);
  sw_drive_instance (&drive, 1, 1, 12, 143, 1, 0);
  sw_drive_instance (&drive, 1, 1, 12, 143, 0, 6);
  sw_drive_part (&drive, 1, 1, 63, 1);
  sw_drive_instance (&drive, 1, 0, 5, 143, 2, 4);
  sw_drive_play (&drive);
  g_autofree char *attempts = file_of (&drive, "attempts.csv");
  g_auto (GStrv) lines = g_strsplit (attempts, "\n", -1);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    check_placement (&drive, i, lines[1 + i], expected[i]);
  sw_drive_clear (&drive);
}

/* ---- the timeline ---- */

#define USES 10
static const char *const columns[USES + 1] = { "busy",
                                               "compute_used",
                                               "bandwidth_used",
                                               "memory_mib",
                                               "memory_allocated_mib",
                                               "memory_used_mib",
                                               "slices",
                                               "slices_held",
                                               "slices_stranded",
                                               "unusable",
                                               NULL };
static const char *const members[USES]
    = { "busy_gpu_seconds",    "compute_used_gpu_seconds",     "bandwidth_used_gpu_seconds",
        "memory_mib_seconds",  "memory_allocated_mib_seconds", "memory_used_mib_seconds",
        "slice_seconds",       "slices_held_seconds",          "slices_stranded_seconds",
        "unusable_gpu_seconds" };

/* "12.5" in thousandths of billionths. */
static __int128
parse_exact (const char *text)
{
  __int128 value = 0;
  guint decimals = 0;
  gboolean behind = FALSE;
  for (; *text; text++)
    if (*text == '.')
      behind = TRUE;
    else
      {
        value = value * 10 + (*text - '0');
        decimals += behind;
      }
  for (; decimals < 12; decimals++)
    value *= 10;
  return value;
}

/* Random levels: many changes, some at one time stamp, some of nothing. */
static void
play_random_use (SwDrive *drive)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  make_two (drive);
  drive->timeline = TRUE;
  SwInstant use = { .mem_exist = 163840, .slices = 14, .typical_tasks = 7 };
  for (guint i = 0; i < 400; i++)
    {
      if (g_rand_int (rand) % 4 > 0)
        use.compute_used = g_rand_int_range (rand, 0, 2000001);
      if (g_rand_int (rand) % 3 > 0)
        use.bandwidth_used = g_rand_int_range (rand, 0, 2000001);
      use.mem_promised = g_rand_int_range (rand, 0, 163841);
      use.mem_used = g_rand_int_range (rand, 0, 163841);
      use.slices_held = g_rand_int_range (rand, 0, 8);
      use.slices_stranded = g_rand_int_range (rand, 0, 7);
      use.unusable = g_rand_int_range (rand, 0, 14001);
      sw_drive_use (drive, &use);
      if (i % 5 > 0)
        use.now += g_rand_int_range (rand, 0, 240000000);
    }
  sw_drive_play (drive);
}

static void
timeline_agrees_with_the_summary (void)
{
  SwDrive drive;
  play_random_use (&drive);
  g_autofree char *timeline = file_of (&drive, "timeline.csv");
  g_auto (GStrv) lines = g_strsplit (timeline, "\n", -1);
  g_autofree char *names = g_strjoinv (",", (char **)columns);
  CHECK_TRUE (g_str_has_suffix (lines[0], names));
  __int128 areas[USES] = { 0 };
  const guint n = g_strv_length (lines) - 1, before = 9; /* columns before these */
  CHECK_TRUE (n > 250);
  for (guint i = 1; i < n; i++)
    {
      g_auto (GStrv) row = g_strsplit (lines[i], ",", -1);
      g_auto (GStrv) next = g_strsplit (i + 1 < n ? lines[i + 1] : "100", ",", -1);
      CHECK_INT (g_strv_length (row), before + USES);
      __int128 span = (parse_exact (next[0]) - parse_exact (row[0])) / 1000;
      for (guint k = 0; k < USES; k++)
        areas[k] += parse_exact (row[before + k]) * span;
    }
  g_autofree char *summary = summary_of (&drive);
  for (guint k = 0; k + 1 < USES; k++)
    {
      SwText *text = sw_text_memory ();
      sw_put_i128 (text, areas[k], 21);
      g_autofree char *area = sw_text_steal (text, NULL);
      g_autofree char *member = g_strdup_printf ("\"%s\": %s,\n", members[k], area);
      CHECK_CONTAINS (summary, member);
    }
  const double unusable = (double)areas[USES - 1] / 1e21;
  CHECK_REAL (sw_drive_figure (&drive, "fragmentation_mean"), 100 * unusable / 200, 1e-7);
  finish (&drive);
}

/* ---- the audit ---- */

static void
more_than_a_card (SwDrive *drive)
{
  g_array_index (drive->outcome->pieces, SwPiece, 0).milli = 800;
}

static void
whole_on_a_shared_card (SwDrive *drive)
{
  g_array_index (drive->outcome->pieces, SwPiece, 2).cards = 1;
}

static void
kill_without_end (SwDrive *drive)
{
  add_kill (drive, 1, 1, SECONDS (10), SW_KILL_CAP);
}

static void
end_without_kill (SwDrive *drive)
{
  g_array_set_size (drive->outcome->kills, 0);
}

static void
eviction_without_kill (SwDrive *drive)
{
  end_without_kill (drive);
  g_array_index (drive->outcome->attempts_log, SwAttempt, 0).end = SW_END_EVICTED;
}

static void
moved_without_repartition (SwDrive *drive)
{
  end_without_kill (drive);
  g_array_index (drive->outcome->attempts_log, SwAttempt, 0).end = SW_END_MOVED;
}

static void
repartition_after_the_end (SwDrive *drive)
{
  SwRepartition change = { .at = SECONDS (101) };
  g_array_append_val (drive->outcome->repartitions, change);
}

static void
work_of_nobody (SwDrive *drive)
{
  drive->outcome->alone[3] = 1;
}

static const struct
{
  void (*spoil) (SwDrive *drive);
  const char *text; /* part of the complaint */
} faults[] = {
  { more_than_a_card, "shares of card 0 of node 0 add up to" },
  { whole_on_a_shared_card, "shares of card 0 of node 0 add up to" },
  { kill_without_end, "job b was killed (cap), but no attempt" },
  { end_without_kill, "other kills for lack of memory are 0, but attempts that ended so are 1" },
  { eviction_without_kill, "evictions are 0, but attempts that ended so are 1" },
  { moved_without_repartition, "jobs that repartitions moved are 0" },
  { repartition_after_the_end, "a repartition lies outside the run" },
  { work_of_nobody, "job d worked without running" },
};

static void
audit_finds_faults (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      SwDrive drive;
      make_company (&drive);
      add_kill (&drive, 0, 4, SECONDS (20), SW_KILL_FULL);
      sw_drive_tell (&drive);
      faults[i].spoil (&drive);
      sw_account_close (drive.account, drive.outcome);
      g_autofree char *fault = sw_account_verify (drive.account, drive.outcome);
      CHECK_CONTAINS (fault, faults[i].text);
      sw_drive_clear (&drive);
    }
}

static void
audit_finds_more_slices_than_there_are (void)
{
  SwDrive drive;
  make_two (&drive);
  SwInstant use = { .now = SECONDS (3), .slices = 7, .slices_held = 4, .slices_stranded = 4 };
  sw_drive_use (&drive, &use);
  sw_drive_play (&drive);
  g_autofree char *fault = sw_account_verify (drive.account, drive.outcome);
  CHECK_STR (fault, "at 3 more cards or slices are held than there are");
  sw_drive_clear (&drive);
}

SW_CHECKS ("account-sharing", { "four figures", four_figures }, { "not known", not_known },
           { "whole cards", whole_cards }, { "slowdown by co-location", slowdown_by_co_location },
           { "losses of 128 bits", wide_losses }, { "kills by whom", kills_by_whom },
           { "rows of sharing", rows_of_sharing },
           { "company without names", company_without_names },
           { "no files without sharing", no_files_without_sharing },
           { "placements of parts", placements_of_parts },
           { "timeline agrees with the summary", timeline_agrees_with_the_summary },
           { "audit finds faults", audit_finds_faults },
           { "audit finds more slices than there are", audit_finds_more_slices_than_there_are })

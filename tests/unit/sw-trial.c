/* Each reading gets a folder of its own, which is removed at once. */
#include "sw-trial.h"

#include <string.h>

void
sw_trial_set (SwTrial *trial, const char *setting)
{
  if (trial->options.settings == NULL)
    trial->options.settings = g_ptr_array_new ();
  g_ptr_array_add (trial->options.settings, (gpointer)setting);
}

static void
clear_results (SwTrial *trial)
{
  sw_import_report_clear (&trial->report);
  g_clear_pointer (&trial->table, sw_job_table_free);
  g_clear_pointer (&trial->nodes, sw_node_table_free);
  g_clear_error (&trial->error);
}

void
sw_trial_path (SwTrial *trial, const char *path)
{
  clear_results (trial);
  trial->options.path = path;
  SwJobBuilder *builder = sw_job_builder_new ();
  trial->ok = sw_import_jobs (&trial->options, builder, &trial->report, &trial->error);
  CHECK_INT (trial->ok, trial->error == NULL);
  if (!trial->ok)
    {
      sw_job_builder_free (builder);
      return;
    }
  char *bad = NULL;
  trial->table = sw_job_builder_finish (builder, &bad);
  if (trial->table == NULL)
    {
      trial->ok = FALSE;
      g_set_error (&trial->error, SW_ERROR, SW_ERROR_INPUT, "%s", bad);
    }
  g_free (bad);
}

void
sw_trial_nodes_path (SwTrial *trial, const char *path)
{
  clear_results (trial);
  trial->options.path = path;
  trial->nodes = sw_node_table_new ();
  trial->ok
      = sw_import_nodes (&trial->options, "pool", trial->nodes, &trial->report, &trial->error);
  CHECK_INT (trial->ok, trial->error == NULL);
}

static char *
write_bytes (const char *folder, const char *bytes, gsize length)
{
  char *path = g_build_filename (folder, "trace.csv", NULL);
  CHECK_TRUE (g_file_set_contents (path, bytes, length, NULL));
  return path;
}

void
sw_trial_bytes (SwTrial *trial, const char *bytes, gsize length)
{
  char *folder = sw_test_folder ();
  g_autofree char *path = write_bytes (folder, bytes, length);
  sw_trial_path (trial, path);
  sw_test_remove (folder);
}

void
sw_trial_text (SwTrial *trial, const char *text)
{
  sw_trial_bytes (trial, text, strlen (text));
}

void
sw_trial_nodes_text (SwTrial *trial, const char *text)
{
  char *folder = sw_test_folder ();
  g_autofree char *path = write_bytes (folder, text, strlen (text));
  sw_trial_nodes_path (trial, path);
  sw_test_remove (folder);
}

void
sw_trial_profile (SwTrial *trial, const char *profile, const char *text)
{
  char *folder = sw_test_folder ();
  g_autofree char *path = write_bytes (folder, text, strlen (text));
  g_autofree char *ini = sw_test_write (folder, "own.ini", profile);
  trial->options.profile = ini;
  sw_trial_path (trial, path);
  trial->options.profile = NULL;
  sw_test_remove (folder);
}

void
sw_trial_clear (SwTrial *trial)
{
  clear_results (trial);
  g_clear_pointer (&trial->options.settings, g_ptr_array_unref);
}

guint32
sw_trial_job (const SwTrial *trial, const char *id)
{
  for (guint32 i = 0; trial->table != NULL && i < trial->table->n; i++)
    if (g_str_equal (trial->table->id[i], id))
      return i;
  CHECK_STR (id, "an id of the table");
  return 0;
}

SwTime
sw_trial_work (const SwTrial *trial, const char *id)
{
  guint32 job = sw_trial_job (trial, id);
  return trial->table != NULL ? trial->table->work[job] : SW_TIME_NONE;
}

const SwGroupRow *
sw_trial_group (const SwTrial *trial, const char *id)
{
  const SwJobTable *t = trial->table;
  return &t->groups[t->demands[t->demand[sw_trial_job (trial, id)]].first_group];
}

static guint64
count_of (const GPtrArray *tallies, const char *reason)
{
  for (guint i = 0; tallies != NULL && i < tallies->len; i++)
    {
      const SwTally *tally = tallies->pdata[i];
      if (g_str_equal (tally->reason, reason))
        return tally->count;
    }
  return 0;
}

guint64
sw_trial_dropped (const SwTrial *trial, const char *reason)
{
  return count_of (trial->report.drops, reason);
}

guint64
sw_trial_noted (const SwTrial *trial, const char *reason)
{
  return count_of (trial->report.notes, reason);
}

char *
sw_trial_shared (const char *name)
{
  g_autofree char *shared = sw_test_shared ();
  if (shared == NULL)
    return NULL;
  char *path = g_build_filename (shared, name, NULL);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_clear_pointer (&path, g_free);
  return path;
}

/* Profiles: the grammar and its faults, what the built-in ones say, telling them apart, and formats
 * that only a profile makes readable. */
#include "sw-profile.h"
#include "sw-trial.h"

#include <string.h>

#define MINIMAL                                                                                    \
  "[field id]\nfrom = id\n[field submit]\nfrom = t\n[field gpus]\nfrom = g\n"                      \
  "[field duration]\nfrom = d\n"

static void
check_fault (const char *text, const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SwProfile) profile = sw_profile_parse ("own.ini", text, strlen (text), NULL, &error);
  CHECK_TRUE (profile == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, part);
}

static void
faults_have_places (void)
{
  check_fault (MINIMAL "[file]\nquot = yes\n", "own.ini:10:1:");
  check_fault (MINIMAL "[field nam]\nfrom = x\n",
               "own.ini:9: there is no field \"nam\" of jobs, did you mean \"name\"?");
  check_fault (MINIMAL "[field prefix]\nfrom = x\n", "there is no field \"prefix\" of jobs");
  check_fault (MINIMAL "[field limit]\nfrom = x\nunit = GiB\n",
               "own.ini:11:8: field limit has no unit GiB");
  check_fault (MINIMAL "[field limit]\nunit = s\n", "own.ini:9: [field limit] has neither");
  check_fault (MINIMAL "[file]\nheader = no\n", "needs [file] columns");
  check_fault (MINIMAL "[times]\norigin = later\n", "own.ini:10:10: \"later\" is not zero");
  check_fault (MINIMAL "[times]\nduration = times\n", "[field start] is missing");
  check_fault (MINIMAL "[drop x]\nequals = 1\n", "own.ini:9: [drop x] names no column");
  check_fault (MINIMAL "[drop x]\ncolumn = c\n", "[drop x] needs equals, contains or empty");
  check_fault (MINIMAL "[field user]\nfrom = u\nwhen = c\n", "is not COLUMN: WORD");
  check_fault (MINIMAL "[field end]\nfrom = e\nunit = civil\n",
               "[field end] counts from another time than [field submit]");
  check_fault ("[field id]\nfrom = id\n", "[field gpus] is missing");
  check_fault ("[profile]\nrows = nodes\n[field gpus]\nfrom = g\n", "[field id] is missing");
  check_fault ("[profile]\nrows = nodes\n[field id]\nfrom = i\n[field gpus]\nfrom = g\n"
               "[field from]\nfrom = f\nunit = civil\n",
               "dates of nodes need a date");
}

static void
all_faults_at_once (void)
{
  const char *text = "[field x]\nfrom = a\n[field gpus]\nfrom = g\nunit = s\n[times]\nfoo = 1\n";
  g_autoptr (GError) error = NULL;
  CHECK_TRUE (sw_profile_parse ("own.ini", text, strlen (text), NULL, &error) == NULL);
  CHECK_CONTAINS (error->message, "own.ini:7:1:");
  const char *second = "[field x]\nfrom = a\n[field gpus]\nfrom = g\nunit = s\n";
  g_clear_error (&error);
  CHECK_TRUE (sw_profile_parse ("own.ini", second, strlen (second), NULL, &error) == NULL);
  CHECK_CONTAINS (error->message, "own.ini:1: there is no field \"x\"");
  CHECK_CONTAINS (error->message, "own.ini:5:8: field gpus has no unit s");
  CHECK_CONTAINS (error->message, "[field submit] is missing");
}

static void
built_in_ones_are_sound (void)
{
  g_auto (GStrv) names = sw_import_profiles ();
  CHECK_INT (g_strv_length (names), sw_profile_n_builtin ());
  for (char **name = names; *name != NULL; name++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SwProfile) profile = sw_profile_find (*name, NULL, &error);
      CHECK_NO_ERROR (error);
      CHECK_TRUE (profile != NULL && profile->summary != NULL);
      CHECK_TRUE (profile->swf || profile->signature != NULL);
      CHECK_TRUE (name == names || strcmp (name[-1], *name) < 0);
      g_autofree char *text = sw_import_profile_text (*name);
      CHECK_CONTAINS (text, "[profile]");
    }
  CHECK_TRUE (sw_import_profile_text ("no-such") == NULL);
  g_autoptr (GError) error = NULL;
  CHECK_TRUE (sw_profile_find ("openb-pod", NULL, &error) == NULL);
  CHECK_ERROR (error, SW_ERROR_INPUT, "did you mean \"openb-pods\"?");
}

static void
check_told (const char *header, const char *row, const char *profile)
{
  SwTrial t = { 0 };
  g_autofree char *text = g_strdup_printf ("%s\n%s\n", header, row);
  sw_trial_text (&t, text);
  CHECK_NO_ERROR (t.error);
  CHECK_STR (t.report.profile, profile);
  sw_trial_clear (&t);
}

static void
told_by_the_header (void)
{
  check_told ("job_id,submit_s,gpus_per_task,duration_s", "a,0,1,1", "canonical-jobs");
  check_told ("job_id,submit_time,num_gpus,duration,estimate", "0,0,1,1,1", "peer-jobs");
  check_told ("job_id,num_gpu,submit_time,iterations,model_name,duration,interval",
              "0,1,0,606,vgg19,164,30", "tiresias");
  check_told ("job_id,num_gpu,submit_time,iterations,model_name,batch_size,duration,interval,"
              "iteration_time",
              "0,8,0,10956,gpt2,4,5095000,91000,437", "muri");
  check_told ("job_id,submit_time,iteration,model_name,ddl,batch_size,num_gpu,duration",
              "0,3715485,2011,cifar10,3719996,4096,1,5644", "elasticflow");
  check_told ("job_id,user,num_gpu,submit_time,iterations,model_name,duration,interval,"
              "expect_time_list,expect_value_list,best_effort,job_type",
              "0,vc_6214e9,1,8555,5049,vgg16,747,14,1105,10,0,strict", "chronus");
  check_told ("timestamp,duration,num_gpus,gpu_time,cluster",
              "2017-10-09 07:01:55,66.0,1,66.0,6214e9", "pollux");
  check_told ("job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,"
              "duration,queue",
              "1,u,vcX,10,20,2,COMPLETED,2020-04-01 00:00:00,2020-04-01 00:00:10,"
              "2020-04-01 01:00:10,3600,10",
              "helios");
  check_told ("job_id,user,node_num,gpu_num,cpu_num,type,state,submit_time,start_time,end_time,"
              "duration,queue,gpu_time",
              "dlc1,u,2,16,32,Eval,FAILED,2023-05-17 11:00:58+00:00,2023-05-17 11:01:08+00:00,"
              "2023-05-17 11:01:16+00:00,18,10.0,288",
              "acme");
  check_told ("; Version: 2", "1 0 -1 10 4 -1 -1 -1 -1 -1 1 -1 -1 -1 0 -1 -1 -1", "swf");
  check_told ("1 0 -1 10 4 -1 -1 -1 -1 -1 1 -1 -1 -1 0 -1 -1 -1",
              "2 0 -1 10 4 -1 -1 -1 -1 -1 1 -1 -1 -1 0 -1 -1 -1", "swf");
}

static void
whole_jobs_become_tasks (void)
{
  SwTrial t = { 0 };
  const char *helios = "job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,"
                       "end_time,duration,queue\n"
                       "1,u,vcX,10,20,4,COMPLETED,2020-04-01 00:00:00,2020-04-01 00:00:10,"
                       "2020-04-01 01:00:10,3600,10\n"
                       "2,u,vcX,0,8,1,CANCELLED,2020-04-01 00:00:00,None,None,0,0\n"
                       "3,u,vcX,16,32,2,TIMEOUT,2020-04-01 00:00:01,2020-04-01 00:00:10,"
                       "2020-04-01 01:00:10,5000,10\n";
  sw_trial_text (&t, helios);
  const SwDemandRow *d = &t.table->demands[t.table->demand[sw_trial_job (&t, "1")]];
  const SwGroupRow *g = &t.table->groups[d->first_group];
  CHECK_INT (d->n_groups, 2);
  CHECK_INT (g[0].tasks, 2);
  CHECK_INT (g[0].gpus, 3);
  CHECK_INT (g[1].tasks, 2);
  CHECK_INT (g[1].gpus, 2);
  CHECK_INT (g[0].cpu_milli, 5000);
  CHECK_INT (sw_job_table_gpus (t.table, t.table->demand[sw_trial_job (&t, "1")]), 10);
  CHECK_INT (sw_trial_noted (&t, "gpus does not divide into the tasks, spread unevenly"), 1);
  CHECK_INT (sw_trial_noted (&t, "duration and end - start disagree"), 1);
  CHECK_INT (sw_trial_dropped (&t, "never started"), 1);
  CHECK_TIME (sw_trial_work (&t, "3"), 3600 * SW_SECOND);
  CHECK_TIME (t.table->origin_utc, 1585670400 * SW_SECOND);
  CHECK_CONTAINS (t.report.licence, "CC BY 4.0");

  sw_trial_set (&t, "gpus.split=chunks");
  sw_trial_text (&t, helios);
  g = sw_trial_group (&t, "1");
  CHECK_INT (g[0].tasks, 1);
  CHECK_INT (g[0].gpus, 8);
  CHECK_INT (g[1].gpus, 2);
  CHECK_INT (sw_trial_group (&t, "3")->tasks, 2);
  sw_trial_set (&t, "gpus.split=gpus");
  sw_trial_text (&t, helios);
  CHECK_INT (sw_trial_group (&t, "3")->tasks, 16);
  CHECK_INT (sw_trial_group (&t, "3")->gpus, 1);
  CHECK_INT (sw_trial_group (&t, "3")->cpu_milli, 2000);
  sw_trial_clear (&t);
}

static void
recorded_times_beat_a_column_that_lies (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t, "job_id,user,node_num,gpu_num,cpu_num,type,state,submit_time,start_time,"
                     "end_time,duration,queue,gpu_time\n"
                     "dlc1,u,1,8,32,Eval,FAILED,2023-05-17 11:00:58+00:00,"
                     "2023-05-17 11:01:08+00:00,2023-05-17 11:01:16+00:00,18,10.0,288\n"
                     "dlc2,u,1,,32,CPU,RUNNING,2023-05-17 11:00:58+00:00,"
                     "2023-05-17 11:01:00+00:00,,18,10.0,\n");
  CHECK_TIME (sw_trial_work (&t, "dlc1"), 8 * SW_SECOND);
  CHECK_INT (sw_trial_noted (&t, "duration and end - start disagree"), 1);
  CHECK_TIME (sw_trial_work (&t, "dlc2"), 16 * SW_SECOND);
  CHECK_INT (sw_trial_group (&t, "dlc2")->mode, SW_GPU_NONE);
  sw_trial_clear (&t);
}

static void
deadlines_of_some_rows (void)
{
  SwTrial t = { 0 };
  sw_trial_text (&t,
                 "job_id,user,num_gpu,submit_time,iterations,model_name,duration,interval,"
                 "expect_time_list,expect_value_list,best_effort,job_type\n"
                 "0,a,1,5601,5530,m,96,5,159-189-229-289,10-8-5-2,0,soft\n"
                 "1,b,1,7505,760,m,106,6,235,10,0,strict\n2,b,2,7505,760,m,106,6,7505,10,1,best\n"
                 "3,b,0,7505,760,m,106,6,235,10,0,strict\n");
  CHECK_TIME (t.table->deadline[sw_trial_job (&t, "0")], (5601 + 159) * SW_SECOND);
  CHECK_TIME (t.table->deadline[sw_trial_job (&t, "1")], (7505 + 235) * SW_SECOND);
  CHECK_TIME (t.table->deadline[sw_trial_job (&t, "2")], SW_TIME_NONE);
  CHECK_INT (sw_trial_dropped (&t, "asks for no GPU"), 1);
  sw_trial_clear (&t);
}

static void
other_shapes_of_text (void)
{
  SwTrial t = { 0 };
  sw_trial_profile (&t,
                    "[file]\ndelimiter = bar\nquote = no\nempty = None\n" MINIMAL
                    "[drop steps]\ncolumn = id\ncontains = .\nreason = job step\n"
                    "[drop all]\ncolumn = id\nequals = allocation other\n"
                    "[drop none]\ncolumn = d\nempty = yes\n",
                    "id|t|g|d\n1|0|2|10\n1.batch|0|2|10\n\"2|0|1|5\nallocation|0|1|1\n"
                    "4|0|1|\n5|0|1|None\n3|build | tee|1|2\n");
  CHECK_INT (t.table->n, 2);
  CHECK_STR (t.table->id[1], "\"2");
  CHECK_INT (sw_trial_dropped (&t, "job step"), 1);
  CHECK_INT (sw_trial_dropped (&t, "all"), 1);
  CHECK_INT (sw_trial_dropped (&t, "none"), 1);
  CHECK_INT (sw_trial_dropped (&t, "duration is empty"), 1);
  CHECK_INT (sw_trial_dropped (&t, "too many fields"), 1);

  sw_trial_profile (
      &t,
      "[file]\ndelimiter = tab\nheader = no\ncomment = hash\nskip = 2\n"
      "columns = id, t, g, d\nextra_fields = yes\n" MINIMAL,
      "first \"line\n\nsecond\n# it's \"quoted\r\n1\t0\t1\t5\n#x\n\n\"a\n#b\"\t1\t1\t1\tmore\n#");
  CHECK_NO_ERROR (t.error);
  CHECK_INT (t.table->n, 2);
  CHECK_STR (t.table->id[1], "a\n#b");
  CHECK_INT (t.table->row[0], 5);
  CHECK_INT (t.table->row[1], 8);

  sw_trial_profile (&t, "[file]\ndelimiter = semicolon\n" MINIMAL "[field user]\nfrom = u | v\n",
                    "id;t;g;d;v;u\n1;0;1;5;x;\n2;0;1;5;x;y\n");
  CHECK_STR (sw_strings_get (t.table->strings, t.table->user[0]), "x");
  CHECK_STR (sw_strings_get (t.table->strings, t.table->user[1]), "y");
  sw_trial_clear (&t);
}

static void
settings_change_a_profile (void)
{
  SwTrial t = { .options.profile = "canonical-jobs" };
  sw_trial_set (&t, "times.arrival=index");
  sw_trial_set (&t, "times.gap=10s");
  sw_trial_set (&t, "field.duration.default=60");
  sw_trial_text (&t, "job_id,gpus_per_task\na,1\nb,1\nc,1\n");
  CHECK_INT (t.table->n, 3);
  CHECK_TIME (t.table->submit[2], 20 * SW_SECOND);
  CHECK_TIME (t.table->work[2], 60 * SW_SECOND);
  sw_trial_set (&t, "times.nonsense=10s");
  sw_trial_text (&t, "job_id,gpus_per_task\na,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "nonsense");
  t.options.profile = "canonical-nodes";
  sw_trial_text (&t, "job_id,gpus_per_task\na,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "nonsense");
  sw_trial_clear (&t);
  t.options.profile = "openb-nodes";
  sw_trial_text (&t, "job_id,gpus_per_task\na,1\n");
  CHECK_ERROR (t.error, SW_ERROR_INPUT, "profile openb-nodes is about nodes, not about jobs");
  sw_trial_clear (&t);
}

static void
standard_workload_format (void)
{
  const char *text = "; UnixStartTime: 749458803\n;\n ; note\n\n"
                     "1 0 5 10.5 4 -1 -1 -1 100 -1 1 3 1 -1 0 -1 -1 -1\r\n"
                     "2\t7\t-1\t20\t-1\t-1\t-1\t6\t-1\t-1\t0\t-1\t-1\t-1\t-1\t-1\t-1\t-1\t9\t9\n"
                     "3 8 -1 -1 2 -1 -1 -1 -1 -1 5 -1 -1 -1 0 -1 -1 -1\n"
                     "4 9 -1 1 2 -1 -1";
  SwTrial t = { 0 };
  sw_trial_text (&t, text);
  CHECK_INT (t.table->n, 2);
  CHECK_TIME (t.table->origin_utc, 749458803 * SW_SECOND);
  CHECK_TIME (t.table->work[0], 10500000000);
  CHECK_TIME (t.table->obs_start[0], 5 * SW_SECOND);
  CHECK_TIME (t.table->limit[0], 100 * SW_SECOND);
  CHECK_TIME (t.table->limit[1], SW_TIME_NONE);
  CHECK_INT (sw_trial_group (&t, "2")->tasks, 6);
  CHECK_INT (t.table->row[1], 6);
  CHECK_INT (sw_trial_dropped (&t, "duration is empty"), 1);
  CHECK_INT (sw_trial_dropped (&t, "too few fields"), 1);
  sw_trial_set (&t, "field.gpus.divide=4");
  sw_trial_text (&t, text);
  CHECK_INT (sw_trial_group (&t, "1")->tasks, 1);
  CHECK_INT (sw_trial_group (&t, "2")->tasks, 2);
  CHECK_INT (sw_trial_noted (&t, "gpus is no multiple of the divisor, rounded up"), 1);
  sw_trial_clear (&t);
}

SW_CHECKS ("import-profile", { "faults have places", faults_have_places },
           { "all faults at once", all_faults_at_once },
           { "built-in ones are sound", built_in_ones_are_sound },
           { "told by the header", told_by_the_header },
           { "whole jobs become tasks", whole_jobs_become_tasks },
           { "recorded times beat a column that lies", recorded_times_beat_a_column_that_lies },
           { "deadlines of some rows", deadlines_of_some_rows },
           { "other shapes of text", other_shapes_of_text },
           { "settings change a profile", settings_change_a_profile },
           { "standard workload format", standard_workload_format })

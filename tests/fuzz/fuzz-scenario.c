/* Scenarios of any bytes, and the key files of the workload generator. */
#include "sw-fuzz.h"
#include "sw-generate.h"
#include "sw-scenario.h"

static void
read_keys (const char *text, gsize size)
{
  SwFaults faults;
  sw_faults_init (&faults);
  g_autoptr (SwKeyFile) keys = sw_keyfile_new ();
  sw_keyfile_load_text (keys, "fuzz.ini", text, size, &faults);
  sw_schema_check (sw_generate_schema, keys, &faults);
  if (faults.texts->len == 0)
    g_free (sw_schema_print (sw_generate_schema, keys, TRUE));
  sw_faults_clear (&faults);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *)data, size);
  static SwCatalogue *catalogue; /* for all inputs: it takes most of the time */
  g_autoptr (GError) error = NULL;
  if (catalogue == NULL)
    catalogue = sw_catalogue_new (&error);
  g_assert (catalogue != NULL);
  const SwScenarioSource source = { .text = text, .name = "fuzz.ini" };
  g_autoptr (SwScenario) scenario = sw_scenario_load (&source, catalogue, &error);
  g_assert ((scenario == NULL) == (error != NULL));
  g_assert (error == NULL || error->domain == SW_ERROR);
  if (scenario != NULL)
    g_free (sw_scenario_text (scenario));
  read_keys ((const char *)data, size);
  return 0;
}

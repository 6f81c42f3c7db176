/* Weighted choices by their running sums. */
#include "sw-mix.h"

#include <string.h>

#include "sw-quantity.h"
#include "sw-rng.h"

/* Cuts ":WEIGHT" off the word; FALSE if it is not a weight. */
static gboolean
take_weight (char *word, double *weight)
{
  char *colon = strrchr (word, ':');
  *weight = 1;
  if (colon == NULL)
    return TRUE;
  *colon = '\0';
  return sw_parse_real (colon + 1, weight) && *weight >= 0;
}

static gboolean
take_word (SwMix *mix, char *word, const SwKeyValue *value, double min, double max,
           SwFaults *faults)
{
  g_autofree char *whole = g_strdup (word);
  double weight;
  if (!take_weight (word, &weight) || *word == '\0')
    {
      sw_faults_add_value (faults, value, "\"%s\" is not VALUE:WEIGHT", whole);
      return FALSE;
    }
  if (mix->reals != NULL
      && (!sw_parse_real (word, &mix->reals[mix->n]) || mix->reals[mix->n] < min
          || mix->reals[mix->n] > max))
    {
      sw_faults_add_value (faults, value, "\"%s\" is not a number that can stand here", word);
      return FALSE;
    }
  mix->names[mix->n] = g_strdup (word);
  mix->sums[mix->n] = (mix->n > 0 ? mix->sums[mix->n - 1] : 0) + weight;
  mix->n++;
  return TRUE;
}

void
sw_mix_read (SwMix *mix, const SwKeyValue *value, gboolean numbers, double min, double max,
             SwFaults *faults)
{
  *mix = (SwMix){ 0 };
  if (!value->set)
    return;
  g_auto (GStrv) words = g_strsplit_set (value->text, ", \t", -1);
  guint n = g_strv_length (words);
  mix->names = g_new0 (char *, n + 1);
  mix->sums = g_new0 (double, n + 1);
  mix->reals = numbers ? g_new0 (double, n + 1) : NULL;
  for (char **word = words; *word != NULL; word++)
    if (**word != '\0' && !take_word (mix, *word, value, min, max, faults))
      return;
  if (mix->n == 0 || mix->sums[mix->n - 1] <= 0)
    sw_faults_add_value (faults, value, "\"%s\" chooses among nothing", value->text);
}

void
sw_mix_clear (SwMix *mix)
{
  g_strfreev (mix->names);
  g_free (mix->reals);
  g_free (mix->sums);
}

guint
sw_mix_draw (const SwMix *mix, guint64 draw)
{
  double at = sw_unit (draw) * mix->sums[mix->n - 1];
  guint low = 0, high = mix->n - 1;
  while (low < high)
    {
      guint middle = (low + high) / 2;
      if (mix->sums[middle] > at)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

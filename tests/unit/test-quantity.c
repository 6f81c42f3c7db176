/* Quantities with units: what is read, what is refused. */
#include "sw-check.h"
#include "sw-quantity.h"

#include <locale.h>

#define REFUSED G_MININT64
#define KI G_GINT64_CONSTANT (1024)

typedef struct
{
  const char *text;
  gint64 value; /* REFUSED: not accepted */
} Case;

typedef gboolean (*Parse) (const char *text, gint64 *out);

static void
check_cases (Parse parse, const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 value = 12345;
      const gboolean accepted = parse (cases[i].text, &value);
      if (sw_check_bool (__FILE__, __LINE__, cases[i].text, accepted, cases[i].value != REFUSED)
          && accepted)
        sw_check_int (__FILE__, __LINE__, cases[i].text, value, cases[i].value);
    }
}

static void
bytes (void)
{
  static const Case cases[] = {
    { "0", 0 },
    { "0B", 0 },
    { "1B", 1 },
    { "80GiB", 80 * KI * KI * KI },
    { "512MiB", 512 * KI * KI },
    { "1TiB", KI * KI * KI * KI },
    { "64KiB", 64 * KI },
    { "80GB", 80000000000 },
    { "1.5TB", 1500000000000 },
    { "1.5KiB", 1536 },
    { "2kB", 2000 },
    { "8191PiB", 8191 * KI * KI * KI * KI * KI },
    { "8192PiB", REFUSED },
    { "", REFUSED },
    { "80", REFUSED },
    { "80 GiB", REFUSED },
    { "80GiB ", REFUSED },
    { "80gib", REFUSED },
    { "80G", REFUSED },
    { "80Gi", REFUSED },
    { "80GiBs", REFUSED },
    { "-1GiB", REFUSED },
    { "+1GiB", REFUSED },
    { "1e3GiB", REFUSED },
    { "1,5GiB", REFUSED },
    { "nanGiB", REFUSED },
    { "infB", REFUSED },
    { "0x1GiB", REFUSED },
    { "GiB", REFUSED },
    { ".5GiB", REFUSED },
  };
  check_cases (sw_parse_bytes, cases, G_N_ELEMENTS (cases));
}

static void
k8s_bytes (void)
{
  static const Case cases[] = {
    { "1Gi", 1073741824 },
    { "1G", 1000000000 },
    { "1024Mi", 1073741824 },
    { "129e6", 129000000 },
    { "129E6", 129000000 },
    { "1E", 1000000000000000000 },
    { "12e-1", 2 },
    { "1825361100800m", 1825361101 },
    { "1000m", 1 },
    { "1001m", 2 },
    { "128m", 1 },
    { "0m", 0 },
    { "0.5m", 1 },
    { "100k", 100000 },
    { "0.5Ki", 512 },
    { "1.1Ki", 1127 },
    { "0", 0 },
    { "1234", 1234 },
    { "1.2", 2 },
    { "7Ei", 7 * KI * KI * KI * KI * KI * KI },
    { "8Ei", REFUSED },
    { "10E", REFUSED },
    { "6GiB", REFUSED },
    { "1K", REFUSED },
    { "1KI", REFUSED },
    { "1ki", REFUSED },
    { "-1Gi", REFUSED },
    { "+1Gi", REFUSED },
    { "1 Gi", REFUSED },
    { " 1Gi", REFUSED },
    { "1Gi ", REFUSED },
    { "", REFUSED },
    { "Gi", REFUSED },
    { "1e3Ki", REFUSED },
    { "1e3m", REFUSED },
    { "1mi", REFUSED },
    { "1Mim", REFUSED },
    { "nan", REFUSED },
    { "0x10", REFUSED },
    { "1e30", REFUSED },
  };
  check_cases (sw_parse_k8s_bytes, cases, G_N_ELEMENTS (cases));
}

static void
k8s_cpu (void)
{
  static const Case cases[] = {
    { "500m", 500 },
    { "0.25", 250 },
    { "2", 2000 },
    { "0", 0 },
    { "0.0001", 1 },
    { "1.0001", 1001 },
    { "100.5m", 101 },
    { "1e1", 10000 },
    { "0.1", 100 },
    { "96", 96000 },
    { "9223372036854775", 9223372036854775000 },
    { "9223372036854776", REFUSED },
    { "2k", REFUSED },
    { "500M", REFUSED },
    { "500 m", REFUSED },
    { "-1", REFUSED },
    { "+1", REFUSED },
    { "", REFUSED },
    { "m", REFUSED },
    { "1mm", REFUSED },
    { "inf", REFUSED },
    { "2 ", REFUSED },
    { "1,5", REFUSED },
  };
  check_cases (sw_parse_k8s_cpu, cases, G_N_ELEMENTS (cases));
}

static void
slurm_memory (void)
{
  static const struct
  {
    const char *text;
    gint64 mib; /* REFUSED: not accepted */
    char per;
  } cases[] = {
    { "5000Mc", 5000, 'c' },
    { "3Gn", 3072, 'n' },
    { "8000M", 8000, 0 },
    { "0n", -1, 'n' },
    { "0c", -1, 'c' },
    { "0", -1, 0 },
    { "", -1, 0 },
    { "0M", -1, 0 },
    { "0Gn", -1, 'n' },
    { "2T", 2097152, 0 },
    { "1K", 1, 0 },
    { "1024K", 1, 0 },
    { "1025K", 2, 0 },
    { "62.50G", 64000, 0 },
    { "1.5M", 2, 0 },
    { "4000", 4000, 0 },
    { "4000n", 4000, 'n' },
    { "0.0001G", 1, 0 },
    { "5000MC", REFUSED, 0 },
    { "5000m", REFUSED, 0 },
    { "5000cM", REFUSED, 0 },
    { "5000Mcc", REFUSED, 0 },
    { "-5M", REFUSED, 0 },
    { "M", REFUSED, 0 },
    { "n", REFUSED, 0 },
    { "5 M", REFUSED, 0 },
    { "5M ", REFUSED, 0 },
    { "5MB", REFUSED, 0 },
    { "5Mi", REFUSED, 0 },
    { "1e3M", REFUSED, 0 },
    { "nan", REFUSED, 0 },
    { "99999999999999T", REFUSED, 0 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 mib = 5;
      char per = '?';
      const gboolean accepted = sw_parse_slurm_mem (cases[i].text, &mib, &per);
      sw_check_bool (__FILE__, __LINE__, cases[i].text, accepted, cases[i].mib != REFUSED);
      if (!accepted)
        continue;
      sw_check_int (__FILE__, __LINE__, cases[i].text, mib, cases[i].mib);
      sw_check_int (__FILE__, __LINE__, cases[i].text, per, cases[i].per);
    }
}

static void
ratios (void)
{
  static const Case cases[] = {
    { "130%", 1300000 },  { "1.3", 1300000 },        { "0%", 0 },
    { "100%", 1000000 },  { "0.0001%", 1 },          { "0.00005%", 1 },
    { "0.00004%", 0 },    { "0.000001", 1 },         { "-10%", -100000 },
    { "1e-3", 1000 },     { "33.3333333%", 333333 }, { "", REFUSED },
    { "%", REFUSED },     { "130 %", REFUSED },      { "130%%", REFUSED },
    { "nan%", REFUSED },  { "1,3", REFUSED },        { "1/3", REFUSED },
    { "1e300", REFUSED },
  };
  check_cases (sw_parse_ratio, cases, G_N_ELEMENTS (cases));
}

static void
reals (void)
{
  static const struct
  {
    const char *text;
    double value;
  } good[] = { { "0", 0 },
               { "-1.5", -1.5 },
               { "1e3", 1000 },
               { "0.1", 0.1 },
               { "+2", 2 },
               { "1e-400", 0 },
               { "1e308", 1e308 },
               { "4.9e-324", 5e-324 },
               { "123456789.123456789", 123456789.123456789 } };
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      double value = -7;
      CHECK_TRUE (sw_parse_real (good[i].text, &value));
      CHECK_REAL (value, good[i].value, 0);
    }
  static const char *const bad[]
      = { "",    "nan", "NaN", "inf", "-inf", "0x10", "1e400",    "-1e400", " 12", "12 ", "12abc",
          "N/A", ".5",  "5.",  "1,5", "1e",   "--1",  "infinity", "0x1p3",  "1 2", "\t1" };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      double value = -7;
      CHECK_FALSE (sw_parse_real (bad[i], &value));
      CHECK_REAL (value, -7, 0);
    }
}

static gboolean
any_int (const char *text, gint64 *out)
{
  return sw_parse_int (text, G_MININT64, G_MAXINT64, out);
}

static gboolean
small_int (const char *text, gint64 *out)
{
  return sw_parse_int (text, -2, 64, out);
}

static void
ints (void)
{
  static const Case any[] = {
    { "0", 0 },
    { "007", 7 },
    { "-5", -5 },
    { "+5", 5 },
    { "9223372036854775807", G_MAXINT64 },
    { "-9223372036854775807", -G_MAXINT64 },
    { "9223372036854775808", REFUSED },
    { "99121406335064213", 99121406335064213 },
    { "99121406335064214", 99121406335064214 },
    { "1.0", REFUSED },
    { "1e3", REFUSED },
    { "0x10", REFUSED },
    { "", REFUSED },
    { "1 ", REFUSED },
    { " 1", REFUSED },
    { "nan", REFUSED },
    { "1,000", REFUSED },
  };
  static const Case small[]
      = { { "64", 64 }, { "65", REFUSED }, { "-2", -2 }, { "-3", REFUSED }, { "0", 0 } };
  check_cases (any_int, any, G_N_ELEMENTS (any));
  check_cases (small_int, small, G_N_ELEMENTS (small));
}

static void
bools (void)
{
  static const char *const yes[] = { "yes", "true", "on", "1", "Yes", "TRUE" };
  static const char *const no[] = { "no", "false", "off", "0", "No", "FALSE" };
  static const char *const bad[] = { "", "y", "n", "2", "01", "yes ", " no", "enabled", "none" };
  gboolean value;
  for (guint i = 0; i < G_N_ELEMENTS (yes); i++)
    CHECK_TRUE (sw_parse_bool (yes[i], &value) && value);
  for (guint i = 0; i < G_N_ELEMENTS (no); i++)
    CHECK_TRUE (sw_parse_bool (no[i], &value) && !value);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    CHECK_FALSE (sw_parse_bool (bad[i], &value));
}

/* Numbers are read alike where the decimal sign is a comma. */
static void
comma_locale (void)
{
  if (!sw_test_comma_locale ())
    SKIP ("no locale with a decimal comma can be had");
  double value = 0;
  gint64 ppm = 0;
  CHECK_TRUE (sw_parse_real ("0.6", &value));
  CHECK_REAL (value, 0.6, 0);
  CHECK_FALSE (sw_parse_real ("0,6", &value));
  CHECK_TRUE (sw_parse_ratio ("0.6", &ppm));
  CHECK_INT (ppm, 600000);
  setlocale (LC_ALL, "C");
}

SW_CHECKS ("quantity", { "bytes", bytes }, { "C-01 Kubernetes memory", k8s_bytes },
           { "C-01 Kubernetes CPU", k8s_cpu }, { "B-11 batch memory", slurm_memory },
           { "ratios", ratios }, { "D-05 reals", reals }, { "ints", ints }, { "bools", bools },
           { "D-03 comma locale", comma_locale })

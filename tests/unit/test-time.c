/* Times and durations: what is read, what is refused, what is printed. */
#include "sw-check.h"
#include "sw-rng.h"
#include "sw-time.h"

#include <string.h>

#define REFUSED G_MININT64
#define HOUR (3600 * SW_SECOND)
#define DAY (24 * HOUR)

typedef struct
{
  const char *text;
  SwTime value; /* REFUSED: not accepted */
} Case;

typedef gboolean (*Parse) (const char *text, SwTime *out);

static void
check_cases (Parse parse, const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      SwTime value = 12345;
      const gboolean accepted = parse (cases[i].text, &value);
      if (!sw_check_bool (__FILE__, __LINE__, cases[i].text, accepted, cases[i].value != REFUSED)
          || !accepted)
        continue;
      sw_check_time (__FILE__, __LINE__, cases[i].text, value, cases[i].value);
    }
}

static gboolean
parse_seconds (const char *text, SwTime *out)
{
  return sw_parse_fixed (text, SW_SECOND, out);
}

static gboolean
parse_hours (const char *text, SwTime *out)
{
  return sw_parse_fixed (text, HOUR, out);
}

static gboolean
parse_ones (const char *text, SwTime *out)
{
  return sw_parse_fixed (text, 1, out);
}

static void
decimal_seconds (void)
{
  static const Case cases[] = {
    { "0", 0 },
    { "-0", 0 },
    { "+7", 7 * SW_SECOND },
    { "-5", -5 * SW_SECOND },
    { "007", 7 * SW_SECOND },
    { "1e3", 1000 * SW_SECOND },
    { "1E3", 1000 * SW_SECOND },
    { "1.5e+2", 150 * SW_SECOND },
    { "25e-1", 2500000000 },
    { "0.0000001", 100 },
    { "46.9999999", 46999999900 },
    { "0.000000001", 1 },
    { "0.0000000004999999999999999999999999999999", 0 },
    { "0.0000000005", 1 },
    { "-0.0000000005", -1 },
    { "0.00000000149999999999999999999999999999999999999999999999", 1 },
    { "0.0000000015", 2 },
    { "1e-9", 1 },
    { "4e-10", 0 },
    { "1e-4000000000000", 0 },
    { "0e999999999999999999999999", 0 },
    { "0.000e99", 0 },
    { "9223372036.854775807", G_MAXINT64 },
    { "9223372036.854775808", REFUSED },
    { "9223372036.8547758074", G_MAXINT64 },
    { "9223372036.8547758075", REFUSED },
    { "-9223372036.854775807", -G_MAXINT64 },
    { "-9223372036.854775808", REFUSED },
    { "0.00000000000000000000000000000000000000000001e44", SW_SECOND },
    { "100000000000000000000000000000000000000000000e-44", SW_SECOND },
    { "000000000000000000000000000000000000000000000000000001.000", SW_SECOND },
    { "1e10", REFUSED },
    { "1e400", REFUSED },
    { "1e99999999999999999999", REFUSED },
    { "99999999999999999999", REFUSED },
  };
  check_cases (parse_seconds, cases, G_N_ELEMENTS (cases));
}

static void
not_decimal (void)
{
  static const char *const texts[]
      = { "",     " ",        "nan",      "NaN",          "-nan",  "inf",   "-inf",      "Infinity",
          "0x10", "0X1p3",    " 12",      "12 ",          "12abc", "N/A",   "n/a",       "None",
          "1,5",  "1.5.2",    ".5",       "5.",           "1..2",  "--5",   "+-5",       "- 5",
          "1e",   "1e+",      "e3",       "1e3.5",        "1 000", "1_000", "1'000",     "$5",
          "5s",   "5%",       "\xd9\xa1", "\xef\xbc\x91", "1\n",   "\t1",   "1\xc2\xa0", "0b1",
          "1d3",  "1f",       "1L",       "true",         "+",     "-",     "1e5e5",     "1e-",
          "0x",   "infinity", "nan(0)",   "1;2" };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const Case one = { texts[i], REFUSED };
      check_cases (parse_seconds, &one, 1);
      check_cases (parse_ones, &one, 1);
    }
}

static void
fractions_of_hours (void)
{
  static const Case cases[] = {
    { "0.5", 1800 * SW_SECOND },
    { "0.1", 360 * SW_SECOND },
    { "1.75", 6300 * SW_SECOND },
    { "0", 0 },
    { "0.333333333333", 1199999999999 },
    { "2562047", 2562047 * HOUR },
    { "2562048", REFUSED },
  };
  check_cases (parse_hours, cases, G_N_ELEMENTS (cases));
}

/* Units that are no power of ten, all 64 bits wide: against long division in 128 bits. */
static void
any_unit_is_exact (void)
{
  SwStream random = sw_stream (7, 0, 0, 0);
  guint wrong = 0;
  for (guint i = 0; i < 20000; i++)
    {
      const gint64 unit = 1 + (gint64)(sw_stream_next (&random) >> (1 + i % 63));
      const guint64 digits = sw_stream_next (&random) >> (i % 59 + 1);
      const guint decimals = 1 + i % 18;
      guint64 scale = 1;
      for (guint k = 0; k < decimals; k++)
        scale *= 10;
      char text[64];
      g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT, digits / scale,
                  (int)decimals, digits % scale);
      /* digits * unit / scale, rounded; the product has at most 63 + 63 bits. */
      const unsigned __int128 product = (unsigned __int128)digits * (guint64)unit;
      const unsigned __int128 exact = (product + scale / 2) / scale;
      gint64 value = -1;
      const gboolean fits = exact <= (unsigned __int128)G_MAXINT64;
      wrong += sw_parse_fixed (text, unit, &value) != fits;
      wrong += fits && (unsigned __int128)value != exact;
    }
  CHECK_INT (wrong, 0);
}

static void
durations_with_units (void)
{
  static const Case cases[] = {
    { "0", 0 },
    { "0s", 0 },
    { "90s", 90 * SW_SECOND },
    { "1.5h", 5400 * SW_SECOND },
    { "15min", 900 * SW_SECOND },
    { "2d", 2 * DAY },
    { "250ms", SW_SECOND / 4 },
    { "10us", 10000 },
    { "5ns", 5 },
    { "1h30min", 5400 * SW_SECOND },
    { "1d2h3min4s5ms6us7ns", DAY + 2 * HOUR + 184 * SW_SECOND + 5006007 },
    { "0.5d", 12 * HOUR },
    { "24h", DAY },
    { "30h", 30 * HOUR },
    { "106751d", 106751 * DAY },
    { "106752d", REFUSED },
    { "9223372036854775807ns", REFUSED },
    { "9223372036854775806ns", G_MAXINT64 - 1 },
    { "106751d23h47min16s854ms775us807ns", REFUSED },
    { "", REFUSED },
    { "90", REFUSED },
    { "0.0", REFUSED },
    { "1m", REFUSED },
    { "1H", REFUSED },
    { "1 h", REFUSED },
    { " 1h", REFUSED },
    { "1h ", REFUSED },
    { "1h30", REFUSED },
    { "30min1h", REFUSED },
    { "1h1h", REFUSED },
    { "-5s", REFUSED },
    { "+5s", REFUSED },
    { "1e3s", REFUSED },
    { "1h-5min", REFUSED },
    { "h", REFUSED },
    { "5sec", REFUSED },
    { "5minutes", REFUSED },
    { "1w", REFUSED },
    { "nans", REFUSED },
    { "infs", REFUSED },
    { "0x5s", REFUSED },
    { "1,5h", REFUSED },
  };
  check_cases (sw_parse_duration, cases, G_N_ELEMENTS (cases));
}

static void
elapsed_of_batch_systems (void)
{
  static const Case cases[] = {
    { "1-04:18:35", 101915 * SW_SECOND },
    { "12:25:02", 44702 * SW_SECOND },
    { "00:36.857", 36857 * SW_SECOND / 1000 },
    { "2:43", 163 * SW_SECOND },
    { "00:00", 0 },
    { "00:00:00", 0 },
    { "0-00:00:00", 0 },
    { "24:00:00", DAY },
    { "30:00:00", 30 * HOUR },
    { "1-06:00:00", 30 * HOUR },
    { "100:00:00", 100 * HOUR },
    { "59:59", 3599 * SW_SECOND },
    { "365-23:59:59.999999999", 366 * DAY - 1 },
    { "00:00.0000000004", 0 },
    { "00:59.9999999996", 60 * SW_SECOND },
    { "", REFUSED },
    { "5", REFUSED },
    { "60:00", REFUSED },
    { "00:61:00", REFUSED },
    { "00:00:60", REFUSED },
    { "1-24:00:00", REFUSED },
    { "1-", REFUSED },
    { "-1:00", REFUSED },
    { "-00:01:00", REFUSED },
    { "1-06", REFUSED },
    { "1-06:00", REFUSED },
    { "1-2-03:00:00", REFUSED },
    { "1:2:3:4", REFUSED },
    { ":30", REFUSED },
    { "30:", REFUSED },
    { "00:36.", REFUSED },
    { "00:36,857", REFUSED },
    { "00.5:36", REFUSED },
    { " 00:36", REFUSED },
    { "00:36 ", REFUSED },
    { "+1:00", REFUSED },
    { "1:+2", REFUSED },
    { "Unknown", REFUSED },
    { "999999999999999999999:00:00", REFUSED },
    { "106752-00:00:00", REFUSED },
    { "2562047788:00:00", REFUSED },
  };
  check_cases (sw_parse_elapsed, cases, G_N_ELEMENTS (cases));
}

static void
limits_of_batch_systems (void)
{
  static const Case cases[] = {
    { "20:00", 1200 * SW_SECOND },
    { "90", 5400 * SW_SECOND },
    { "0", 0 },
    { "14-0", 14 * DAY },
    { "1-12", 36 * HOUR },
    { "2-00:30", 2 * DAY + HOUR / 2 },
    { "1-06:00:00", 30 * HOUR },
    { "30:00:00", 30 * HOUR },
    { "1-23:59:59", 2 * DAY - SW_SECOND },
    { "UNLIMITED", SW_TIME_INF },
    { "unlimited", SW_TIME_INF },
    { "00:61:00", REFUSED },
    { "1-", REFUSED },
    { "-1:00", REFUSED },
    { "-5", REFUSED },
    { "1-24", REFUSED },
    { "1-1:60", REFUSED },
    { "1-1:1:60", REFUSED },
    { "1-1:1:1:1", REFUSED },
    { "1-:30", REFUSED },
    { "1-1:", REFUSED },
    { "90.5", REFUSED },
    { "1:00.5", REFUSED },
    { "1h", REFUSED },
    { "UNLIMITED ", REFUSED },
    { "INFINITE", REFUSED },
    { "99999999999999999999", REFUSED },
    { "106752-0", REFUSED },
  };
  check_cases (sw_parse_limit, cases, G_N_ELEMENTS (cases));

  static const char *const unknown[] = { "", "Partition_Limit", "INVALID", "partition_limit" };
  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    {
      SwTime value = 0;
      CHECK_TRUE (sw_parse_limit (unknown[i], &value));
      CHECK_TIME (value, SW_TIME_NONE);
    }
}

static SwTime
civil (const char *text)
{
  SwTime value;
  return sw_parse_civil (text, NULL, &value, NULL) ? value : REFUSED;
}

static void
civil_times (void)
{
  const SwTime day = 19677 * DAY; /* 2023-11-16 */
  CHECK_TIME (civil ("1970-01-01T00:00:00Z"), 0);
  CHECK_TIME (civil ("2023-11-16 18:15:46.0010000"), day + 65746 * SW_SECOND + 1000000);
  CHECK_TIME (civil ("2023-11-16 18:15:46.9999999"), day + 65746 * SW_SECOND + 999999900);
  CHECK_TIME (civil ("2023-11-16T18:15:47.0000000"), day + 65747 * SW_SECOND);
  CHECK_TIME (civil ("2025-03-01T10:00:00"), 1740823200 * SW_SECOND);
  CHECK_TIME (civil ("2023/7/15 02:19"), 1689387540 * SW_SECOND);
  CHECK_TIME (civil ("2023/07/15 2:19"), 1689387540 * SW_SECOND);
  CHECK_TIME (civil ("2024-02-29T12:00:00+05:30"), (1709208000 - 19800) * SW_SECOND);
  CHECK_TIME (civil ("2024-02-29T12:00:00-0800"), (1709208000 + 28800) * SW_SECOND);
  CHECK_TIME (civil ("2024-02-29t12:00:00z"), 1709208000 * SW_SECOND);
  CHECK_TIME (civil ("1969-12-31T23:59:59.5Z"), -SW_SECOND / 2);
  CHECK_TIME (civil ("1677-09-21T00:12:44Z"), -9223372036 * SW_SECOND);
  CHECK_TIME (civil ("2262-04-11T23:47:16Z"), 9223372036 * SW_SECOND);
}

static void
not_civil (void)
{
  static const char *const texts[] = { "",
                                       "2023-11-16",
                                       "2023-11-16T",
                                       "18:15:46",
                                       "2023-13-01 00:00:00",
                                       "2023-00-01 00:00:00",
                                       "2023-02-29 00:00:00",
                                       "1900-02-29 00:00:00",
                                       "2023-04-31 00:00:00",
                                       "2023-11-16 24:00:00",
                                       "2023-11-16 18:60:00",
                                       "2023-11-16 18:15:60",
                                       "2023-11-16 18:15:46.",
                                       "2023-11-16 18:15:46,5",
                                       "2023-11-16 18:15:46 ",
                                       " 2023-11-16 18:15:46",
                                       "2023-11-16  18:15:46",
                                       "2023-11/16 18:15:46",
                                       "23-11-16 18:15:46",
                                       "2023-1-6 18:15:46",
                                       "20231116T181546",
                                       "2023-11-16 18:15:46 UTC",
                                       "2023-11-16 18:15:46+5",
                                       "2023-11-16 18:15:46+05:60",
                                       "2023-11-16 18:15:46+24:00",
                                       "2023-11-16 18:15:46+05:3",
                                       "2023-11-16 18:15:46+053:0",
                                       "2023-11-16 18:15:46+-530",
                                       "2023-11-16 18:15:46Z0",
                                       "2023-11-16 18",
                                       "-023-11-16 18:15:46",
                                       "1600-01-01 00:00:00",
                                       "2300-01-01 00:00:00",
                                       "2262-04-11T23:47:16.854775807Z",
                                       "Unknown",
                                       "None",
                                       "1700000000" };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    sw_check_time (__FILE__, __LINE__, texts[i], civil (texts[i]), REFUSED);
}

/* Every day of four centuries and the printer are each other's inverse; leap years come as GLib
   says. */
static void
calendar (void)
{
  GDate date;
  guint wrong = 0;
  g_date_clear (&date, 1);
  g_date_set_dmy (&date, 1, 1, 1800);
  for (gint64 day = -62091; day < 84006; day++, g_date_add_days (&date, 1))
    {
      char text[SW_TIME_TEXT], expected[SW_TIME_TEXT];
      sw_format_utc (day * DAY, text);
      g_snprintf (expected, sizeof expected, "%04u-%02u-%02uT00:00:00Z", g_date_get_year (&date),
                  g_date_get_month (&date), g_date_get_day (&date));
      wrong += strcmp (text, expected) != 0 || civil (text) != day * DAY;
    }
  CHECK_INT (wrong, 0);
}

static SwTime
in_zone (const char *text, const char *name, gboolean *ambiguous)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (name);
  SwTime value;
  if (zone == NULL || !sw_parse_civil (text, zone, &value, ambiguous))
    return REFUSED;
  return value;
}

static void
daylight_saving_nights (void)
{
  static const struct
  {
    const char *zone, *start, *end;
    gint64 seconds;
    gboolean ambiguous; /* one of them is */
  } cases[] = {
    { "Europe/Berlin", "2025-10-26T01:30:00", "2025-10-26T03:30:00", 10800, FALSE },
    { "Europe/Berlin", "2025-03-30T01:30:00", "2025-03-30T03:30:00", 3600, FALSE },
    { "Europe/Berlin", "2025-07-01T01:30:00", "2025-07-01T03:30:00", 7200, FALSE },
    { "Europe/Berlin", "2025-10-26T02:30:00", "2025-10-26T03:30:00", 7200, TRUE },
    { "Europe/Berlin", "2025-03-30T01:30:00", "2025-03-30T02:30:00", 3600, TRUE },
    { "America/New_York", "2024-11-03 00:30:00", "2024-11-03 02:30:00", 10800, FALSE },
    { "America/New_York", "2024-03-10 01:59:59", "2024-03-10 03:00:00", 1, FALSE },
    { "Australia/Lord_Howe", "2024-04-07 01:00:00", "2024-04-07 02:30:00", 7200, FALSE },
    { "Asia/Shanghai", "2024-10-27 01:30:00", "2024-10-27 03:30:00", 7200, FALSE },
  };
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier ("Europe/Berlin");
  if (zone == NULL)
    SKIP ("no time zone data");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean first, second;
      const SwTime start = in_zone (cases[i].start, cases[i].zone, &first);
      const SwTime end = in_zone (cases[i].end, cases[i].zone, &second);
      CHECK_TIME (end - start, cases[i].seconds * SW_SECOND);
      CHECK_INT (first || second, cases[i].ambiguous);
    }
  /* An offset beats the zone; the first 02:30 of the night is the summer one. */
  gboolean ambiguous = TRUE;
  CHECK_TIME (in_zone ("2025-10-26T02:30:00+01:00", "Europe/Berlin", &ambiguous),
              civil ("2025-10-26T01:30:00Z"));
  CHECK_FALSE (ambiguous);
  CHECK_TIME (in_zone ("2025-10-26T02:30:00", "Europe/Berlin", &ambiguous),
              civil ("2025-10-26T00:30:00Z"));
  CHECK_TRUE (ambiguous);
}

static void
printed_seconds (void)
{
  static const Case cases[] = {
    { "0", 0 },
    { "1", SW_SECOND },
    { "0.001", 1000000 },
    { "0.000000001", 1 },
    { "-0.5", -SW_SECOND / 2 },
    { "0.0000001", 100 },
    { "108000", 108000 * SW_SECOND },
    { "36.857", 36857000000 },
    { "9223372036.854775806", G_MAXINT64 - 1 },
    { "-9223372036.854775807", -G_MAXINT64 },
    { "", SW_TIME_NONE },
    { "", SW_TIME_INF },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char text[SW_TIME_TEXT];
      SwTime back;
      CHECK_STR (sw_format_seconds (cases[i].value, text), cases[i].text);
      if (*text == '\0')
        continue;
      CHECK_TRUE (sw_parse_fixed (text, SW_SECOND, &back));
      CHECK_TIME (back, cases[i].value);
    }
}

static void
printed_elapsed (void)
{
  static const Case cases[] = {
    { "00:00:00", 0 },
    { "23:59:59", DAY - SW_SECOND },
    { "1-00:00:00", DAY },
    { "1-06:00:00", 30 * HOUR },
    { "00:00:00.5", SW_SECOND / 2 },
    { "00:00:59.999999999", 60 * SW_SECOND - 1 },
    { "106751-23:47:16.854775806", G_MAXINT64 - 1 },
  };
  char text[SW_TIME_TEXT];
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SwTime back;
      CHECK_STR (sw_format_elapsed (cases[i].value, text), cases[i].text);
      CHECK_TRUE (sw_parse_elapsed (text, &back) || i == G_N_ELEMENTS (cases) - 1);
      if (i < G_N_ELEMENTS (cases) - 1)
        CHECK_TIME (back, cases[i].value);
    }
  CHECK_STR (sw_format_elapsed (SW_TIME_NONE, text), "n/a");
  CHECK_STR (sw_format_elapsed (SW_TIME_INF, text), "never");
  CHECK_STR (sw_format_elapsed (-90 * SW_SECOND, text), "-00:01:30");
}

static void
printed_utc (void)
{
  char text[SW_TIME_TEXT];
  CHECK_STR (sw_format_utc (0, text), "1970-01-01T00:00:00Z");
  CHECK_STR (sw_format_utc (-1, text), "1969-12-31T23:59:59.999999999Z");
  CHECK_STR (sw_format_utc (civil ("2023-11-16 18:15:46.0010000"), text),
             "2023-11-16T18:15:46.001Z");
  CHECK_STR (sw_format_utc (G_MAXINT64 - 1, text), "2262-04-11T23:47:16.854775806Z");
  CHECK_STR (sw_format_utc (G_MININT64 + 1, text), "1677-09-21T00:12:43.145224193Z");
  CHECK_STR (sw_format_utc (SW_TIME_NONE, text), "n/a");
}

static void
random_times_come_back (void)
{
  SwStream random = sw_stream (8, 0, 0, 0);
  guint wrong = 0;
  for (guint i = 0; i < 20000; i++)
    {
      const SwTime t = (SwTime)(sw_stream_next (&random) >> (1 + i % 63));
      char text[SW_TIME_TEXT];
      SwTime back;
      wrong += !sw_parse_fixed (sw_format_seconds (t, text), SW_SECOND, &back) || back != t;
      wrong += !sw_parse_fixed (sw_format_seconds (-t, text), SW_SECOND, &back) || back != -t;
      if (t < 106750 * DAY)
        wrong += !sw_parse_elapsed (sw_format_elapsed (t, text), &back) || back != t;
      wrong += civil (sw_format_utc (t, text)) != t;
    }
  CHECK_INT (wrong, 0);
}

static void
sums_saturate (void)
{
  CHECK_TIME (sw_time_add (1, 2), 3);
  CHECK_TIME (sw_time_add (-1, -2), -3);
  CHECK_TIME (sw_time_add (SW_TIME_INF, 1), SW_TIME_INF);
  CHECK_TIME (sw_time_add (-1, SW_TIME_INF), SW_TIME_INF);
  CHECK_TIME (sw_time_add (SW_TIME_INF - 1, 1), SW_TIME_INF);
  CHECK_TIME (sw_time_add (SW_TIME_INF - 1, SW_TIME_INF - 1), SW_TIME_INF);
  CHECK_TIME (sw_time_add (SW_TIME_INF - 5, 2), SW_TIME_INF - 3);
  CHECK_TRUE (sw_time_add (G_MININT64 + 1, -5) != SW_TIME_NONE);
}

SW_CHECKS ("time", { "A-05 D-05 decimal seconds", decimal_seconds },
           { "D-05 not decimal", not_decimal }, { "A-03 fractions of hours", fractions_of_hours },
           { "any unit is exact", any_unit_is_exact },
           { "durations with units", durations_with_units },
           { "A-01 elapsed of batch systems", elapsed_of_batch_systems },
           { "A-01 limits of batch systems", limits_of_batch_systems },
           { "A-05 civil times", civil_times }, { "not civil", not_civil },
           { "calendar", calendar }, { "A-04 daylight saving nights", daylight_saving_nights },
           { "printed seconds", printed_seconds }, { "A-02 printed elapsed", printed_elapsed },
           { "printed UTC", printed_utc }, { "random times come back", random_times_come_back },
           { "sums saturate", sums_saturate })

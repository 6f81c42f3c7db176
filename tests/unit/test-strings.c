/* The string pool, and the arena below it. */
#include "sw-arena.h"
#include "sw-check.h"
#include "sw-strings.h"

#include <string.h>

static void
numbers_by_first_appearance (void)
{
  g_autoptr (SwStrings) pool = sw_strings_new ();
  CHECK_INT (sw_strings_count (pool), 1);
  CHECK_STR (sw_strings_get (pool, 0), "");
  CHECK_INT (sw_strings_add (pool, "", -1), 0);
  CHECK_INT (sw_strings_add (pool, "anything", 0), 0);
  CHECK_INT (sw_strings_add (pool, "beta", -1), 1);
  CHECK_INT (sw_strings_add (pool, "alpha", -1), 2);
  CHECK_INT (sw_strings_add (pool, "beta", -1), 1);
  CHECK_INT (sw_strings_add (pool, "alphabet", 5), 2);
  CHECK_INT (sw_strings_add (pool, "alphabet", 6), 3);
  CHECK_STR (sw_strings_get (pool, 3), "alphab");
  CHECK_INT (sw_strings_count (pool), 4);
}

static void
lookups_do_not_add (void)
{
  g_autoptr (SwStrings) pool = sw_strings_new ();
  sw_strings_add (pool, "V100", -1);
  CHECK_INT (sw_strings_find (pool, "V100"), 1);
  CHECK_INT (sw_strings_find (pool, ""), 0);
  CHECK_INT (sw_strings_find (pool, "V10"), G_MAXUINT32);
  CHECK_INT (sw_strings_find (pool, "V1000"), G_MAXUINT32);
  CHECK_INT (sw_strings_count (pool), 2);
}

/* Texts that a number would merge, and texts that a blank or a case would. */
static void
look_alikes_stay_apart (void)
{
  static const char *const texts[] = { "73928e05",
                                       "7392800000",
                                       "99121406335064213",
                                       "99121406335064214",
                                       "007",
                                       "7",
                                       "7.0",
                                       " 7",
                                       "7 ",
                                       "a",
                                       "A",
                                       "\xc3\xbc",
                                       "u\xcc\x88",
                                       "abcdefgh",
                                       "abcdefghi",
                                       "abcdefg",
                                       "abcdefghabcdefgh",
                                       "0",
                                       "-0",
                                       "" };
  g_autoptr (SwStrings) pool = sw_strings_new ();
  for (guint i = 0; i < G_N_ELEMENTS (texts) - 1; i++)
    CHECK_INT (sw_strings_add (pool, texts[i], -1), i + 1);
  for (guint i = 0; i < G_N_ELEMENTS (texts) - 1; i++)
    CHECK_STR (sw_strings_get (pool, i + 1), texts[i]);
}

static void
addresses_stay_while_it_grows (void)
{
  enum
  {
    N = 200000
  };
  g_autoptr (SwStrings) pool = sw_strings_new ();
  const char *early = sw_strings_get (pool, sw_strings_add (pool, "early", -1));
  char text[32];
  guint wrong = 0;
  for (guint i = 0; i < N; i++)
    {
      g_snprintf (text, sizeof text, "job-%u", i);
      wrong += sw_strings_add (pool, text, -1) != i + 2;
    }
  CHECK_INT (wrong, 0);
  CHECK_STR (early, "early");
  CHECK_TRUE (early == sw_strings_get (pool, 1));
  for (guint i = 0; i < N; i += 7)
    {
      g_snprintf (text, sizeof text, "job-%u", i);
      wrong += sw_strings_find (pool, text) != i + 2;
      wrong += strcmp (sw_strings_get (pool, i + 2), text) != 0;
    }
  CHECK_INT (wrong, 0);
  CHECK_TRUE (sw_strings_bytes (pool) > N * 8);
  CHECK_TRUE (sw_strings_bytes (pool) < N * 80);
}

static void
long_texts_fit (void)
{
  g_autoptr (SwStrings) pool = sw_strings_new ();
  for (gsize n = 1; n < 5000000; n = 5 * n + 3)
    {
      g_autofree char *text = g_strnfill (n, 'x');
      const guint32 number = sw_strings_add (pool, text, -1);
      sw_strings_add (pool, "between", -1);
      CHECK_TRUE (strcmp (sw_strings_get (pool, number), text) == 0);
      CHECK_INT (sw_strings_add (pool, text, n), number);
    }
  CHECK_STR (sw_strings_get (pool, sw_strings_find (pool, "between")), "between");
}

static void
arena_keeps_texts_apart (void)
{
  g_autoptr (SwArena) arena = sw_arena_new ();
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  gsize total = 0;
  for (guint i = 0; i < 3000; i++)
    {
      const gsize n = i % 37 + (i % 500 == 0 ? 9000 : 0);
      g_autofree char *text = g_strnfill (n, 'a' + i % 26);
      g_ptr_array_add (texts, (gpointer)sw_arena_text (arena, text, n));
      total += n + 1;
    }
  guint wrong = 0;
  for (guint i = 0; i < texts->len; i++)
    {
      const char *text = g_ptr_array_index (texts, i);
      const gsize n = i % 37 + (i % 500 == 0 ? 9000 : 0);
      wrong += strlen (text) != n || (n > 0 && (text[0] != text[n - 1] || text[0] != 'a' + i % 26));
    }
  CHECK_INT (wrong, 0);
  CHECK_TRUE (sw_arena_bytes (arena) >= total);
  CHECK_TRUE (sw_arena_bytes (arena) <= 2 * total + 8192);
}

SW_CHECKS ("strings", { "numbers by first appearance", numbers_by_first_appearance },
           { "lookups do not add", lookups_do_not_add },
           { "D-04 look-alikes stay apart", look_alikes_stay_apart },
           { "addresses stay while it grows", addresses_stay_while_it_grows },
           { "long texts fit", long_texts_fit },
           { "arena keeps texts apart", arena_keeps_texts_apart })

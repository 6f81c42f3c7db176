/* The test harness: CUnit with checks that print both values, and TAP on stdout for meson.
 *
 *   static void
 *   sums_saturate (void)
 *   {
 *     CHECK_TIME (sw_time_add (SW_TIME_INF, 1), SW_TIME_INF);
 *   }
 *
 *   SW_CHECKS ("time", { "sums saturate", sums_saturate })
 *
 * A failed check is told on stderr and the test goes on; SKIP ends it. */
#ifndef SW_CHECK_H
#define SW_CHECK_H

#include "sw-error.h"
#include "sw-time.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  void (*run) (void);
} SwCheckCase;

/* The main function of a test program. */
#define SW_CHECKS(suite, ...)                                                                      \
  int main (void)                                                                                  \
  {                                                                                                \
    static const SwCheckCase cases[] = { __VA_ARGS__ };                                            \
    return sw_check_run (suite, cases, G_N_ELEMENTS (cases));                                      \
  }

#define CHECK_TRUE(a) sw_check_bool (__FILE__, __LINE__, #a, (a) ? TRUE : FALSE, TRUE)
#define CHECK_FALSE(a) sw_check_bool (__FILE__, __LINE__, #a, (a) ? TRUE : FALSE, FALSE)
#define CHECK_INT(a, b) sw_check_int (__FILE__, __LINE__, #a, a, b)
#define CHECK_TIME(a, b) sw_check_time (__FILE__, __LINE__, #a, a, b)
#define CHECK_REAL(a, b, tolerance) sw_check_real (__FILE__, __LINE__, #a, a, b, tolerance)
#define CHECK_STR(a, b) sw_check_str (__FILE__, __LINE__, #a, a, b)
/* The text a holds part. */
#define CHECK_CONTAINS(a, part) sw_check_contains (__FILE__, __LINE__, #a, a, part)
/* An SW_ERROR of this code whose message holds part. */
#define CHECK_ERROR(error, code, part) sw_check_error (__FILE__, __LINE__, error, code, part)
#define CHECK_NO_ERROR(error) sw_check_no_error (__FILE__, __LINE__, error)

/* Ends the test that calls it; it counts as skipped. */
#define SKIP(reason)                                                                               \
  do                                                                                               \
    {                                                                                              \
      sw_check_skip (reason);                                                                      \
      return;                                                                                      \
    }                                                                                              \
  while (0)

int sw_check_run (const char *suite, const SwCheckCase *cases, guint n);
void sw_check_skip (const char *reason);

/* All return whether the check held. */
gboolean sw_check_bool (const char *file, int line, const char *what, gboolean a, gboolean b);
gboolean sw_check_int (const char *file, int line, const char *what, gint64 a, gint64 b);
gboolean sw_check_time (const char *file, int line, const char *what, SwTime a, SwTime b);
gboolean sw_check_real (const char *file, int line, const char *what, double a, double b,
                        double tolerance);
gboolean sw_check_str (const char *file, int line, const char *what, const char *a, const char *b);
gboolean sw_check_contains (const char *file, int line, const char *what, const char *a,
                            const char *part);
gboolean sw_check_error (const char *file, int line, const GError *error, int code,
                         const char *part);
gboolean sw_check_no_error (const char *file, int line, const GError *error);

/* The folder of shared material: $SLICEWISE_SHARED or ../shared beside the source tree; NULL if it
   is not there.  Transfer full. */
char *sw_test_shared (void);
/* Path of a file of the source tree, transfer full. */
char *sw_test_source (const char *name);

/* A new empty folder, and its end with all that is in it (frees path). */
char *sw_test_folder (void);
void sw_test_remove (char *path);
/* Writes text as folder/name and returns that path, transfer full. */
char *sw_test_write (const char *folder, const char *name, const char *text);
/* Everything in a file, transfer full; a failed check and NULL if it cannot be read. */
char *sw_test_read (const char *folder, const char *name);

/* Switches the process to a locale with a decimal comma, one made for the purpose if none is
   installed; FALSE if there is no way.  setlocale (LC_ALL, "C") leads back. */
gboolean sw_test_comma_locale (void);

G_END_DECLS

#endif

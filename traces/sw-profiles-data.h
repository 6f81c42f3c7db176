/* The built-in profiles as texts, made from the files in profiles/ when the program is built. */
#ifndef SW_PROFILES_DATA_H
#define SW_PROFILES_DATA_H

typedef struct
{
  const char *name, *text;
} SwProfileText;

extern const SwProfileText sw_profiles_data[]; /* by name, ended by a NULL name */

#endif

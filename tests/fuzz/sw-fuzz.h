/* The entry that libFuzzer and the replay call.  0: the input was looked at. */
#ifndef SW_FUZZ_H
#define SW_FUZZ_H

#include <glib.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

#endif

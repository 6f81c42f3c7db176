/* The version of the program, from the build. */
#ifndef SW_VERSION_H
#define SW_VERSION_H

extern const char sw_version[];

#endif

/* manifest.json: what a result folder came from.  Equal inputs give equal bytes: no time stamps,
 * and paths only as they were given. */
#ifndef SW_MANIFEST_H
#define SW_MANIFEST_H

#include "sw-run.h"

G_BEGIN_DECLS

gboolean sw_manifest_write (const SwRun *run, const SwExperiment *experiment, SwFolder *folder,
                            GError **error);

/* What an import counted, as an object called key. */
void sw_manifest_import (SwJson *json, const char *key, const SwImportReport *report);

/* An input that a run read. */
typedef struct
{
  char *key; /* "workload.trace", "pool.core.node_list" */
  char *path, *sha256;
} SwManifestInput;

/* A manifest read back, as far as a run can be repeated from it. */
typedef struct
{
  char *version;  /* of the program that wrote it */
  char *source;   /* path of the scenario file */
  char *scenario; /* its effective text */
  char *table;    /* hash of the job table */
  GArray *inputs; /* SwManifestInput */
} SwManifest;

/* The folders of runs that a result folder is or holds, NULL-terminated, transfer full. */
char **sw_manifest_runs (const char *dir, GError **error);

/* Reads DIR/manifest.json; NULL with SW_ERROR_INPUT. */
SwManifest *sw_manifest_read (const char *dir, GError **error);
void sw_manifest_free (SwManifest *manifest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SwManifest, sw_manifest_free)

G_END_DECLS

#endif

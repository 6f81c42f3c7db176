/* Preemptive scheduling by what remains of each job: the common part of srtf and srsf. */
#ifndef SW_REMAINING_H
#define SW_REMAINING_H

#include "lengths.h"

gpointer sw_remaining_new (SwLength by, gboolean times_gpus);
void sw_remaining_free (gpointer self);
void sw_remaining_schedule (gpointer self, const SwHost *host, SwView *v);
void sw_remaining_entered (gpointer self, const SwHost *host, SwView *v, SwJob job);
void sw_remaining_ended (gpointer self, const SwHost *host, SwView *v, SwJob job);

#endif

#include "sw-job-table.h"

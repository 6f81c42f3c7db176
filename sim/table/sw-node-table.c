#include "sw-node-table.h"

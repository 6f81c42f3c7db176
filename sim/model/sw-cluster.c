#include "sw-cluster.h"

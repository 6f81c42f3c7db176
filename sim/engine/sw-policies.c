#include "sw-policies.h"

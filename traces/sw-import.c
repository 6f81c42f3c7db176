#include "sw-import.h"

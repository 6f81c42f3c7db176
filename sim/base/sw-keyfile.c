#include "sw-keyfile.h"

#include "sw-account.h"

#ifndef SW_SCENARIO_H
#define SW_SCENARIO_H
#endif

#ifndef SW_REPORT_H
#define SW_REPORT_H
#endif

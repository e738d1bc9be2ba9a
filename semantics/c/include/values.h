/* The old names of limits.h and float.h. */
#ifndef _VALUES_H
#define _VALUES_H
#include <limits.h>
#include <float.h>
#define CHARBITS 8
#define SHORTBITS 16
#define INTBITS 32
#define LONGBITS 64
#define MAXSHORT SHRT_MAX
#define MAXINT INT_MAX
#define MAXLONG LONG_MAX
#define MINSHORT SHRT_MIN
#define MININT INT_MIN
#define MINLONG LONG_MIN
#define MAXDOUBLE DBL_MAX
#define MINDOUBLE DBL_MIN
#define MINFLOAT FLT_MIN
#endif

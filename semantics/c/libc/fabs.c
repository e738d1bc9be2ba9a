/* Signs of numbers, and the greater or smaller of two. */
#include <__vouch_math.h>

int __signbit(double x) {
	if (x < 0 || x > 0)
		return x < 0;
	return (union __vouch_bits){x}.u >> 63;
}

int __signbitf(float x) {
	if (x < 0 || x > 0)
		return x < 0;
	return (union __vouch_bitsf){x}.u >> 31;
}

double fabs(double x) {
	if (x == x)
		return x > 0 ? x : x < 0 ? -x : 0;
	return __signbit(x) ? -x : x;
}

float fabsf(float x) {
	return fabs(x);
}

double copysign(double x, double y) {
	return __signbit(x) == __signbit(y) ? x : -x;
}

float copysignf(float x, float y) {
	return copysign(x, y);
}

double fmin(double x, double y) {
	if (x != x || y != y)
		return x != x ? y : x;
	return x < y ? x : y;
}

float fminf(float x, float y) {
	return fmin(x, y);
}

double fmax(double x, double y) {
	if (x != x || y != y)
		return x != x ? y : x;
	return x > y ? x : y;
}

float fmaxf(float x, float y) {
	return fmax(x, y);
}

double fdim(double x, double y) {
	if (x != x || y != y)
		return x + y;
	double d = x > y ? x - y : 0;
	if (d - d != 0 && x - x == 0 && y - y == 0)
		__VOUCH_ERANGE();
	return d;
}

float fdimf(float x, float y) {
	if (x != x || y != y)
		return x + y;
	float d = x > y ? x - y : 0;
	if (d - d != 0 && x - x == 0 && y - y == 0)
		__VOUCH_ERANGE();
	return d;
}

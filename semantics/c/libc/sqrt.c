/* Square roots. */
#include <__vouch_math.h>

double sqrt(double x) {
	if (x < 0) {
		__VOUCH_EDOM();
		return -__builtin_nan("");
	}
	return __vouch_sqrt(x);
}

float sqrtf(float x) {
	if (x < 0) {
		__VOUCH_EDOM();
		return -__builtin_nanf("");
	}
	return __vouch_sqrtf(x);
}

/* The neighbours of numbers. */
#include <__vouch_math.h>

double nextafter(double x, double y) {
	if (x != x || y != y)
		return x + y;
	if (x == y)
		return y;
	union __vouch_bits b = {x};
	if (x == 0)
		b.u = y > 0 ? 1 : 1ul << 63 | 1;
	else if (x < y == x > 0)
		b.u++;
	else
		b.u--;
	unsigned long e = b.u >> 52 & 0x7ff;
	if (e == 0 || e == 0x7ff)
		__VOUCH_ERANGE();
	return b.d;
}

float nextafterf(float x, float y) {
	if (x != x || y != y)
		return x + y;
	if (x == y)
		return y;
	union __vouch_bitsf b = {x};
	if (x == 0)
		b.u = y > 0 ? 1 : 1u << 31 | 1;
	else if (x < y == x > 0)
		b.u++;
	else
		b.u--;
	unsigned int e = b.u >> 23 & 0xff;
	if (e == 0 || e == 0xff)
		__VOUCH_ERANGE();
	return b.f;
}

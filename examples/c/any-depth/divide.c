/* Euclid's algorithm: of a number above 0, the greatest common divisor is above 0. */
#include <assert.h>

static unsigned gcd(unsigned a, unsigned b)
{
	return b == 0 ? a : gcd(b, a % b);
}

void entry(unsigned a, unsigned b)
{
	if (a > 0)
		assert(gcd(a, b) > 0);
}

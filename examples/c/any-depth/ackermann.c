/* Ackermann's function, with a bound that keeps its integers in their range. */
#include <assert.h>

static int ackermann(int m, int n)
{
	if (m == 0)
		return n + 1;
	if (n == 0)
		return ackermann(m - 1, 1);
	return ackermann(m - 1, ackermann(m, n - 1) % 1000);
}

void entry(int m, int n)
{
	if (m >= 0 && n >= 0 && n < 1000)
		assert(ackermann(m, n) > 0);
}

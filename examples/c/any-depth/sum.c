/* The sum of the numbers up to n, and its closed form. */
#include <assert.h>

static long sum(long n)
{
	return n <= 0 ? 0 : n + sum(n - 1);
}

void entry(int n)
{
	if (n >= 0 && n <= 100000)
		assert(2 * sum(n) == (long)n * (n + 1));
}

/* Two functions that call each other say whether a number is even. */
#include <assert.h>

static int odd(unsigned n);

static int even(unsigned n)
{
	return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned n)
{
	return n == 0 ? 0 : even(n - 1);
}

void entry(unsigned n)
{
	assert(even(n) == (n % 2 == 0));
}

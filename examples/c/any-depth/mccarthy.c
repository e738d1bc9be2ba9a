/* McCarthy's function, which calls itself in an argument of itself. */
#include <assert.h>

static int f(int n)
{
	return n > 100 ? n - 10 : f(f(n + 11));
}

void entry(int n)
{
	assert(f(n) >= 91);
}

/* Binary search by halves: the place where x belongs is inside, or at the end. */
#include <assert.h>

static int place(int lo, int hi, int x)
{
	if (lo >= hi)
		return lo;
	int mid = lo + (hi - lo) / 2;
	return 2 * (mid % 1000) < x ? place(mid + 1, hi, x) : place(lo, mid, x);
}

void entry(int n, int x)
{
	if (n < 0)
		return;
	int at = place(0, n, x);
	assert(at >= 0 && at <= n);
}

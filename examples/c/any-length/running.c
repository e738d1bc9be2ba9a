/* Sums of what is before each place, from which the sum between two places follows. */
#include <stdlib.h>

long long between(const int *a, unsigned n, unsigned from, unsigned to)
{
	if (n > 1000000 || from > to || to > n)
		return 0;
	long long *sum = malloc((n + 1) * sizeof *sum);
	if (!sum)
		return 0;
	sum[0] = 0;
	for (unsigned i = 0; i < n; i++)
		sum[i + 1] = sum[i] + a[i];
	long long r = sum[to] - sum[from];
	free(sum);
	return r;
}

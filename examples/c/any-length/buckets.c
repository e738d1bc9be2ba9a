#include <stdlib.h>

/* How full each of n buckets is: which one an element goes to is kept in an array of its own. */
unsigned fullest(const unsigned *a, unsigned n)
{
	if (n == 0 || n > 100000)
		return 0;
	unsigned *bucket = malloc(n * sizeof *bucket), *full = calloc(n, sizeof *full), best = 0;
	if (!bucket || !full)
		return 0;
	for (unsigned i = 0; i < n; i++)
		bucket[i] = a[i] % n;
	for (unsigned i = 0; i < n; i++)
		full[bucket[i]]++;
	for (unsigned i = 0; i < n; i++)
		if (full[i] > best)
			best = full[i];
	free(bucket);
	free(full);
	return best;
}

#include <stdlib.h>

/* Sums of the first numbers of an array: what is written is one ahead of what the loop counts. */
int sums(const unsigned char *a, unsigned n)
{
	if (n > 1000000)
		return 0;
	unsigned *sum = malloc((n + 1) * sizeof *sum);
	if (!sum)
		return 0;
	sum[0] = 0;
	for (unsigned i = 0; i < n; i++)
		sum[i + 1] = sum[i] + a[i];
	unsigned all = sum[n];
	free(sum);
	return all & 1;
}

#include <stdlib.h>

/* Two arrays in turns: what is written ends at twice what the loop counts. */
int pairs(const unsigned char *a, const unsigned char *b, unsigned n)
{
	if (n == 0 || n > 1000000)
		return 0;
	unsigned char *all = malloc(2 * n);
	if (!all)
		return 0;
	for (unsigned i = 0; i < n; i++) {
		all[2 * i] = a[i];
		all[2 * i + 1] = b[i];
	}
	int last = all[2 * n - 1];
	free(all);
	return last;
}

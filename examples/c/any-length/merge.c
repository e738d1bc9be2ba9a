#include <stdlib.h>

/* Merges two arrays: three loops, of which each goes on where the one before it ended. */
int merge(const unsigned char *a, unsigned n, const unsigned char *b, unsigned m)
{
	if (n > 100000 || m > 100000 || n + m == 0)
		return 0;
	unsigned char *all = malloc(n + m);
	unsigned i = 0, j = 0, k = 0;
	if (!all)
		return 0;
	while (i < n && j < m)
		all[k++] = a[i] <= b[j] ? a[i++] : b[j++];
	while (i < n)
		all[k++] = a[i++];
	while (j < m)
		all[k++] = b[j++];
	int last = all[n + m - 1];
	free(all);
	return last;
}

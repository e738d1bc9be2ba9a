/* A copy whose elements lie further on, and from the end on at the beginning, by a remainder of what has a sign. */
#include <stdlib.h>

int rotate(const int *a, int n, int by)
{
	if (n <= 0 || n > 1000000 || by < 0 || by > 1000000)
		return 0;
	int *to = malloc(n * sizeof *to);
	if (!to)
		return 0;
	for (int i = 0; i < n; i++)
		to[(i + by) % n] = a[i];
	free(to);
	return 1;
}

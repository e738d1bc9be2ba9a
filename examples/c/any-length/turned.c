#include <stdlib.h>

/* A copy in the other order: each turn writes one place further to the front. */
int turned(const int *from, unsigned n)
{
	int *to = malloc(n * sizeof *to);
	int all = 0;
	if (!to)
		return -1;
	for (unsigned i = 0; i < n; i++)
		to[n - 1 - i] = from[i];
	for (unsigned i = 0; i < n; i++)
		all ^= to[i];
	free(to);
	return all;
}

#include <stdlib.h>

/* Copies a block byte by byte, and reads the copy. */
unsigned copy(unsigned n)
{
	unsigned char *from = malloc(n), *to = malloc(n);
	unsigned sum = 0;
	if (from && to) {
		for (unsigned i = 0; i < n; i++)
			from[i] = i;
		for (unsigned i = 0; i < n; i++)
			to[i] = from[i];
		for (unsigned i = 0; i < n; i++)
			sum += to[i];
	}
	free(from);
	free(to);
	return sum;
}

/* Where each number is, of numbers that are checked, and what is there. */
#include <stdlib.h>

unsigned inverse(const unsigned *p, unsigned n)
{
	if (n == 0 || n > 100000)
		return 0;
	unsigned *at = malloc(n * sizeof *at), sum = 0;
	if (!at)
		return 0;
	for (unsigned i = 0; i < n; i++)
		at[i] = 0;
	for (unsigned i = 0; i < n; i++)
		if (p[i] < n)
			at[p[i]] = i;
	for (unsigned i = 0; i < n; i++)
		sum += p[at[i]];
	free(at);
	return sum;
}

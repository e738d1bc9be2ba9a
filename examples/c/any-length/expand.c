/* Runs, as a number and a byte each, written out: one loop counts how much there will be, and another one writes it. */
#include <stdlib.h>

unsigned expand(const unsigned char *p, unsigned n)
{
	unsigned total = 0, k = 0;
	if (n > 100000)
		return 0;
	for (unsigned i = 0; i + 1 < n; i += 2)
		total += p[i];
	unsigned char *out = malloc(total + 1);
	if (!out)
		return 0;
	for (unsigned i = 0; i + 1 < n; i += 2)
		for (unsigned j = 0; j < p[i]; j++)
			if (k < total)
				out[k++] = p[i + 1];
	out[k] = 0;
	free(out);
	return k;
}

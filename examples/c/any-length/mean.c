#include <assert.h>

/* The mean of bytes, of which there are at most 65,536: their sum is at most 255 times as many. */
int mean(const unsigned char *p, unsigned n)
{
	int sum = 0;
	if (n > 65536)
		return -1;
	for (unsigned i = 0; i < n; i++)
		sum += p[i];
	assert(sum <= 255 * (int)n);
	return n > 0 ? sum / (int)n : 0;
}

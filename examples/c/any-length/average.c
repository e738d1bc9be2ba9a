/* The mean of bytes, by a division that is rounded down. */
#include <assert.h>

unsigned average(const unsigned char *p, unsigned n)
{
	unsigned sum = 0;
	if (n == 0 || n > 1000000)
		return 0;
	for (unsigned i = 0; i < n; i++)
		sum += p[i];
	assert(sum / n <= 255);
	return sum / n;
}

// Random bytes, which are inputs.
#include <errno.h>

long getrandom(void *to, unsigned long n, unsigned flags)
{
	for (unsigned long i = 0; i < n; i++)
		((unsigned char *)to)[i] = __vouch_draw("random", 0, 255);
	return n;
}

int getentropy(void *to, unsigned long n)
{
	if (n > 256) {
		errno = EIO;
		return -1;
	}
	getrandom(to, n, 0);
	return 0;
}

#include <stddef.h>

/* The length of a string of any length. */
size_t length(const char *s)
{
	const char *p = s;
	while (*p)
		p++;
	return p - s;
}

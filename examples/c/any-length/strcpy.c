#include <stdlib.h>
#include <string.h>

/* Copies a string into an object that is just large enough. */
char *duplicate(const char *s)
{
	char *d = malloc(strlen(s) + 1), *p = d;
	if (!d)
		return 0;
	while ((*p++ = *s++))
		;
	return d;
}

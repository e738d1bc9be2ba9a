#include <string.h>

/* Take spaces away at both ends of a text, in place. */
char *trim(char *s)
{
	while (*s == ' ')
		s++;
	size_t n = strlen(s);
	while (n > 0 && s[n - 1] == ' ')
		n--;
	s[n] = 0;
	return s;
}

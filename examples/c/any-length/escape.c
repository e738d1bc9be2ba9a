#include <stdlib.h>
#include <string.h>

/* Puts a backslash before quotes: what is written is at most twice what is read, which few runs show. */
int escape(const char *s)
{
	size_t n = strlen(s), k = 0;
	if (n > 1000000)
		return 0;
	char *out = malloc(2 * n + 1);
	if (!out)
		return 0;
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '"' || s[i] == '\\')
			out[k++] = '\\';
		out[k++] = s[i];
	}
	out[k] = 0;
	int first = out[0];
	free(out);
	return first;
}

#include <stdlib.h>

/* Notes where each line of a text begins, and looks at one of them. */
int lines(const char *text, unsigned n, unsigned which)
{
	if (n > 1000000)
		return -1;
	unsigned *at = malloc((n + 1) * sizeof *at);
	unsigned k = 0;
	if (!at)
		return -1;
	at[k++] = 0;
	for (unsigned i = 0; i < n; i++)
		if (text[i] == '\n')
			at[k++] = i + 1;
	int first = -1;
	if (which < k && at[which] < n)
		first = text[at[which]];
	free(at);
	return first;
}

#include <stdlib.h>

/* Elements at places that are all checked first, and then used: each is below a number that only the caller knows. */
int gather(const int *in, int n, const int *at, int m)
{
	if (m > 100000)
		return -1;
	for (int i = 0; i < m; i++)
		if (at[i] < 0 || at[i] >= n)
			return -1;
	int *out = malloc(m * sizeof *out);
	if (!out)
		return -1;
	for (int i = 0; i < m; i++)
		out[i] = in[at[i]];
	free(out);
	return 0;
}

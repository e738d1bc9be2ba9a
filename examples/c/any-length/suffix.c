#include <stdlib.h>

/* The greatest number from each place on: an array that is written from its end to its start. */
int greatest(const int *a, int n)
{
	if (n <= 0)
		return 0;
	int *most = malloc(n * sizeof *most);
	if (!most)
		return 0;
	most[n - 1] = a[n - 1];
	for (int i = n - 2; i >= 0; i--)
		most[i] = a[i] > most[i + 1] ? a[i] : most[i + 1];
	int first = most[0];
	free(most);
	return first;
}

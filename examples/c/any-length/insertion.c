#include <stdlib.h>

/* Sorts numbers. */
void sort(int *a, unsigned n)
{
	for (unsigned i = 1; i < n; i++) {
		int x = a[i];
		unsigned j = i;
		while (j > 0 && a[j - 1] > x) {
			a[j] = a[j - 1];
			j--;
		}
		a[j] = x;
	}
}

int entry(unsigned n, int x)
{
	int *a = malloc(n * sizeof *a);
	if (!a)
		return 1;
	for (unsigned i = 0; i < n; i++)
		a[i] = x ^ i;
	sort(a, n);
	free(a);
	return 0;
}

#include <stdlib.h>

/* The place of a number in an ascending array; -1 if it is not there. */
int find(const int *a, int n, int x)
{
	int lo = 0, hi = n;
	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;
		if (a[mid] == x)
			return mid;
		if (a[mid] < x)
			lo = mid + 1;
		else
			hi = mid;
	}
	return -1;
}

int entry(int n, int x)
{
	if (n < 0)
		return -1;
	int *a = malloc(n * sizeof *a);
	if (!a)
		return -1;
	for (int i = 0; i < n; i++)
		a[i] = i / 3 * 2;
	int at = find(a, n, x);
	free(a);
	return at;
}

/* The place of a number in an ascending array of a caller; -1 if it is not there. */
int search(const int *a, int n, int x)
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

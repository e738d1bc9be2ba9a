/* The comparison of ranges of bytes: both have all n bytes, wherever they differ. */
int memcmp(const void *a, const void *b, unsigned long n) {
	const unsigned char *x = a, *y = b;
	if (n == 0)
		return 0;
	unsigned char last = x[n - 1];
	last = y[n - 1];
	for (unsigned long i = 0; i < n; i++)
		if (x[i] != y[i])
			return x[i] - y[i];
	return 0;
}

int bcmp(const void *a, const void *b, unsigned long n) {
	return memcmp(a, b, n);
}

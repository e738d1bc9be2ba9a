/* The search in an ordered array, by the comparisons of glibc. */
void *bsearch(const void *key, const void *p, unsigned long n, unsigned long size, int (*order)(const void *, const void *)) {
	unsigned long low = 0, high = n;
	if (n * size > 0) {
		/* The array is all there. */
		char last = ((const char *)p)[n * size - 1];
	}
	while (low < high) {
		unsigned long middle = (low + high) / 2;
		const void *q = (const char *)p + middle * size;
		int c = order(key, q);
		if (c == 0)
			return (void *)q;
		if (c < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return (void *)0;
}

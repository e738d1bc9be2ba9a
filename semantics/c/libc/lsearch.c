/* The search in an array without an order. */
void *lfind(const void *key, const void *p, unsigned long *n, unsigned long size, int (*order)(const void *, const void *)) {
	const char *q = p;
	for (unsigned long i = 0; i < *n; i++, q += size)
		if (order(key, q) == 0)
			return (void *)q;
	return (void *)0;
}

void *lsearch(const void *key, void *p, unsigned long *n, unsigned long size, int (*order)(const void *, const void *)) {
	void *found = lfind(key, p, n, size, order);
	if (found)
		return found;
	found = (char *)p + *n * size;
	__vouch_copy(found, key, size);
	(*n)++;
	return found;
}

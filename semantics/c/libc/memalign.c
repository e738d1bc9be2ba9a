/* Objects on the heap with an alignment, which all of them have up to 2^32. */
extern int *__errno_location(void);
extern void *malloc(unsigned long);

void *memalign(unsigned long alignment, unsigned long n) {
	if (alignment > 1ul << 32) {
		*__errno_location() = 12;
		return (void *)0;
	}
	return malloc(n);
}

void *aligned_alloc(unsigned long alignment, unsigned long n) {
	return memalign(alignment, n);
}

int posix_memalign(void **to, unsigned long alignment, unsigned long n) {
	if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
		return 22;
	int was = *__errno_location();
	void *p = memalign(alignment, n);
	*__errno_location() = was;
	if (!p)
		return 12;
	*to = p;
	return 0;
}

void *valloc(unsigned long n) {
	return malloc(n);
}

void *pvalloc(unsigned long n) {
	return malloc((n + 4095) & ~4095ul);
}

unsigned long malloc_usable_size(void *p) {
	return p ? __vouch_extent(p) : 0;
}

int malloc_trim(unsigned long pad) {
	return 0;
}

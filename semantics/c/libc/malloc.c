/* The heap. Every object is aligned for every type; one of 0 bytes has an address of its own. */
extern int *__errno_location(void);

static void *__vouch_no_memory(void) {
	*__errno_location() = 12;
	return (void *)0;
}

void *malloc(unsigned long n) {
	if (n > (1ul << 32) - (1ul << 17))
		return __vouch_no_memory();
	if (__vouch_option("may-fail") && __vouch_draw("malloc_fails", 0, 1))
		return __vouch_no_memory();
	return __vouch_alloc(n);
}

void *calloc(unsigned long n, unsigned long size) {
	if (size != 0 && n > ((1ul << 32) - (1ul << 17)) / size)
		return __vouch_no_memory();
	void *p = malloc(n * size);
	if (p)
		__vouch_fill(p, 0, n * size);
	return p;
}

void free(void *p) {
	if (p)
		__vouch_free(p);
}

void cfree(void *p) {
	free(p);
}

void *realloc(void *p, unsigned long n) {
	if (!p)
		return malloc(n);
	unsigned long old = __vouch_extent(p);
	if (n == 0) {
		__vouch_free(p);
		return (void *)0;
	}
	void *q = malloc(n);
	if (q) {
		__vouch_copy(q, p, old < n ? old : n);
		__vouch_free(p);
	}
	return q;
}

void *reallocarray(void *p, unsigned long n, unsigned long size) {
	if (size != 0 && n > ((1ul << 32) - (1ul << 17)) / size)
		return __vouch_no_memory();
	return realloc(p, n * size);
}

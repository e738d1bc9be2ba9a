/* Sorting by merges: the comparisons and their order are those of glibc 2.36, and the order of equal elements stays. */
static void __vouch_merge_sort(char *p, unsigned long n, unsigned long size, int (*order)(const void *, const void *, void *), void *context, char *room) {
	if (n <= 1)
		return;
	unsigned long left = n / 2, right = n - left;
	char *a = p, *b = p + left * size, *to = room;
	__vouch_merge_sort(a, left, size, order, context, room);
	__vouch_merge_sort(b, right, size, order, context, room);
	while (left > 0 && right > 0) {
		if (order(a, b, context) <= 0) {
			__vouch_copy(to, a, size);
			a += size, left--;
		} else {
			__vouch_copy(to, b, size);
			b += size, right--;
		}
		to += size;
	}
	if (left > 0)
		__vouch_copy(to, a, left * size);
	__vouch_copy(p, room, (n - right) * size);
}

static int __vouch_order(const void *a, const void *b, void *context) {
	int (**order)(const void *, const void *) = context;
	return (*order)(a, b);
}

void qsort_r(void *p, unsigned long n, unsigned long size, int (*order)(const void *, const void *, void *), void *context) {
	if (n <= 1 || size == 0)
		return;
	char last = ((const char *)p)[n * size - 1];
	char *room = __vouch_alloc(n * size);
	__vouch_merge_sort(p, n, size, order, context, room);
	__vouch_free(room);
}

void qsort(void *p, unsigned long n, unsigned long size, int (*order)(const void *, const void *)) {
	qsort_r(p, n, size, __vouch_order, &order);
}

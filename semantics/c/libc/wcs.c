/* Wide strings. */
unsigned long wcslen(const int *s) {
	unsigned long n = 0;
	while (s[n])
		n++;
	return n;
}

unsigned long wcsnlen(const int *s, unsigned long max) {
	unsigned long n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

int *wcscpy(int *d, const int *s) {
	__vouch_copy_apart(d, s, (wcslen(s) + 1) * 4);
	return d;
}

int *wcpcpy(int *d, const int *s) {
	unsigned long n = wcslen(s);
	__vouch_copy_apart(d, s, (n + 1) * 4);
	return d + n;
}

int *wcpncpy(int *d, const int *s, unsigned long n) {
	unsigned long k = wcsnlen(s, n);
	unsigned long size = k < n ? k + 1 : n;
	__vouch_copy_apart(d, s, size * 4);
	__vouch_fill(d + size, 0, (n - size) * 4);
	__vouch_disjoint(d, n * 4, s, size * 4);
	return d + k;
}

int *wcsncpy(int *d, const int *s, unsigned long n) {
	wcpncpy(d, s, n);
	return d;
}

int *wcscat(int *d, const int *s) {
	wcscpy(d + wcslen(d), s);
	return d;
}

int *wcsncat(int *d, const int *s, unsigned long max) {
	unsigned long n = wcslen(d), k = wcsnlen(s, max);
	__vouch_copy_apart(d + n, s, k * 4);
	d[n + k] = 0;
	__vouch_disjoint(d + n, (k + 1) * 4, s, (k < max ? k + 1 : k) * 4);
	return d;
}

int wcscmp(const int *a, const int *b) {
	while (*a && *a == *b)
		a++, b++;
	return *a < *b ? -1 : *a > *b;
}

int wcsncmp(const int *a, const int *b, unsigned long n) {
	for (; n > 0; a++, b++, n--)
		if (*a != *b || !*a)
			return *a < *b ? -1 : *a > *b;
	return 0;
}

int wcscoll(const int *a, const int *b) {
	return wcscmp(a, b);
}

int *wcschr(const int *s, int c) {
	for (;; s++) {
		if (*s == c)
			return (int *)s;
		if (!*s)
			return (int *)0;
	}
}

int *wcsrchr(const int *s, int c) {
	int *found = (int *)0;
	for (;; s++) {
		if (*s == c)
			found = (int *)s;
		if (!*s)
			return found;
	}
}

unsigned long wcsxfrm(int *d, const int *s, unsigned long room) {
	unsigned long n = wcslen(s);
	if (room > 0)
		wcsncpy(d, s, n < room ? n + 1 : room);
	return n;
}

int *__wcscpy_chk(int *d, const int *s, unsigned long room) {
	return wcscpy(d, s);
}

int *__wcsncpy_chk(int *d, const int *s, unsigned long n, unsigned long room) {
	return wcsncpy(d, s, n);
}

int *__wcscat_chk(int *d, const int *s, unsigned long room) {
	return wcscat(d, s);
}

int *__wcsncat_chk(int *d, const int *s, unsigned long n, unsigned long room) {
	return wcsncat(d, s, n);
}

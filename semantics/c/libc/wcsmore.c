/* Searches and tokens of wide strings. */
extern void *malloc(unsigned long);
extern unsigned long wcslen(const int *);
extern int *wcschr(const int *, int);

unsigned long wcsspn(const int *s, const int *set) {
	unsigned long n = 0;
	while (s[n] && wcschr(set, s[n]))
		n++;
	return n;
}

unsigned long wcscspn(const int *s, const int *set) {
	unsigned long n = 0;
	while (s[n] && !wcschr(set, s[n]))
		n++;
	return n;
}

int *wcspbrk(const int *s, const int *set) {
	s += wcscspn(s, set);
	return *s ? (int *)s : (int *)0;
}

int *wcsstr(const int *s, const int *t) {
	for (;; s++) {
		unsigned long k = 0;
		while (t[k] && s[k] == t[k])
			k++;
		if (!t[k])
			return (int *)s;
		if (!s[k])
			return (int *)0;
	}
}

int *wcstok(int *s, const int *set, int **rest) {
	if (!s)
		s = *rest;
	if (!s)
		return s;
	s += wcsspn(s, set);
	if (!*s) {
		*rest = (int *)0;
		return (int *)0;
	}
	int *end = s + wcscspn(s, set);
	if (*end) {
		__vouch_disjoint(end, 4, set, (wcslen(set) + 1) * 4);
		*end++ = 0;
	} else
		end = (int *)0;
	*rest = end;
	return s;
}

int *wcsdup(const int *s) {
	unsigned long n = (wcslen(s) + 1) * 4;
	int *d = malloc(n);
	if (d)
		__vouch_copy(d, s, n);
	return d;
}

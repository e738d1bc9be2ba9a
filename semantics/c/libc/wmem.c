/* Ranges of wide characters. */
int *wmemcpy(int *d, const int *s, unsigned long n) {
	__vouch_copy_apart(d, s, n * 4);
	return d;
}

int *wmempcpy(int *d, const int *s, unsigned long n) {
	__vouch_copy_apart(d, s, n * 4);
	return d + n;
}

int *wmemmove(int *d, const int *s, unsigned long n) {
	__vouch_copy(d, s, n * 4);
	return d;
}

int *wmemset(int *d, int c, unsigned long n) {
	for (unsigned long i = 0; i < n; i++)
		d[i] = c;
	return d;
}

int *wmemchr(const int *s, int c, unsigned long n) {
	for (unsigned long i = 0; i < n; i++)
		if (s[i] == c)
			return (int *)(s + i);
	return (int *)0;
}

int wmemcmp(const int *a, const int *b, unsigned long n) {
	for (unsigned long i = 0; i < n; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

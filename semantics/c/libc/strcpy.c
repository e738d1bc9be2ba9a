/* Copies of strings: the source is measured first, then both ranges are looked at as a whole. */
extern unsigned long strlen(const char *);
extern unsigned long strnlen(const char *, unsigned long);

char *strcpy(char *d, const char *s) {
	__vouch_copy_apart(d, s, strlen(s) + 1);
	return d;
}

char *stpcpy(char *d, const char *s) {
	unsigned long n = strlen(s);
	__vouch_copy_apart(d, s, n + 1);
	return d + n;
}

char *stpncpy(char *d, const char *s, unsigned long n) {
	unsigned long k = strnlen(s, n);
	unsigned long size = k < n ? k + 1 : n;
	__vouch_copy_apart(d, s, size);
	__vouch_fill(d + size, 0, n - size);
	__vouch_disjoint(d, n, s, size);
	return d + k;
}

char *strncpy(char *d, const char *s, unsigned long n) {
	stpncpy(d, s, n);
	return d;
}

char *strcat(char *d, const char *s) {
	unsigned long n = strlen(d);
	__vouch_copy_apart(d + n, s, strlen(s) + 1);
	return d;
}

char *strncat(char *d, const char *s, unsigned long max) {
	unsigned long n = strlen(d), k = strnlen(s, max);
	if (k > 0)
		__vouch_copy_apart(d + n, s, k);
	d[n + k] = 0;
	__vouch_disjoint(d + n, k + 1, s, k < max ? k + 1 : k);
	return d;
}

char *__strcpy_chk(char *d, const char *s, unsigned long room) {
	return strcpy(d, s);
}

char *__stpcpy_chk(char *d, const char *s, unsigned long room) {
	return stpcpy(d, s);
}

char *__strncpy_chk(char *d, const char *s, unsigned long n, unsigned long room) {
	return strncpy(d, s, n);
}

char *__stpncpy_chk(char *d, const char *s, unsigned long n, unsigned long room) {
	return stpncpy(d, s, n);
}

char *__strcat_chk(char *d, const char *s, unsigned long room) {
	return strcat(d, s);
}

char *__strncat_chk(char *d, const char *s, unsigned long n, unsigned long room) {
	return strncat(d, s, n);
}

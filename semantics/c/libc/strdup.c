/* Strings on the heap. */
extern void *malloc(unsigned long);
extern unsigned long strlen(const char *);
extern unsigned long strnlen(const char *, unsigned long);

char *strndup(const char *s, unsigned long max) {
	unsigned long n = strnlen(s, max);
	char *d = malloc(n + 1);
	if (d) {
		__vouch_copy(d, s, n);
		d[n] = 0;
	}
	return d;
}

char *strdup(const char *s) {
	unsigned long n = strlen(s) + 1;
	char *d = malloc(n);
	if (d)
		__vouch_copy(d, s, n);
	return d;
}

char *__strdup(const char *s) {
	return strdup(s);
}

char *__strndup(const char *s, unsigned long max) {
	return strndup(s, max);
}

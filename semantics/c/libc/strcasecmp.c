/* The order of strings without regard to case. */
static int __vouch_small(unsigned char c) {
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int strcasecmp(const char *a, const char *b) {
	for (;; a++, b++) {
		int x = __vouch_small(*a), y = __vouch_small(*b);
		if (x != y || !x)
			return x - y;
	}
}

int strncasecmp(const char *a, const char *b, unsigned long n) {
	for (; n > 0; a++, b++, n--) {
		int x = __vouch_small(*a), y = __vouch_small(*b);
		if (x != y || !x)
			return x - y;
	}
	return 0;
}

char *strcasestr(const char *s, const char *t) {
	for (;; s++) {
		unsigned long k = 0;
		while (t[k] && __vouch_small(s[k]) == __vouch_small(t[k]))
			k++;
		if (!t[k])
			return (char *)s;
		if (!s[k])
			return (char *)0;
	}
}

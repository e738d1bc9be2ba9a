/* The search for a byte, and for a range of bytes, in a range of bytes. */
void *memchr(const void *p, int byte, unsigned long n) {
	const unsigned char *s = p;
	unsigned char c = byte;
	for (unsigned long i = 0; i < n; i++)
		if (s[i] == c)
			return (void *)(s + i);
	return (void *)0;
}

void *memrchr(const void *p, int byte, unsigned long n) {
	const unsigned char *s = p;
	unsigned char c = byte;
	while (n > 0)
		if (s[--n] == c)
			return (void *)(s + n);
	return (void *)0;
}

void *rawmemchr(const void *p, int byte) {
	const unsigned char *s = p;
	unsigned char c = byte;
	while (*s != c)
		s++;
	return (void *)s;
}

void *memccpy(void *d, const void *s, int byte, unsigned long n) {
	const unsigned char *from = s;
	unsigned char c = byte;
	unsigned long k = 0;
	while (k < n)
		if (from[k++] == c) {
			__vouch_copy_apart(d, s, k);
			return (char *)d + k;
		}
	__vouch_copy_apart(d, s, n);
	return (void *)0;
}

void *memmem(const void *p, unsigned long n, const void *q, unsigned long m) {
	const unsigned char *s = p, *t = q;
	if (m == 0)
		return (void *)s;
	for (; n >= m; s++, n--) {
		unsigned long k = 0;
		while (k < m && s[k] == t[k])
			k++;
		if (k == m)
			return (void *)s;
	}
	return (void *)0;
}

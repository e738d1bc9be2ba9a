/* Multibyte characters in the C locale: one byte each, and none above 127. */
extern int *__errno_location(void);

static unsigned long __vouch_illegal(void) {
	*__errno_location() = 84;
	return -1ul;
}

unsigned long mbrtowc(int *to, const char *s, unsigned long n, void *state) {
	if (!s)
		return 0;
	if (n == 0)
		return -2ul;
	unsigned char c = *s;
	if (c > 127)
		return __vouch_illegal();
	if (to)
		*to = c;
	return c ? 1 : 0;
}

unsigned long mbrlen(const char *s, unsigned long n, void *state) {
	return mbrtowc((int *)0, s, n, state);
}

unsigned long wcrtomb(char *to, int c, void *state) {
	if (!to)
		return 1;
	if (c < 0 || c > 127)
		return __vouch_illegal();
	*to = c;
	return 1;
}

int mbsinit(const void *state) {
	return 1;
}

int mbtowc(int *to, const char *s, unsigned long n) {
	if (!s || n == 0)
		return s ? -1 : 0;
	return (int)mbrtowc(to, s, n, (void *)0);
}

int mblen(const char *s, unsigned long n) {
	return mbtowc((int *)0, s, n);
}

int wctomb(char *to, int c) {
	return to ? (int)wcrtomb(to, c, (void *)0) : 0;
}

unsigned long __ctype_get_mb_cur_max(void) {
	return 1;
}

unsigned int btowc(int c) {
	return c >= 0 && c <= 127 ? c : -1u;
}

int wctob(unsigned int c) {
	return c <= 127 ? (int)c : -1;
}

unsigned long mbsrtowcs(int *to, const char **from, unsigned long n, void *state) {
	const char *s = *from;
	for (unsigned long k = 0;; k++) {
		if (to && k == n) {
			__vouch_disjoint(to, k * 4, s, k * 1);
			*from = s + k;
			return k;
		}
		unsigned char c = s[k];
		if (c > 127) {
			if (to)
				*from = s + k;
			return __vouch_illegal();
		}
		if (to)
			to[k] = c;
		if (!c) {
			if (to) {
				__vouch_disjoint(to, (k + 1) * 4, s, (k + 1) * 1);
				*from = (char *)0;
			}
			return k;
		}
	}
}

unsigned long wcsrtombs(char *to, const int **from, unsigned long n, void *state) {
	const int *s = *from;
	for (unsigned long k = 0;; k++) {
		if (to && k == n) {
			__vouch_disjoint(to, k * 1, s, k * 4);
			*from = s + k;
			return k;
		}
		int c = s[k];
		if (c < 0 || c > 127) {
			if (to)
				*from = s + k;
			return __vouch_illegal();
		}
		if (to)
			to[k] = c;
		if (!c) {
			if (to) {
				__vouch_disjoint(to, (k + 1) * 1, s, (k + 1) * 4);
				*from = (int *)0;
			}
			return k;
		}
	}
}

unsigned long mbstowcs(int *to, const char *s, unsigned long n) {
	return mbsrtowcs(to, &s, n, (void *)0);
}

unsigned long wcstombs(char *to, const int *s, unsigned long n) {
	return wcsrtombs(to, &s, n, (void *)0);
}

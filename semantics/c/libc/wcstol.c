/* Wide strings as integers. */
extern int *__errno_location(void);

/* The absolute value of the number in s, up to 2^64 - 1, with whether it is negative and whether it was greater; *end is where it ends, or s. */
static unsigned long __vouch_wide_number(const int *s, int **end, int base, int *negative, int *over) {
	const int *t = s, *after = s;
	unsigned long x = 0;
	*negative = *over = 0;
	if (base != 0 && (base < 2 || base > 36)) {
		*__errno_location() = 22;
		if (end)
			*end = (int *)s;
		return 0;
	}
	while (*t == ' ' || *t >= '\t' && *t <= '\r')
		t++;
	if (*t == '-' || *t == '+')
		*negative = *t++ == '-';
	if ((base == 0 || base == 16) && *t == '0' && (t[1] == 'x' || t[1] == 'X')) {
		int c = t[2] | 32;
		if (t[2] >= '0' && t[2] <= '9' || c >= 'a' && c <= 'f')
			t += 2, base = 16;
	}
	if (base == 0)
		base = *t == '0' ? 8 : 10;
	for (;; t++) {
		int c = *t, d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 36;
		if (d >= base)
			break;
		if (x > (-1ul - d) / base)
			*over = 1;
		x = x * base + d;
		after = t + 1;
	}
	if (end)
		*end = (int *)after;
	return x;
}

long wcstol(const int *s, int **end, int base) {
	int negative, over;
	unsigned long x = __vouch_wide_number(s, end, base, &negative, &over);
	if (over || x > (1ul << 63) - !negative) {
		*__errno_location() = 34;
		return negative ? -0x7fffffffffffffff - 1 : 0x7fffffffffffffff;
	}
	return negative ? (long)(0 - x) : (long)x;
}

unsigned long wcstoul(const int *s, int **end, int base) {
	int negative, over;
	unsigned long x = __vouch_wide_number(s, end, base, &negative, &over);
	if (over) {
		*__errno_location() = 34;
		return -1ul;
	}
	return negative ? 0 - x : x;
}

long long wcstoll(const int *s, int **end, int base) {
	return wcstol(s, end, base);
}

unsigned long long wcstoull(const int *s, int **end, int base) {
	return wcstoul(s, end, base);
}

/* Wide strings as floating numbers. */
extern double strtod(const char *, char **);
extern float strtof(const char *, char **);

/* Copies the part of s that may be a number: letters, digits, signs, points and parentheses, behind blanks. */
static char *__vouch_plain(const int *s) {
	unsigned long n = 0;
	while (s[n] > 0 && s[n] < 128 && s[n] != ',' && s[n] != ';')
		n++;
	char *t = __vouch_alloc(n + 1);
	for (unsigned long i = 0; i < n; i++)
		t[i] = s[i];
	t[n] = 0;
	return t;
}

double wcstod(const int *s, int **end) {
	char *t = __vouch_plain(s), *after;
	double x = strtod(t, &after);
	if (end)
		*end = (int *)s + (after - t);
	__vouch_free(t);
	return x;
}

float wcstof(const int *s, int **end) {
	char *t = __vouch_plain(s), *after;
	float x = strtof(t, &after);
	if (end)
		*end = (int *)s + (after - t);
	__vouch_free(t);
	return x;
}

/* The order of strings. */
int strcmp(const char *a, const char *b) {
	const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
	while (*x && *x == *y)
		x++, y++;
	return *x - *y;
}

int strncmp(const char *a, const char *b, unsigned long n) {
	const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
	for (; n > 0; x++, y++, n--)
		if (*x != *y || !*x)
			return *x - *y;
	return 0;
}

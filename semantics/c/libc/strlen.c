/* The length of a string. */
unsigned long strlen(const char *s) {
	unsigned long n = 0;
	while (s[n])
		n++;
	return n;
}

unsigned long strnlen(const char *s, unsigned long max) {
	unsigned long n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

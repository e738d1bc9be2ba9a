/* The search for a string in a string. */
char *strstr(const char *s, const char *t) {
	for (;; s++) {
		unsigned long k = 0;
		while (t[k] && s[k] == t[k])
			k++;
		if (!t[k])
			return (char *)s;
		if (!s[k])
			return (char *)0;
	}
}

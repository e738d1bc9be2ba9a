/* The search for a character in a string. */
char *strchr(const char *s, int byte) {
	char c = byte;
	for (;; s++) {
		if (*s == c)
			return (char *)s;
		if (!*s)
			return (char *)0;
	}
}

char *strrchr(const char *s, int byte) {
	char c = byte, *found = (char *)0;
	for (;; s++) {
		if (*s == c)
			found = (char *)s;
		if (!*s)
			return found;
	}
}

char *strchrnul(const char *s, int byte) {
	char c = byte;
	while (*s && *s != c)
		s++;
	return (char *)s;
}

char *index(const char *s, int byte) {
	return strchr(s, byte);
}

char *rindex(const char *s, int byte) {
	return strrchr(s, byte);
}

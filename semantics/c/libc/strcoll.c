/* The order of strings by the C locale. */
extern int strcmp(const char *, const char *);
extern unsigned long strlcpy(char *, const char *, unsigned long);

int strcoll(const char *a, const char *b) {
	return strcmp(a, b);
}

unsigned long strxfrm(char *d, const char *s, unsigned long room) {
	return strlcpy(d, s, room);
}

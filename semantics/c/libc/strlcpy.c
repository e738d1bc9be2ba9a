/* Copies of strings that end within the room there is, as BSD has them. */
extern unsigned long strlen(const char *);
extern unsigned long strnlen(const char *, unsigned long);

unsigned long strlcpy(char *d, const char *s, unsigned long room) {
	unsigned long n = strlen(s);
	if (room > 0) {
		unsigned long k = n < room ? n : room - 1;
		__vouch_copy_apart(d, s, k);
		d[k] = 0;
		__vouch_disjoint(d, k + 1, s, n + 1);
	}
	return n;
}

unsigned long strlcat(char *d, const char *s, unsigned long room) {
	unsigned long n = strnlen(d, room);
	if (n == room)
		return n + strlen(s);
	return n + strlcpy(d + n, s, room - n);
}

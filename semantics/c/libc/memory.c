/* Copies and fills of ranges of bytes; nothing is copied from or to null, too. */
void *memcpy(void *d, const void *s, unsigned long n) {
	if (n > 0)
		__vouch_copy_apart(d, s, n);
	return d;
}

void *mempcpy(void *d, const void *s, unsigned long n) {
	if (n > 0)
		__vouch_copy_apart(d, s, n);
	return (char *)d + n;
}

void *memmove(void *d, const void *s, unsigned long n) {
	if (n > 0)
		__vouch_copy(d, s, n);
	return d;
}

void *memset(void *p, int byte, unsigned long n) {
	if (n > 0)
		__vouch_fill(p, byte, n);
	return p;
}

void bcopy(const void *s, void *d, unsigned long n) {
	if (n > 0)
		__vouch_copy(d, s, n);
}

void bzero(void *p, unsigned long n) {
	if (n > 0)
		__vouch_fill(p, 0, n);
}

void explicit_bzero(void *p, unsigned long n) {
	bzero(p, n);
}

void *__memcpy_chk(void *d, const void *s, unsigned long n, unsigned long room) {
	return memcpy(d, s, n);
}

void *__mempcpy_chk(void *d, const void *s, unsigned long n, unsigned long room) {
	return mempcpy(d, s, n);
}

void *__memmove_chk(void *d, const void *s, unsigned long n, unsigned long room) {
	return memmove(d, s, n);
}

void *__memset_chk(void *p, int byte, unsigned long n, unsigned long room) {
	return memset(p, byte, n);
}

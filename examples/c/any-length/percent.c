/* Decode "%AB" in place: what is read is never before what is written. */
void decode(char *s)
{
	char *d = s;
	while (*s) {
		if (*s == '%' && s[1] && s[2]) {
			*d++ = s[1] ^ s[2];
			s += 3;
		} else {
			*d++ = *s++;
		}
	}
	*d = 0;
}

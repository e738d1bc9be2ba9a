/* The first place of a character in a string, the 0 at its end included. */
const char *find(const char *s, char c)
{
	for (;; s++) {
		if (*s == c)
			return s;
		if (!*s)
			return 0;
	}
}

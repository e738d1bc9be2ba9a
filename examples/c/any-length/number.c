/* Reads a number of up to nine digits; -1 if there are more. */
int number(const char *s)
{
	int n = 0;
	while (*s >= '0' && *s <= '9') {
		if (n > 99999999)
			return -1;
		n = n * 10 + *s++ - '0';
	}
	return n;
}

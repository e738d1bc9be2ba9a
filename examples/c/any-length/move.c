/* Copies a block of a caller into another one of the same size. */
void move(void *to, const void *from, unsigned long n)
{
	char *d = to;
	const char *s = from;
	while (n--)
		*d++ = *s++;
}

// How many columns wide characters take in the C locale.
int wcwidth(int c)
{
	return c == 0 ? 0 : c >= ' ' && c <= '~' ? 1 : -1;
}

int wcswidth(const int *s, unsigned long n)
{
	int width = 0;
	for (; n && *s; n--, s++) {
		if (*s < ' ' || *s > '~')
			return -1;
		width++;
	}
	return width;
}

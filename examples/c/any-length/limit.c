/* Numbers that are limited where they are, and then are indices of a table. */
int limit(unsigned *a, unsigned n)
{
	static const unsigned char table[16] = {1, 2, 3};
	int sum = 0;
	for (unsigned i = 0; i < n; i++)
		if (a[i] > 15)
			a[i] = 15;
	for (unsigned i = 0; i < n; i++)
		sum += table[a[i]];
	return sum & 255;
}

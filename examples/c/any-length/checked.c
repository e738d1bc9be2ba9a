/* Which of 100 values occur: each is checked first, and then used as an index. */
int checked(const unsigned char *a, unsigned n)
{
	int seen[100] = {0}, sum = 0;
	for (unsigned i = 0; i < n; i++)
		if (a[i] >= 100)
			return -1;
	for (unsigned i = 0; i < n; i++)
		seen[a[i]] = 1;
	for (int i = 0; i < 100; i++)
		sum += seen[i];
	return sum;
}

/* A sum from the last element to the first: it gets no further from 0 than what is left allows. */
int total(const signed char *p, int n)
{
	int sum = 0;
	if (n > 1000000)
		return 0;
	while (n-- > 0)
		sum += 2 * p[n] + 1;
	return sum;
}

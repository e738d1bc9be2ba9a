/* The mean of samples, which may be below 0, by a division that is rounded towards 0. */
int level(const short *p, int n)
{
	long sum = 0;
	for (int i = 0; i < n; i++)
		sum += p[i];
	return n ? sum / n : 0;
}

/* How often each of 16 values occurs, at most: an array of counters at places that the input says. */
int most(const unsigned char *p, unsigned n)
{
	unsigned count[16], best = 0;
	for (int i = 0; i < 16; i++)
		count[i] = 0;
	for (unsigned i = 0; i < n; i++)
		count[p[i] & 15]++;
	for (int i = 0; i < 16; i++)
		if (count[i] > best)
			best = count[i];
	return best > 100;
}

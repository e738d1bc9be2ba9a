/* The product of two vectors of one length, modulo a power of two. */
unsigned dot(const unsigned *a, const unsigned *b, int n)
{
	unsigned sum = 0;
	for (int i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

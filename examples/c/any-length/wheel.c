/* A buffer of m bytes, whose places come again after the last one by a remainder. */
unsigned pass(unsigned char *w, unsigned m, const unsigned char *in, unsigned n)
{
	unsigned head = 0, tail = 0, count = 0, sum = 0;
	if (m == 0)
		return 0;
	for (unsigned i = 0; i < n; i++) {
		if (in[i] & 1) {
			if (count < m) {
				w[head] = in[i];
				head = (head + 1) % m;
				count++;
			}
		} else if (count > 0) {
			sum += w[tail];
			tail = (tail + 1) % m;
			count--;
		}
	}
	return sum;
}

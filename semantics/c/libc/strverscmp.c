// Texts with numbers in them, in the order of people.

static int digit(int c)
{
	return c >= '0' && c <= '9';
}

// Like strcmp, but for the run of digits, if any, in which two texts differ: it is a number. If it begins with zeros, it is a fraction, and fractions with more
// zeros come first.
int strverscmp(const char *a, const char *b)
{
	const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
	unsigned long run = 0, at = 0, zeros = 0; // where the run begins; how many zeros it begins with, as far as the texts agree
	for (; p[at] == q[at]; at++) {
		if (!p[at])
			return 0;
		if (!digit(p[at]))
			run = at + 1, zeros = 0;
		else if (p[at] == '0' && zeros == at - run)
			zeros++;
	}
	int x = digit(p[at]), y = digit(q[at]);
	if (at > run && zeros == at - run) // nothing but zeros
		return x != y ? y - x : p[at] - q[at];
	if (zeros || at == run && (!x || !y || p[at] == '0' || q[at] == '0'))
		return p[at] - q[at];
	unsigned long i = at;
	while (digit(p[i]) && digit(q[i]))
		i++;
	return digit(p[i]) ? 1 : digit(q[i]) ? -1 : p[at] - q[at];
}

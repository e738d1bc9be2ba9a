/* Run-length encoding into a buffer: the loop inside looks ahead from where the loop around it is. */
int encode(const unsigned char *p, int n)
{
	unsigned char out[128];
	int o = 0;
	for (int i = 0; i < n;) {
		int run = 1;
		while (i + run < n && run < 255 && p[i + run] == p[i])
			run++;
		if (o + 2 > 128)
			return -1;
		out[o++] = run;
		out[o++] = p[i];
		i += run;
	}
	return o;
}

/* Two texts in one buffer, as much of them as it has room for. */
int join(const char *s, const char *t)
{
	char both[100];
	int n = 0, commas = 0;
	while (*s && n < 99)
		both[n++] = *s++;
	while (*t && n < 99)
		both[n++] = *t++;
	both[n] = 0;
	for (int i = 0; i <= n; i++)
		if (both[i] == ',')
			commas++;
	return commas;
}

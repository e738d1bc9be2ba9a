/* How often each letter is in a text, of no more characters than an int counts. */
int letters(const char *s)
{
	int count[26] = {0}, most = 0;
	for (int n = 0; s[n] && n < 1000000; n++)
		if (s[n] >= 'a' && s[n] <= 'z')
			count[s[n] - 'a']++;
	for (int i = 1; i < 26; i++)
		if (count[i] > count[most])
			most = i;
	return 'a' + most;
}

/* How often each ten of a percentage occurs: a number that has a sign, and that is no greater than what was counted. */
int histogram(const int *a, int n)
{
	int count[11] = {0}, most = 0;
	for (int i = 0; i < n; i++) {
		if (a[i] < 0 || a[i] > 100)
			continue;
		count[a[i] / 10]++;
	}
	for (int b = 0; b <= 10; b++)
		if (count[b] > count[most])
			most = b;
	return most;
}

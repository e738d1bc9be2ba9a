/* Adds up a matrix of a caller, modulo a power of two. */
unsigned rows(unsigned (*m)[8], int n)
{
	unsigned sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 8; j++)
			sum += m[i][j];
	return sum;
}

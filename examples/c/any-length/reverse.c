/* Turns an array of a caller around. */
void reverse(int *a, int n)
{
	for (int i = 0, j = n - 1; i < j; i++, j--) {
		int x = a[i];
		a[i] = a[j];
		a[j] = x;
	}
}

/* The distance between two times. */
double difftime(long a, long b) {
	return a > b ? (double)((unsigned long)a - b) : a < b ? -(double)((unsigned long)b - a) : 0;
}

/* The position of the lowest bit that is set. */
int ffsll(long long x) {
	return __builtin_ffsll(x);
}

int ffsl(long x) {
	return __builtin_ffsl(x);
}

int ffs(int x) {
	return __builtin_ffs(x);
}

/* The order of wide strings without regard to case. */
extern unsigned int towlower(unsigned int);

int wcsncasecmp(const int *a, const int *b, unsigned long n) {
	for (; n > 0; a++, b++, n--) {
		unsigned int x = towlower(*a), y = towlower(*b);
		if (x != y || !x)
			return x < y ? -1 : x > y;
	}
	return 0;
}

int wcscasecmp(const int *a, const int *b) {
	return wcsncasecmp(a, b, -1ul);
}

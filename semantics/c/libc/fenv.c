/* The rounding of numbers, which is to nearest and no other. Which exceptions there were is not kept. */
int fegetround(void) {
	return 0;
}

int fesetround(int mode) {
	if (mode != 0)
		__vouch_unsupported("rounding that is not to nearest");
	return 0;
}

int feclearexcept(int exceptions) {
	return 0;
}

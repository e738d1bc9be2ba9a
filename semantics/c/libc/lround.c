/* Rounding to integer types: what does not fit gives the least integer, as the processor does. */
extern double round(double);
extern double rint(double);

long lround(double x) {
	x = round(x);
	return x >= -0x1p63 && x < 0x1p63 ? (long)x : -0x7fffffffffffffff - 1;
}

long lrint(double x) {
	x = rint(x);
	return x >= -0x1p63 && x < 0x1p63 ? (long)x : -0x7fffffffffffffff - 1;
}

long long llround(double x) {
	return lround(x);
}

long long llrint(double x) {
	return lrint(x);
}

long lroundf(float x) {
	return lround(x);
}

long lrintf(float x) {
	return lrint(x);
}

long long llroundf(float x) {
	return lround(x);
}

long long llrintf(float x) {
	return lrint(x);
}

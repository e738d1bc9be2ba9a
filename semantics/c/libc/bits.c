/* Bits of numbers and classes of floating numbers: what gcc's builtins tell. */
int __vouch_popcount(unsigned long x) {
	x -= x >> 1 & 0x5555555555555555;
	x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
	return ((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56;
}

int __vouch_length(unsigned long x) {
	x |= x >> 1;
	x |= x >> 2;
	x |= x >> 4;
	x |= x >> 8;
	x |= x >> 16;
	return __vouch_popcount(x | x >> 32);
}

int __vouch_clz(unsigned long x, int bits) {
	if (!x)
		__vouch_fail("invalid argument");
	return bits - __vouch_length(x);
}

int __vouch_ctz(unsigned long x) {
	if (!x)
		__vouch_fail("invalid argument");
	return __vouch_popcount((x & -x) - 1);
}

int __vouch_ffs(unsigned long x) {
	return x ? __vouch_popcount((x & -x) - 1) + 1 : 0;
}

int __vouch_clrsb(long x, int bits) {
	return bits - 1 - __vouch_length(x < 0 ? ~x : x);
}

unsigned long __vouch_bswap(unsigned long x) {
	x = x << 32 | x >> 32;
	x = (x & 0x0000ffff0000ffff) << 16 | (x >> 16 & 0x0000ffff0000ffff);
	return (x & 0x00ff00ff00ff00ff) << 8 | (x >> 8 & 0x00ff00ff00ff00ff);
}

int __vouch_class(int nan, int infinite, int normal, int subnormal, int zero, double x) {
	if (x != x)
		return nan;
	if (x > 0x1.fffffffffffffp1023 || x < -0x1.fffffffffffffp1023)
		return infinite;
	if (x == 0)
		return zero;
	return x > -0x1p-1022 && x < 0x1p-1022 ? subnormal : normal;
}

int __vouch_classf(int nan, int infinite, int normal, int subnormal, int zero, float x) {
	return x > -0x1p-126f && x < 0x1p-126f && x != 0 ? subnormal : __vouch_class(nan, infinite, normal, subnormal, zero, x);
}

/* A product and a sum with one rounding. */
#include <__vouch_math.h>
extern double frexp(double, int *);
extern double scalbn(double, int);

static unsigned __int128 __vouch_shift_right(unsigned __int128 x, int n) {
	if (n == 0 || x == 0)
		return x;
	if (n > 127)
		return 1;
	return x >> n | (x << (128 - n) != 0);
}

double fma(double x, double y, double z) {
	if (x - x != 0 || y - y != 0 || z - z != 0 || x == 0 || y == 0 || z == 0)
		return z == 0 && x != 0 && y != 0 ? x * y : x * y + z;
	int ex, ey, ez, negative = 0;
	double fx = frexp(x, &ex) * 0x1p53, fy = frexp(y, &ey) * 0x1p53, fz = frexp(z, &ez) * 0x1p53;
	int product_negative = fx < 0 != fy < 0, sum_negative = fz < 0;
	unsigned __int128 p = (unsigned __int128)(unsigned long)(fx < 0 ? -fx : fx) * (unsigned long)(fy < 0 ? -fy : fy), q = (unsigned long)(fz < 0 ? -fz : fz);
	int e = ex + ey - 106, d = ez - 53 - e;
	if (d >= 0) {
		int left = d < 72 ? d : 72;
		q <<= left;
		p = __vouch_shift_right(p, d - left);
		e += d - left;
	} else {
		int left = -d < 20 ? -d : 20;
		p <<= left;
		q = __vouch_shift_right(q, -d - left);
		e -= left;
	}
	if (product_negative == sum_negative) {
		p += q;
		negative = product_negative;
	} else if (p >= q) {
		p -= q;
		negative = product_negative;
	} else {
		p = q - p;
		negative = sum_negative;
	}
	if (p == 0)
		return 0;
	int bits = 128;
	while (!(p >> (bits - 1)))
		bits--;
	int drop = bits - 53;
	if (e + drop < -1074)
		drop = -1074 - e;
	if (drop > 0) {
		p = __vouch_shift_right(p, drop > 2 ? drop - 2 : 0) << (drop == 1);
		unsigned long m = p >> 2, rest = p & 3;
		m += rest == 3 || rest == 2 && m & 1;
		p = m;
		e += drop;
	}
	double r = scalbn((unsigned long)p, e);
	return negative ? -r : r;
}

float fmaf(float x, float y, float z) {
	double p = (double)x * y, s, e;
	if (p - p != 0 || z - z != 0)
		return x * y + z;
	TWO_SUM(s, e, p, z);
	if (e != 0) {
		union __vouch_bits b = {s};
		if (!(b.u & 1)) {
			b.u += e > 0 == s > 0 ? 1 : -1;
			s = b.d;
		}
	}
	return s;
}

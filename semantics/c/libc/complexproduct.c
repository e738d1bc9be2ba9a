/* Products and quotients of complex numbers, rounded as gcc's library rounds them (C11 annex G). */

static int isInfinite(long double x)
{
	return x == x && x - x != 0;
}

/* unit makes a part that is infinite 1 and another one 0, number makes one that is no number 0; the sign stays. */
static long double unit(long double x)
{
	return __builtin_copysignl(isInfinite(x), x);
}

static long double number(long double x)
{
	return x == x ? x : __builtin_copysignl(0, x);
}

/* What a product is whose parts are no numbers: large says whether a product of parts was infinite. */
static long double _Complex product(long double a, long double b, long double c, long double d, int large)
{
	int left = isInfinite(a) || isInfinite(b), right = isInfinite(c) || isInfinite(d);
	long double by = left || right || large ? __builtin_infl() : __builtin_nanl("");
	if (left)
		a = unit(a), b = unit(b);
	if (right)
		c = unit(c), d = unit(d);
	a = number(a), b = number(b), c = number(c), d = number(d);
	long double _Complex r;
	__real__ r = by * (a * c - b * d);
	__imag__ r = by * (a * d + b * c);
	return r;
}

/* The same of a quotient. */
static long double _Complex quotient(long double a, long double b, long double c, long double d)
{
	int left = isInfinite(a) || isInfinite(b), right = isInfinite(c) || isInfinite(d);
	int leftFinite = a - a == 0 && b - b == 0, rightFinite = c - c == 0 && d - d == 0;
	long double _Complex r;
	if (c == 0 && d == 0 && (a == a || b == b)) {
		__real__ r = __builtin_copysignl(__builtin_infl(), c) * a;
		__imag__ r = __builtin_copysignl(__builtin_infl(), c) * b;
		return r;
	}
	long double by = __builtin_nanl("");
	if (left && rightFinite)
		a = unit(a), b = unit(b), by = __builtin_infl();
	else if (right && leftFinite)
		c = unit(c), d = unit(d), by = 0;
	__real__ r = by * (a * c + b * d);
	__imag__ r = by * (b * c - a * d);
	return r;
}

float _Complex __vouch_complex_mulf(float _Complex v, float _Complex w)
{
	float a = __real__ v, b = __imag__ v, c = __real__ w, d = __imag__ w;
	float ac = a * c, bd = b * d, ad = a * d, bc = b * c;
	float _Complex r;
	__real__ r = ac - bd;
	__imag__ r = ad + bc;
	if (__real__ r != __real__ r && __imag__ r != __imag__ r)
		return product(a, b, c, d, isInfinite(ac) || isInfinite(bd) || isInfinite(ad) || isInfinite(bc));
	return r;
}

double _Complex __vouch_complex_mul(double _Complex v, double _Complex w)
{
	double a = __real__ v, b = __imag__ v, c = __real__ w, d = __imag__ w;
	double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
	double _Complex r;
	__real__ r = ac - bd;
	__imag__ r = ad + bc;
	if (__real__ r != __real__ r && __imag__ r != __imag__ r)
		return product(a, b, c, d, isInfinite(ac) || isInfinite(bd) || isInfinite(ad) || isInfinite(bc));
	return r;
}

long double _Complex __vouch_complex_mull(long double _Complex v, long double _Complex w)
{
	long double a = __real__ v, b = __imag__ v, c = __real__ w, d = __imag__ w;
	long double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
	long double _Complex r;
	__real__ r = ac - bd;
	__imag__ r = ad + bc;
	if (__real__ r != __real__ r && __imag__ r != __imag__ r)
		return product(a, b, c, d, isInfinite(ac) || isInfinite(bd) || isInfinite(ad) || isInfinite(bc));
	return r;
}

float _Complex __vouch_complex_divf(float _Complex v, float _Complex w)
{
	double a = __real__ v, b = __imag__ v, c = __real__ w, d = __imag__ w;
	double by = c * c + d * d;
	float _Complex r;
	__real__ r = (a * c + b * d) / by;
	__imag__ r = (b * c - a * d) / by;
	if (__real__ r != __real__ r && __imag__ r != __imag__ r)
		return quotient(a, b, c, d);
	return r;
}

/* The others divide by the method of Smith, after a scaling of what is very large or very small. */

static double size(double x)
{
	return x < 0 ? -x : x;
}

double _Complex __vouch_complex_div(double _Complex v, double _Complex w)
{
	const double half = 0x1.fffffffffffffp+1022, epsilon = 0x1p-52, low = half * epsilon, small = 0x1p-1022;
	double a = __real__ v, b = __imag__ v, c = __real__ w, d = __imag__ w;
	int turned = size(c) < size(d);
	double more = turned ? d : c, less = turned ? c : d;
	if (size(more) >= half)
		a /= 2, b /= 2, less /= 2, more /= 2;
	if (size(more) < epsilon || size(more) < low && (size(a) < small && size(b) < low || size(b) < small && size(a) < low))
		a /= epsilon, b /= epsilon, less /= epsilon, more /= epsilon;
	double ratio = less / more, by = less * ratio + more;
	double x = turned ? b : a, y = turned ? a : b, first, second;
	if (size(ratio) > small)
		first = y * ratio, second = x * ratio;
	else
		first = less * (y / more), second = less * (x / more);
	double _Complex r;
	__real__ r = (first + x) / by;
	__imag__ r = (turned ? second - y : y - second) / by;
	if (__real__ r != __real__ r && __imag__ r != __imag__ r)
		return quotient(a, b, turned ? less : more, turned ? more : less);
	return r;
}

static long double sizel(long double x)
{
	return x < 0 ? -x : x;
}

long double _Complex __vouch_complex_divl(long double _Complex v, long double _Complex w)
{
	const long double half = 0x1.fffffffffffffffep+16382L, epsilon = 0x1p-63L, low = half * epsilon, small = 0x1p-16382L;
	long double a = __real__ v, b = __imag__ v, c = __real__ w, d = __imag__ w;
	int turned = sizel(c) < sizel(d);
	long double more = turned ? d : c, less = turned ? c : d;
	if (sizel(more) >= half)
		a /= 2, b /= 2, less /= 2, more /= 2;
	if (sizel(more) < epsilon || sizel(more) < low && (sizel(a) < small && sizel(b) < low || sizel(b) < small && sizel(a) < low))
		a /= epsilon, b /= epsilon, less /= epsilon, more /= epsilon;
	long double ratio = less / more, by = less * ratio + more;
	long double x = turned ? b : a, y = turned ? a : b, first, second;
	if (sizel(ratio) > small)
		first = y * ratio, second = x * ratio;
	else
		first = less * (y / more), second = less * (x / more);
	long double _Complex r;
	__real__ r = (first + x) / by;
	__imag__ r = (turned ? second - y : y - second) / by;
	if (__real__ r != __real__ r && __imag__ r != __imag__ r)
		return quotient(a, b, turned ? less : more, turned ? more : less);
	return r;
}

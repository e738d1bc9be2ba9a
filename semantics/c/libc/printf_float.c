// The digits of a floating number as printf writes them, exact to the last one.
char __vouch_text[23000];
int __vouch_cut;
int __vouch_zeros;

static unsigned words[2400]; // groups of nine decimal digits; the units are in number 560
static char digits[23000];
static int count, first; // how many digits there are, and the power of ten of the first one

// Sets digits to those of mantissa * 2^exponent, rounded to nearest even: down to the power -precision of ten if fixed is not 0, else 1 + precision of them.
static void decimal(unsigned long mantissa, int exponent, int fixed, int precision)
{
	int from = 559, to = 561, i;
	words[560] = mantissa % 1000000000;
	mantissa /= 1000000000;
	words[559] = mantissa % 1000000000;
	if (mantissa >= 1000000000)
		words[--from] = mantissa / 1000000000;
	for (int by; exponent > 0; exponent -= by) {
		unsigned long carry = 0;
		by = exponent < 29 ? exponent : 29;
		for (i = to - 1; i >= from; i--) {
			carry += (unsigned long)words[i] << by;
			words[i] = carry % 1000000000;
			carry /= 1000000000;
		}
		if (carry)
			words[--from] = carry;
	}
	for (int by; exponent < 0; exponent += by) {
		by = exponent > -9 ? -exponent : 9;
		unsigned mask = (1 << by) - 1, unit = 1000000000 >> by, carry = 0;
		for (i = from; i < to; i++) {
			unsigned word = words[i];
			words[i] = (word >> by) + carry;
			carry = (word & mask) * unit;
		}
		if (carry)
			words[to++] = carry;
		if (!words[from] && from < to - 1)
			from++;
	}
	while (from < to - 1 && !words[from])
		from++;
	unsigned unit = 1;
	for (first = (560 - from) * 9; words[from] / unit > 9; first++)
		unit *= 10;
	int keep = (fixed ? first + 1 : 1) + precision;
	for (count = 0; from < to && count <= keep; from++, unit = 100000000)
		for (unsigned word = words[from]; unit; unit /= 10)
			digits[count++] = '0' + word / unit % 10;
	if (keep < count) {
		int up = keep >= 0 && digits[keep] >= '5';
		if (up && digits[keep] == '5' && !(keep && digits[keep - 1] & 1)) { // is it half way, and is what is before it even?
			for (i = keep + 1; i < count && digits[i] == '0';)
				i++;
			if (i == count) {
				while (from < to && !words[from])
					from++;
				up = from < to;
			}
		}
		count = keep > 0 ? keep : 0;
		for (i = count - 1; up && i >= 0; i--) {
			up = digits[i] == '9';
			digits[i] = up ? '0' : digits[i] + 1;
		}
		if (up) { // all were nines, or there was none
			digits[0] = '1';
			count = 1;
			first++;
		}
	}
	while (count && digits[count - 1] == '0')
		count--;
}

// The name of what is no number or not finite.
static int name(const char *text, int sign, int upper)
{
	char *s = __vouch_text;
	if (sign)
		*s++ = '-';
	for (int i = 0; i < 3; i++)
		s[i] = text[i] + upper;
	__vouch_cut = -1;
	__vouch_zeros = 0;
	return 3;
}

// Writes mantissa * 2^exponent; places is how many digits of base 16 are behind the first one.
static int body(int sign, unsigned long mantissa, int exponent, int places, int conversion, int precision, int alternative)
{
	int lower = conversion | 32, upper = conversion - lower, i;
	char *s = __vouch_text;
	__vouch_zeros = 0;
	if (sign)
		*s++ = '-';
	char *start = s;
	if (lower == 'a') {
		int lead = mantissa >> 4 * places;
		exponent = mantissa ? exponent + 4 * places : 0;
		if (precision >= 0 && precision < places) {
			int drop = 4 * (places - precision);
			unsigned long half = 1ul << (drop - 1);
			unsigned __int128 all = mantissa;
			all += half - 1 + (mantissa >> drop & 1);
			mantissa = all >> drop << drop;
			lead = all >> 4 * places;
			if (lead > 15) {
				lead = 1;
				exponent += 4;
			}
		}
		mantissa <<= 64 - 4 * places;
		*s++ = lead < 10 ? '0' + lead : 'a' - 10 + upper + lead;
		if (mantissa || precision > 0 || alternative)
			*s++ = '.';
		for (i = 0; i < precision && i < places || mantissa; i++, mantissa <<= 4) {
			int digit = mantissa >> 60;
			*s++ = digit < 10 ? '0' + digit : 'a' - 10 + upper + digit;
		}
		__vouch_cut = s - start;
		if (precision > places)
			__vouch_zeros = precision - places;
	} else {
		if (precision < 0)
			precision = 6;
		if (lower == 'g' && precision > 0)
			precision--;
		if (mantissa)
			decimal(mantissa, exponent, lower == 'f', precision);
		else
			first = count = 0;
		exponent = first;
		if (lower == 'g') {
			int all = exponent < -4 || exponent > precision;
			lower = all ? 'e' : 'f';
			if (!all)
				precision -= exponent;
			if (!alternative) {
				int used = all ? count - 1 : count - 1 - exponent;
				precision = used < 0 ? 0 : used;
			}
		}
		int at = 0;
		if (lower == 'e')
			*s++ = count ? digits[at++] : '0';
		else if (first < 0) {
			*s++ = '0';
			at = first + 1;
		} else
			for (; at <= first; at++)
				*s++ = at < count ? digits[at] : '0';
		if (precision > 0 || alternative)
			*s++ = '.';
		for (; precision > 0 && at < count; precision--, at++)
			*s++ = at < 0 ? '0' : digits[at];
		__vouch_cut = s - start;
		__vouch_zeros = precision > 0 ? precision : 0;
		if (lower == 'f')
			return s - start;
	}
	*s++ = (lower == 'a' ? 'p' : 'e') + upper;
	*s++ = exponent < 0 ? '-' : '+';
	if (exponent < 0)
		exponent = -exponent;
	if (exponent >= 10000)
		*s++ = '0' + exponent / 10000;
	if (exponent >= 1000)
		*s++ = '0' + exponent / 1000 % 10;
	if (exponent >= 100)
		*s++ = '0' + exponent / 100 % 10;
	if (exponent >= 10 || lower == 'e')
		*s++ = '0' + exponent / 10 % 10;
	*s++ = '0' + exponent % 10;
	return s - start;
}

// Sets __vouch_text to x without padding and without plus, but with minus; returns its length without the minus. Number __vouch_zeros of zeros are to be put in at
// __vouch_cut, which is -1 for what is no number or not finite.
int __vouch_body(double x, int conversion, int precision, int alternative)
{
	union {
		double x;
		unsigned long bits;
	} u = {x};
	int finite = x - x == 0; // which is not known of bits that are inputs: their digits are too many to be followed
	int sign = u.bits >> 63, exponent = u.bits >> 52 & 2047;
	unsigned long mantissa = u.bits << 12 >> 12;
	if (!finite)
		return name(mantissa ? "nan" : "inf", sign, conversion - (conversion | 32));
	if (exponent)
		mantissa |= 1ul << 52;
	return body(sign, mantissa, exponent + !exponent - 1023 - 52, 13, conversion, precision, alternative);
}

// The same for a long double.
int __vouch_body_long(long double x, int conversion, int precision, int alternative)
{
	union {
		long double x;
		struct {
			unsigned long mantissa;
			unsigned short top;
		};
	} u = {x};
	int sign = u.top >> 15, exponent = u.top & 32767;
	if (exponent == 32767)
		return name(u.mantissa << 1 ? "nan" : "inf", sign, conversion - (conversion | 32));
	return body(sign, u.mantissa, exponent + !exponent - 16383 - 63, 15, conversion, precision, alternative);
}

// The digits of a double as printf writes them, exact to the last one.
char __vouch_text[1500];
int __vouch_cut;
int __vouch_zeros;

static unsigned words[170]; // groups of nine decimal digits; the units are in number 40
static char digits[1500];
static int count, first; // how many digits there are, and the power of ten of the first one

// Sets digits to those of mantissa * 2^exponent, rounded to nearest even: down to the power -precision of ten if fixed is not 0, else 1 + precision of them.
static void decimal(unsigned long mantissa, int exponent, int fixed, int precision)
{
	int from = 39, to = 41, i;
	words[39] = mantissa / 1000000000;
	words[40] = mantissa % 1000000000;
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
	for (first = (40 - from) * 9; words[from] / unit > 9; first++)
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

// Sets __vouch_text to x without padding and without plus, but with minus; returns its length without the minus. Number __vouch_zeros of zeros are to be put in at
// __vouch_cut, which is -1 for what is no number or not finite.
int __vouch_body(double x, int conversion, int precision, int alternative)
{
	union {
		double x;
		unsigned long bits;
	} u = {x};
	int lower = conversion | 32, upper = conversion - lower, exponent = u.bits >> 52 & 2047, i;
	unsigned long mantissa = u.bits << 12 >> 12;
	char *s = __vouch_text;
	__vouch_zeros = 0;
	if (u.bits >> 63)
		*s++ = '-';
	char *start = s;
	if (exponent == 2047) {
		const char *name = mantissa ? "nan" : "inf";
		for (i = 0; i < 3; i++)
			s[i] = name[i] + upper;
		__vouch_cut = -1;
		return 3;
	}
	int lead = exponent != 0;
	exponent += !lead - 1023;
	if (lower == 'a') {
		if (!(u.bits << 1))
			exponent = 0;
		if (precision >= 0 && precision < 13) {
			int drop = 52 - 4 * precision;
			unsigned long half = 1ul << (drop - 1), all = (unsigned long)lead << 52 | mantissa;
			all += half - 1 + (all >> drop & 1);
			lead = all >> 52;
			mantissa = all >> drop << drop << 12 >> 12;
		}
		*s++ = '0' + lead;
		if (mantissa || precision > 0 || alternative)
			*s++ = '.';
		for (i = 0; i < precision && i < 13 || mantissa; i++, mantissa = mantissa << 16 >> 12) {
			int digit = mantissa >> 48;
			*s++ = digit < 10 ? '0' + digit : 'a' - 10 + upper + digit;
		}
		__vouch_cut = s - start;
		if (precision > 13)
			__vouch_zeros = precision - 13;
	} else {
		if (precision < 0)
			precision = 6;
		if (lower == 'g' && precision > 0)
			precision--;
		if (lead || mantissa)
			decimal((unsigned long)lead << 52 | mantissa, exponent - 52, lower == 'f', precision);
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
	if (exponent >= 1000)
		*s++ = '0' + exponent / 1000;
	if (exponent >= 100)
		*s++ = '0' + exponent / 100 % 10;
	if (exponent >= 10 || lower == 'e')
		*s++ = '0' + exponent / 10 % 10;
	*s++ = '0' + exponent % 10;
	return s - start;
}

/* Classes of numbers, as functions. */
int __isnan(double x) {
	return x != x;
}

int __isnanf(float x) {
	return x != x;
}

int __isinf(double x) {
	return x > 0x1.fffffffffffffp1023 ? 1 : -(x < -0x1.fffffffffffffp1023);
}

int __isinff(float x) {
	return x > 0x1.fffffep127f ? 1 : -(x < -0x1.fffffep127f);
}

int __finite(double x) {
	return x >= -0x1.fffffffffffffp1023 && x <= 0x1.fffffffffffffp1023;
}

int __finitef(float x) {
	return x >= -0x1.fffffep127f && x <= 0x1.fffffep127f;
}

int finite(double x) {
	return x >= -0x1.fffffffffffffp1023 && x <= 0x1.fffffffffffffp1023;
}

int finitef(float x) {
	return x >= -0x1.fffffep127f && x <= 0x1.fffffep127f;
}

int __fpclassify(double x) {
	if (x != x)
		return 0;
	if (x > 0x1.fffffffffffffp1023 || x < -0x1.fffffffffffffp1023)
		return 1;
	if (x == 0)
		return 2;
	return x > -0x1p-1022 && x < 0x1p-1022 ? 3 : 4;
}

int __fpclassifyf(float x) {
	if (x != x)
		return 0;
	if (x > 0x1.fffffep127f || x < -0x1.fffffep127f)
		return 1;
	if (x == 0)
		return 2;
	return x > -0x1p-126f && x < 0x1p-126f ? 3 : 4;
}

double nan(const char *payload) {
	while (*payload)
		payload++;
	return __builtin_nan("");
}

float nanf(const char *payload) {
	return nan(payload);
}

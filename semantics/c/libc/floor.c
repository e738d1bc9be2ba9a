/* Rounding to integers. */
double floor(double x) {
	if (!(x > -0x1p52 && x < 0x1p52))
		return x;
	double t = (long)x;
	if (t == x)
		return x;
	return t > x ? t - 1 : t;
}

double ceil(double x) {
	return -floor(-x);
}

double trunc(double x) {
	return x < 0 ? -floor(-x) : floor(x);
}

double round(double x) {
	double t = trunc(x);
	if (x - t >= 0.5)
		return t + 1;
	return x - t <= -0.5 ? t - 1 : t;
}

double rint(double x) {
	if (x > 0 && x < 0x1p52)
		return x + 0x1p52 - 0x1p52;
	if (x < 0 && x > -0x1p52)
		return -(0x1p52 - x - 0x1p52);
	return x;
}

double nearbyint(double x) {
	return rint(x);
}

double roundeven(double x) {
	return rint(x);
}

float floorf(float x) {
	return floor(x);
}

float ceilf(float x) {
	return ceil(x);
}

float truncf(float x) {
	return trunc(x);
}

float roundf(float x) {
	return round(x);
}

float rintf(float x) {
	return rint(x);
}

float nearbyintf(float x) {
	return rint(x);
}

double modf(double x, double *whole) {
	double t = trunc(x);
	*whole = t;
	if (x - x != 0)
		return x != x ? x : x > 0 ? 0.0 : -0.0;
	if (x - t != 0)
		return x - t;
	return x < 0 || x == 0 && 1 / x < 0 ? -0.0 : 0.0;
}

float modff(float x, float *whole) {
	double t, f = modf(x, &t);
	*whole = t;
	return f;
}

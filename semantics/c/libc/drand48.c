/* Pseudo-random numbers by a linear congruence modulo 2^48. */
static unsigned long __vouch_state48, __vouch_factor48 = 0x5deece66d;
static unsigned int __vouch_addend48 = 11;

static unsigned long __vouch_next48(unsigned short words[3]) {
	unsigned long x = words ? words[0] | (unsigned long)words[1] << 16 | (unsigned long)words[2] << 32 : __vouch_state48;
	x = (x * __vouch_factor48 + __vouch_addend48) & 0xffffffffffff;
	if (words)
		words[0] = x, words[1] = x >> 16, words[2] = x >> 32;
	else
		__vouch_state48 = x;
	return x;
}

void srand48(long seed) {
	__vouch_state48 = (unsigned long)(unsigned int)seed << 16 | 0x330e;
	__vouch_factor48 = 0x5deece66d;
	__vouch_addend48 = 11;
}

unsigned short *seed48(unsigned short words[3]) {
	static unsigned short old[3];
	old[0] = __vouch_state48, old[1] = __vouch_state48 >> 16, old[2] = __vouch_state48 >> 32;
	__vouch_state48 = words[0] | (unsigned long)words[1] << 16 | (unsigned long)words[2] << 32;
	__vouch_factor48 = 0x5deece66d;
	__vouch_addend48 = 11;
	return old;
}

void lcong48(unsigned short words[7]) {
	__vouch_state48 = words[0] | (unsigned long)words[1] << 16 | (unsigned long)words[2] << 32;
	__vouch_factor48 = words[3] | (unsigned long)words[4] << 16 | (unsigned long)words[5] << 32;
	__vouch_addend48 = words[6];
}

double erand48(unsigned short words[3]) {
	return __vouch_next48(words) * 0x1p-48;
}

double drand48(void) {
	return __vouch_next48(0) * 0x1p-48;
}

long nrand48(unsigned short words[3]) {
	return __vouch_next48(words) >> 17;
}

long lrand48(void) {
	return __vouch_next48(0) >> 17;
}

long jrand48(unsigned short words[3]) {
	return (int)(__vouch_next48(words) >> 16);
}

long mrand48(void) {
	return (int)(__vouch_next48(0) >> 16);
}

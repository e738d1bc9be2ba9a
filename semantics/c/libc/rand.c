/* Pseudo-random numbers: inputs, or the sequence of glibc, an additive feedback generator over 31 words. */
static unsigned int __vouch_words[31];
static int __vouch_front, __vouch_rear, __vouch_seeded;

static unsigned int __vouch_next(void) {
	unsigned int x = __vouch_words[__vouch_front] += __vouch_words[__vouch_rear];
	__vouch_front = __vouch_front == 30 ? 0 : __vouch_front + 1;
	__vouch_rear = __vouch_rear == 30 ? 0 : __vouch_rear + 1;
	return x >> 1;
}

void srand(unsigned int seed) {
	long word = seed == 0 ? 1 : (int)seed;
	__vouch_words[0] = word;
	for (int i = 1; i < 31; i++)
		__vouch_words[i] = word = (16807 * word % 2147483647 + 2147483647) % 2147483647;
	__vouch_front = 3, __vouch_rear = 0, __vouch_seeded = 1;
	for (int i = 0; i < 310; i++)
		__vouch_next();
}

int rand(void) {
	if (__vouch_option("any-rand"))
		return __vouch_draw("rand", 0, 2147483647);
	if (!__vouch_seeded)
		srand(1);
	return __vouch_next();
}

void srandom(unsigned int seed) {
	srand(seed);
}

long random(void) {
	return rand();
}

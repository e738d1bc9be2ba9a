/* Pseudo-random numbers from a seed of the caller, as glibc has them. */
int rand_r(unsigned int *seed) {
	unsigned int next = *seed, x;
	next = next * 1103515245 + 12345;
	x = next / 65536 % 2048;
	next = next * 1103515245 + 12345;
	x = x << 10 ^ next / 65536 % 1024;
	next = next * 1103515245 + 12345;
	x = x << 10 ^ next / 65536 % 1024;
	*seed = next;
	return x;
}

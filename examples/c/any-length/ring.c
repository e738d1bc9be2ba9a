#include <stdlib.h>

/* A buffer for bytes, of any size: what comes goes in at one place, and out at another one. */
int pump(unsigned size, const unsigned char *in)
{
	unsigned char *ring = malloc(size);
	unsigned places = 0, head = 0, tail = 0;
	int sum = 0;
	if (!ring || size == 0)
		return 0;
	while (places < size)
		ring[places++] = 0;
	while (*in) {
		ring[head] = *in++;
		head = head + 1 == places ? 0 : head + 1;
		if (head == tail) {
			sum ^= ring[tail];
			tail = tail + 1 == places ? 0 : tail + 1;
		}
	}
	free(ring);
	return sum;
}

#include <stdlib.h>

/* A queue of numbers below n: it is read up to where it is written, and both move. */
unsigned waiting(unsigned n)
{
	if (n == 0 || n > 100000)
		return 0;
	unsigned *queue = malloc(n * sizeof *queue), head = 0, tail = 0;
	if (!queue)
		return 0;
	queue[tail++] = 1;
	while (head < tail) {
		unsigned x = queue[head++];
		if (tail < n && x % 2 == 1)
			queue[tail++] = x + head;
		if (tail < n)
			queue[tail++] = x / 2;
	}
	free(queue);
	return tail;
}

/* Jobs go to workers, as many as there are; then each worker's jobs are counted. */
#include <stdlib.h>

int loads(const unsigned *job, unsigned n, unsigned workers)
{
	if (workers == 0 || workers > 1000 || n > 100000)
		return 0;
	unsigned *who = malloc(n * sizeof *who + 1);
	int *load = malloc(workers * sizeof *load), first;
	if (!who || !load)
		return 0;
	for (unsigned i = 0; i < workers; i++)
		load[i] = 0;
	for (unsigned i = 0; i < n; i++)
		who[i] = job[i] % workers;
	for (unsigned i = 0; i < n; i++)
		load[who[i]]++;
	first = load[0];
	free(who);
	free(load);
	return first;
}

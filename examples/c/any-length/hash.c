#include <stdlib.h>

/* Puts the characters of a string into a table of any size, each where its number leads or in one of the places behind that, and looks for one. */
int known(const unsigned char *text, unsigned size, unsigned char key)
{
	unsigned char *table = malloc(size);
	if (!table)
		return 0;
	for (unsigned i = 0; i < size; i++)
		table[i] = 0;
	for (; *text; text++) {
		unsigned at = *text;
		while (at < size && table[at] && table[at] != *text)
			at++;
		if (at < size)
			table[at] = *text;
	}
	unsigned at = key;
	while (at < size && table[at] && table[at] != key)
		at++;
	int found = at < size && table[at] == key;
	free(table);
	return found;
}

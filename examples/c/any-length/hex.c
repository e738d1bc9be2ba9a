#include <stdlib.h>

/* Writes bytes as hexadecimal digits. */
char *hex(const unsigned char *s)
{
	unsigned long n = 0;
	while (s[n])
		n++;
	char *text = malloc(2 * n + 1);
	if (!text)
		return 0;
	for (unsigned long i = 0; i < n; i++) {
		text[2 * i] = "0123456789abcdef"[s[i] >> 4];
		text[2 * i + 1] = "0123456789abcdef"[s[i] & 15];
	}
	text[2 * n] = 0;
	return text;
}

// What printf does with a format that is only text.
#include <__vouch_file.h>

extern FILE *stdout;
int __vouch_put(FILE *f, int c);

int __vouch_say(const char *text)
{
	int n = 0, c;
	if (stdout->__fd == 1)
		for (; (c = text[n]); n++)
			__vouch_output(1, c);
	for (; (c = text[n]); n++)
		if (__vouch_put(stdout, c) < 0)
			return -1;
	return n;
}

// Lines and other pieces of a file, up to each delimiter.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	static const char text[] = "one\0\0two\nthree;\n;four";
	int ends[] = {'\0', '\n', ';', 'e', 255, -1};
	for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
		FILE *f = tmpfile();
		fwrite(text, 1, sizeof text - 1, f);
		rewind(f);
		char *line = NULL;
		size_t room = 0;
		long n;
		while ((n = getdelim(&line, &room, ends[i], f)) >= 0) {
			printf("%ld:", n);
			for (long k = 0; k <= n; k++)
				printf(" %d", line[k]);
			printf("%s\n", room > (size_t)n ? "" : " too little room");
		}
		printf("%ld %d %d\n", n, feof(f) != 0, line != NULL);
		free(line);
		fclose(f);
	}
	return 0;
}

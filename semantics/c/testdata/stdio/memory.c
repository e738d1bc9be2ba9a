// Streams whose file is memory of the program.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *s;
	size_t n;
	FILE *f = open_memstream(&s, &n);
	for (int i = 0; i < 40; i++)
		fprintf(f, "%d,", i);
	fflush(f);
	printf("%zu %s\n", n, s);
	fputs("end", f);
	fclose(f);
	printf("%zu %s %zu\n", n, s + n - 6, strlen(s));
	free(s);

	char text[] = "12 apples\nand more", buf[20];
	f = fmemopen(text, strlen(text), "r");
	int count;
	printf("%d ", fscanf(f, "%d %s", &count, buf));
	printf("%d %s\n", count, buf);
	fgetc(f);
	printf("%s ", fgets(buf, sizeof buf, f));
	printf("%d\n", fgetc(f));
	fclose(f);
	f = fmemopen(buf, sizeof buf, "w");
	fprintf(f, "%05d", 42);
	fclose(f);
	puts(buf);
	f = fmemopen(buf, sizeof buf, "a+");
	fputc('!', f);
	fclose(f);
	puts(buf);
	return 0;
}

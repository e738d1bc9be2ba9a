// The other functions that print, and options of a command line.
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	char *s;
	printf("%d ", asprintf(&s, "%d %s", 7, "seven"));
	puts(s);
	free(s);
	fflush(stdout);
	dprintf(1, "%d\n", 8);
	write(1, "nine\n", 5);
	setbuf(stdout, NULL);
	printf("%d\n", setvbuf(stdout, NULL, _IONBF, 0));
	fflush(stdout);
	char *argv[] = {"program", "-a", "x", "--beta=3", "-c5", "y", "--gamma", "-dz", "--", "-a", NULL};
	static struct option longs[] = {{"beta", required_argument, NULL, 'b'}, {"gamma", no_argument, NULL, 'g'}, {NULL, 0, NULL, 0}};
	int c, argc = sizeof argv / sizeof *argv - 1;
	while ((c = getopt_long(argc, argv, "ac:d", longs, NULL)) != -1)
		printf("%c %s\n", c, optarg ? optarg : "-");
	while (optind < argc)
		puts(argv[optind++]);
	errno = ENOENT;
	perror("more");
	return 3;
}

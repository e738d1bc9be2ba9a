#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *texts[] = {"", "a", "ab", "abc", "abcabd", "aXbXc", "xyz", "Hello, World", "  two  words ", "\xe9t\xe9"};
#define N (sizeof texts / sizeof texts[0])

static long at(const char *s, const void *p) { return p ? (const char *)p - s : -1; }
static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
	for (unsigned i = 0; i < N; i++) {
		const char *s = texts[i];
		char b[64], c[64];
		printf("%s: %zu %zu %ld %ld %ld\n", s, strlen(s), strnlen(s, 3), at(s, strchr(s, 'b')), at(s, strrchr(s, 'b')), at(s, strchr(s, 0)));
		printf("%ld %ld %ld\n", at(s, memchr(s, 'c', strlen(s))), at(s, memrchr(s, 'a', strlen(s))), at(s, strchrnul(s, 'W')));
		strcpy(b, s);
		memset(c, '#', sizeof c);
		printf("%td %s\n", stpcpy(c, s) - c, c);
		memset(c, '#', sizeof c);
		strncpy(c, s, 5);
		c[8] = 0;
		printf("%d%d%d %s\n", c[0], c[4], c[5], c);
		strcpy(c, "<");
		strcat(c, s);
		strncat(c, "12345", i % 6);
		strcat(c, ">");
		puts(c);
		for (char *p = strtok(b, " X,"); p; p = strtok(NULL, " X,"))
			printf("[%s]", p);
		strcpy(b, s);
		for (char *p = b, *q; (q = strsep(&p, " X,"));)
			printf("(%s)", q);
		printf(" %zu %zu %ld\n", strspn(s, "abcHel"), strcspn(s, "cz "), at(s, strpbrk(s, "Xoz")));
		for (unsigned j = 0; j < N; j++) {
			const char *t = texts[j];
			printf("%d%d%d%d%d%ld|", sign(strcmp(s, t)), sign(strncmp(s, t, 2)), sign(strcasecmp(s, t)), sign(strncasecmp(s, t, 1)),
				sign(strcoll(s, t)), at(s, strstr(s, t)));
		}
		char *d = strdup(s), *e = strndup(s, 2);
		printf("\n%s %s %d\n", d, e, memcmp(d, s, strlen(s) + 1));
		free(d), free(e);
	}
	char m[] = "0123456789";
	memmove(m + 2, m, 5);
	puts(m);
	memmove(m, m + 2, 5);
	puts(m);
	char *q = mempcpy(m, "xy", 2);
	*q = '!';
	puts(m);
	printf("%s|%s|%s\n", strerror(0), strerror(2), strerror(34));
	printf("%d %d %d\n", ffs(0), ffs(40), ffsll(1ll << 40));
	printf("%ld\n", at(m, memmem(m, 10, "678", 3)));
	char r[8];
	bzero(r, 8);
	printf("%p %s\n", memccpy(r, "abc", 'z', 3), r);
	printf("%ld\n", at(texts[7], strcasestr(texts[7], "wORL")));
}

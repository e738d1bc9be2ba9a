// Conversions of scanf, from strings and from the standard input.
#include <stdio.h>
#include <string.h>

int main(void)
{
	int a = -1, b = -1, c = -1, n = -1;
	unsigned u = 0;
	long l = 0;
	short h = 0;
	signed char hh = 0;
	float f = 0;
	double d = 0;
	char s[20] = "", t[20] = "", ch = 0;

	printf("%d ", sscanf("12 34", "%d %d", &a, &b));
	printf("%d %d\n", a, b);
	printf("%d ", sscanf("  -7abc", "%d%s", &a, s));
	printf("%d %s\n", a, s);
	printf("%d ", sscanf("1,2;3", "%d,%d;%d", &a, &b, &c));
	printf("%d %d %d\n", a, b, c);
	printf("%d ", sscanf("ff 0x1F 077 010", "%x %x %o %i", &u, (unsigned *)&a, (unsigned *)&b, &c));
	printf("%u %d %d %d\n", u, a, b, c);
	printf("%d ", sscanf("123456", "%3d%2d%n", &a, &b, &n));
	printf("%d %d %d\n", a, b, n);
	printf("%d ", sscanf("3.25 1e3 -0.5", "%f %lf %*f%n", &f, &d, &n));
	printf("%g %g %d\n", f, d, n);
	printf("%d ", sscanf("9000000000 -300 -12", "%ld %hd %hhd", &l, &h, &hh));
	printf("%ld %d %d\n", l, h, hh);
	printf("%d ", sscanf("hello world", "%s %s", s, t));
	printf("%s %s\n", s, t);
	printf("%d ", sscanf("abc123", "%[a-z]%[^a-z]", s, t));
	printf("%s %s\n", s, t);
	printf("%d ", sscanf("]x-", "%[]x]%c", s, &ch));
	printf("%s %c\n", s, ch);
	printf("%d ", sscanf("a b", "%c%c", &ch, s));
	printf("%c %d\n", ch, s[0]);
	printf("%d\n", sscanf("", "%d", &a));
	printf("%d\n", sscanf("   ", "%d", &a));
	printf("%d\n", sscanf("x", "%d", &a));
	printf("%d\n", sscanf("5%", "%d%%", &a));
	printf("%d\n", sscanf("5 x", "%d y%d", &a, &b));
	printf("%d\n", sscanf("inf nan", "%lf %f", &d, &f));
	printf("%g\n", d);

	while (scanf("%d", &a) == 1)
		printf("<%d>", a);
	printf("\n");
	ch = getchar();
	printf("%c ", ch);
	printf("%d\n", ungetc(ch, stdin));
	printf("%s", fgets(s, 5, stdin));
	printf("|%s", fgets(s, sizeof s, stdin));
	char *line = 0;
	size_t room = 0;
	long length = getline(&line, &room, stdin);
	printf("%ld %s", length, line);
	printf("%zu ", fread(t, 2, 3, stdin));
	printf("%.6s\n", t);
	printf("%d ", getchar());
	printf("%d\n", feof(stdin));
	printf("%d ", getchar());
	printf("%d %d\n", feof(stdin) != 0, ferror(stdin));
	printf("%d ", scanf("%d", &a));
	printf("%d\n", fgets(s, 5, stdin) == NULL);
	return 0;
}

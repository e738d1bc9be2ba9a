#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CHECK(x) if (!(x)) return 3

int f(int n);
typedef _Bool flag;

int plain(int a, int b, char *p)
{
	if (a) return 1;
	if (!b) return 2;
	if (a > b) return 3; else b++;
	if (!(a == b)) return 4;
	if (p) return *p ? a : b;
	return !!a;
}

int several(int a, int b, int c)
{
	if (a && b) return 1;
	if (!(a || b)) return 2;
	if (!a || !b && c) return 3;
	if (f(a) && f(b)) return 4;
	if ((a, b || c)) return 5;
	if (a && f(b) && c) return 6;
	int x = a && b, y = a || f(b), z = !(a && c);
	return x + y + z;
}

int loops(int n, int m)
{
	while (n) n--;
	while (n < 3 && m) n++;
	while (!(n > 9 || m > 9)) n++, m++;
	do { n--; } while (!m);
	for (int i = 0; i < n; i++) if (i == 2) break; else continue;
	for (;;) if (n++ > 5) return n;
	while (1) m++;
}

int choose(int a, long b, unsigned char c)
{
	switch (a) {
	case 1: case 2: return 1;
	case 3: b++;
	default: break;
	}
	switch (b) { case 1: return 3; }
	switch (c) { case 200: return 4; }
	return a ? b : c;
}

int macros(int a, int b, int c)
{
	CHECK(a);
	a = MAX(a, b);
	b = MAX(MAX(f(a), b), f(c));
	CHECK(a && b);
	return a;
}

int values(int a, flag b, double d)
{
	int x = a > 3, y = a ? 1 : 0;
	b = a;
	if (b) x++;
	if (++b) x++;
	if (d) x++;
	if ((x = a)) x++;
	if (({ int t = f(a); t > 2; })) x++;
	if (0) x++;
	return x + y + b ?: a;
}

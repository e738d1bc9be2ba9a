Bit-fields. The form of the file is described in cases_test.go.
//// a copy of what was never written is no use
#include <stdlib.h>
struct line { unsigned data; int kind; };
struct block { unsigned type : 8; unsigned flags : 8; unsigned data : 16; int kind : 24; long far : 48; };
int main(void) {
	struct line *l = malloc(sizeof *l);
	struct block *b = malloc(sizeof *b);
	long far;
	unsigned char small;
	b->data = l->data;
	b->kind = l->kind;
	b->far = far;
	b->flags = small;
	b->type = 3;
	struct block c = *b;
	return c.type; //exit 3
}
//// a use of such a copy in a branch
#include <stdlib.h>
struct line { unsigned data; };
struct block { unsigned type : 8; unsigned flags : 8; unsigned data : 16; };
int main(void) {
	struct line *l = malloc(sizeof *l);
	struct block b = {1, 2, 3};
	b.data = l->data;
	if (b.flags != 2) return 1;
	if (b.data) return 2; // want: uninitialised value
	return 0;
}
//// the value of such an assignment
struct block { unsigned type : 8; unsigned data : 16; };
int main(void) {
	unsigned n, m;
	struct block b, c;
	c.data = b.data = n;
	m = b.data = n;
	return m == 1; // want: uninitialised value
}
//// values that do not fit are cut, with and without a sign
#include <stdio.h>
struct s { signed a : 8; unsigned b : 16; long c : 24; int d : 32; unsigned long e : 64; };
int main(void) {
	int n = -200; unsigned m = 0x12345678; long l = -0x1234567; unsigned long u = -3ul;
	struct s s;
	int v = s.a = n; unsigned w = s.b = m; long x = s.c = l; int y = s.d = n; unsigned long z = s.e = u;
	printf("%d %d\n", s.a, v); //> 56 56
	printf("%x %x\n", s.b, w); //> 5678 5678
	printf("%ld %ld\n", (long)s.c, x); //> -2311527 -2311527
	printf("%d %d %lu %lu\n", s.d, y, (unsigned long)s.e, z); //> -200 -200 18446744073709551613 18446744073709551613
	return 0;
}
//// a bit-field whose bytes were never written
struct s { unsigned a : 3, b : 5, c : 9; };
int main(void) {
	struct s s;
	return s.b; // want: uninitialised value
}

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
//// a copy into a bit-field that shares a byte is no use, and leaves its neighbours
struct line { unsigned data; unsigned few : 3, more : 9; };
struct block { unsigned type : 3; unsigned data : 18; int kind : 7; _Bool set : 1; };
int main(void) {
	struct line l;
	struct block b, c;
	_Bool set;
	b.type = 5;
	b.data = l.data;
	b.kind = -3;
	b.type = l.few;
	b.data = l.more;
	b.set = set;
	b.set = c.set;
	c = b;
	unsigned copy = b.data;
	return c.kind + 10; //exit 7
}
//// a use of such a copy
struct block { unsigned type : 3; unsigned data : 18; };
int main(void) {
	struct block b;
	unsigned n;
	b.type = 5;
	b.data = n;
	if (b.type != 5) return 1;
	return b.data != 0; // want: uninitialised value
}
//// a bit-field that was never written, beside one that was
struct s { unsigned a : 3, b : 5; };
int main(void) {
	struct s s;
	s.a = 1;
	return s.b; // want: uninitialised value
}
//// a bit-field that was never written, between two that were
struct s { unsigned a : 3, b : 11, c : 18; };
int main(void) {
	struct s s;
	s.a = 1;
	s.c = 2;
	if (s.a + s.c != 3) return 1;
	return s.b; // want: uninitialised value
}
//// of one bit that was never written
#include <stdlib.h>
struct s { _Bool a : 1, b : 1; };
int main(void) {
	struct s *s = malloc(sizeof *s);
	s->a = 1;
	if (!s->a) return 1;
	if (s->b) return 2; // want: uninitialised value
	return 0;
}
//// an undefined value in what was defined
struct s { unsigned a : 3, b : 5; };
int main(void) {
	struct s s = {1, 2};
	unsigned n;
	s.b = n;
	if (s.a != 1) return 1;
	switch (s.b) { // want: uninitialised value
	case 2: return 2;
	}
	return 3;
}
//// the value of an assignment of an undefined value
struct s { unsigned a : 3, b : 5; };
int main(void) {
	struct s s;
	unsigned n, m, k;
	m = s.b = n;
	k = s.a = s.b = n;
	return k; // want: uninitialised value
}
//// a count of an undefined bit-field
struct s { unsigned a : 3, b : 5; };
int main(void) {
	struct s s;
	s.a = 1;
	s.b++; // want: uninitialised value
	return 0;
}
//// a sum onto an undefined bit-field
struct s { int a : 3, b : 5; };
int main(void) {
	struct s s;
	s.b = 1;
	s.a += 0; // want: uninitialised value
	return 0;
}
//// bits put into an undefined bit-field
struct s { unsigned a : 3, b : 5; };
int main(void) {
	struct s s;
	s.a = 1;
	s.b |= 31; // want: uninitialised value
	return 0;
}
//// an undefined bit-field as an index
struct s { unsigned a : 3, b : 5; };
int main(void) {
	int table[32] = {0};
	struct s s;
	s.a = 1;
	return table[s.b]; // want: uninitialised value
}
//// a bit-field that goes over the border of a byte
struct s { unsigned a : 6, b : 4, c : 6; };
int main(void) {
	struct s s;
	s.b = 9;
	if (s.b != 9) return 1;
	s.a = 2;
	if (s.a != 2 || s.b != 9) return 2;
	return s.c; // want: uninitialised value
}
//// and is undefined where it begins
struct s { unsigned a : 6, b : 4, c : 6; };
union u { struct s s; unsigned char bytes[4]; };
int main(void) {
	union u u;
	u.bytes[1] = 0;
	u.s.a = 1;
	if (u.s.c != 0) return 1;
	return u.s.b; // want: uninitialised value
}
//// packed bit-fields, with and without a sign
struct __attribute__((packed)) s { signed a : 5; unsigned b : 13; signed long c : 50; unsigned d : 12; _Bool e : 1; };
int main(void) {
	struct s s, t;
	s.a = -9;
	s.b = 8191;
	s.c = -0x123456789abL;
	s.d = 0xabc;
	t = s;
	if (t.a != -9 || t.b != 8191 || t.c != -0x123456789abL || t.d != 0xabc) return 1;
	return t.e; // want: uninitialised value
}
//// a bit-field in nine bytes
struct __attribute__((packed)) s { unsigned a : 5; long b : 62; unsigned c : 5; };
int main(void) {
	struct s s;
	s.b = -0x123456789abcdefL;
	if (s.b != -0x123456789abcdefL) return 1;
	s.a = 26;
	s.c = 0;
	s.b += 1;
	if (s.b != -0x123456789abcdeeL || s.a != 26 || s.c != 0) return 2;
	long n;
	s.b = n; // want: uninitialised value
	return 0;
}
//// an initialiser sets all of the others to zero
struct s { unsigned a : 3, b : 5, c : 12; int d; };
struct s fixed;
static struct s some = {.b = 3};
int main(void) {
	struct s s = {.a = 1}, t = {0};
	if (s.a + s.b + s.c + s.d != 1 || t.c) return 1;
	return fixed.a + fixed.b + some.a + some.b + some.c; //exit 3
}
//// memory from calloc is zero
#include <stdlib.h>
struct s { unsigned a : 3, b : 5; };
int main(void) {
	struct s *s = calloc(1, sizeof *s);
	s->a = 1;
	return s->b + s->a; //exit 1
}
//// bytes that memset has set
#include <string.h>
struct s { unsigned a : 3, b : 5; int c : 4; };
int main(void) {
	struct s s;
	memset(&s, 0xff, sizeof s);
	return s.a == 7 && s.b == 31 && s.c == -1 ? 0 : 1;
}
//// an integer over bit-fields all of which are set
union u { struct { unsigned a : 3, b : 13, c : 16; } s; unsigned n; };
int main(void) {
	union u u;
	u.s.c = 0x1234;
	u.s.a = 5;
	u.s.b = 0x1fff;
	return u.n == 0x1234fffd ? 0 : 1;
}
//// an integer over bit-fields one of which is not set
union u { struct { unsigned a : 3, b : 13, c : 16; } s; unsigned n; };
int main(void) {
	union u u;
	u.s.c = 0x1234;
	u.s.b = 0x1fff;
	unsigned copy = u.n;
	return copy == 0; // want: uninitialised value
}
//// an integer over bit-fields that leave a bit over
union u { struct { unsigned a : 3, b : 4; } s; unsigned char n; };
int main(void) {
	union u u;
	u.s.a = 1;
	u.s.b = 2;
	return u.n; // want: uninitialised value
}
//// bit-fields over an integer
union u { struct { unsigned a : 3; int b : 13; unsigned c : 16; } s; unsigned n; };
int main(void) {
	union u u;
	u.n = 0xabcdfffd;
	u.s.a = 2;
	return u.s.a == 2 && u.s.b == -1 && u.s.c == 0xabcd && u.n == 0xabcdfffa ? 0 : 1;
}
//// a character over a part of a bit-field
struct s { unsigned a : 3, b : 7; };
int main(void) {
	struct s s;
	s.b = 1;
	unsigned char *bytes = (unsigned char *)&s, copy = bytes[0];
	s.a = 0;
	if (bytes[0] != 8) return 1;
	return copy; // want: uninitialised value
}
//// what memcpy copies
#include <string.h>
struct s { unsigned a : 3, b : 5; };
int main(void) {
	struct s s, t = {1, 2};
	s.a = 6;
	memcpy(&t, &s, 1);
	if (t.a != 6) return 1;
	return t.b; // want: uninitialised value
}
//// what a copy byte by byte copies
struct s { unsigned a : 3, b : 5; };
int main(void) {
	struct s s, t;
	s.a = 6;
	s.b = 1;
	for (unsigned i = 0; i < sizeof s; i++)
		((char *)&t)[i] = ((char *)&s)[i];
	return t.a; //exit 6
}
//// what a structure copies that a function gives back
struct s { unsigned a : 3, b : 5; };
struct s make(unsigned n) { struct s s; s.b = n; return s; }
int main(void) {
	struct s s = make(20);
	if (s.b != 20) return 1;
	s.a = 1;
	if (s.a != 1) return 2;
	s = make(3);
	return s.a; // want: uninitialised value
}
//// a bit-field over a part of a pointer and of a float
#include <stdint.h>
union u { int *p; double d; struct { unsigned a : 3; unsigned long b : 61; } s; };
int main(void) {
	int x = 4;
	union u u;
	u.p = &x;
	if (u.s.a != 0 || (uintptr_t)&x != (unsigned long)u.s.b << 3) return 1;
	u.s.a = 0;
	if (*u.p != 4) return 2;
	u.d = -2.0;
	u.s.a = 0;
	return u.d == -2.0 ? 0 : 3;
}
//// a volatile bit-field, and one that has no name
struct s { volatile unsigned a : 3; unsigned : 2; unsigned b : 3; };
int main(void) {
	struct s s;
	s.a = 7;
	s.a--;
	if (s.a != 6) return 1;
	return s.b; // want: uninitialised value
}
//// a bit-field outside of its object
#include <stdlib.h>
struct s { unsigned a : 3, b : 30; };
int main(void) {
	struct s *s = malloc(4);
	s->a = 1;
	s->b = 1; // want: out of bounds write
	return 0;
}
//// a bit-field of a constant
struct s { unsigned a : 3, b : 5; };
const struct s fixed = {1, 2};
int main(void) {
	((struct s *)&fixed)->a = 1; // want: read-only write
	return 0;
}
//// the sides of an assignment, and bit-fields that are cut
#include <stdio.h>
struct s { signed a : 3; unsigned b : 5; long c : 33; _Bool d : 1; unsigned long e : 40; } s[2];
int main(void) {
	int i = 0;
	int v = s[i++].a = 13; unsigned w = s[i].b = -1; long x = s[i].c = 0x1fffffffeL; int y = s[i].d = 4; unsigned long z = s[i].e = -2L;
	printf("%d %u %ld %d %lx\n", v, w, x, y, z); //> -3 31 -2 1 fffffffffe
	printf("%d %u %ld %d %lx\n", s[0].a, s[1].b, (long)s[1].c, s[1].d, (unsigned long)s[1].e); //> -3 31 -2 1 fffffffffe
	printf("%d %d\n", s[1].b++, --s[0].a); //> 31 -4
	printf("%d %d\n", s[1].b, s[0].a); //> 0 -4
	printf("%d %d\n", s[1].b += 40, s[1].a -= 1); //> 8 -1
	return 0;
}

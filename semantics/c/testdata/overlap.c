Assignments of what overlaps. The form of the file is described in cases_test.go.
//// a structure from another member of its union
struct t { int a, b; };
union u { struct { int pad; struct t t; } x; struct t t; };
int main(void) {
	union u u = {{1, {2, 3}}};
	u.t = u.x.t; // want: overlapping copy
	return 0;
}
//// the same at once through pointers, and as an element of an array of structures
#include <stdlib.h>
struct t { int a, b; };
static void set(struct t *p, struct t *q) { *p = *q; }
int main(void) {
	struct t *p = calloc(4, sizeof *p);
	p[1].a = 7;
	set(p, p + 1);
	set(p, p);
	p[2] = p[0];
	int i = 3, j = 2;
	p[i] = p[j];
	return p[3].a; //exit 7
}
//// a structure that begins in the middle of its target
#include <stdlib.h>
struct t { int a, b; };
static void set(struct t *p, struct t *q) { *p = *q; } // want: overlapping copy
int main(void) {
	struct t *p = calloc(4, sizeof *p);
	set((struct t *)((int *)p + 1), p);
	return 0;
}
//// a structure that ends in the middle of its target
#include <stdlib.h>
struct t { char c[3]; };
int main(void) {
	struct t *p = calloc(4, sizeof *p), *q = (struct t *)((char *)p + 2);
	*p = *q; // want: overlapping copy
	return 0;
}
//// a union
union t { char c[3]; short s; };
int main(void) {
	char a[8] = {1};
	union t *p = (union t *)a;
	*(union t *)(a + 2) = *p; // want: overlapping copy
	return 0;
}
//// a structure inside of a structure, inside of an array
struct t { int a, b; };
struct s { int n[2]; struct t t; };
int main(void) {
	struct s s[3] = {{{1, 2}, {3, 4}}};
	struct t *in = (struct t *)&s[1].n[1];
	s[1].t = *in; // want: overlapping copy
	return 0;
}
//// a member by its initializer
struct t { int a, b; };
struct s { int n; struct t t; };
int main(void) {
	struct s s = {1, *(struct t *)&s}; // want: overlapping copy
	return 0;
}
//// the value of a condition, a comma, and a chain of assignments
struct t { int a, b; };
union u { struct { int pad; struct t t; } x; struct t t; };
int main(int argc, char **argv) {
	union u u = {{1, {2, 3}}};
	struct t v, w;
	v = w = u.x.t;
	u.t = (argc, v);
	u.x.t = u.t = w; // want: overlapping copy
	return 0;
}
//// what a function returns is no object of the program any more
struct t { int a, b; };
union u { struct { int pad; struct t t; } x; struct t t; };
static struct t of(union u *u) { return u->x.t; }
static struct t same(struct t t) { return t; }
int main(void) {
	union u u = {{1, {2, 3}}};
	u.t = of(&u);
	u.x.t = same(u.t);
	return u.x.t.b; //exit 3
}
//// scalars are read before they are stored
union u { int i; short s[2]; float f; double d; long double l; char c; _Complex float z; __int128 w; };
int main(void) {
	union u u = {-2};
	u.s[1] = u.i;
	u.i = u.s[0];
	u.d = u.i;
	u.f = u.d;
	u.l = u.f;
	u.d = u.l;
	u.z = u.d;
	u.w = u.z;
	u.c = u.w;
	u.i = u.c;
	return u.i + 3; //exit 1
}
//// a bit-field from the bytes that it is in
union u { struct { unsigned a : 3, b : 13, c : 16; } bits; unsigned all; };
int main(void) {
	union u u = {.all = 0x12345678};
	u.bits.c = u.bits.b;
	u.all = u.bits.c;
	return u.all == 0x12345678 >> 3 % 0x2000 ? 1 : u.all == (0x5678 >> 3) ? 2 : 3; //exit 2
}
//// an array from a compound literal, by its initializer
int main(void) {
	struct { int n[2]; } s = {(int[2]){1, 2}};
	return s.n[1]; //exit 2
}

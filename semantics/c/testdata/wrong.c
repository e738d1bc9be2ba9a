//// a structure assigned to an int
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = t; // wrong: found a value of type struct T, want one of type int
}
//// an int assigned to a structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	t = i; // wrong: found a value of type int, want one of type struct T
}
//// a floating number assigned to a pointer
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	p = d; // wrong: found a value of type double, want one of type int *
}
//// a pointer assigned to a floating number
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	d = p; // wrong: found a value of type int *, want one of type double
}
//// a union assigned to a structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	t = u; // wrong: found a value of type union U, want one of type struct T
}
//// an assignment to a constant
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	5 = i; // wrong: found a value of type int, want what can be assigned to
}
//// an assignment to a sum
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i + 1 = 2; // wrong: found a value before an assignment, want what can be assigned to
}
//// an assignment to a result
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	f(1) = 2; // wrong: found a value of type int, want what can be assigned to
}
//// an assignment to a const variable
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	ci = 4; // wrong: found what has the type const int, want what can be assigned to
}
//// an increment of a const variable
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	ci++; // wrong: found what has the type const int, want what can be assigned to
}
//// an assignment to a structure with a const member
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	s = s; // wrong: found what has the type struct S, which has a const member, want what can be assigned to
}
//// an assignment to a const member
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	s.c = 1; // wrong: found what has the type const int, want what can be assigned to
}
//// an assignment through a pointer to const
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	*(const int *)p = 1; // wrong: found what has the type const int, want what can be assigned to
}
//// an assignment to an array
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	a = p; // wrong: found an array, of type int [4], want what can be assigned to
}
//// an increment of an array
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	a++; // wrong: found an array, of type int [4], want what can be assigned to
}
//// an assignment to a function
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	f = 0; // wrong: found a value of type int (int), want what can be assigned to
}
//// an assignment to an enumerator
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	A = 3; // wrong: found the enumerator A, want what can be assigned to
}
//// an assignment to a cast
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	(char)i = 3; // wrong: found a value before an assignment, want what can be assigned to
}
//// an assignment to a comma
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	(i, i) = 3; // wrong: found a value of type int, want what can be assigned to
}
//// an assignment to ?:
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	(i ? i : i) = 3; // wrong: found a value of type int, want what can be assigned to
}
//// the address of a constant
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	&5; // wrong: found a value of type int, want what has an address
}
//// the address of a result
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	&f(1); // wrong: found a value of type int, want what has an address
}
//// the address of a bit-field
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	&s.b; // wrong: found the address of a bit-field, want that of an object
}
//// the address of a sum
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	&(i + 1); // wrong: found a value of type int, want what has an address
}
//// the size of a bit-field
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = sizeof(s.b); // wrong: found sizeof of a bit-field, want a type or an expression with a size
}
//// the size of an incomplete structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = sizeof(struct I); // wrong: found sizeof of the incomplete type struct I, want a complete one
}
//// the alignment of an incomplete structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = _Alignof(struct I); // wrong: found the alignment of the incomplete type struct I, want that of a complete one
}
//// a member of an incomplete structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	ip->x; // wrong: found the member x of the incomplete type struct I, want a complete one
}
//// arithmetic on a pointer to an incomplete structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	ip + 1; // wrong: found arithmetic on a pointer to the incomplete type struct I, want a complete one
}
//// the value of an incomplete structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = *ip; // wrong: found a value of type struct I, want one of type int
}
//// a member that is none
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = s.nope; // wrong: found nope, which is no member of struct S, want one
}
//// a member of a pointer without an arrow
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = p->a; // wrong: found the member a of what has type int, want a structure or union
}
//// an arrow behind an int
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = i->a; // wrong: found a value of type int before ->, want a pointer to a structure or union
}
//// an arrow behind a structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = t->x; // wrong: found a value of type struct T before ->, want a pointer to a structure or union
}
//// a dot behind a pointer
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = ip.x; // wrong: found the member x of what has type struct I *, want a structure or union
}
//// the target of an int
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	*i; // wrong: found * of type int, want a pointer
}
//// the value of void
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = *vp; // wrong: found a value of type void, want one of type int
}
//// a subscript of an int
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i[i]; // wrong: found a subscript of type int of what has type int, want an integer and a pointer or array
}
//// a pointer as a subscript of a pointer
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	p[p]; // wrong: found a subscript of type int * of what has type int *, want an integer and a pointer or array
}
//// a floating number as a subscript
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	p[d]; // wrong: found a subscript of type double of what has type int *, want an integer and a pointer or array
}
//// a subscript of a function
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	f[0]; // wrong: found a subscript of a pointer to a function, want one to objects
}
//// too few arguments
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	f(); // wrong: found a call with 0 arguments, want 1
}
//// too many arguments
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	f(1, 2); // wrong: found a call with 2 arguments, want 1
}
//// a structure for an int
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	f(t); // wrong: found a value of type struct T, want one of type int
}
//// a floating number for a pointer
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	g(d); // wrong: found a value of type double, want one of type int *
}
//// void for an int
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	f(vf()); // wrong: found a value of type void, want one of type int
}
//// too few arguments before the variable ones
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	var(); // wrong: found a call with 0 arguments, want 1
}
//// void among the variable arguments
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	var(1, vf()); // wrong: found an argument of type void, want a value
}
//// void where there is no prototype
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	old(vf()); // wrong: found an argument of type void, want a value
}
//// a call of an int
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i(1); // wrong: found a call of what has type int, want a function
}
//// arithmetic on void
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	vf() + 1; // wrong: found void + int, want numbers
}
//// the sum of a structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	t + 1; // wrong: found struct T + int, want numbers
}
//// the equality of structures
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	t == t2; // wrong: found struct T == struct T, want pointers or numbers
}
//// not of a structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	!t; // wrong: found a value of type struct T, want a number or a pointer
}
//// the negative of a structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	-t; // wrong: found - of type struct T, want a number
}
//// the complement of a floating number
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	~d; // wrong: found ~ of type double, want an integer
}
//// the negative of a pointer
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	-p; // wrong: found - of type int *, want a number
}
//// the sum of pointers
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	p + p; // wrong: found int * + int *, want numbers
}
//// a pointer without a floating number
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	p - d; // wrong: found int * - double, want numbers
}
//// the product of a pointer
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	p * 2; // wrong: found int * * int, want numbers
}
//// the bits of a pointer
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	p & 1; // wrong: found int * & int, want integers
}
//// the remainder of a floating number
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	d % 2; // wrong: found double % int, want integers
}
//// the shift of a floating number
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	d << 1; // wrong: found double << int, want integers
}
//// a shift by a floating number
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i << d; // wrong: found int << double, want integers
}
//// a structure as a condition
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	t ? 1 : 2; // wrong: found a value of type struct T, want a number or a pointer
}
//// a structure and an int in ?:
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i ? t : 1; // wrong: found values of type struct T and int, want types that have one in common
}
//// a pointer and a floating number in ?:
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i ? p : d; // wrong: found values of type int * and double, want types that have one in common
}
//// a structure in if
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	if (t) ; // wrong: found a value of type struct T, want a number or a pointer
}
//// a structure in while
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	while (t) ; // wrong: found a value of type struct T, want a number or a pointer
}
//// a structure before &&
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	t && p; // wrong: found a value of type struct T, want a number or a pointer
}
//// a structure behind or
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i || t; // wrong: found a value of type struct T, want a number or a pointer
}
//// a pointer equal to a floating number
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	p == d; // wrong: found int * == double, want pointers or numbers
}
//// a pointer below a floating number
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	p < d; // wrong: found int * < double, want pointers or numbers
}
//// an int changed by a pointer
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	d += p; // wrong: found double + int *, want numbers
}
//// a pointer moved by a floating number
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	p += d; // wrong: found int * + double, want numbers
}
//// a remainder that is assigned to a floating number
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	d %= 2; // wrong: found double % int, want integers
}
//// a structure that is changed
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	t += 1; // wrong: found struct T + int, want numbers
}
//// an increment of a structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	t++; // wrong: found ++ of what has type struct T, want a number or a pointer
}
//// an increment of a pointer to an incomplete structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	ip++; // wrong: found arithmetic on a pointer to the incomplete type struct I, want a complete one
}
//// a structure cast to an int
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	(int)t; // wrong: found a cast of a value of type struct T to int, want a type that it can be converted to
}
//// an int cast to a structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	(struct T)i; // wrong: found a cast of a value of type int to struct T, want a type that it can be converted to
}
//// a value cast to a union without such a member
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	(union U)p; // wrong: found a cast of a value of type int * to union U, want the type of a member
}
//// a floating number cast to a pointer
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	(int *)d; // wrong: found a cast of a value of type double to int *, want a type that it can be converted to
}
//// a pointer cast to a floating number
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	(double)p; // wrong: found a cast of a value of type int * to double, want a type that it can be converted to
}
//// a pointer cast to an array
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	(int[3])p; // wrong: found a cast of a value of type int * to int [3], want a type that it can be converted to
}
//// a selection without an association
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	_Generic(i, float: 1); // wrong: found no association for type int, want one, or a default
}
//// a selection with two equal associations
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	_Generic(i, int: 1, int: 2); // wrong: found the type int, which is compatible with the type int before, want another
}
//// a selection with two defaults
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	_Generic(i, default: 1, default: 2); // wrong: found a second default, want one at most
}
//// a structure returned for an int
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	return t; // wrong: found a value of type struct T, want one of type int
}
//// void as a value
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = vf(); // wrong: found a value of type void, want one of type int
}
//// a statement expression without a value
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = ({ while (0); }); // wrong: found a value of type void, want one of type int
}
//// a name that is not declared
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = undeclared; // wrong: found undeclared, want a name that is declared
}
//// a type as a value
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	{ typedef int T1; i = T1; } // wrong: found "T1", want an expression
}
//// a structure set from an int
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	struct T l = 3; // wrong: found a value of type int, want one of type struct T
}
//// an int set from a structure
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	int y = t; // wrong: found a value of type struct T, want one of type int
}
//// an int without a value
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	int v = { }; // wrong: found no value in the initializer of what has type int, want one
}
//// a pointer to const through which is assigned
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	const int *pc = p; *pc = 1; // wrong: found what has the type const int, want what can be assigned to
}
//// va_arg of no list
struct S { int a; const int c; int b : 3; } s; struct T { int x; } t, t2; struct I; struct I *ip; union U { int i; float f; } u; enum E { A, B };
int i, *p, a[4], f(int), g(int *), old(), var(int, ...); double d; const int ci = 3; void *vp, vf(void);
int main(void) {
	i = __builtin_va_arg(i, int); // wrong: found a value of type int, want a va_list
}
//// the sum of vectors of different lengths
typedef int v4 __attribute__((vector_size(16)));
typedef int v2 __attribute__((vector_size(8)));
v4 a;
v2 b;
int main(void) {
	a + b; // wrong: want vectors alike
}
//// the shift of vectors of floating numbers
typedef float f4 __attribute__((vector_size(16)));
f4 a;
int main(void) {
	a << a; // wrong: want vectors of integers
}
//// a vector cast to a smaller integer
typedef int v4 __attribute__((vector_size(16)));
v4 a;
int main(void) {
	(int)a; // wrong: want a type of its size
}
//// an enumeration whose values nobody says
enum e *p;
int main(void) {
	enum e x; // wrong: want a complete type
	return p == 0;
}
//// a cast to an enumeration whose values nobody says
int main(void) {
	return (enum e)1; // wrong: found a cast to the incomplete type enum e
}
//// a parameter of an incomplete type
struct s;
int f(struct s x) { return 0; } // wrong: found a parameter of the incomplete type struct s
int main(void) { return 0; }
//// a result of an incomplete type
struct s;
struct s f(void) { for (;;); } // wrong: found a function with a result of the incomplete type struct s
int main(void) { return 0; }
//// a call whose result has an incomplete type
struct s f(void);
int main(void) {
	f(); // wrong: found a call of a function with a result of the incomplete type struct s
	return 0;
}
//// a static local that nobody uses, with an initializer that is not constant
int f(void);
int main(void) {
	static int x = f(); // wrong: found an initializer that is not constant
	return 0;
}
//// an initializer of a variable array
int main(void) {
	int n = 3;
	int a[n] = {1}; // wrong: found an initializer of the variable array a
	return a[0];
}
//// a flexible array alone
struct s { int : 3; int a[]; } *p; // wrong: found the flexible array a as the first member
int main(void) { return p == 0; }
//// a member without a type
struct s { x; } *p; // wrong: found a member without a type
int main(void) { return p == 0; }
//// two storage classes
int main(void) {
	auto register int x = 0; // wrong: found register after another storage class
	return x;
}
//// a storage class of a parameter
int f(static int x) { return x; } // wrong: found static before a parameter
int main(void) { return 0; }
//// a function of a harness with too few arguments
void __CPROVER_assert(_Bool, const char *);
int main(void) {
	__CPROVER_assert(1); // wrong: found a call with 1 arguments, want 2
	return 0;
}
//// an initializer of what is extern in a function
int main(void) {
	extern int x = 1; // wrong: found extern x with an initializer in a function
	return x;
}
//// a label that is declared too late
int main(void) {
	int x = 0;
	__label__ l; // wrong: found __label__ behind other items of a block
l:
	return x;
}

Vectors of GNU C. The form of the file is described in cases_test.go.
//// operators, elements, conversions and shuffles
#include <stdio.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16)));
typedef int v2 __attribute__((vector_size(8)));
static void p(const char*n, v4 v){ printf("%s %d %d %d %d\n",n,v[0],v[1],v[2],v[3]); }
static void pf(const char*n, f4 v){ printf("%s %g %g %g %g\n",n,v[0],v[1],v[2],v[3]); }
v4 g = {1,2,3}; const f4 gf = {0.5f, 1.5f}; struct { int n; v4 v; } s = {1,{2,3,4,5}};
v4 add(v4 a, v4 b){ return a+b; }
int main(void) {
	v4 a={1,2,3,4}, b={10,-20,30,-40};
	p("add",add(a,b));
	p("sub",a-b);
	p("mul",a*b);
	p("div",b/a);
	p("rem",b%a);
	p("and",a&b);
	p("or",a|b);
	p("xor",a^b);
	p("shl",a<<2);
	p("shr",b>>(v4){1,2,3,4});
	p("neg",-a);
	p("cpl",~a);
	p("lt",a<b);
	p("eq",a==(v4){1,0,3,0});
	p("scal",a+5);
	p("scal2",2*a);
	p("g",g);
	p("s",s.v);
	a[2]=77;
	a[0]+=5;
	p("set",a);
	a+=b;
	a*=2;
	p("cmp",a);
	for(int i=0;i<4;i++) b[i]=i*i;
	p("b",b);
	f4 x={1,2,3,4}, y=gf;
	pf("fa",x+y);
	pf("fd",x/(f4){2,4,8,16});
	pf("fn",-x);
	p("fl",x<2.5f);
	pf("fs",x*0.5f);
	b16 c={250,251,252,253,254,255};
	c+=10;
	for(int i=0;i<16;i++) printf("%d ",c[i]);
	printf("\n");
	l2 l=(l2)a;
	printf("%ld %ld\n",l[0],l[1]);
	v2 w={1,2};
	long q=(long)w;
	printf("%lx\n",q);
	v2 w2=(v2)0x500000003L;
	printf("%d %d\n",w2[0],w2[1]);
	p("shuf",__builtin_shuffle(a,(v4){3,2,1,0}));
	p("shuf2",__builtin_shuffle(a,b,(v4){0,4,1,9}));
	p("sv",__builtin_shufflevector(a,b,0,5,2,7));
	d2 d=__builtin_convertvector(((v2){3,4}),d2);
	printf("%g %g\n",d[0],d[1]);
	v4 fi=__builtin_convertvector(x,v4);
	p("cv",fi);
	v4 *pp=&a;
	(*pp)[1]=9;
	p("ptr",*pp);
	v4 arr[2]={{1,2,3,4},{5,6,7,8}};
	p("arr",arr[1]-arr[0]);
	int *ip=(int*)&arr[1];
	printf("%d %zu\n",ip[2],sizeof arr);
	p("inc",a++);
	p("inc",a);
	p("tern",a);
	s8 h={1,-2,3};
	h>>=1;
	printf("%d %d %d\n",h[0],h[1],h[2]);
	unsigned u=3;
	p("u",(v4){1,1,1,1}<<u);
	union {v4 v; int i[4];} un = {{4,5,6,7}};
	printf("%d\n",un.i[3]);
	v4 same = a;
	p("same", same == a);
	return 0;
}
//> add 11 -18 33 -36
//> sub -9 22 -27 44
//> mul 10 -40 90 -160
//> div 10 -10 10 -10
//> rem 0 0 0 0
//> and 0 0 2 0
//> or 11 -18 31 -36
//> xor 11 -18 29 -36
//> shl 4 8 12 16
//> shr 5 -5 3 -3
//> neg -1 -2 -3 -4
//> cpl -2 -3 -4 -5
//> lt -1 0 -1 0
//> eq -1 0 -1 0
//> scal 6 7 8 9
//> scal2 2 4 6 8
//> g 1 2 3 0
//> s 2 3 4 5
//> set 6 2 77 4
//> cmp 32 -36 214 -72
//> b 0 1 4 9
//> fa 1.5 3.5 3 4
//> fd 0.5 0.5 0.375 0.25
//> fn -1 -2 -3 -4
//> fl -1 -1 0 0
//> fs 0.5 1 1.5 2
//> 4 5 6 7 8 9 10 10 10 10 10 10 10 10 10 10 
//> -154618822624 -309237645098
//> 200000001
//> 3 5
//> shuf -72 214 -36 32
//> shuf2 32 0 -36 -36
//> sv 32 1 214 9
//> 3 4
//> cv 1 2 3 4
//> ptr 32 9 214 -72
//> arr 4 4 4 4
//> 7 32
//> inc 32 9 214 -72
//> inc 33 10 215 -71
//> tern 33 10 215 -71
//> 0 -1 1
//> u 8 8 8 8
//> 7
//> same -1 -1 -1 -1
//// a sum that an element does not have
typedef signed char c4 __attribute__((vector_size(4)));
int main(void) {
	c4 a = {1, 127}, b = {1, 1};
	a += b; // want: overflow
	return a[0];
}
//// a division by zero in one element
typedef int v2 __attribute__((vector_size(8)));
int main(void) {
	v2 a = {1, 2}, b = {1};
	a /= b; // want: division by zero
	return a[0];
}
//// a shift that is too far in one element
typedef int v2 __attribute__((vector_size(8)));
int main(void) {
	v2 a = {1, 2}, b = {1, 32};
	a = a << b; // want: shift out of range
	return a[0];
}
//// an element behind the last
typedef int v2 __attribute__((vector_size(8)));
int main(void) {
	v2 a = {1, 2};
	int i = 2;
	return a[i]; // want: out of bounds read
}
//// a write before the first element
typedef int v2 __attribute__((vector_size(8)));
int main(void) {
	v2 a = {1, 2};
	int i = -1;
	a[i] = 1; // want: out of bounds write
	return 0;
}
//// an element without a value
typedef int v2 __attribute__((vector_size(8)));
int main(void) {
	v2 a, b = {1, 2};
	a[0] = 1;
	b += a; // want: uninitialised value
	return b[0];
}
//// vectors of several lengths
typedef int v2 __attribute__((vector_size(8)));
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
	v2 a = {1};
	v4 b = {1};
	return (a + b)[0]; // wrong: want vectors alike
}
//// bits of floating elements
typedef float f2 __attribute__((vector_size(8)));
int main(void) {
	f2 a = {1};
	a = a & a; // wrong: want vectors of integers
	return 0;
}
//// a vector of a number of elements that is no power of two
typedef int v3 __attribute__((vector_size(12))); // wrong: found a vector of 12 bytes
int main(void) {
	v3 a = {1};
	return a[0];
}
//// a cast to a type of another size
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
	v4 a = {1};
	return (int)a; // wrong: want a type of its size
}
//// an instruction of the processor ends only the path that comes to it
#include <stdio.h>
typedef int v4 __attribute__((vector_size(16)));
typedef long long l2 __attribute__((vector_size(16)));
int main(int n, char **v) {
	l2 a = {1, 2};
	if (n > 9)
		a = (l2)__builtin_ia32_pshufd((v4)a, 1);
	printf("%lld\n", a[1]); //> 2
	return 0;
}
//// an instruction of the processor is refused
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
	v4 a = {1, 2, 3, 4};
	a = (v4)(__builtin_ia32_pshufd(a, 1)); // refused: __builtin_ia32_pshufd
	return a[0];
}
//// two instructions of the processor are refused
typedef int v4 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16)));
int main(void) {
	v4 a = {1, 2, 3, 4};
	return ((v4)(s8)__builtin_ia32_packssdw128((v4)__builtin_ia32_pshufd(a, 1), a))[0]; // refused: __builtin_ia32_packssdw128
}
//// another function is not of a type of its size
typedef int v4 __attribute__((vector_size(16)));
int __ia32(v4 a, int n) { return n; }
int main(void) {
	v4 a = {1, 2, 3, 4};
	a = (v4)__ia32(a, 1); // wrong: found a cast of a value of type int to int __attribute__((vector_size(16))), want a type of its size
	return a[0];
}

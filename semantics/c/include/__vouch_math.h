/* What the models of mathematical functions share: the bits of numbers, and sums and products with their rounding errors. */
#ifndef __VOUCH_MATH_H
#define __VOUCH_MATH_H
union __vouch_bits {
	double d;
	unsigned long u;
};
union __vouch_bitsf {
	float f;
	unsigned int u;
};
extern int *__errno_location(void);
#define __VOUCH_EDOM() (*__errno_location() = 33)
#define __VOUCH_ERANGE() (*__errno_location() = 34)
/* s + e is a + b exactly. */
#define TWO_SUM(s, e, a, b) do { \
	double __a = (a), __b = (b), __s = __a + __b, __t = __s - __a; \
	e = (__a - (__s - __t)) + (__b - __t); \
	s = __s; \
} while (0)
/* The same if a is 0 or not smaller than b. */
#define FAST_TWO_SUM(s, e, a, b) do { \
	double __a = (a), __b = (b), __s = __a + __b; \
	e = __b - (__s - __a); \
	s = __s; \
} while (0)
/* p + e is a * b exactly, where neither is above 2^990 and the product is not too small. */
#define TWO_PROD(p, e, a, b) do { \
	double __a = (a), __b = (b), __p = __a * __b, __t = 134217729.0 * __a; \
	double __ah = __t - (__t - __a), __al = __a - __ah; \
	__t = 134217729.0 * __b; \
	double __bh = __t - (__t - __b), __bl = __b - __bh; \
	e = ((__ah * __bh - __p) + __ah * __bl + __al * __bh) + __al * __bl; \
	p = __p; \
} while (0)
/* h + l is about (ah + al) + (bh + bl), to some 100 bits; h and l may be operands. */
#define DD_ADD(h, l, ah, al, bh, bl) do { \
	double __h, __l, __e = (al) + (bl); \
	TWO_SUM(__h, __l, ah, bh); \
	__l += __e; \
	FAST_TWO_SUM(h, l, __h, __l); \
} while (0)
/* The same for a product. */
#define DD_MUL(h, l, ah, al, bh, bl) do { \
	double __h, __l, __c = (ah) * (bl) + (al) * (bh); \
	TWO_PROD(__h, __l, ah, bh); \
	__l += __c; \
	FAST_TWO_SUM(h, l, __h, __l); \
} while (0)
#endif

/* Common types and macros: C11 7.19. */
#ifndef _STDDEF_H
#define _STDDEF_H
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef int wchar_t;
typedef struct {
	long long __vouch_ll __attribute__((__aligned__(8)));
	long double __vouch_ld __attribute__((__aligned__(16)));
} max_align_t;
#endif

/* Diagnostics: C11 7.2. */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#endif
#ifndef _ASSERT_H
#define _ASSERT_H
#define static_assert(x, ...) _Static_assert(x, "" __VA_ARGS__)
_Noreturn void __assert_fail(const char *, const char *, unsigned int, const char *);
_Noreturn void __assert(const char *, const char *, int);
#endif

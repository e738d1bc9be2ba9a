/* Unicode characters: C11 7.28. */
#ifndef _UCHAR_H
#define _UCHAR_H
typedef unsigned long size_t;
typedef unsigned short char16_t;
typedef unsigned int char32_t;
#ifndef _MBSTATE_T
#define _MBSTATE_T
typedef struct {
	int __vouch_count;
	unsigned int __vouch_value;
} mbstate_t;
#endif
size_t mbrtoc16(char16_t *restrict, const char *restrict, size_t, mbstate_t *restrict);
size_t c16rtomb(char *restrict, char16_t, mbstate_t *restrict);
size_t mbrtoc32(char32_t *restrict, const char *restrict, size_t, mbstate_t *restrict);
size_t c32rtomb(char *restrict, char32_t, mbstate_t *restrict);
#endif

/* Functions of harnesses: inputs, assumptions and assertions. */
#ifndef VOUCH_H
#define VOUCH_H
#include <stddef.h>
_Bool vouch_symbolic_bool(const char *name);
char vouch_symbolic_char(const char *name);
signed char vouch_symbolic_schar(const char *name);
unsigned char vouch_symbolic_uchar(const char *name);
short vouch_symbolic_short(const char *name);
unsigned short vouch_symbolic_ushort(const char *name);
int vouch_symbolic_int(const char *name);
unsigned int vouch_symbolic_uint(const char *name);
long vouch_symbolic_long(const char *name);
unsigned long vouch_symbolic_ulong(const char *name);
long long vouch_symbolic_llong(const char *name);
unsigned long long vouch_symbolic_ullong(const char *name);
long long vouch_symbolic_longlong(const char *name);
unsigned long long vouch_symbolic_ulonglong(const char *name);
float vouch_symbolic_float(const char *name);
double vouch_symbolic_double(const char *name);
void *vouch_symbolic_pointer(const char *name);
size_t vouch_symbolic_size_t(const char *name);
long vouch_symbolic_ssize_t(const char *name);
ptrdiff_t vouch_symbolic_ptrdiff_t(const char *name);
long vouch_symbolic_intptr_t(const char *name);
unsigned long vouch_symbolic_uintptr_t(const char *name);
long vouch_symbolic_intmax_t(const char *name);
unsigned long vouch_symbolic_uintmax_t(const char *name);
wchar_t vouch_symbolic_wchar_t(const char *name);
signed char vouch_symbolic_int8_t(const char *name);
short vouch_symbolic_int16_t(const char *name);
int vouch_symbolic_int32_t(const char *name);
long vouch_symbolic_int64_t(const char *name);
unsigned char vouch_symbolic_uint8_t(const char *name);
unsigned short vouch_symbolic_uint16_t(const char *name);
unsigned int vouch_symbolic_uint32_t(const char *name);
unsigned long vouch_symbolic_uint64_t(const char *name);
void vouch_symbolic(void *object, size_t bytes, const char *name);
void vouch_assume(_Bool condition);
void vouch_assert(_Bool condition);
#endif

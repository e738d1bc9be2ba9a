/* What the front end knows without a declaration, as far as package cc must be told. */
#define __extension__
#define __restrict_arr restrict
#define __FUNCTION__ __func__
#define __PRETTY_FUNCTION__ __func__
typedef unsigned long __predefined_size_t;
typedef int __predefined_wchar_t;
typedef long __predefined_ptrdiff_t;
int __predefined_declarator;
typedef struct __va_list_tag { void *next; unsigned long pad[2]; } __builtin_va_list[1];
typedef __builtin_va_list __builtin_sysv_va_list;
typedef char *__builtin_ms_va_list;
#define __builtin_va_arg(list, type) (*(type *)__builtin_va_arg_impl(list))
#define __builtin_offsetof(type, member) ((unsigned long)&(((type *)0)->member))
#define __builtin_types_compatible_p(t, u) __ccgo__types_compatible_p((t){}, (u){})
void *__builtin_va_arg_impl();
#define __builtin_convertvector(v, t) __ccgo__convertvector(v, (t){})
int __ccgo__types_compatible_p();
int __ccgo__convertvector();

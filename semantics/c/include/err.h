/* Messages about errors as BSD has them. */
#ifndef _ERR_H
#define _ERR_H
void warn(const char *, ...);
void vwarn(const char *, __builtin_va_list);
void warnx(const char *, ...);
void vwarnx(const char *, __builtin_va_list);
_Noreturn void err(int, const char *, ...);
_Noreturn void verr(int, const char *, __builtin_va_list);
_Noreturn void errx(int, const char *, ...);
_Noreturn void verrx(int, const char *, __builtin_va_list);
#endif

/* Non-local jumps: C11 7.13. */
#ifndef _SETJMP_H
#define _SETJMP_H
typedef struct {
	long __vouch_words[25];
} jmp_buf[1];
typedef jmp_buf sigjmp_buf;
int setjmp(jmp_buf);
int _setjmp(jmp_buf);
_Noreturn void longjmp(jmp_buf, int);
_Noreturn void _longjmp(jmp_buf, int);
int sigsetjmp(sigjmp_buf, int);
_Noreturn void siglongjmp(sigjmp_buf, int);
#define setjmp(env) setjmp(env)
#define sigsetjmp(env, mask) sigsetjmp(env, mask)
#endif

// Jumps from one function into another. A place for one is noted, which nobody needs until the jump: the jump itself is not supported.
typedef struct __jmp_buf_tag *jmp_buf;

int setjmp(jmp_buf place)
{
	return 0;
}

int _setjmp(jmp_buf place)
{
	return 0;
}

int __sigsetjmp(jmp_buf place, int mask)
{
	return 0;
}

int sigsetjmp(jmp_buf place, int mask)
{
	return 0;
}

void longjmp(jmp_buf place, int value)
{
	__vouch_unsupported("a jump from one function into another");
}

void _longjmp(jmp_buf place, int value)
{
	__vouch_unsupported("a jump from one function into another");
}

void siglongjmp(jmp_buf place, int value)
{
	__vouch_unsupported("a jump from one function into another");
}

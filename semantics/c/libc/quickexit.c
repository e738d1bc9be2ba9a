/* The quick end of a program, and what it has asked to be done then. */
extern void _Exit(int);

static void (*__vouch_at_quick_exit[256])(void);
static int __vouch_at_quick_exit_count;

int at_quick_exit(void (*f)(void)) {
	if (__vouch_at_quick_exit_count == 256)
		__vouch_unsupported("more than 256 functions to call at a quick exit");
	__vouch_at_quick_exit[__vouch_at_quick_exit_count++] = f;
	return 0;
}

void quick_exit(int status) {
	while (__vouch_at_quick_exit_count > 0)
		__vouch_at_quick_exit[--__vouch_at_quick_exit_count]();
	_Exit(status);
}

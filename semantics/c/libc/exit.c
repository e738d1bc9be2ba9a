/* The end of a program, and what it has asked to be done then. */
static void (*__vouch_at_exit[256])(void);
static int __vouch_at_exit_count;
int (*__vouch_flush)(void) = 0; /* writes to the files of the machine what is not there yet; null if none was opened */

int atexit(void (*f)(void)) {
	if (__vouch_at_exit_count == 256)
		__vouch_unsupported("more than 256 functions to call at exit");
	__vouch_at_exit[__vouch_at_exit_count++] = f;
	return 0;
}

void _Exit(int status) {
	if (__vouch_option("leaks"))
		__vouch_leaks();
	__vouch_halt(status & 255);
}

void _exit(int status) {
	_Exit(status);
}

void exit(int status) {
	while (__vouch_at_exit_count > 0)
		__vouch_at_exit[--__vouch_at_exit_count]();
	if (__vouch_flush)
		__vouch_flush();
	_Exit(status);
}

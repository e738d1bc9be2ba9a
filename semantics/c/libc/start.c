/* Where a program begins whose main takes no arguments. */
extern void exit(int);

void __vouch_start_plain(void) {
	exit(__vouch_call_main(0, (char **)0, (char **)0));
}

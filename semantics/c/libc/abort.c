/* The end of a program that gives up. */
void abort(void) {
	__vouch_fail("abort");
}

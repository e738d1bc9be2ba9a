/* Where a failed assertion ends. */
void __assert_fail(const char *what, const char *file, unsigned int line, const char *function) {
	__vouch_fail("assertion");
}

void __assert(const char *what, const char *file, int line) {
	__vouch_fail("assertion");
}

void __assert_rtn(const char *function, const char *file, int line, const char *what) {
	__vouch_fail("assertion");
}

void __assert_perror_fail(int number, const char *file, unsigned int line, const char *function) {
	__vouch_fail("assertion");
}

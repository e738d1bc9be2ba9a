/* The number of the last error. */
static int __vouch_errno;

int *__errno_location(void) {
	return &__vouch_errno;
}

/* Says why a function fails, and returns what such functions return. */
int __vouch_failed(int error) {
	__vouch_errno = error;
	return -1;
}

/* The number of the last error. */
static int __vouch_errno;

int *__errno_location(void) {
	return &__vouch_errno;
}

/* Clocks, which are inputs and never go back. */
#include <time.h>

static time_t __vouch_last_time;
static long __vouch_last_nanoseconds;
static clock_t __vouch_last_clock;

time_t time(time_t *to) {
	time_t t = __vouch_draw("time", 0, 1099511627776);
	__vouch_assume(t >= __vouch_last_time);
	if (t > __vouch_last_time)
		__vouch_last_nanoseconds = 0;
	__vouch_last_time = t;
	if (to)
		*to = t;
	return t;
}

clock_t clock(void) {
	clock_t c = __vouch_draw("clock", 0, 1099511627776);
	__vouch_assume(c >= __vouch_last_clock);
	return __vouch_last_clock = c;
}

int timespec_get(struct timespec *to, int base) {
	if (base != TIME_UTC)
		return 0;
	to->tv_sec = time((time_t *)0);
	to->tv_nsec = __vouch_draw("nanoseconds", 0, 999999999);
	__vouch_assume(to->tv_nsec >= __vouch_last_nanoseconds);
	__vouch_last_nanoseconds = to->tv_nsec;
	return base;
}

int clock_gettime(clockid_t id, struct timespec *to) {
	timespec_get(to, TIME_UTC);
	return 0;
}

int clock_getres(clockid_t id, struct timespec *to) {
	if (to)
		to->tv_sec = 0, to->tv_nsec = 1;
	return 0;
}

int gettimeofday(struct timespec *to, void *zone) {
	if (to) {
		timespec_get(to, TIME_UTC);
		to->tv_nsec /= 1000;
	}
	return 0;
}

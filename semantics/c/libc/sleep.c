/* Waiting, which takes no time; meanwhile others may act. */
#include <time.h>
extern int *__errno_location(void);

int nanosleep(const struct timespec *time, struct timespec *rest) {
	if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec > 999999999) {
		*__errno_location() = 22;
		return -1;
	}
	__vouch_outside();
	return 0;
}

unsigned int sleep(unsigned int seconds) {
	__vouch_outside();
	return 0;
}

int usleep(unsigned int microseconds) {
	__vouch_outside();
	return 0;
}

int sched_yield(void) {
	__vouch_outside();
	return 0;
}

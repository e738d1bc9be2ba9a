// Time of the day and timers.
#ifndef _SYS_TIME_H
#define _SYS_TIME_H 1
#include <sys/types.h>
#include <sys/select.h>
struct timezone {
	int tz_minuteswest;
	int tz_dsttime;
};
struct itimerval {
	struct timeval it_interval;
	struct timeval it_value;
};
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
int gettimeofday(struct timeval *restrict, void *restrict);
int settimeofday(const struct timeval *, const struct timezone *);
int getitimer(int, struct itimerval *);
int setitimer(int, const struct itimerval *restrict, struct itimerval *restrict);
int utimes(const char *, const struct timeval *);
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timercmp(a, b, cmp) (((a)->tv_sec == (b)->tv_sec) ? ((a)->tv_usec cmp (b)->tv_usec) : ((a)->tv_sec cmp (b)->tv_sec))
#define timeradd(a, b, r) \
	do { \
		(r)->tv_sec = (a)->tv_sec + (b)->tv_sec; \
		(r)->tv_usec = (a)->tv_usec + (b)->tv_usec; \
		if ((r)->tv_usec >= 1000000) { \
			++(r)->tv_sec; \
			(r)->tv_usec -= 1000000; \
		} \
	} while (0)
#define timersub(a, b, r) \
	do { \
		(r)->tv_sec = (a)->tv_sec - (b)->tv_sec; \
		(r)->tv_usec = (a)->tv_usec - (b)->tv_usec; \
		if ((r)->tv_usec < 0) { \
			--(r)->tv_sec; \
			(r)->tv_usec += 1000000; \
		} \
	} while (0)
#endif

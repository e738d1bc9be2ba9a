/* Dates and times of day. Local time is UTC. */
#include <time.h>
extern int *__errno_location(void);

/* The number of days from 1970-01-01 to the first day of a month, which is counted from March of the year 0. */
static long __vouch_days(long months) {
	long year = months / 12, month = months % 12;
	if (month < 0)
		month += 12, year--;
	long era = (year >= 0 ? year : year - 399) / 400, rest = year - era * 400;
	return era * 146097 + rest * 365 + rest / 4 - rest / 100 + (153 * month + 2) / 5 - 719468;
}

static struct tm *__vouch_broken_down(const time_t *time, struct tm *to, const char *zone) {
	long t = *time, days = t / 86400, seconds = t % 86400;
	if (seconds < 0)
		seconds += 86400, days--;
	/* Days since 0000-03-01, taken apart by eras of 400 years. */
	long since = days + 719468, era = (since >= 0 ? since : since - 146096) / 146097, day = since - era * 146097;
	long rest = (day - day / 1460 + day / 36524 - day / 146096) / 365, year = era * 400 + rest;
	day -= 365 * rest + rest / 4 - rest / 100;
	long month = (5 * day + 2) / 153;
	day -= (153 * month + 2) / 5;
	month += 2;
	if (month >= 12)
		month -= 12, year++;
	if (year - 1900 > 2147483647 || year - 1900 < -2147483647 - 1) {
		*__errno_location() = 75;
		return (struct tm *)0;
	}
	to->tm_sec = seconds % 60;
	to->tm_min = seconds / 60 % 60;
	to->tm_hour = seconds / 3600;
	to->tm_mday = day + 1;
	to->tm_mon = month;
	to->tm_year = year - 1900;
	to->tm_wday = ((days + 4) % 7 + 7) % 7;
	to->tm_yday = days - __vouch_days(year * 12 - 2);
	to->tm_isdst = 0;
	to->tm_gmtoff = 0;
	to->tm_zone = zone;
	return to;
}

struct tm *gmtime_r(const time_t *time, struct tm *to) {
	return __vouch_broken_down(time, to, "GMT");
}

struct tm *localtime_r(const time_t *time, struct tm *to) {
	return __vouch_broken_down(time, to, "UTC");
}

static struct tm __vouch_tm;

struct tm *gmtime(const time_t *time) {
	return gmtime_r(time, &__vouch_tm);
}

struct tm *localtime(const time_t *time) {
	return localtime_r(time, &__vouch_tm);
}

static time_t __vouch_made(struct tm *tm, const char *zone) {
	time_t t = __vouch_days((tm->tm_year + 1900l) * 12 + tm->tm_mon - 2) + tm->tm_mday - 1;
	t = ((t * 24 + tm->tm_hour) * 60 + tm->tm_min) * 60 + tm->tm_sec;
	struct tm r;
	if (!__vouch_broken_down(&t, &r, zone))
		return -1;
	*tm = r;
	return t;
}

time_t mktime(struct tm *tm) {
	return __vouch_made(tm, "UTC");
}

time_t timelocal(struct tm *tm) {
	return __vouch_made(tm, "UTC");
}

time_t timegm(struct tm *tm) {
	return __vouch_made(tm, "GMT");
}

void tzset(void) {
}

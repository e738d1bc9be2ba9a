/* Dates and times of day as text. */
#include <time.h>
extern int *__errno_location(void);

static const char __vouch_weekdays[7][10] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char __vouch_months[12][10] = {"January", "February", "March", "April", "May", "June", "July", "August", "September",
	"October", "November", "December"};

/* Writes up to n characters of a text, and says how many there are. */
static size_t __vouch_put_text(char *to, size_t room, const char *s, int n) {
	size_t k = 0;
	for (; k < n && s[k]; k++)
		if (k < room)
			to[k] = s[k];
	return k;
}

/* Writes a number with at least so many digits. */
static size_t __vouch_put_number(char *to, size_t room, long x, int width, char pad) {
	char digits[24];
	int n = 0;
	size_t k = 0;
	unsigned long rest = x < 0 ? 0ul - x : x;
	do
		digits[n++] = '0' + rest % 10;
	while (rest /= 10);
	if (x < 0)
		width--;
	while (n < width)
		digits[n++] = pad;
	if (x < 0)
		digits[n++] = '-';
	for (; n > 0; k++) {
		n--;
		if (k < room)
			to[k] = digits[n];
	}
	return k;
}

/* The year of the week by ISO 8601, and the week in it. */
static long __vouch_iso_year(const struct tm *tm, int *week) {
	long year = tm->tm_year + 1900l;
	int weekday = (tm->tm_wday + 6) % 7, days = (tm->tm_yday - weekday + 10) / 7;
	if (days < 1) {
		year--;
		int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
		days = (tm->tm_yday + 365 + leap - weekday + 10) / 7;
	} else if (days == 53) {
		int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
		if (tm->tm_yday - weekday + 3 >= 365 + leap)
			days = 1, year++;
	}
	*week = days;
	return year;
}

size_t strftime(char *to, size_t room, const char *format, const struct tm *tm) {
	size_t n = 0;
	const char *start = format;
	for (; *format; format++) {
		if (n >= room)
			return 0;
		char *at = to + n;
		size_t left = room - n;
		if (*format != '%') {
			*at = *format;
			n++;
			continue;
		}
		format++;
		char pad = 0;
		if (*format == '-' || *format == '_' || *format == '0')
			pad = *format == '-' ? 1 : *format == '_' ? ' ' : '0', format++;
		if (*format == 'E' || *format == 'O')
			format++;
		int week, weekday = tm->tm_wday, month = tm->tm_mon;
		const char *whole = (char *)0;
#define NUMBER(x, width, usual) n += __vouch_put_number(at, left, x, pad == 1 ? 1 : width, pad > 1 ? pad : usual)
		switch (*format) {
		case '%':
			n += __vouch_put_text(at, left, "%", 1);
			break;
		case 'n':
			n += __vouch_put_text(at, left, "\n", 1);
			break;
		case 't':
			n += __vouch_put_text(at, left, "\t", 1);
			break;
		case 'a':
			n += __vouch_put_text(at, left, weekday < 0 || weekday > 6 ? "?" : __vouch_weekdays[weekday], 3);
			break;
		case 'A':
			n += __vouch_put_text(at, left, weekday < 0 || weekday > 6 ? "?" : __vouch_weekdays[weekday], 9);
			break;
		case 'b':
		case 'h':
			n += __vouch_put_text(at, left, month < 0 || month > 11 ? "?" : __vouch_months[month], 3);
			break;
		case 'B':
			n += __vouch_put_text(at, left, month < 0 || month > 11 ? "?" : __vouch_months[month], 9);
			break;
		case 'p':
			n += __vouch_put_text(at, left, tm->tm_hour > 11 ? "PM" : "AM", 2);
			break;
		case 'P':
			n += __vouch_put_text(at, left, tm->tm_hour > 11 ? "pm" : "am", 2);
			break;
		case 'Z':
			n += __vouch_put_text(at, left, tm->tm_zone ? tm->tm_zone : "", 100);
			break;
		case 'z':
			n += __vouch_put_text(at, left, "+0000", 5);
			break;
		case 'C':
			NUMBER((tm->tm_year + 1900l) / 100 - ((tm->tm_year + 1900l) % 100 < 0), 1, '0');
			break;
		case 'd':
			NUMBER(tm->tm_mday, 2, '0');
			break;
		case 'e':
			NUMBER(tm->tm_mday, 2, ' ');
			break;
		case 'H':
			NUMBER(tm->tm_hour, 2, '0');
			break;
		case 'k':
			NUMBER(tm->tm_hour, 2, ' ');
			break;
		case 'I':
			NUMBER(tm->tm_hour % 12 ? tm->tm_hour % 12 : 12, 2, '0');
			break;
		case 'l':
			NUMBER(tm->tm_hour % 12 ? tm->tm_hour % 12 : 12, 2, ' ');
			break;
		case 'j':
			NUMBER(tm->tm_yday + 1, 3, '0');
			break;
		case 'm':
			NUMBER(tm->tm_mon + 1, 2, '0');
			break;
		case 'M':
			NUMBER(tm->tm_min, 2, '0');
			break;
		case 'S':
			NUMBER(tm->tm_sec, 2, '0');
			break;
		case 'u':
			NUMBER(weekday == 0 ? 7 : weekday, 1, '0');
			break;
		case 'w':
			NUMBER(weekday, 1, '0');
			break;
		case 'U':
			NUMBER((tm->tm_yday - weekday + 7) / 7, 2, '0');
			break;
		case 'W':
			NUMBER((tm->tm_yday - (weekday + 6) % 7 + 7) / 7, 2, '0');
			break;
		case 'V':
			__vouch_iso_year(tm, &week);
			NUMBER(week, 2, '0');
			break;
		case 'G':
			NUMBER(__vouch_iso_year(tm, &week), 1, '0');
			break;
		case 'g':
			NUMBER((__vouch_iso_year(tm, &week) % 100 + 100) % 100, 2, '0');
			break;
		case 'y':
			NUMBER((tm->tm_year % 100 + 100) % 100, 2, '0');
			break;
		case 'Y':
			NUMBER(tm->tm_year + 1900l, 1, '0');
			break;
		case 's': {
			struct tm copy = *tm;
			NUMBER(mktime(&copy), 1, '0');
			break;
		}
		case 'c':
			whole = "%a %b %e %H:%M:%S %Y";
			break;
		case 'D':
		case 'x':
			whole = "%m/%d/%y";
			break;
		case 'F':
			whole = "%Y-%m-%d";
			break;
		case 'r':
			whole = "%I:%M:%S %p";
			break;
		case 'R':
			whole = "%H:%M";
			break;
		case 'T':
		case 'X':
			whole = "%H:%M:%S";
			break;
		default:
			__vouch_fail("invalid argument");
		}
#undef NUMBER
		if (whole) {
			size_t k = strftime(at, left, whole, tm);
			if (k == 0)
				return 0;
			n += k;
		}
	}
	if (n >= room)
		return 0;
	to[n] = 0;
	__vouch_disjoint(to, n + 1, start, format - start + 1);
	return n;
}

char *asctime_r(const struct tm *tm, char *to) {
	char *s = to;
	/* Undefined by C11 7.27.3.1 otherwise. */
	if (tm->tm_wday < 0 || tm->tm_wday > 6 || tm->tm_mon < 0 || tm->tm_mon > 11 || tm->tm_mday < 1 || tm->tm_mday > 31 || tm->tm_hour < 0 || tm->tm_hour > 23
	    || tm->tm_min < 0 || tm->tm_min > 59 || tm->tm_sec < 0 || tm->tm_sec > 60 || tm->tm_year < 1000 - 1900 || tm->tm_year > 9999 - 1900)
		__vouch_fail("invalid argument");
	s += __vouch_put_text(s, 3, __vouch_weekdays[tm->tm_wday], 3);
	*s++ = ' ';
	s += __vouch_put_text(s, 3, __vouch_months[tm->tm_mon], 3);
	s += __vouch_put_number(s, 12, tm->tm_mday, 3, ' ');
	*s++ = ' ';
	s += __vouch_put_number(s, 12, tm->tm_hour, 2, '0');
	*s++ = ':';
	s += __vouch_put_number(s, 12, tm->tm_min, 2, '0');
	*s++ = ':';
	s += __vouch_put_number(s, 12, tm->tm_sec, 2, '0');
	*s++ = ' ';
	s += __vouch_put_number(s, 12, tm->tm_year + 1900l, 1, '0');
	*s++ = '\n';
	*s = 0;
	return to;
}

char *asctime(const struct tm *tm) {
	static char text[26];
	return asctime_r(tm, text);
}

char *ctime(const time_t *time) {
	return asctime(localtime(time));
}

char *ctime_r(const time_t *time, char *to) {
	struct tm tm;
	return asctime_r(localtime_r(time, &tm), to);
}

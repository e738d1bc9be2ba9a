#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
	long times[] = {0, 1, 86399, 951782400, 1709164800, 1700000000, -1, -86400 * 365l, 4102444800, 253402300799};
	for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
		time_t t = times[i];
		struct tm *tm = gmtime(&t);
		char b[300];
		printf("%s", asctime(tm));
		strftime(b, sizeof b, "%Y-%m-%d %H:%M:%S %a %A %b %B %j %U %W %V %G %g %p %I %y %C %e %u %w %D %F %R %T %r %Z %%", tm);
		puts(b);
		tm->tm_mon += 14;
		tm->tm_mday -= 40;
		tm->tm_sec += 100000;
		printf("%ld ", (long)mktime(tm));
		printf("%d %d\n", tm->tm_wday, tm->tm_yday);
	}
	printf("%g %zu\n", difftime(10, 3), strftime((char[4]){0}, 4, "%Y", &(struct tm){.tm_year = 100}));
	time_t t = 1234567890;
	struct tm r;
	printf("%s%d\n", ctime(&t), localtime_r(&t, &r)->tm_hour);
}

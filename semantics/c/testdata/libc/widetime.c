#include <stdio.h>
#include <time.h>
#include <wchar.h>

int main(void) {
	struct tm tm = {.tm_year = 99, .tm_mon = 1, .tm_mday = 3, .tm_hour = 14, .tm_wday = 3, .tm_yday = 33};
	wchar_t s[40] = L"?";
	size_t n = wcsftime(s, 40, L"%Y-%m-%d %H:%M %a", &tm);
	printf("%zu %ls\n", n, s);
	n = wcsftime(s, 40, L"plain", &tm);
	printf("%zu %ls\n", n, s);
	n = wcsftime(s, 11, L"%Y-%m-%d", &tm);
	printf("%zu %ls\n", n, s);
	printf("%zu\n", wcsftime(s, 10, L"%Y-%m-%d", &tm));
	printf("%zu\n", wcsftime(s, 0, L"%Y", &tm));
	n = wcsftime(s, 5, L"", &tm);
	printf("%zu %d\n", n, (int) s[0]);
	return 0;
}

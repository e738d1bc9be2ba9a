/* wcsftime, by strftime: in the locale C both write ASCII. */
#include <time.h>
#include <wchar.h>

size_t wcsftime(wchar_t *restrict to, size_t room, const wchar_t *restrict format, const struct tm *restrict tm) {
	size_t n = 0;
	for (; format[n]; n++)
		if (format[n] < 0 || format[n] > 127)
			__vouch_unsupported("wcsftime of what is not ASCII");
	if (n == 0) {
		if (room > 0)
			to[0] = 0;
		return 0;
	}
	char narrow[n + 1], text[100 * n + 1];
	for (size_t i = 0; i <= n; i++)
		narrow[i] = format[i];
	size_t length = strftime(text, room < sizeof text ? room : sizeof text, narrow, tm);
	if (length > 0)
		for (size_t i = 0; i <= length; i++)
			to[i] = text[i];
	return length;
}

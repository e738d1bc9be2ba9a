// Numbers that do not fit their types. The standard leaves them open; glibc takes the nearest long, and cuts it.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	const char *texts[] = {"2147483647", "-2147483648", "2147483648", "-2147483649", "3000000000", "4294967296", "9223372036854775807",
		"9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
		"-18446744073709551616", "99999999999999999999999999", "-99999999999999999999999999", "-92233720368547758080", "92233720368547758070",
		"-1"};
	for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
		const char *s = texts[i];
		signed char c = 0;
		unsigned char uc = 0;
		short h = 0;
		int n = 0, x = 0, o = 0;
		unsigned u = 0;
		long l = 0;
		unsigned long ul = 0;
		int all = sscanf(s, "%hhd", &c) + sscanf(s, "%hhu", &uc) + sscanf(s, "%hd", &h) + sscanf(s, "%d", &n) + sscanf(s, "%u", &u) +
			sscanf(s, "%ld", &l) + sscanf(s, "%lu", &ul) + sscanf(s, "%i", &x) + sscanf(s, "%x", (unsigned *)&o);
		printf("%s: %d; %d %d %d %d %u %ld %lu %d %x; %d %ld %lld\n", s, all, c, uc, h, n, u, l, ul, x, (unsigned)o, atoi(s), atol(s), atoll(s));
	}
	return 0;
}

// Numbers in strings.
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	static const char *texts[] = {"0", "42", "-42", "  +7x", "0x1f", "0x", "010", "zz", "", "-", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
		"-9223372036854775809", "18446744073709551615", "18446744073709551616", "99999999999999999999999", "12abc"};
	static const int bases[] = {10, 0, 16, 8, 36, 2, 1};
	for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
		for (unsigned j = 0; j < sizeof bases / sizeof *bases; j++) {
			char *end = (char *)texts[i];
			errno = 0;
			long n = strtol(texts[i], &end, bases[j]);
			printf("%ld %d %d, ", n, (int)(end - texts[i]), errno);
			end = (char *)texts[i];
			errno = 0;
			unsigned long u = strtoul(texts[i], &end, bases[j]);
			printf("%lu %d %d\n", u, (int)(end - texts[i]), errno);
		}
	static const char *floats[] = {"0", "-0", "1.5", " 1e3x", "1e", "1e+", ".5", "5.", ".", "-.e1", "0x1p4", "0x1.8", "0x.p1", "0x", "inf", "-Infinity", "infinit", "nan(12)x", "1e400",
		"-1e400", "1e-400", "4.9e-324", "2.4e-324", "2.5e-324", "2.2250738585072011e-308", "1.7976931348623157e308", "1.7976931348623159e308", "0.1", "0.30000000000000004",
		"9007199254740993", "9007199254740992.9999999999999999999999", "9007199254740993.00000000000000000000000000001", "123456789012345678901234567890", "16777217", "1.00000017881393432617187499",
		"1.00000017881393432617187500", "1.00000017881393432617187501", "3.4028236e38", "1e-45", "8.5e-46"};
	for (unsigned i = 0; i < sizeof floats / sizeof *floats; i++) {
		char *end;
		errno = 0;
		double x = strtod(floats[i], &end);
		printf("%.17g %d %d, ", x, (int)(end - floats[i]), errno);
		errno = 0;
		float y = strtof(floats[i], &end);
		printf("%.9g %d %d\n", y, (int)(end - floats[i]), errno);
	}
	printf("%d %ld %lld %g\n", atoi(" -12x"), atol("99999999999"), atoll("-5"), atof("2.5e1"));
	printf("%jd %ju\n", strtoimax("-5", 0, 10), strtoumax("5", 0, 10));
	return 0;
}

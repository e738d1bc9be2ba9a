// Conversions of floating numbers by printf.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
	static const double numbers[] = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, 0.1, 1.0 / 3, 2.0 / 3, 3.14159265358979, 99.5, 999999.5, 1e5, 123456789, 1e15, 1e16, 1e22, 1e23, 1e100,
		DBL_MAX, DBL_MIN, 5e-324, 1e-5, 0.00012345, 1.0000000000000002, 9.9999999999, 0.125, 1024, 4.9e-5};
	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		double x = numbers[i];
		printf("%f %.0f %.1f %.3f %10.2f %-10.2f %+.2f %010.2f\n", x, x, x, x, x, x, x, x);
		printf("%e %.0e %.3E %g %.3g %.17g %#.0f %G\n", x, x, x, x, x, x, x, x);
		printf("%a %.2a %A\n", x, x, x);
	}
	printf("%f %F %e %g %5.1f|%-6f|%06f\n", INFINITY, -INFINITY, INFINITY, -INFINITY, INFINITY, INFINITY, INFINITY);
	printf("%f %F %06.2f\n", NAN, NAN, NAN);
	printf("%.50f\n%.60g\n%.30e\n", 0.1, 0.1, 1e-300);
	printf("%*.*f|%-*.*f|\n", 10, 2, 3.14159, 10, 2, 3.14159);
	printf("%.20f %f %.9e %e\n", 0.5, INFINITY, 1.0, -INFINITY);
	float f = 0.1f;
	printf("%f %.9g %lf\n", f, f, (double)f);
	return 0;
}

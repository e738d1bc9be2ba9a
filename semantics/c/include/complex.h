/* Complex numbers: C11 7.3. */
#ifndef _COMPLEX_H
#define _COMPLEX_H
#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I
double creal(double _Complex);
double cimag(double _Complex);
double cabs(double _Complex);
double carg(double _Complex);
double _Complex conj(double _Complex);
double _Complex cexp(double _Complex);
double _Complex clog(double _Complex);
double _Complex csqrt(double _Complex);
double _Complex cpow(double _Complex, double _Complex);
float crealf(float _Complex);
float cimagf(float _Complex);
float cabsf(float _Complex);
float cargf(float _Complex);
float _Complex conjf(float _Complex);
long double creall(long double _Complex);
long double cimagl(long double _Complex);
long double _Complex conjl(long double _Complex);
#endif

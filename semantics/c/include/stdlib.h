// Memory, numbers, sorting, the end of the program.
#ifndef _STDLIB_H
#define _STDLIB_H 1
#ifndef NULL
#define NULL ((void *)0)
#endif
typedef unsigned long size_t;
typedef int wchar_t;
typedef long ssize_t;
typedef unsigned char u_char;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned int u_int;
typedef unsigned long ulong;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef struct {
	int quot;
	int rem;
} div_t;
typedef struct {
	long quot;
	long rem;
} ldiv_t;
typedef struct {
	long long quot;
	long long rem;
} lldiv_t;
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX ((size_t)1)
#define alloca(n) __builtin_alloca(n)
void *malloc(size_t n);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t n);
void *reallocarray(void *p, size_t n, size_t size);
void *aligned_alloc(size_t alignment, size_t n);
int posix_memalign(void **p, size_t alignment, size_t n);
void *memalign(size_t alignment, size_t n);
void *valloc(size_t n);
void free(void *p);
void cfree(void *p);
double atof(const char *s);
int atoi(const char *s);
long atol(const char *s);
long long atoll(const char *s);
double strtod(const char *restrict s, char **restrict end);
float strtof(const char *restrict s, char **restrict end);
long double strtold(const char *restrict s, char **restrict end);
long strtol(const char *restrict s, char **restrict end, int base);
unsigned long strtoul(const char *restrict s, char **restrict end, int base);
long long strtoll(const char *restrict s, char **restrict end, int base);
unsigned long long strtoull(const char *restrict s, char **restrict end, int base);
long long strtoq(const char *restrict s, char **restrict end, int base);
unsigned long long strtouq(const char *restrict s, char **restrict end, int base);
int rand(void);
void srand(unsigned seed);
int rand_r(unsigned *seed);
long random(void);
void srandom(unsigned seed);
char *initstate(unsigned seed, char *state, size_t n);
char *setstate(char *state);
double drand48(void);
double erand48(unsigned short x[3]);
long lrand48(void);
long nrand48(unsigned short x[3]);
long mrand48(void);
long jrand48(unsigned short x[3]);
void srand48(long seed);
unsigned short *seed48(unsigned short x[3]);
void lcong48(unsigned short x[7]);
unsigned arc4random(void);
unsigned arc4random_uniform(unsigned bound);
void arc4random_buf(void *p, size_t n);
_Noreturn void abort(void);
int atexit(void (*f)(void));
int at_quick_exit(void (*f)(void));
int on_exit(void (*f)(int, void *), void *arg);
_Noreturn void exit(int status);
_Noreturn void quick_exit(int status);
_Noreturn void _Exit(int status);
char *getenv(const char *name);
char *secure_getenv(const char *name);
int setenv(const char *name, const char *value, int replace);
int unsetenv(const char *name);
int putenv(char *s);
int clearenv(void);
int system(const char *command);
char *mktemp(char *name);
int mkstemp(char *name);
char *mkdtemp(char *name);
char *realpath(const char *restrict path, char *restrict resolved);
void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *));
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));
void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *arg);
int abs(int x);
long labs(long x);
long long llabs(long long x);
div_t div(int x, int y);
ldiv_t ldiv(long x, long y);
lldiv_t lldiv(long long x, long long y);
int mblen(const char *s, size_t n);
int mbtowc(wchar_t *restrict p, const char *restrict s, size_t n);
int wctomb(char *s, wchar_t c);
size_t mbstowcs(wchar_t *restrict p, const char *restrict s, size_t n);
size_t wcstombs(char *restrict s, const wchar_t *restrict p, size_t n);
char *ecvt(double x, int n, int *restrict point, int *restrict sign);
char *fcvt(double x, int n, int *restrict point, int *restrict sign);
char *gcvt(double x, int n, char *buf);
int getsubopt(char **restrict option, char *const *restrict tokens, char **restrict value);
int getloadavg(double *a, int n);
long a64l(const char *s);
char *l64a(long n);
typedef int (*__compar_fn_t)(const void *, const void *);
typedef __compar_fn_t comparison_fn_t;
#endif

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
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *reallocarray(void *, size_t, size_t);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void *memalign(size_t, size_t);
void *valloc(size_t);
void free(void *);
void cfree(void *);
double atof(const char *);
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double strtod(const char *restrict, char **restrict);
struct __locale_struct;
double strtod_l(const char *restrict, char **restrict, struct __locale_struct *);
float strtof_l(const char *restrict, char **restrict, struct __locale_struct *);
long double strtold_l(const char *restrict, char **restrict, struct __locale_struct *);
float strtof(const char *restrict, char **restrict);
long double strtold(const char *restrict, char **restrict);
long strtol(const char *restrict, char **restrict, int);
unsigned long strtoul(const char *restrict, char **restrict, int);
long long strtoll(const char *restrict, char **restrict, int);
unsigned long long strtoull(const char *restrict, char **restrict, int);
long long strtoq(const char *restrict, char **restrict, int);
unsigned long long strtouq(const char *restrict, char **restrict, int);
int rand(void);
void srand(unsigned);
int rand_r(unsigned *);
long random(void);
void srandom(unsigned);
char *initstate(unsigned, char *, size_t);
char *setstate(char *);
double drand48(void);
double erand48(unsigned short *);
long lrand48(void);
long nrand48(unsigned short *);
long mrand48(void);
long jrand48(unsigned short *);
void srand48(long);
unsigned short *seed48(unsigned short *);
void lcong48(unsigned short *);
unsigned arc4random(void);
unsigned arc4random_uniform(unsigned);
void arc4random_buf(void *, size_t);
_Noreturn void abort(void);
int atexit(void (*)(void));
int at_quick_exit(void (*)(void));
int on_exit(void (*)(int, void *), void *);
_Noreturn void exit(int);
_Noreturn void quick_exit(int);
_Noreturn void _Exit(int);
char *getenv(const char *);
char *secure_getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int clearenv(void);
int system(const char *);
char *mktemp(char *);
int mkstemp(char *);
int mkostemp(char *, int);
char *mkdtemp(char *);
char *canonicalize_file_name(const char *);
char *realpath(const char *restrict, char *restrict);
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
int abs(int);
long labs(long);
long long llabs(long long);
div_t div(int, int);
ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long);
int mblen(const char *, size_t);
int mbtowc(wchar_t *restrict, const char *restrict, size_t);
int wctomb(char *, wchar_t);
size_t mbstowcs(wchar_t *restrict, const char *restrict, size_t);
size_t wcstombs(char *restrict, const wchar_t *restrict, size_t);
char *ecvt(double, int, int *restrict, int *restrict);
char *fcvt(double, int, int *restrict, int *restrict);
char *gcvt(double, int, char *);
int getsubopt(char **restrict, char *const *restrict, char **restrict);
int getloadavg(double *, int);
long a64l(const char *);
char *l64a(long);
typedef int (*__compar_fn_t)(const void *, const void *);
typedef __compar_fn_t comparison_fn_t;
#endif

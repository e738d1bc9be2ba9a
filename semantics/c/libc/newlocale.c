// Locales as objects: all of them are the C locale.
#include <stddef.h>

int *__errno_location(void);
int strcmp(const char *, const char *);
double strtod(const char *, char **);
float strtof(const char *, char **);
long double strtold(const char *, char **);

static char only;

void *newlocale(int mask, const char *name, void *base)
{
	if (*name && strcmp(name, "C") && strcmp(name, "POSIX")) {
		*__errno_location() = 2; // ENOENT
		return NULL;
	}
	return &only;
}

void *duplocale(void *locale)
{
	return &only;
}

void freelocale(void *locale)
{
}

// The locale of the thread stays what it is for all.
void *uselocale(void *locale)
{
	return (void *)-1; // LC_GLOBAL_LOCALE
}

double strtod_l(const char *s, char **end, void *locale)
{
	return strtod(s, end);
}

float strtof_l(const char *s, char **end, void *locale)
{
	return strtof(s, end);
}

long double strtold_l(const char *s, char **end, void *locale)
{
	return strtold(s, end);
}

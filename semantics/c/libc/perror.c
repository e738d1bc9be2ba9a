// The message of the last error.
#include <__vouch_file.h>

extern FILE *stderr;
int *__errno_location(void);
int fputs(const char *s, FILE *f);
char *strerror(int error);

void perror(const char *s)
{
	int error = *__errno_location();
	if (s && *s) {
		fputs(s, stderr);
		fputs(": ", stderr);
	}
	fputs(strerror(error), stderr);
	fputs("\n", stderr);
}

/* Wide characters written one after another. */
#include <__vouch_file.h>
extern FILE *stdout;
extern int *__errno_location(void);
extern int __vouch_put(FILE *, int);

unsigned int fputwc(int c, FILE *f) {
	if (c < 0 || c > 127) {
		f->__state |= __VOUCH_ERROR;
		*__errno_location() = 84;
		return -1u;
	}
	return __vouch_put(f, c) < 0 ? -1u : c;
}

unsigned int putwc(int c, FILE *f) {
	return fputwc(c, f);
}

unsigned int putwchar(int c) {
	return fputwc(c, stdout);
}

int fputws(const int *s, FILE *f) {
	for (; *s; s++)
		if (fputwc(*s, f) == -1u)
			return -1;
	return 1;
}

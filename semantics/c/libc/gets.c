// Lines and blocks from a stream.
#include <__vouch_file.h>

extern FILE *stdin;
int *__errno_location(void);
int __vouch_get(FILE *f);

char *fgets(char *s, int n, FILE *f)
{
	int c = 0, i = 0;
	if (n <= 0)
		return 0;
	while (i < n - 1 && c != '\n') {
		c = __vouch_get(f);
		if (c < 0) {
			if (!i)
				return 0;
			break;
		}
		s[i++] = c;
	}
	s[i] = 0;
	return s;
}

char *fgets_unlocked(char *s, int n, FILE *f)
{
	return fgets(s, n, f);
}

char *__fgets_chk(char *s, unsigned long size, int n, FILE *f)
{
	return fgets(s, n, f);
}

char *gets(char *s)
{
	int c, i = 0;
	while ((c = __vouch_get(stdin)) >= 0 && c != '\n')
		s[i++] = c;
	if (c < 0 && !i)
		return 0;
	s[i] = 0;
	return s;
}

unsigned long fread(void *p, unsigned long size, unsigned long n, FILE *f)
{
	unsigned char *to = p;
	if (!size)
		return 0;
	for (unsigned long i = 0; i < n; i++)
		for (unsigned long j = 0; j < size; j++) {
			int c = __vouch_get(f);
			if (c < 0)
				return i;
			to[i * size + j] = c;
		}
	return n;
}

unsigned long fread_unlocked(void *p, unsigned long size, unsigned long n, FILE *f)
{
	return fread(p, size, n, f);
}

int getw(FILE *f)
{
	int w;
	return fread(&w, sizeof w, 1, f) == 1 ? w : -1;
}

long getdelim(char **line, unsigned long *n, int end, FILE *f)
{
	unsigned long i = 0;
	int c;
	if (!line || !n) {
		*__errno_location() = 22; // EINVAL
		return -1;
	}
	if (f->__state & __VOUCH_ERROR)
		return -1;
	if (!*line)
		*n = 0;
	do {
		if (i + 1 >= *n) {
			unsigned long room = *n ? *n * 2 : 120;
			char *new = __vouch_alloc(room);
			if (*line) {
				__vouch_copy(new, *line, i);
				__vouch_free(*line);
			}
			*line = new;
			*n = room;
		}
		c = __vouch_get(f);
		if (c < 0 && !i)
			return -1;
		if (c >= 0)
			(*line)[i++] = c;
		(*line)[i] = 0;
	} while (c >= 0 && c != end);
	return i;
}

long __getdelim(char **line, unsigned long *n, int end, FILE *f)
{
	return getdelim(line, n, end, f);
}

long getline(char **line, unsigned long *n, FILE *f)
{
	return getdelim(line, n, '\n', f);
}

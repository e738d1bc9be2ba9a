// Input and output.
#ifndef _STDIO_H
#define _STDIO_H 1
#include <__vouch_file.h>
#ifndef NULL
#define NULL ((void *)0)
#endif
typedef unsigned long size_t;
typedef long ssize_t;
typedef long off_t;
typedef __builtin_va_list va_list;
typedef struct {
	long __at;
	long __state;
} fpos_t;
#define EOF (-1)
#define BUFSIZ 8192
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define P_tmpdir "/tmp"
#define L_ctermid 9
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
int remove(const char *name);
int rename(const char *from, const char *to);
FILE *tmpfile(void);
char *tmpnam(char *s);
int fclose(FILE *f);
int fflush(FILE *f);
FILE *fopen(const char *restrict name, const char *restrict mode);
FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict f);
FILE *fdopen(int fd, const char *mode);
void setbuf(FILE *restrict f, char *restrict buf);
int setvbuf(FILE *restrict f, char *restrict buf, int mode, size_t size);
void setbuffer(FILE *f, char *buf, size_t size);
void setlinebuf(FILE *f);
int printf(const char *restrict format, ...);
int fprintf(FILE *restrict f, const char *restrict format, ...);
int sprintf(char *restrict s, const char *restrict format, ...);
int snprintf(char *restrict s, size_t n, const char *restrict format, ...);
int vprintf(const char *restrict format, va_list ap);
int vfprintf(FILE *restrict f, const char *restrict format, va_list ap);
int vsprintf(char *restrict s, const char *restrict format, va_list ap);
int vsnprintf(char *restrict s, size_t n, const char *restrict format, va_list ap);
int asprintf(char **restrict s, const char *restrict format, ...);
int vasprintf(char **restrict s, const char *restrict format, va_list ap);
int dprintf(int fd, const char *restrict format, ...);
int vdprintf(int fd, const char *restrict format, va_list ap);
int scanf(const char *restrict format, ...);
int fscanf(FILE *restrict f, const char *restrict format, ...);
int sscanf(const char *restrict s, const char *restrict format, ...);
int vscanf(const char *restrict format, va_list ap);
int vfscanf(FILE *restrict f, const char *restrict format, va_list ap);
int vsscanf(const char *restrict s, const char *restrict format, va_list ap);
int fgetc(FILE *f);
int getc(FILE *f);
int getchar(void);
int getc_unlocked(FILE *f);
int getchar_unlocked(void);
int fgetc_unlocked(FILE *f);
char *fgets(char *restrict s, int n, FILE *restrict f);
char *fgets_unlocked(char *restrict s, int n, FILE *restrict f);
char *gets(char *s);
int fputc(int c, FILE *f);
int putc(int c, FILE *f);
int putchar(int c);
int putc_unlocked(int c, FILE *f);
int putchar_unlocked(int c);
int fputc_unlocked(int c, FILE *f);
int fputs(const char *restrict s, FILE *restrict f);
int fputs_unlocked(const char *restrict s, FILE *restrict f);
int puts(const char *s);
int ungetc(int c, FILE *f);
int getw(FILE *f);
int putw(int w, FILE *f);
ssize_t getline(char **restrict line, size_t *restrict n, FILE *restrict f);
ssize_t getdelim(char **restrict line, size_t *restrict n, int end, FILE *restrict f);
ssize_t __getdelim(char **restrict line, size_t *restrict n, int end, FILE *restrict f);
size_t fread(void *restrict p, size_t size, size_t n, FILE *restrict f);
size_t fwrite(const void *restrict p, size_t size, size_t n, FILE *restrict f);
size_t fread_unlocked(void *restrict p, size_t size, size_t n, FILE *restrict f);
size_t fwrite_unlocked(const void *restrict p, size_t size, size_t n, FILE *restrict f);
int fgetpos(FILE *restrict f, fpos_t *restrict pos);
int fsetpos(FILE *f, const fpos_t *pos);
int fseek(FILE *f, long offset, int whence);
long ftell(FILE *f);
int fseeko(FILE *f, off_t offset, int whence);
off_t ftello(FILE *f);
void rewind(FILE *f);
void clearerr(FILE *f);
int feof(FILE *f);
int ferror(FILE *f);
void clearerr_unlocked(FILE *f);
int feof_unlocked(FILE *f);
int ferror_unlocked(FILE *f);
int fflush_unlocked(FILE *f);
int fileno(FILE *f);
int fileno_unlocked(FILE *f);
void perror(const char *s);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *f);
FILE *fmemopen(void *restrict buf, size_t size, const char *restrict mode);
FILE *open_memstream(char **buf, size_t *size);
void flockfile(FILE *f);
int ftrylockfile(FILE *f);
void funlockfile(FILE *f);
char *tempnam(const char *dir, const char *prefix);
char *ctermid(char *s);
#endif

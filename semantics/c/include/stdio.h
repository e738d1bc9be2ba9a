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
int remove(const char *);
int rename(const char *, const char *);
#define RENAME_NOREPLACE 1
int renameat(int, const char *, int, const char *);
int renameat2(int, const char *, int, const char *, unsigned);
FILE *tmpfile(void);
char *tmpnam(char *);
int fclose(FILE *);
int fflush(FILE *);
FILE *fopen(const char *restrict, const char *restrict);
FILE *freopen(const char *restrict, const char *restrict, FILE *restrict);
FILE *fdopen(int, const char *);
void setbuf(FILE *restrict, char *restrict);
int setvbuf(FILE *restrict, char *restrict, int, size_t);
void setbuffer(FILE *, char *, size_t);
void setlinebuf(FILE *);
int printf(const char *restrict, ...);
int fprintf(FILE *restrict, const char *restrict, ...);
int sprintf(char *restrict, const char *restrict, ...);
int snprintf(char *restrict, size_t, const char *restrict, ...);
int vprintf(const char *restrict, va_list);
int vfprintf(FILE *restrict, const char *restrict, va_list);
int vsprintf(char *restrict, const char *restrict, va_list);
int vsnprintf(char *restrict, size_t, const char *restrict, va_list);
int asprintf(char **restrict, const char *restrict, ...);
int vasprintf(char **restrict, const char *restrict, va_list);
int dprintf(int, const char *restrict, ...);
int vdprintf(int, const char *restrict, va_list);
int scanf(const char *restrict, ...);
int fscanf(FILE *restrict, const char *restrict, ...);
int sscanf(const char *restrict, const char *restrict, ...);
int vscanf(const char *restrict, va_list);
int vfscanf(FILE *restrict, const char *restrict, va_list);
int vsscanf(const char *restrict, const char *restrict, va_list);
int fgetc(FILE *);
int getc(FILE *);
int getchar(void);
int getc_unlocked(FILE *);
int getchar_unlocked(void);
int fgetc_unlocked(FILE *);
char *fgets(char *restrict, int, FILE *restrict);
char *fgets_unlocked(char *restrict, int, FILE *restrict);
char *gets(char *);
int fputc(int, FILE *);
int putc(int, FILE *);
int putchar(int);
int putc_unlocked(int, FILE *);
int putchar_unlocked(int);
int fputc_unlocked(int, FILE *);
int fputs(const char *restrict, FILE *restrict);
int fputs_unlocked(const char *restrict, FILE *restrict);
int puts(const char *);
int ungetc(int, FILE *);
int getw(FILE *);
int putw(int, FILE *);
ssize_t getline(char **restrict, size_t *restrict, FILE *restrict);
ssize_t getdelim(char **restrict, size_t *restrict, int, FILE *restrict);
ssize_t __getdelim(char **restrict, size_t *restrict, int, FILE *restrict);
size_t fread(void *restrict, size_t, size_t, FILE *restrict);
size_t fwrite(const void *restrict, size_t, size_t, FILE *restrict);
size_t fread_unlocked(void *restrict, size_t, size_t, FILE *restrict);
size_t fwrite_unlocked(const void *restrict, size_t, size_t, FILE *restrict);
int fgetpos(FILE *restrict, fpos_t *restrict);
int fsetpos(FILE *, const fpos_t *);
int fseek(FILE *, long, int);
long ftell(FILE *);
int fseeko(FILE *, off_t, int);
off_t ftello(FILE *);
void rewind(FILE *);
void clearerr(FILE *);
int feof(FILE *);
int ferror(FILE *);
void clearerr_unlocked(FILE *);
int feof_unlocked(FILE *);
int ferror_unlocked(FILE *);
int fflush_unlocked(FILE *);
int fileno(FILE *);
int fileno_unlocked(FILE *);
void perror(const char *);
FILE *popen(const char *, const char *);
int pclose(FILE *);
FILE *fmemopen(void *restrict, size_t, const char *restrict);
FILE *open_memstream(char **, size_t *);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);
char *tempnam(const char *, const char *);
char *ctermid(char *);
#endif

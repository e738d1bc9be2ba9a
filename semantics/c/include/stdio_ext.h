// What programs may know of streams in glibc.
#ifndef _STDIO_EXT_H
#define _STDIO_EXT_H 1
#include <stdio.h>
#define FSETLOCKING_QUERY 0
#define FSETLOCKING_INTERNAL 1
#define FSETLOCKING_BYCALLER 2
size_t __fbufsize(FILE *);
int __freading(FILE *);
int __fwriting(FILE *);
int __freadable(FILE *);
int __fwritable(FILE *);
int __flbf(FILE *);
size_t __fpending(FILE *);
int __fsetlocking(FILE *, int);
void _flushlbf(void);
#endif

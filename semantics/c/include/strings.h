/* Strings as BSD has them: POSIX strings.h. */
#ifndef _STRINGS_H
#define _STRINGS_H
typedef unsigned long size_t;
int strcasecmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
void bzero(void *, size_t);
void bcopy(const void *, void *, size_t);
int bcmp(const void *, const void *, size_t);
char *index(const char *, int);
char *rindex(const char *, int);
int ffs(int);
int ffsl(long);
int ffsll(long long);
#endif

/* Strings and ranges of bytes: C11 7.24, POSIX and GNU. */
#ifndef _STRING_H
#define _STRING_H
#define NULL ((void *)0)
typedef unsigned long size_t;
void *memcpy(void *restrict, const void *restrict, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
char *strcpy(char *restrict, const char *restrict);
char *strncpy(char *restrict, const char *restrict, size_t);
char *strcat(char *restrict, const char *restrict);
char *strncat(char *restrict, const char *restrict, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
size_t strxfrm(char *restrict, const char *restrict, size_t);
char *strchr(const char *, int);
char *strrchr(const char *, int);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strstr(const char *, const char *);
char *strtok(char *restrict, const char *restrict);
size_t strlen(const char *);
char *strerror(int);
void *memccpy(void *restrict, const void *restrict, int, size_t);
void *mempcpy(void *restrict, const void *restrict, size_t);
void *memrchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
void *memmem(const void *, size_t, const void *, size_t);
char *stpcpy(char *restrict, const char *restrict);
char *stpncpy(char *restrict, const char *restrict, size_t);
size_t strnlen(const char *, size_t);
char *strdup(const char *);
char *strndup(const char *, size_t);
char *strtok_r(char *restrict, const char *restrict, char **restrict);
char *strsep(char **restrict, const char *restrict);
char *strchrnul(const char *, int);
char *strcasestr(const char *, const char *);
size_t strlcpy(char *restrict, const char *restrict, size_t);
size_t strlcat(char *restrict, const char *restrict, size_t);
int strerror_r(int, char *, size_t);
char *strsignal(int);
#if defined _GNU_SOURCE && !defined basename
char *basename(const char *);
#endif
void explicit_bzero(void *, size_t);
#define strdupa(s) ((char *)__builtin_strcpy((char *)__builtin_alloca(__builtin_strlen(s) + 1), s))
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
int strverscmp(const char *, const char *);
#endif

// Libraries that are loaded as the program runs.
#ifndef _DLFCN_H
#define _DLFCN_H 1
#define RTLD_LAZY 0x001
#define RTLD_NOW 0x002
#define RTLD_GLOBAL 0x100
#define RTLD_LOCAL 0
#define RTLD_DEFAULT ((void *)0)
#define RTLD_NEXT ((void *)-1l)
void *dlopen(const char *, int);
void *dlsym(void *restrict, const char *restrict);
int dlclose(void *);
char *dlerror(void);
#endif

/* Allocation as glibc has it. */
#ifndef _MALLOC_H
#define _MALLOC_H
#include <stddef.h>
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *reallocarray(void *, size_t, size_t);
void free(void *);
void *memalign(size_t, size_t);
void *valloc(size_t);
void *pvalloc(size_t);
void *aligned_alloc(size_t, size_t);
size_t malloc_usable_size(void *);
int malloc_trim(size_t);
#endif

/* Tables and trees to search: POSIX search.h. */
#ifndef _SEARCH_H
#define _SEARCH_H
typedef unsigned long size_t;
typedef enum {
	preorder,
	postorder,
	endorder,
	leaf
} VISIT;
void *lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
void *lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));
void *tsearch(const void *, void **, int (*)(const void *, const void *));
void *tfind(const void *, void *const *, int (*)(const void *, const void *));
void *tdelete(const void *restrict, void **restrict, int (*)(const void *, const void *));
void twalk(const void *, void (*)(const void *, VISIT, int));
#endif

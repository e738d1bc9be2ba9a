/* Parts of a path: POSIX libgen.h. */
#ifndef _LIBGEN_H
#define _LIBGEN_H
char *dirname(char *);
char *__xpg_basename(char *);
#define basename __xpg_basename
#endif

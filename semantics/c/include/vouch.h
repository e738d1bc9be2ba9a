/* Functions of harnesses: inputs, assumptions and assertions. */
#ifndef VOUCH_H
#define VOUCH_H
#include <stddef.h>
int vouch_symbolic_int(const char *name);
void vouch_symbolic(void *object, size_t bytes, const char *name);
void vouch_assume(_Bool condition);
void vouch_assert(_Bool condition);
#endif

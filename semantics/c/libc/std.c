// The three streams that are open from the beginning.
#include <__vouch_file.h>
FILE __vouch_stdin = {0, __VOUCH_READ};
FILE __vouch_stdout = {1, __VOUCH_WRITE};
FILE __vouch_stderr = {2, __VOUCH_WRITE};
FILE *stdin = &__vouch_stdin;
FILE *stdout = &__vouch_stdout;
FILE *stderr = &__vouch_stderr;
FILE *__vouch_streams = 0; // of files in memory

// The three streams that are open from the beginning.
#include <__vouch_file.h>
FILE __vouch_stdin = {.__fd = 0, .__state = __VOUCH_READ | __VOUCH_NO_WRITE, .__buffer = __VOUCH_BUFFER(__vouch_stdin)};
FILE __vouch_stdout = {.__fd = 1, .__state = __VOUCH_WRITE | __VOUCH_NO_READ, .__buffer = __VOUCH_BUFFER(__vouch_stdout)};
FILE __vouch_stderr = {.__fd = 2, .__state = __VOUCH_WRITE | __VOUCH_NO_READ, .__buffer = __VOUCH_BUFFER(__vouch_stderr)};
FILE *stdin = &__vouch_stdin;
FILE *stdout = &__vouch_stdout;
FILE *stderr = &__vouch_stderr;
FILE *__vouch_streams = 0; // of files in memory

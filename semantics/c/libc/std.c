// The three streams that are open from the beginning, and their descriptors.
#include <__vouch_file.h>
#include <sys/stat.h>
static struct __vouch_data pipes[3] = {{.__mode = S_IFIFO | 0600, .__number = 1}, {.__mode = S_IFIFO | 0600, .__number = 2}, {.__mode = S_IFIFO | 0600, .__number = 3}};
static struct __vouch_open input = {.__pipe = 3, .__access = __VOUCH_READ, .__users = 1, .__data = &pipes[0]};
static struct __vouch_open output = {.__pipe = 1, .__access = __VOUCH_WRITE, .__flags = 1, .__users = 1, .__data = &pipes[1]};
static struct __vouch_open errors = {.__pipe = 2, .__access = __VOUCH_WRITE, .__flags = 1, .__users = 1, .__data = &pipes[2]};
struct __vouch_open __vouch_none = {0}; // of what is closed: nothing can be read or written
static struct __vouch_descriptor second = {2, 0, &errors, 0};
static struct __vouch_descriptor first = {1, 0, &output, &second};
struct __vouch_descriptor __vouch_table = {0, 0, &input, &first};
extern FILE __vouch_stdout;
extern FILE __vouch_stderr;
FILE __vouch_stdin = {.__fd = 0, .__state = __VOUCH_READ | __VOUCH_NO_WRITE, .__buffer = __VOUCH_BUFFER(__vouch_stdin), .__open = &input, .__next = &__vouch_stdout};
FILE __vouch_stdout = {.__fd = 1, .__state = __VOUCH_WRITE | __VOUCH_NO_READ, .__buffer = __VOUCH_BUFFER(__vouch_stdout), .__open = &output, .__next = &__vouch_stderr};
FILE __vouch_stderr = {.__fd = 2, .__state = __VOUCH_WRITE | __VOUCH_NO_READ | __VOUCH_UNBUFFERED, .__buffer = __VOUCH_BUFFER(__vouch_stderr), .__open = &errors};
FILE *stdin = &__vouch_stdin;
FILE *stdout = &__vouch_stdout;
FILE *stderr = &__vouch_stderr;
FILE *__vouch_streams = &__vouch_stdin; // that are open

// Streams of files, which are in memory: there are those that the program has written, and with the option disk those of the machine while they are open.
#include <__vouch_file.h>
#include <fcntl.h>
#include <sys/stat.h>

extern FILE __vouch_stdin;
extern FILE __vouch_stdout;
extern FILE __vouch_stderr;
extern FILE *__vouch_streams;
extern struct __vouch_open __vouch_none;
struct __vouch_open *__vouch_described(int fd);
struct __vouch_open *__vouch_opened(struct __vouch_data *d, int access, int flags);
void __vouch_released(struct __vouch_open *o);
long __vouch_seek(struct __vouch_open *o, long at, long offset, int whence);
struct __vouch_data *__vouch_made(struct __vouch_data *in, const char *last, unsigned mode);
int open(const char *path, int flags, ...);
int __vouch_number(struct __vouch_open *o, int least, int to_close);
int close(int fd);
int dup3(int fd, int to, int flags);

// Makes a stream of an open file with a descriptor, or with -4 for none; f is the room for it, or null.
FILE *__vouch_stream(FILE *f, struct __vouch_open *o, int fd, int state)
{
	if (!f)
		f = __vouch_alloc(sizeof *f);
	__vouch_fill(f, 0, sizeof *f);
	f->__fd = fd;
	f->__state = state | (state & __VOUCH_READ ? 0 : __VOUCH_NO_READ) | (state & __VOUCH_WRITE ? 0 : __VOUCH_NO_WRITE);
	for (int i = 0; i < 8; i++)
		f->__buffer[i] = f->__none;
	f->__open = o;
	f->__next = __vouch_streams;
	__vouch_streams = f;
	return f;
}

// Ends a stream, and closes its descriptor.
static int closed(FILE *f)
{
	struct __vouch_open *o = f->__open;
	if (f->__fd == -1)
		__vouch_fail("invalid argument");
	if (o->__ahead == f) // where descriptors of a file are that a stream has read ahead is not known
		o->__ahead = f->__state & __VOUCH_WRITING || o->__users == 1 ? 0 : &__vouch_stdin;
	FILE **place = &__vouch_streams;
	while (*place != f)
		place = &(*place)->__next;
	*place = f->__next;
	int fd = f->__fd, status = 0;
	if (fd == -4)
		__vouch_released(o);
	else
		status = close(fd);
	f->__fd = -1;
	f->__open = &__vouch_none;
	f->__state &= ~(__VOUCH_READ | __VOUCH_WRITE | __VOUCH_READING | __VOUCH_WRITING);
	return status;
}

// What a mode says: the state of a stream, and the flags of open; -1 with an error if it is none.
static int understood(const char *mode, int *flags)
{
	int how = *mode, plus = 0, state;
	*flags = 0;
	for (mode += how != 0; *mode && *mode != ','; mode++) {
		plus |= *mode == '+';
		*flags |= *mode == 'x' ? O_EXCL : *mode == 'e' ? O_CLOEXEC : 0;
	}
	if (how == 'r')
		state = __VOUCH_READ;
	else if (how == 'w') {
		state = __VOUCH_WRITE;
		*flags |= O_CREAT | O_TRUNC;
	} else if (how == 'a') {
		state = __VOUCH_WRITE | __VOUCH_APPEND;
		*flags |= O_CREAT | O_APPEND;
	} else
		return __vouch_failed(22); // EINVAL
	if (plus)
		state |= __VOUCH_READ | __VOUCH_WRITE;
	*flags |= plus ? O_RDWR : how == 'r' ? O_RDONLY : O_WRONLY;
	return state;
}

static FILE *opened(FILE *f, int fd, const char *name, const char *mode)
{
	int flags, state = understood(mode, &flags);
	int new = state < 0 ? -1 : open(name, flags, 0666);
	if (new < 0)
		return 0;
	if (fd >= 0 && new != fd) {
		dup3(new, fd, flags & O_CLOEXEC);
		close(new);
		new = fd;
	}
	struct __vouch_open *o = __vouch_described(new);
	if (state & __VOUCH_APPEND && !(state & __VOUCH_READ))
		o->__at = o->__data->__size;
	return __vouch_stream(f, o, new, state);
}

FILE *fopen(const char *name, const char *mode)
{
	return opened(0, -1, name, mode);
}

// The stream keeps its descriptor.
FILE *freopen(const char *name, const char *mode, FILE *f)
{
	int fd = f->__fd;
	if (!name)
		__vouch_unsupported("freopen without a name");
	closed(f);
	return opened(f, fd, name, mode);
}

FILE *fdopen(int fd, const char *mode)
{
	int flags, state = understood(mode, &flags);
	struct __vouch_open *o = state < 0 ? 0 : __vouch_described(fd);
	if (!o)
		return 0;
	if (state & __VOUCH_READ && !(o->__access & __VOUCH_READ) || state & __VOUCH_WRITE && !(o->__access & __VOUCH_WRITE)) {
		__vouch_failed(22);
		return 0;
	}
	if (state & __VOUCH_APPEND)
		o->__flags |= O_APPEND;
	return __vouch_stream(0, o, fd, state);
}

FILE *tmpfile(void)
{
	struct __vouch_open *o = __vouch_opened(__vouch_made(0, 0, S_IFREG | 0600), __VOUCH_READ | __VOUCH_WRITE, O_RDWR | 0100000);
	int fd = __vouch_number(o, 0, 0);
	if (fd < 0)
		return 0;
	return __vouch_stream(0, o, fd, __VOUCH_READ | __VOUCH_WRITE);
}

int fclose(FILE *f)
{
	int status = closed(f);
	if (f != &__vouch_stdin && f != &__vouch_stdout && f != &__vouch_stderr)
		__vouch_free(f);
	return status;
}

char *tmpnam(char *s)
{
	static char own[20];
	static int number;
	const char *start = "/tmp/file";
	int i = 0, n = number++;
	if (!s)
		s = own;
	for (; start[i]; i++)
		s[i] = start[i];
	for (int unit = 100000; unit; unit /= 10)
		s[i++] = '0' + n / unit % 10;
	s[i] = 0;
	return s;
}

int fseek(FILE *f, long offset, int whence)
{
	struct __vouch_open *o = f->__open;
	if (f->__fd == -1)
		__vouch_fail("invalid argument");
	if (__vouch_seek(o, o->__at - f->__backs, offset, whence) < 0)
		return -1;
	if (f->__state & __VOUCH_WRITING && o->__ahead == f)
		o->__ahead = 0;
	f->__backs = 0;
	f->__state &= ~(__VOUCH_END | __VOUCH_READING | __VOUCH_WRITING);
	return 0;
}

int fseeko(FILE *f, long offset, int whence)
{
	return fseek(f, offset, whence);
}

long ftell(FILE *f)
{
	if (f->__fd == -1)
		__vouch_fail("invalid argument");
	struct __vouch_open *o = f->__open;
	if (o->__pipe || !o->__data)
		return __vouch_failed(o->__pipe ? 29 : 9); // ESPIPE, EBADF
	return o->__at - f->__backs;
}

long ftello(FILE *f)
{
	return ftell(f);
}

void rewind(FILE *f)
{
	fseek(f, 0, 0);
	f->__state &= ~(__VOUCH_ERROR | __VOUCH_END);
}

struct position {
	long at, state;
};

int fgetpos(FILE *f, struct position *pos)
{
	long at = ftell(f);
	if (at < 0)
		return -1;
	pos->at = at;
	pos->state = 0;
	return 0;
}

int fsetpos(FILE *f, const struct position *pos)
{
	return fseek(f, pos->at, 0);
}

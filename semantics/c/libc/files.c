// Files, which are in memory: there are those that the program has written, and with the option disk those of the machine while they are open.
#include <__vouch_file.h>
#include <fcntl.h>
#include <sys/stat.h>

extern FILE __vouch_stdin;
extern FILE __vouch_stdout;
extern FILE __vouch_stderr;
int __vouch_disk_open(const char *name, int flags);
int __vouch_disk_ask(int what, const char *name, const char *other);
void __vouch_disk_read(struct __vouch_data *d);
int __vouch_disk_write(struct __vouch_data *d);

struct __vouch_data *__vouch_found(int fd, const char *name, struct __vouch_data **in, const char **last);
struct __vouch_data *__vouch_file(const char *name);
struct __vouch_data *__vouch_made(struct __vouch_data *in, const char *last, unsigned mode);
void __vouch_truncated(struct __vouch_data *d);
void __vouch_removed(struct __vouch_data *d);
extern FILE *__vouch_streams; // those that are open, in the order of their numbers

enum {
	BAD = 9,
	DENIED = 13,
	EXISTS = 17,
	IS_FOLDER = 21,
	INVALID = 22,
	PIPE = 29
};

// Makes a stream of file d. It gets the least free number.
FILE *__vouch_opened(FILE *f, struct __vouch_data *d, int state)
{
	FILE **place = &__vouch_streams;
	int fd = 3;
	if (__vouch_stdin.__fd == -3 || __vouch_stderr.__fd == -3)
		__vouch_unsupported("opening a file after close of descriptor 0 or 2");
	for (; *place && (*place)->__fd == fd; fd++)
		place = &(*place)->__next;
	if (!f)
		f = __vouch_alloc(sizeof *f);
	__vouch_fill(f, 0, sizeof *f);
	f->__fd = fd;
	f->__state = state | (state & __VOUCH_READ ? 0 : __VOUCH_NO_READ) | (state & __VOUCH_WRITE ? 0 : __VOUCH_NO_WRITE);
	for (int i = 0; i < 8; i++)
		f->__buffer[i] = f->__none;
	f->__data = d;
	f->__next = *place;
	*place = f;
	d->__users++;
	return f;
}

static int closed(FILE *f)
{
	struct __vouch_data *d = f->__data;
	int status = 0;
	if (f->__fd == -1)
		__vouch_fail("invalid argument");
	if (f->__fd > 2) {
		FILE **place = &__vouch_streams;
		while (*place != f)
			place = &(*place)->__next;
		*place = f->__next;
		if (__vouch_option("disk"))
			status = __vouch_disk_write(d);
		d->__users--;
		if (!d->__users && d->__name && d->__disk)
			__vouch_removed(d);
		else if (!d->__users && !d->__name) {
			__vouch_truncated(d);
			__vouch_free(d);
		}
	}
	if (f->__fd == -3)
		status = __vouch_failed(BAD);
	f->__fd = -1;
	return status;
}

// Opens a file that may be read and written as state says; how are the flags of open, and mode are the permissions of a new file. The name begins in the folder
// with descriptor fd; f is the room for the stream, or null.
FILE *__vouch_open(FILE *f, int fd, const char *name, int state, int how, unsigned mode)
{
	struct __vouch_data *d, *in;
	const char *last;
	if (__vouch_option("disk")) {
		if (__vouch_disk_open(name, how & (O_ACCMODE | O_CREAT | O_EXCL | O_TRUNC)))
			return 0;
		d = __vouch_file(name);
		if (!d) {
			d = __vouch_made(0, name, S_IFREG | 0644);
			__vouch_disk_read(d);
		} else if (how & O_TRUNC)
			__vouch_truncated(d);
		return __vouch_opened(f, d, state);
	}
	d = __vouch_found(fd, name, &in, &last);
	if (!d) {
		if (in && how & O_CREAT)
			d = __vouch_made(in, last, S_IFREG | mode);
		return d ? __vouch_opened(f, d, state) : 0;
	}
	int error = 0;
	if (how & O_CREAT && how & O_EXCL)
		error = EXISTS;
	else if (S_ISDIR(d->__mode) && (state & __VOUCH_WRITE || how & O_CREAT))
		error = IS_FOLDER;
	else if (!S_ISDIR(d->__mode) && how & O_DIRECTORY)
		error = 20; // ENOTDIR
	else if (state & __VOUCH_READ && !(d->__mode & 0400) || state & __VOUCH_WRITE && !(d->__mode & 0200))
		error = DENIED;
	if (error) {
		__vouch_failed(error);
		return 0;
	}
	if (how & O_TRUNC)
		__vouch_truncated(d);
	return __vouch_opened(f, d, state);
}

static FILE *open(FILE *f, const char *name, const char *mode)
{
	int how = *mode++, plus = 0, exclusive = 0, state;
	for (; *mode && *mode != ','; mode++) {
		plus |= *mode == '+';
		exclusive |= *mode == 'x';
	}
	if (how == 'r')
		state = __VOUCH_READ;
	else if (how == 'w')
		state = __VOUCH_WRITE;
	else if (how == 'a')
		state = __VOUCH_WRITE | __VOUCH_APPEND;
	else {
		__vouch_failed(INVALID);
		return 0;
	}
	if (plus)
		state |= __VOUCH_READ | __VOUCH_WRITE;
	int access = state & __VOUCH_WRITE ? state & __VOUCH_READ ? O_RDWR : O_WRONLY : O_RDONLY;
	f = __vouch_open(f, AT_FDCWD, name, state, access | (how != 'r' ? O_CREAT : 0) | (how == 'w' ? O_TRUNC : 0) | (exclusive ? O_EXCL : 0), 0666);
	if (f && how == 'a' && !plus)
		f->__at = f->__data->__size;
	return f;
}

FILE *fopen(const char *name, const char *mode)
{
	return open(0, name, mode);
}

FILE *freopen(const char *name, const char *mode, FILE *f)
{
	if (!name)
		__vouch_unsupported("freopen without a name");
	closed(f);
	return open(f, name, mode);
}

FILE *tmpfile(void)
{
	return __vouch_opened(0, __vouch_made(0, 0, S_IFREG | 0600), __VOUCH_READ | __VOUCH_WRITE);
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
	if (f->__fd == -1)
		__vouch_fail("invalid argument");
	if (f->__fd <= 2)
		return __vouch_failed(PIPE);
	long at = whence == 0 ? 0 : whence == 1 ? f->__at - f->__backs : f->__data->__size;
	if (whence < 0 || whence > 2 || (offset < 0 ? at < -offset : offset > 0x7fffffffffff))
		return __vouch_failed(INVALID);
	f->__at = at + offset;
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
	if (f->__fd <= 2)
		return __vouch_failed(PIPE);
	return f->__at - f->__backs;
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

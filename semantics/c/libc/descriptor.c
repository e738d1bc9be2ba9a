// Descriptors: numbers of open files.
#include <__vouch_file.h>
#include <fcntl.h>
#include <sys/stat.h>

extern struct __vouch_descriptor __vouch_table;
extern struct __vouch_open __vouch_none;
extern FILE *__vouch_streams;
int __vouch_input(void);
void __vouch_store(struct __vouch_open *o, int c);
int __vouch_disk_write(struct __vouch_data *d);
void __vouch_removed(struct __vouch_data *d);
void __vouch_truncated(struct __vouch_data *d);

enum {
	BAD = 9,
	INVALID = 22,
	TOO_MANY = 24,
	MOST = 1024 // descriptors
};

// A descriptor that is open, and null with an error for any other number.
struct __vouch_descriptor *__vouch_numbered(int fd)
{
	struct __vouch_descriptor *d = &__vouch_table;
	while (d && d->__number != fd)
		d = d->__next;
	if (d && d->__open)
		return d;
	__vouch_failed(BAD);
	return 0;
}

// The open file of a descriptor; null with an error if there is none.
struct __vouch_open *__vouch_described(int fd)
{
	struct __vouch_descriptor *d = __vouch_numbered(fd);
	return d ? d->__open : 0;
}

// Makes an open file, which nobody uses yet.
struct __vouch_open *__vouch_opened(struct __vouch_data *d, int access, int flags)
{
	struct __vouch_open *o = __vouch_alloc(sizeof *o);
	__vouch_fill(o, 0, sizeof *o);
	o->__access = access;
	o->__flags = flags;
	o->__data = d;
	d->__users++;
	return o;
}

// Ends one use of an open file.
void __vouch_released(struct __vouch_open *o)
{
	struct __vouch_data *d = o->__data;
	if (--o->__users || o->__pipe)
		return;
	__vouch_free(o);
	d->__users--;
	if (!d->__users && d->__name && d->__disk)
		__vouch_removed(d);
	else if (!d->__users && !d->__name) {
		__vouch_truncated(d);
		__vouch_free(d);
	}
}

// Whether the streams of a descriptor can have another file, or none: not if they would still write something to the old one, or have read ahead in it.
static void leave(int fd, int state, struct __vouch_open *to)
{
	for (FILE *f = __vouch_streams; f; f = f->__next)
		if (f->__fd == fd) {
			if (f->__state & state)
				__vouch_unsupported("close of the descriptor of a stream whose buffer may hold something");
			f->__open = to;
		}
}

static void give(struct __vouch_descriptor *d, struct __vouch_open *o, int to_close)
{
	leave(d->__number, __VOUCH_READING | __VOUCH_WRITING, o);
	d->__open = o;
	d->__to_close = to_close;
	o->__users++;
}

// The place of a number, or of the least free one from a number on; null with an error if there are too many.
static struct __vouch_descriptor *place(int fd, int free)
{
	struct __vouch_descriptor *d = &__vouch_table;
	if (fd < 0 || fd >= MOST)
		return 0;
	for (; d->__next && d->__next->__number <= fd; d = d->__next)
		;
	for (; free && d->__number == fd && d->__open; fd++)
		if (d->__next && d->__next->__number == fd + 1)
			d = d->__next;
	if (fd == MOST) {
		__vouch_failed(TOO_MANY);
		return 0;
	}
	if (d->__number != fd) {
		struct __vouch_descriptor *new = __vouch_alloc(sizeof *new);
		new->__number = fd;
		new->__open = 0;
		new->__next = d->__next;
		d->__next = new;
		d = new;
	}
	return d;
}

// Gives an open file the least free number from a number on; -1 if there is none.
int __vouch_number(struct __vouch_open *o, int least, int to_close)
{
	struct __vouch_descriptor *d = place(least, 1);
	if (!d)
		return -1;
	give(d, o, to_close);
	return d->__number;
}

int close(int fd)
{
	struct __vouch_descriptor *d = __vouch_numbered(fd);
	int status = 0;
	if (!d)
		return -1;
	leave(fd, __VOUCH_WRITING, &__vouch_none);
	if (__vouch_option("disk"))
		status = __vouch_disk_write(d->__open->__data);
	__vouch_released(d->__open);
	d->__open = 0;
	return status;
}

void closefrom(int fd)
{
	for (struct __vouch_descriptor *d = &__vouch_table; d; d = d->__next)
		if (d->__number >= fd && d->__open)
			close(d->__number);
}

int dup(int fd)
{
	struct __vouch_open *o = __vouch_described(fd);
	return o ? __vouch_number(o, 0, 0) : -1;
}

static int copied(int fd, int to, int to_close)
{
	struct __vouch_open *o = __vouch_described(fd);
	struct __vouch_descriptor *d = place(to, 0);
	if (!o || !d)
		return __vouch_failed(BAD);
	o->__users++;
	if (d->__open)
		close(to);
	give(d, o, to_close);
	o->__users--;
	return to;
}

int dup2(int fd, int to)
{
	return fd != to ? copied(fd, to, 0) : __vouch_described(fd) ? fd : -1;
}

int dup3(int fd, int to, int flags)
{
	return fd == to || flags & ~O_CLOEXEC ? __vouch_failed(INVALID) : copied(fd, to, flags != 0);
}

// Bytes that wait in the buffer of a stream come before or behind those that a descriptor reads or writes at once.
static struct __vouch_open *moved(int fd, int access)
{
	struct __vouch_open *o = __vouch_described(fd);
	if (!o || access && !(o->__access & access)) {
		__vouch_failed(BAD);
		return 0;
	}
	if (o->__ahead)
		__vouch_unsupported("use of a descriptor while the buffer of a stream may hold something of its file");
	return o;
}

// Reads of standard input are from the same input as those of the stream stdin.
long read(int fd, void *buf, unsigned long n)
{
	unsigned char *to = buf;
	unsigned long i = 0;
	struct __vouch_open *o = moved(fd, __VOUCH_READ);
	if (!o)
		return -1;
	struct __vouch_data *d = o->__data;
	if (S_ISDIR(d->__mode))
		return __vouch_failed(21); // EISDIR
	if (o->__pipe) {
		for (int c; i < n && (c = __vouch_input()) >= 0; i++)
			to[i] = c;
		return i;
	}
	for (; i < n && o->__at < d->__size; i++)
		to[i] = d->__bytes[o->__at++];
	return i;
}

long write(int fd, const void *buf, unsigned long n)
{
	const unsigned char *from = buf;
	struct __vouch_open *o = moved(fd, __VOUCH_WRITE);
	if (!o)
		return -1;
	for (unsigned long i = 0; i < n; i++)
		if (o->__pipe)
			__vouch_output(o->__pipe, from[i]);
		else
			__vouch_store(o, from[i]);
	if (__vouch_option("disk"))
		if (__vouch_disk_write(o->__data))
			return -1;
	return n;
}

// Moves the position of an open file; -1 with an error if it has none.
long __vouch_seek(struct __vouch_open *o, long at, long offset, int whence)
{
	if (o->__pipe)
		return __vouch_failed(29); // ESPIPE
	if (!o->__data)
		return __vouch_failed(BAD);
	at = whence == 0 ? 0 : whence == 1 ? at : o->__data->__size;
	if (whence < 0 || whence > 2 || (offset < 0 ? at < -offset : offset > 0x7fffffffffff))
		return __vouch_failed(INVALID);
	return o->__at = at + offset;
}

long lseek(int fd, long offset, int whence)
{
	struct __vouch_open *o = moved(fd, 0);
	return o ? __vouch_seek(o, o->__at, offset, whence) : -1;
}

// Reading and writing through descriptors; from 3 on they are those of streams that are files in memory.
#include <__vouch_file.h>
#include <sys/stat.h>

extern FILE __vouch_stdin;
extern FILE __vouch_stdout;
extern FILE __vouch_stderr;
extern FILE *__vouch_streams;
int __vouch_input(void);
int __vouch_get(FILE *f);
int __vouch_put(FILE *f, int c);
int __vouch_disk_write(struct __vouch_data *d);

// The stream with a descriptor; null if there is none.
FILE *__vouch_described(int fd)
{
	FILE *f = __vouch_streams;
	while (f && f->__fd != fd)
		f = f->__next;
	if (f)
		f->__state &= ~(__VOUCH_END | __VOUCH_READING | __VOUCH_WRITING);
	return f;
}

// Whether fd is 0, 1 or 2, and was closed neither itself nor with its stream.
int __vouch_standard(int fd)
{
	FILE *f = fd == 0 ? &__vouch_stdin : fd == 1 ? &__vouch_stdout : &__vouch_stderr;
	return fd >= 0 && fd <= 2 && f->__fd != -1 && f->__fd != -3;
}

// Reads of descriptor 0 are from the same input as those of the stream stdin.
long read(int fd, void *buf, unsigned long n)
{
	unsigned char *to = buf;
	unsigned long i = 0;
	FILE *f = fd ? __vouch_described(fd) : 0;
	if (fd ? !f || !(f->__state & __VOUCH_READ) : !__vouch_standard(0))
		return __vouch_failed(9); // EBADF
	if (f && S_ISDIR(f->__data->__mode))
		return __vouch_failed(21); // EISDIR
	for (int c; i < n && (c = f ? __vouch_get(f) : __vouch_input()) >= 0; i++)
		to[i] = c;
	return i;
}

long write(int fd, const void *buf, unsigned long n)
{
	const unsigned char *from = buf;
	FILE *f = 0;
	if (fd == 1 || fd == 2) {
		if (!__vouch_standard(fd))
			return __vouch_failed(9); // EBADF
	} else {
		f = __vouch_described(fd);
		if (!f || !(f->__state & __VOUCH_WRITE))
			return __vouch_failed(9); // EBADF
	}
	for (unsigned long i = 0; i < n; i++)
		if (fd == 1)
			__vouch_output(1, from[i]);
		else if (fd == 2)
			__vouch_output(2, from[i]);
		else
			__vouch_put(f, from[i]);
	if (__vouch_option("disk"))
		if (f && __vouch_disk_write(f->__data))
			return -1;
	return n;
}

// Descriptors of files in memory.
#include <__vouch_file.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
extern FILE __vouch_stdin;
extern FILE __vouch_stderr;
FILE *__vouch_open(FILE *f, int fd, const char *name, int state, int how, unsigned mode);
FILE *__vouch_described(int fd);
int __vouch_standard(int fd);
struct __vouch_data *__vouch_found(int fd, const char *name, struct __vouch_data **in, const char **last);
int __vouch_disk_stat(const char *name, struct stat *s);
int fclose(FILE *f);
int fseek(FILE *f, long offset, int whence);

static int opened(int fd, const char *path, int flags, unsigned mode)
{
	int access = flags & O_ACCMODE;
	int state = (access != O_WRONLY ? __VOUCH_READ : 0) | (access != O_RDONLY ? __VOUCH_WRITE : 0) | (flags & O_APPEND ? __VOUCH_APPEND : 0) | (flags & O_CLOEXEC ? __VOUCH_TO_CLOSE : 0);
	FILE *f = __vouch_open(0, fd, path, state, flags, mode & 07777);
	return f ? f->__fd : -1;
}

int open(const char *path, int flags, ...)
{
	va_list list;
	va_start(list, flags);
	unsigned mode = flags & O_CREAT ? va_arg(list, unsigned) : 0;
	va_end(list);
	return opened(AT_FDCWD, path, flags, mode);
}

int openat(int fd, const char *path, int flags, ...)
{
	va_list list;
	va_start(list, flags);
	unsigned mode = flags & O_CREAT ? va_arg(list, unsigned) : 0;
	va_end(list);
	return opened(fd, path, flags, mode);
}

int creat(const char *path, unsigned mode)
{
	return opened(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

// What stdout has not written yet would be lost.
int close(int fd)
{
	FILE *f = fd == 0 ? &__vouch_stdin : fd == 2 ? &__vouch_stderr : 0;
	if (fd == 1 && __vouch_standard(1))
		__vouch_unsupported("close of descriptor 1");
	if (!f) {
		f = __vouch_described(fd);
		return f ? fclose(f) : __vouch_failed(9); // EBADF
	}
	if (!__vouch_standard(fd))
		return __vouch_failed(9);
	if (f->__fd != fd)
		__vouch_unsupported("close of a descriptor that freopen gave another stream");
	f->__fd = -3; // the stream stays open
	if (fd == 2)
		f->__state &= ~__VOUCH_WRITE;
	return 0;
}

long lseek(int fd, long offset, int whence)
{
	if (__vouch_standard(fd))
		return __vouch_failed(29); // ESPIPE
	FILE *f = __vouch_described(fd);
	if (!f)
		return __vouch_failed(9);
	return fseek(f, offset, whence) < 0 ? -1 : f->__at;
}

// The stream of a descriptor is the one that it is of already.
FILE *fdopen(int fd, const char *mode)
{
	if (__vouch_standard(fd))
		return fd == 0 ? stdin : fd == 1 ? stdout : stderr;
	FILE *f = __vouch_described(fd);
	if (!f)
		__vouch_failed(9);
	return f;
}


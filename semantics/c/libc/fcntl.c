// What a program may ask of its descriptors, and advice about files.
#include <__vouch_file.h>
#include <fcntl.h>
#include <stdarg.h>

int *__errno_location(void);
FILE *__vouch_described(int fd);
int __vouch_standard(int fd);
int ftruncate(int fd, long size);

static int flags[3]; // of the standard streams: __VOUCH_TO_CLOSE or 0

int fcntl(int fd, int command, ...)
{
	va_list list;
	FILE *f = __vouch_standard(fd) ? 0 : __vouch_described(fd);
	if (!f && !__vouch_standard(fd))
		return __vouch_failed(9); // EBADF
	int *state = f ? &f->__state : &flags[fd];
	va_start(list, command);
	int status = 0;
	switch (command) {
	case F_GETFD:
		status = *state & __VOUCH_TO_CLOSE ? FD_CLOEXEC : 0;
		break;
	case F_SETFD:
		*state = va_arg(list, int) & FD_CLOEXEC ? *state | __VOUCH_TO_CLOSE : *state & ~__VOUCH_TO_CLOSE;
		break;
	case F_GETFL:
		if (!f)
			status = fd ? O_WRONLY : O_RDONLY;
		else
			status = (f->__state & __VOUCH_WRITE ? f->__state & __VOUCH_READ ? O_RDWR : O_WRONLY : O_RDONLY) | (f->__state & __VOUCH_APPEND ? O_APPEND : 0);
		break;
	case F_SETFL:
		if (f)
			f->__state = va_arg(list, int) & O_APPEND ? f->__state | __VOUCH_APPEND : f->__state & ~__VOUCH_APPEND;
		break;
	case F_GETLK:
		if (f)
			va_arg(list, struct flock *)->l_type = F_UNLCK; // nobody else has a lock
		else
			status = __vouch_failed(22);
		break;
	case F_SETLK:
	case F_SETLKW:
		break;
	case F_DUPFD:
	case 1030: // F_DUPFD_CLOEXEC
		__vouch_unsupported("a second descriptor of a file");
	default:
		status = __vouch_failed(22); // EINVAL
	}
	va_end(list);
	return status;
}

// Advice changes nothing. A pipe takes none.
int posix_fadvise(int fd, off_t from, off_t n, int advice)
{
	if (__vouch_standard(fd))
		return 29; // ESPIPE
	if (!__vouch_described(fd))
		return 9;
	return advice < 0 || advice > 5 || n < 0 ? 22 : 0;
}

int posix_fallocate(int fd, off_t from, off_t n)
{
	FILE *f = __vouch_standard(fd) ? 0 : __vouch_described(fd);
	if (!f)
		return __vouch_standard(fd) ? 29 : 9;
	if (from < 0 || n <= 0)
		return 22;
	if (!(f->__state & __VOUCH_WRITE))
		return 9;
	return f->__data->__size < from + n && ftruncate(fd, from + n) ? *__errno_location() : 0;
}

int dup(int fd)
{
	__vouch_unsupported("a second descriptor of a file");
}

int dup2(int fd, int to)
{
	if (!__vouch_standard(fd) && !__vouch_described(fd))
		return __vouch_failed(9);
	if (fd == to)
		return fd;
	__vouch_unsupported("a second descriptor of a file");
}

int dup3(int fd, int to, int flags)
{
	if (fd == to)
		return __vouch_failed(22);
	return dup2(fd, to);
}

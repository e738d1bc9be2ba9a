// What a program may ask of its descriptors, and advice about files.
#include <__vouch_file.h>
#include <fcntl.h>
#include <stdarg.h>

int *__errno_location(void);
struct __vouch_descriptor *__vouch_numbered(int fd);
struct __vouch_open *__vouch_described(int fd);
int __vouch_number(struct __vouch_open *o, int least, int to_close);
int ftruncate(int fd, long size);

enum {
	SETTABLE = O_APPEND | O_NONBLOCK
};

int fcntl(int fd, int command, ...)
{
	va_list list;
	struct __vouch_descriptor *d = __vouch_numbered(fd);
	if (!d)
		return -1;
	struct __vouch_open *o = d->__open;
	va_start(list, command);
	int status = 0;
	switch (command) {
	case F_GETFD:
		status = d->__to_close;
		break;
	case F_SETFD:
		d->__to_close = va_arg(list, int) & FD_CLOEXEC;
		break;
	case F_GETFL:
		status = o->__flags;
		break;
	case F_SETFL:
		o->__flags = o->__flags & ~SETTABLE | va_arg(list, int) & SETTABLE;
		break;
	case F_GETLK:
		if (!o->__pipe)
			va_arg(list, struct flock *)->l_type = F_UNLCK; // nobody else has a lock
		else
			status = __vouch_failed(22);
		break;
	case F_SETLK:
	case F_SETLKW:
		break;
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:;
		int least = va_arg(list, int);
		status = least < 0 || least >= 1024 ? __vouch_failed(22) : __vouch_number(o, least, command == F_DUPFD_CLOEXEC);
		break;
	default:
		status = __vouch_failed(22); // EINVAL
	}
	va_end(list);
	return status;
}

// Advice changes nothing. A pipe takes none.
int posix_fadvise(int fd, off_t from, off_t n, int advice)
{
	struct __vouch_open *o = __vouch_described(fd);
	if (!o)
		return 9;
	if (o->__pipe)
		return 29; // ESPIPE
	return advice < 0 || advice > 5 || n < 0 ? 22 : 0;
}

int posix_fallocate(int fd, off_t from, off_t n)
{
	struct __vouch_open *o = __vouch_described(fd);
	if (!o || o->__pipe)
		return o ? 29 : 9;
	if (from < 0 || n <= 0)
		return 22;
	if (!(o->__access & __VOUCH_WRITE))
		return 9;
	return o->__data->__size < from + n && ftruncate(fd, from + n) ? *__errno_location() : 0;
}

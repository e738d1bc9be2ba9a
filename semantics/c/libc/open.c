// Files are opened.
#include <__vouch_file.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>

struct __vouch_open *__vouch_opened(struct __vouch_data *d, int access, int flags);
int __vouch_number(struct __vouch_open *o, int least, int to_close);
void __vouch_released(struct __vouch_open *o);
int __vouch_disk_open(const char *name, int flags);
void __vouch_disk_read(struct __vouch_data *d);
struct __vouch_data *__vouch_file(const char *name);
struct __vouch_data *__vouch_found(int fd, const char *name, struct __vouch_data **in, const char **last);
struct __vouch_data *__vouch_made(struct __vouch_data *in, const char *last, unsigned mode);
void __vouch_truncated(struct __vouch_data *d);

enum {
	DENIED = 13,
	EXISTS = 17,
	NO_FOLDER = 20,
	IS_FOLDER = 21,
	KEPT = ~(O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC) // what fcntl tells of the flags of open
};

static int numbered(struct __vouch_data *d, int access, int flags)
{
	struct __vouch_open *o = __vouch_opened(d, access, flags & KEPT | 0100000); // O_LARGEFILE
	int fd = __vouch_number(o, 0, (flags & O_CLOEXEC) != 0);
	if (fd < 0) {
		o->__users = 1;
		__vouch_released(o);
	}
	return fd;
}

// Opens a file, whose name begins in the folder with a descriptor.
static int opened(int from, const char *name, int flags, unsigned mode)
{
	struct __vouch_data *d, *in;
	const char *last;
	int way = flags & O_ACCMODE;
	int access = (way != O_WRONLY ? __VOUCH_READ : 0) | (way != O_RDONLY ? __VOUCH_WRITE : 0);
	if (__vouch_option("disk")) {
		if (__vouch_disk_open(name, flags & (O_ACCMODE | O_CREAT | O_EXCL | O_TRUNC)))
			return -1;
		d = __vouch_file(name);
		if (!d) {
			d = __vouch_made(0, name, S_IFREG | 0644);
			__vouch_disk_read(d);
		} else if (flags & O_TRUNC)
			__vouch_truncated(d);
		return numbered(d, access, flags);
	}
	d = __vouch_found(from, name, &in, &last);
	if (!d) {
		if (in && flags & O_CREAT)
			d = __vouch_made(in, last, S_IFREG | mode & 07777);
		return d ? numbered(d, access, flags) : -1;
	}
	int error = 0;
	if (flags & O_CREAT && flags & O_EXCL)
		error = EXISTS;
	else if (S_ISDIR(d->__mode) && (access & __VOUCH_WRITE || flags & O_CREAT))
		error = IS_FOLDER;
	else if (!S_ISDIR(d->__mode) && flags & O_DIRECTORY)
		error = NO_FOLDER;
	else if (access & __VOUCH_READ && !(d->__mode & 0400) || access & __VOUCH_WRITE && !(d->__mode & 0200))
		error = DENIED;
	if (error)
		return __vouch_failed(error);
	if (flags & O_TRUNC)
		__vouch_truncated(d);
	return numbered(d, access, flags);
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

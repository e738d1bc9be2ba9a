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
int *__errno_location(void);
FILE *__vouch_open(FILE *f, const char *name, int state, int create, int truncate, int exclusive);
FILE *__vouch_described(int fd);
int __vouch_standard(int fd);
struct __vouch_data *__vouch_file(const char *name);
int __vouch_disk_open(const char *name, int flags);
int __vouch_disk_stat(const char *name, struct stat *s);
int fclose(FILE *f);
int fseek(FILE *f, long offset, int whence);

static int failed(int error)
{
	*__errno_location() = error;
	return -1;
}

int open(const char *path, int flags, ...)
{
	int access = flags & O_ACCMODE;
	int state = (access != O_WRONLY ? __VOUCH_READ : 0) | (access != O_RDONLY ? __VOUCH_WRITE : 0) | (flags & O_APPEND ? __VOUCH_APPEND : 0);
	FILE *f = __vouch_open(0, path, state, flags & O_CREAT, flags & O_TRUNC, flags & O_EXCL);
	return f ? f->__fd : -1;
}

int creat(const char *path, unsigned mode)
{
	return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

// What stdout has not written yet would be lost.
int close(int fd)
{
	FILE *f = fd == 0 ? &__vouch_stdin : fd == 2 ? &__vouch_stderr : 0;
	if (fd == 1 && __vouch_standard(1))
		__vouch_unsupported("close of descriptor 1");
	if (!f) {
		f = __vouch_described(fd);
		return f ? fclose(f) : failed(9); // EBADF
	}
	if (!__vouch_standard(fd))
		return failed(9);
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
		return failed(29); // ESPIPE
	FILE *f = __vouch_described(fd);
	if (!f)
		return failed(9);
	return fseek(f, offset, whence) < 0 ? -1 : f->__at;
}

// The stream of a descriptor is the one that it is of already.
FILE *fdopen(int fd, const char *mode)
{
	if (__vouch_standard(fd))
		return fd == 0 ? stdin : fd == 1 ? stdout : stderr;
	FILE *f = __vouch_described(fd);
	if (!f)
		failed(9);
	return f;
}

int access(const char *path, int mode)
{
	if (__vouch_option("disk")) {
		struct stat s;
		if (__vouch_disk_stat(path, &s))
			return -1;
		return mode & 1 && !(s.st_mode & 0111) || mode & 2 && !(s.st_mode & 0222) || mode & 4 && !(s.st_mode & 0444) ? failed(13) : 0;
	}
	return __vouch_file(path) && !(mode & 1) ? 0 : failed(__vouch_file(path) ? 13 : 2); // EACCES, ENOENT
}

static int filled(struct stat *s, struct __vouch_data *d)
{
	__vouch_fill(s, 0, sizeof *s);
	s->st_nlink = 1;
	s->st_mode = d ? S_IFREG | 0644 : S_IFIFO | 0600;
	s->st_uid = s->st_gid = 1000;
	s->st_size = d ? d->__size : 0;
	s->st_blksize = 4096;
	s->st_blocks = (s->st_size + 511) / 512;
	return 0;
}

int stat(const char *path, struct stat *s)
{
	if (__vouch_option("disk"))
		return __vouch_disk_stat(path, s);
	struct __vouch_data *d = __vouch_file(path);
	return d ? filled(s, d) : failed(2);
}

int lstat(const char *path, struct stat *s)
{
	return stat(path, s);
}

int fstat(int fd, struct stat *s)
{
	if (__vouch_standard(fd))
		return filled(s, 0);
	FILE *f = __vouch_described(fd);
	return f ? filled(s, f->__data) : failed(9);
}

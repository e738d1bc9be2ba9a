// What there is to know about a file.
#include <__vouch_file.h>
#include <fcntl.h>
#include <sys/stat.h>

struct __vouch_open *__vouch_described(int fd);
struct __vouch_data *__vouch_found(int fd, const char *name, struct __vouch_data **in, const char **last);
extern struct __vouch_data *__vouch_named;
int __vouch_disk_stat(const char *name, struct stat *s);

// A file or folder, or the pipe that is standard input, output or errors.
static int filled(struct stat *s, struct __vouch_data *d)
{
	__vouch_outside();
	__vouch_fill(s, 0, sizeof *s);
	s->st_nlink = 1;
	s->st_uid = s->st_gid = 1000;
	s->st_blksize = 4096;
	s->st_dev = S_ISFIFO(d->__mode) ? 12 : 1;
	s->st_ino = d->__number;
	s->st_mode = d->__mode ? d->__mode : S_IFREG | 0600;
	s->st_size = d->__size;
	s->st_blocks = (s->st_size + 511) / 512;
	s->st_atim.tv_sec = d->__times[0];
	s->st_atim.tv_nsec = d->__times[1];
	s->st_mtim.tv_sec = s->st_ctim.tv_sec = d->__times[2];
	s->st_mtim.tv_nsec = s->st_ctim.tv_nsec = d->__times[3];
	if (S_ISDIR(d->__mode)) {
		s->st_size = 4096;
		s->st_nlink = 2;
		for (struct __vouch_data *inner = __vouch_named; inner; inner = inner->__next)
			s->st_nlink += inner->__folder == d && S_ISDIR(inner->__mode);
	}
	return 0;
}

static int asked(int fd, const char *path, struct stat *s)
{
	struct __vouch_data *in;
	const char *last;
	if (__vouch_option("disk")) {
		if (fd != AT_FDCWD)
			__vouch_unsupported("folders of the machine");
		return __vouch_disk_stat(path, s);
	}
	struct __vouch_data *d = __vouch_found(fd, path, &in, &last);
	return d ? filled(s, d) : -1;
}

int stat(const char *path, struct stat *s)
{
	return asked(AT_FDCWD, path, s);
}

int lstat(const char *path, struct stat *s)
{
	return asked(AT_FDCWD, path, s);
}

int fstat(int fd, struct stat *s)
{
	struct __vouch_open *o = __vouch_described(fd);
	return o ? filled(s, o->__data) : -1;
}

int fstatat(int fd, const char *path, struct stat *s, int flags)
{
	if (!*path && flags & 0x1000) // AT_EMPTY_PATH
		return fd == AT_FDCWD ? asked(fd, ".", s) : fstat(fd, s);
	return asked(fd, path, s);
}

int faccessat(int fd, const char *path, int mode, int flags)
{
	struct stat s;
	if (mode & ~7)
		return __vouch_failed(22); // EINVAL
	if (asked(fd, path, &s))
		return -1;
	return mode & 1 && !(s.st_mode & 0111) || mode & 2 && !(s.st_mode & 0222) || mode & 4 && !(s.st_mode & 0444) ? __vouch_failed(13) : 0; // EACCES
}

int access(const char *path, int mode)
{
	return faccessat(AT_FDCWD, path, mode, 0);
}

int euidaccess(const char *path, int mode)
{
	return faccessat(AT_FDCWD, path, mode, 0);
}

int eaccess(const char *path, int mode)
{
	return faccessat(AT_FDCWD, path, mode, 0);
}

// There are no symbolic links.
long readlinkat(int fd, const char *path, char *to, unsigned long n)
{
	struct stat s;
	return asked(fd, path, &s) ? -1 : __vouch_failed(22); // EINVAL
}

long readlink(const char *path, char *to, unsigned long n)
{
	return readlinkat(AT_FDCWD, path, to, n);
}

// What a program may change of a file beside its content and name.
#include <__vouch_file.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <utime.h>

struct __vouch_open *__vouch_described(int fd);
struct __vouch_data *__vouch_found(int fd, const char *name, struct __vouch_data **in, const char **last);
void __vouch_truncated(struct __vouch_data *d);

static struct __vouch_data *named(int fd, const char *path)
{
	struct __vouch_data *in;
	const char *last;
	if (__vouch_option("disk"))
		__vouch_unsupported("attributes of files of the machine");
	return __vouch_found(fd, path, &in, &last);
}

// The file with a descriptor; null with an error if there is none.
static struct __vouch_data *described(int fd)
{
	if (__vouch_option("disk"))
		__vouch_unsupported("attributes of files of the machine");
	struct __vouch_open *o = __vouch_described(fd);
	return o ? o->__data : 0;
}

static int permit(struct __vouch_data *d, mode_t mode)
{
	if (!d)
		return -1;
	d->__mode = d->__mode & S_IFMT | mode & 07777;
	return 0;
}

int chmod(const char *path, mode_t mode)
{
	return permit(named(AT_FDCWD, path), mode);
}

int fchmodat(int fd, const char *path, mode_t mode, int flags)
{
	return permit(named(fd, path), mode);
}

int lchmod(const char *path, mode_t mode)
{
	return permit(named(AT_FDCWD, path), mode);
}

int fchmod(int fd, mode_t mode)
{
	return permit(described(fd), mode);
}

// A user who is not root may give files to nobody else.
static int give(int ok, uid_t owner, gid_t group)
{
	if (!ok)
		return -1;
	return owner != -1u && owner != 1000 || group != -1u && group != 1000 ? __vouch_failed(1) : 0; // EPERM
}

int chown(const char *path, uid_t owner, gid_t group)
{
	return give(named(AT_FDCWD, path) != 0, owner, group);
}

int lchown(const char *path, uid_t owner, gid_t group)
{
	return give(named(AT_FDCWD, path) != 0, owner, group);
}

int fchownat(int fd, const char *path, uid_t owner, gid_t group, int flags)
{
	if (!*path && flags & 0x1000) // AT_EMPTY_PATH
		path = ".";
	return give(named(fd, path) != 0, owner, group);
}

int fchown(int fd, uid_t owner, gid_t group)
{
	return give(described(fd) != 0, owner, group);
}

// Sets the times of last access and change; null for now.
static int stamp(struct __vouch_data *d, const struct timespec *times)
{
	if (!d)
		return -1;
	for (int i = 0; i < 2; i++) {
		struct timespec t = {0, UTIME_NOW};
		if (times)
			t = times[i];
		if (t.tv_nsec == UTIME_OMIT)
			continue;
		if (t.tv_nsec == UTIME_NOW)
			clock_gettime(CLOCK_REALTIME, &t);
		else if (t.tv_nsec < 0 || t.tv_nsec > 999999999)
			return __vouch_failed(22); // EINVAL
		d->__times[2 * i] = t.tv_sec;
		d->__times[2 * i + 1] = t.tv_nsec;
	}
	return 0;
}

int futimens(int fd, const struct timespec *times)
{
	return stamp(described(fd), times);
}

int utimensat(int fd, const char *path, const struct timespec *times, int flags)
{
	return stamp(named(fd, path), times);
}

int utimes(const char *path, const struct timeval *times)
{
	struct timespec t[2];
	for (int i = 0; times && i < 2; i++) {
		if (times[i].tv_usec < 0 || times[i].tv_usec > 999999)
			return __vouch_failed(22);
		t[i].tv_sec = times[i].tv_sec;
		t[i].tv_nsec = times[i].tv_usec * 1000;
	}
	return stamp(named(AT_FDCWD, path), times ? t : 0);
}

int utime(const char *path, const struct utimbuf *times)
{
	struct timespec t[2] = {{0, 0}, {0, 0}};
	if (times) {
		t[0].tv_sec = times->actime;
		t[1].tv_sec = times->modtime;
	}
	return stamp(named(AT_FDCWD, path), times ? t : 0);
}

// Cuts a file, or adds zeros.
static int cut(struct __vouch_data *d, long size)
{
	if (!d)
		return -1;
	if (S_ISDIR(d->__mode))
		return __vouch_failed(21); // EISDIR
	if (size < 0 || d->__given || d->__where)
		return __vouch_failed(22);
	if (size > 0x7fffffff)
		return __vouch_failed(27); // EFBIG
	unsigned char *old = d->__bytes;
	unsigned char *bytes = __vouch_alloc(size + 1); // a zero stays behind the end
	__vouch_fill(bytes, 0, size + 1);
	if (old)
		__vouch_copy(bytes, old, d->__size < size ? d->__size : size);
	__vouch_truncated(d);
	d->__bytes = bytes;
	d->__size = size;
	d->__room = size + 1;
	return 0;
}

int truncate(const char *path, long size)
{
	struct __vouch_data *d = named(AT_FDCWD, path);
	return d && !(d->__mode & 0200) ? __vouch_failed(13) : cut(d, size); // EACCES
}

int ftruncate(int fd, long size)
{
	struct __vouch_data *d = described(fd);
	if (!d)
		return -1;
	struct __vouch_open *o = __vouch_described(fd);
	return !o->__pipe && o->__access & __VOUCH_WRITE ? cut(d, size) : __vouch_failed(22);
}

// What the program has written is there already.
static int synchronised(int fd)
{
	struct __vouch_data *d = described(fd);
	return !d ? -1 : S_ISFIFO(d->__mode) ? __vouch_failed(22) : 0;
}

int fsync(int fd)
{
	return synchronised(fd);
}

int fdatasync(int fd)
{
	return synchronised(fd);
}

int syncfs(int fd)
{
	return described(fd) ? 0 : -1;
}

void sync(void)
{
}

// Folders: made, entered and read.
#include <__vouch_file.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

struct __vouch_open *__vouch_described(int fd);
int open(const char *path, int flags, ...);
int close(int fd);
struct __vouch_data *__vouch_found(int fd, const char *name, struct __vouch_data **in, const char **last);
struct __vouch_data *__vouch_made(struct __vouch_data *in, const char *last, unsigned mode);
extern struct __vouch_data *__vouch_named;
extern struct __vouch_data *__vouch_here;
extern struct __vouch_data __vouch_root;
void *malloc(unsigned long n);
void free(void *p);

struct __vouch_dir {
	int fd;
	struct __vouch_data *folder;
	int dots;            // how many of . and .. were read
	unsigned long after; // the number of the entry that was read last
	struct dirent entry;
};

int mkdirat(int fd, const char *path, mode_t mode)
{
	struct __vouch_data *in;
	const char *last;
	if (__vouch_option("disk"))
		__vouch_unsupported("folders of the machine");
	if (__vouch_found(fd, path, &in, &last))
		return __vouch_failed(17); // EEXIST
	return in && __vouch_made(in, last, S_IFDIR | mode & 01777) ? 0 : -1;
}

int mkdir(const char *path, mode_t mode)
{
	return mkdirat(AT_FDCWD, path, mode);
}

static int enter(struct __vouch_data *d)
{
	if (__vouch_option("disk"))
		__vouch_unsupported("folders of the machine");
	if (!d)
		return -1;
	if (!S_ISDIR(d->__mode))
		return __vouch_failed(20); // ENOTDIR
	if (!(d->__mode & 0100))
		return __vouch_failed(13); // EACCES
	__vouch_here = d;
	return 0;
}

int chdir(const char *path)
{
	struct __vouch_data *in;
	const char *last;
	return enter(__vouch_found(AT_FDCWD, path, &in, &last));
}

int fchdir(int fd)
{
	struct __vouch_open *o = __vouch_described(fd);
	return o ? enter(o->__data) : -1;
}

// Writes the absolute name of a folder before the end of a text, and returns where it begins; null if that is before the text.
static char *absolute(const char *text, char *end, struct __vouch_data *d)
{
	*--end = 0;
	if (d == &__vouch_root)
		*--end = '/';
	for (; d != &__vouch_root; d = d->__folder) {
		long n = 0;
		while (d->__name[n])
			n++;
		if (end - text <= n)
			return 0;
		end -= n;
		__vouch_copy(end, d->__name, n);
		*--end = '/';
	}
	return end;
}

static char *copied(char *to, unsigned long size, struct __vouch_data *d)
{
	char text[4096];
	char *s = absolute(text, text + sizeof text, d);
	unsigned long n = s ? text + sizeof text - s : sizeof text + 1;
	if (!s || (to || size) && size < n) {
		__vouch_failed(s ? 34 : 36); // ERANGE, ENAMETOOLONG
		return 0;
	}
	if (!to)
		to = malloc(size ? size : n);
	if (to)
		__vouch_copy(to, s, n);
	return to;
}

char *getcwd(char *path, unsigned long size)
{
	if (path && !size) {
		__vouch_failed(22); // EINVAL
		return 0;
	}
	if (!__vouch_here->__name) {
		__vouch_failed(2); // ENOENT
		return 0;
	}
	return copied(path, size, __vouch_here);
}

char *get_current_dir_name(void)
{
	return getcwd(0, 0);
}

char *realpath(const char *path, char *to)
{
	struct __vouch_data *in;
	const char *last;
	if (__vouch_option("disk"))
		__vouch_unsupported("folders of the machine");
	if (!path) {
		__vouch_failed(22);
		return 0;
	}
	struct __vouch_data *d = __vouch_found(AT_FDCWD, path, &in, &last);
	return d ? copied(to, to ? 4096 : 0, d) : 0;
}

char *canonicalize_file_name(const char *path)
{
	return realpath(path, 0);
}

DIR *opendir(const char *path)
{
	if (__vouch_option("disk"))
		__vouch_unsupported("folders of the machine");
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? 0 : fdopendir(fd);
}

DIR *fdopendir(int fd)
{
	struct __vouch_open *o = __vouch_described(fd);
	if (!o || !S_ISDIR(o->__data->__mode)) {
		__vouch_failed(o ? 20 : 9); // ENOTDIR, EBADF
		return 0;
	}
	DIR *dir = malloc(sizeof *dir);
	if (dir) {
		__vouch_fill(dir, 0, sizeof *dir);
		dir->fd = fd;
		dir->folder = o->__data;
	}
	return dir;
}

struct dirent *readdir(DIR *dir)
{
	struct __vouch_data *folder = dir->folder, *next = 0;
	const char *name = "..";
	if (dir->dots < 2) {
		next = dir->dots ? folder->__folder : folder;
		name += !dir->dots++;
	} else {
		for (struct __vouch_data *d = __vouch_named; d; d = d->__next)
			if (d->__folder == folder && d->__number > dir->after && (!next || d->__number < next->__number))
				next = d;
		if (!next)
			return 0;
		dir->after = next->__number;
		name = next->__name;
	}
	struct dirent *e = &dir->entry;
	e->d_ino = next->__number;
	e->d_type = S_ISDIR(next->__mode) ? DT_DIR : DT_REG;
	e->d_reclen = sizeof *e;
	e->d_off++;
	int i = 0;
	do
		e->d_name[i] = name[i];
	while (name[i++]);
	return e;
}

void rewinddir(DIR *dir)
{
	dir->dots = dir->after = 0;
	dir->entry.d_off = 0;
}

int closedir(DIR *dir)
{
	int fd = dir->fd;
	free(dir);
	return close(fd);
}

int dirfd(DIR *dir)
{
	return dir->fd;
}

// Names of files and folders are taken away and changed.
#include <__vouch_file.h>
#include <fcntl.h>
#include <sys/stat.h>

struct __vouch_data *__vouch_found(int fd, const char *name, struct __vouch_data **in, const char **last);
struct __vouch_data *__vouch_file(const char *name);
void __vouch_removed(struct __vouch_data *d);
int __vouch_disk_ask(int what, const char *name, const char *other);
extern struct __vouch_data *__vouch_named;
extern struct __vouch_data *__vouch_here;
extern struct __vouch_data __vouch_root;

enum {
	NO_ENTRY = 2,
	DENIED = 13,
	BUSY = 16,
	EXISTS = 17,
	NO_FOLDER = 20,
	IS_FOLDER = 21,
	INVALID = 22,
	NOT_EMPTY = 39
};

static int empty(struct __vouch_data *folder)
{
	struct __vouch_data *d = __vouch_named;
	while (d && d->__folder != folder)
		d = d->__next;
	return !d;
}

// Whether a folder must stay: / and /tmp do, and so does where the program is.
static int stays(struct __vouch_data *d)
{
	return d->__number <= 2 || d == __vouch_here;
}

// The last part of a name.
static const char *part(const char *name)
{
	const char *p = name;
	for (; *name; name++)
		if (name[0] == '/' && name[1] && name[1] != '/')
			p = name + 1;
	return p;
}

enum {
	FILES = 1,
	FOLDERS = 2
};

static int take(int fd, const char *name, int which)
{
	struct __vouch_data *d, *in;
	const char *last;
	if (__vouch_option("disk")) {
		if (fd != AT_FDCWD || which == FOLDERS)
			__vouch_unsupported("folders of the machine");
		if (__vouch_disk_ask('u', name, ""))
			return -1;
		d = __vouch_file(name);
		if (d) {
			d->__disk = 0;
			__vouch_removed(d);
		}
		return 0;
	}
	d = __vouch_found(fd, name, &in, &last);
	if (!d)
		return -1;
	if (S_ISDIR(d->__mode)) {
		if (!(which & FOLDERS))
			return __vouch_failed(IS_FOLDER);
		last = part(name);
		if (last[0] == '.' && (!last[1] || last[1] == '/'))
			return __vouch_failed(INVALID);
		if (stays(d))
			return __vouch_failed(BUSY);
		if (!empty(d))
			return __vouch_failed(NOT_EMPTY);
	} else if (!(which & FILES))
		return __vouch_failed(NO_FOLDER);
	if (!(d->__folder->__mode & 0200))
		return __vouch_failed(DENIED);
	__vouch_removed(d);
	return 0;
}

int remove(const char *name)
{
	return take(AT_FDCWD, name, FILES | FOLDERS);
}

int unlink(const char *name)
{
	return take(AT_FDCWD, name, FILES);
}

int rmdir(const char *name)
{
	return take(AT_FDCWD, name, FOLDERS);
}

int unlinkat(int fd, const char *name, int flags)
{
	return flags & ~AT_REMOVEDIR ? __vouch_failed(INVALID) : take(fd, name, flags ? FOLDERS : FILES);
}

int renameat2(int from_fd, const char *from, int to_fd, const char *to, unsigned flags)
{
	struct __vouch_data *in, *to_in;
	const char *last, *to_last;
	if (flags & ~1u)
		return __vouch_failed(INVALID);
	struct __vouch_data *d = __vouch_found(from_fd, from, &in, &last);
	if (!d)
		return -1;
	struct __vouch_data *old = __vouch_found(to_fd, to, &to_in, &to_last);
	if (!old && !to_in)
		return -1;
	if (old && flags)
		return __vouch_failed(EXISTS);
	if (old == d)
		return 0;
	if (S_ISDIR(d->__mode) && stays(d) || old && S_ISDIR(old->__mode) && stays(old))
		return __vouch_failed(BUSY);
	struct __vouch_data *target = old ? old->__folder : to_in;
	if (!(d->__folder->__mode & 0200 && target->__mode & 0200))
		return __vouch_failed(DENIED);
	for (struct __vouch_data *up = target; up != &__vouch_root; up = up->__folder)
		if (up == d)
			return __vouch_failed(INVALID);
	if (old) {
		if (S_ISDIR(d->__mode) != S_ISDIR(old->__mode))
			return __vouch_failed(S_ISDIR(d->__mode) ? NO_FOLDER : IS_FOLDER);
		if (S_ISDIR(old->__mode) && !empty(old))
			return __vouch_failed(NOT_EMPTY);
		to_last = part(to);
	}
	unsigned long n = 0;
	while (to_last[n] && to_last[n] != '/')
		n++;
	if (to_last[n] && !S_ISDIR(d->__mode))
		return __vouch_failed(NO_FOLDER);
	if (n > 255)
		return __vouch_failed(36); // ENAMETOOLONG
	char *name = __vouch_alloc(n + 1);
	__vouch_copy(name, to_last, n);
	name[n] = 0;
	if (old)
		__vouch_removed(old);
	__vouch_free(d->__name);
	d->__name = name;
	d->__folder = target;
	return 0;
}

int renameat(int from_fd, const char *from, int to_fd, const char *to)
{
	return renameat2(from_fd, from, to_fd, to, 0);
}

static int of_machine(const char *from, const char *to)
{
	struct __vouch_data *d = __vouch_file(from), *old = __vouch_file(to);
	if (__vouch_disk_ask('m', from, to))
		return -1;
	if (old && old != d) {
		old->__disk = 0;
		__vouch_removed(old);
	}
	if (d && d != old) {
		unsigned long n = 0;
		while (to[0] == '.' && to[1] == '/')
			to += 2;
		while (to[n])
			n++;
		__vouch_free(d->__name);
		d->__name = __vouch_alloc(n + 1);
		__vouch_copy(d->__name, to, n + 1);
	}
	return 0;
}

int rename(const char *from, const char *to)
{
	return __vouch_option("disk") ? of_machine(from, to) : renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}

// What names of files lead to. The files are in memory: at the beginning there are the folders / and /tmp, and the program is in /.
#include <__vouch_file.h>
#include <fcntl.h>
#include <sys/stat.h>

int *__errno_location(void);
struct __vouch_open *__vouch_described(int fd);

extern struct __vouch_data __vouch_root;
static struct __vouch_data temporary = {.__name = "tmp", .__folder = &__vouch_root, .__mode = S_IFDIR | 01777, .__number = 2};
struct __vouch_data __vouch_root = {.__name = "", .__folder = &__vouch_root, .__mode = S_IFDIR | 0755, .__number = 1};
struct __vouch_data *__vouch_here = &__vouch_root;   // where relative names begin
struct __vouch_data *__vouch_named = &temporary;     // all that have a name, except for /
static unsigned long numbers = 2;
static unsigned mask = 022;

enum {
	DENIED = 13,
	NO_FOLDER = 20
};

static struct __vouch_data *nothing(int error)
{
	*__errno_location() = error;
	return 0;
}

// Whether a part of a name, which ends with a slash or the name, is this.
static int is(const char *part, const char *this)
{
	while (*this && *part == *this)
		part++, this++;
	return !*this && (!*part || *part == '/');
}

static struct __vouch_data *child(struct __vouch_data *in, const char *part)
{
	if (is(part, "."))
		return in;
	if (is(part, ".."))
		return in->__folder;
	struct __vouch_data *d = __vouch_named;
	while (d && (d->__folder != in || !is(part, d->__name)))
		d = d->__next;
	return d;
}

// The file of the machine that was opened by this name, a "./" in front aside.
static const char *plain(const char *name)
{
	while (name[0] == '.' && name[1] == '/')
		name += 2;
	return name;
}

static struct __vouch_data *of_machine(const char *name)
{
	struct __vouch_data *d = __vouch_named;
	for (name = plain(name); d; d = d->__next) {
		int i = 0;
		while (name[i] && name[i] == d->__name[i])
			i++;
		if (d->__disk && name[i] == d->__name[i])
			break;
	}
	return d;
}

// The folder with a descriptor.
static struct __vouch_data *folder(int fd)
{
	if (fd == AT_FDCWD)
		return __vouch_here;
	struct __vouch_open *o = __vouch_described(fd);
	return !o ? 0 : S_ISDIR(o->__data->__mode) ? o->__data : nothing(NO_FOLDER);
}

// What a name leads to, if it begins in the folder with a descriptor. Null if that is nothing, and then errno says why; if only the last part of the name is
// missing, in is the folder where it is missing, and last is this part.
struct __vouch_data *__vouch_found(int fd, const char *name, struct __vouch_data **in, const char **last)
{
	__vouch_outside(); // another process may make it, or take it away
	struct __vouch_data *at = *name == '/' ? &__vouch_root : *name ? folder(fd) : nothing(2); // ENOENT
	*in = 0;
	while (at && *name) {
		if (!S_ISDIR(at->__mode))
			return nothing(NO_FOLDER);
		while (*name == '/')
			name++;
		if (!*name)
			break;
		if (!(at->__mode & 0100))
			return nothing(DENIED);
		struct __vouch_data *d = child(at, name);
		if (!d) {
			const char *end = name;
			while (*end && *end != '/')
				end++;
			while (*end == '/')
				end++;
			if (!*end)
				*in = at, *last = name;
			return nothing(2);
		}
		at = d;
		while (*name && *name != '/')
			name++;
	}
	return at;
}

// What a name leads to from the folder of the program; null if it is nothing.
struct __vouch_data *__vouch_file(const char *name)
{
	struct __vouch_data *in;
	const char *last;
	return __vouch_option("disk") ? of_machine(name) : __vouch_found(AT_FDCWD, name, &in, &last);
}

// Makes a file or folder: without a name if last is null, and else with the last part of its name in a folder, or with the whole name on the disk of the machine.
struct __vouch_data *__vouch_made(struct __vouch_data *in, const char *last, unsigned mode)
{
	unsigned long n = 0;
	if (last && in) {
		while (last[n] && last[n] != '/')
			n++;
		if (!in->__name)
			return nothing(2); // the folder was removed
		if (n > 255)
			return nothing(36); // ENAMETOOLONG
		if (last[n] && !S_ISDIR(mode))
			return nothing(21); // EISDIR
		if (!(in->__mode & 0200))
			return nothing(DENIED);
		mode &= ~mask;
	} else if (last)
		for (last = plain(last); last[n];)
			n++;
	struct __vouch_data *d = __vouch_alloc(sizeof *d);
	__vouch_fill(d, 0, sizeof *d);
	d->__mode = mode;
	d->__number = ++numbers;
	if (last) {
		d->__disk = !in;
		d->__folder = in;
		d->__name = __vouch_alloc(n + 1);
		__vouch_copy(d->__name, last, n);
		d->__name[n] = 0;
		d->__next = __vouch_named;
		__vouch_named = d;
	}
	return d;
}

void __vouch_truncated(struct __vouch_data *d)
{
	if (d->__bytes && !d->__given && !d->__where)
		__vouch_free(d->__bytes);
	d->__bytes = 0;
	d->__size = d->__room = d->__to = 0;
}

// Takes its name from a file or folder, which goes when no stream has it.
void __vouch_removed(struct __vouch_data *d)
{
	struct __vouch_data **place = &__vouch_named;
	while (*place != d)
		place = &(*place)->__next;
	*place = d->__next;
	__vouch_free(d->__name);
	d->__name = 0;
	if (!d->__users) {
		__vouch_truncated(d);
		__vouch_free(d);
	}
}

unsigned umask(unsigned to)
{
	unsigned before = mask;
	mask = to & 0777;
	return before;
}

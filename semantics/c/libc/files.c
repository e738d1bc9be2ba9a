// Files, which are in memory: there are those that the program has written, and with the option disk those of the machine while they are open.
#include <__vouch_file.h>

extern FILE __vouch_stdin;
extern FILE __vouch_stdout;
extern FILE __vouch_stderr;
int *__errno_location(void);
int __vouch_disk_open(const char *name, int flags);
int __vouch_disk_ask(int what, const char *name, const char *other);
void __vouch_disk_read(struct __vouch_data *d);
int __vouch_disk_write(struct __vouch_data *d);

static struct __vouch_data *files; // those with a name
extern FILE *__vouch_streams;      // those that are open, in the order of their numbers

enum {
	NO_ENTRY = 2,
	BAD = 9,
	EXISTS = 17,
	INVALID = 22,
	PIPE = 29
};

static int failed(int error)
{
	*__errno_location() = error;
	return -1;
}

static const char *plain(const char *name)
{
	while (name[0] == '.' && name[1] == '/')
		name += 2;
	return name;
}

// The place in the list of the file with a name, or where it ends.
static struct __vouch_data **find(const char *name)
{
	struct __vouch_data **d = &files;
	for (name = plain(name); *d; d = &(*d)->__next) {
		int i = 0;
		while (name[i] && name[i] == (*d)->__name[i])
			i++;
		if (name[i] == (*d)->__name[i])
			break;
	}
	return d;
}

static char *copied(const char *name)
{
	unsigned long n = 0;
	name = plain(name);
	while (name[n])
		n++;
	char *s = __vouch_alloc(n + 1);
	__vouch_copy(s, name, n + 1);
	return s;
}

static void truncated(struct __vouch_data *d)
{
	if (d->__bytes && !d->__given && !d->__where)
		__vouch_free(d->__bytes);
	d->__bytes = 0;
	d->__size = d->__room = d->__to = 0;
}

static struct __vouch_data *fresh(const char *name)
{
	struct __vouch_data *d = __vouch_alloc(sizeof *d);
	__vouch_fill(d, 0, sizeof *d);
	if (name) {
		int directory = 0;
		for (const char *s = plain(name); *s; s++)
			directory |= *s == '/';
		if (__vouch_option("disk"))
			d->__disk = 1;
		else if (directory && !(name[0] == '/' && name[1] == 't' && name[2] == 'm' && name[3] == 'p' && name[4] == '/'))
			__vouch_unsupported("writing a file in a directory other than /tmp");
		d->__name = copied(name);
		d->__next = files;
		files = d;
	}
	return d;
}

// Takes a name from a file, which goes when no stream has it.
static void removed(struct __vouch_data **place)
{
	struct __vouch_data *d = *place;
	*place = d->__next;
	__vouch_free(d->__name);
	d->__name = 0;
	if (!d->__users) {
		truncated(d);
		__vouch_free(d);
	}
}

// Makes a stream of file d. It gets the least free number.
FILE *__vouch_opened(FILE *f, struct __vouch_data *d, int state)
{
	FILE **place = &__vouch_streams;
	int fd = 3;
	if (__vouch_stdin.__fd == -3 || __vouch_stderr.__fd == -3)
		__vouch_unsupported("opening a file after close of descriptor 0 or 2");
	for (; *place && (*place)->__fd == fd; fd++)
		place = &(*place)->__next;
	if (!f)
		f = __vouch_alloc(sizeof *f);
	__vouch_fill(f, 0, sizeof *f);
	f->__fd = fd;
	f->__state = state;
	f->__data = d;
	f->__next = *place;
	*place = f;
	d->__users++;
	return f;
}

static int closed(FILE *f)
{
	struct __vouch_data *d = f->__data;
	int status = 0;
	if (f->__fd == -1)
		__vouch_fail("invalid argument");
	if (f->__fd > 2) {
		FILE **place = &__vouch_streams;
		while (*place != f)
			place = &(*place)->__next;
		*place = f->__next;
		if (__vouch_option("disk"))
			status = __vouch_disk_write(d);
		d->__users--;
		if (!d->__users && d->__name && d->__disk)
			removed(find(d->__name));
		else if (!d->__users && !d->__name) {
			truncated(d);
			__vouch_free(d);
		}
	}
	if (f->__fd == -3)
		status = failed(BAD);
	f->__fd = -1;
	return status;
}

// Opens a file, which is made anew if that is wanted; f is the room for the stream, or null.
FILE *__vouch_open(FILE *f, const char *name, int state, int create, int truncate, int exclusive)
{
	struct __vouch_data *d = *find(name);
	if (__vouch_option("disk")) {
		int access = state & __VOUCH_WRITE ? state & __VOUCH_READ ? 2 : 1 : 0;
		if (__vouch_disk_open(name, access | (create ? 0100 : 0) | (exclusive ? 0200 : 0) | (truncate ? 01000 : 0)))
			return 0;
		if (!d) {
			d = fresh(name);
			__vouch_disk_read(d);
		} else if (truncate)
			truncated(d);
		return __vouch_opened(f, d, state);
	}
	if (!d && (!create || !*name)) {
		failed(NO_ENTRY);
		return 0;
	}
	if (d && create && exclusive) {
		failed(EXISTS);
		return 0;
	}
	if (!d)
		d = fresh(name);
	else if (truncate)
		truncated(d);
	return __vouch_opened(f, d, state);
}

static FILE *open(FILE *f, const char *name, const char *mode)
{
	int how = *mode++, plus = 0, exclusive = 0, state;
	for (; *mode && *mode != ','; mode++) {
		plus |= *mode == '+';
		exclusive |= *mode == 'x';
	}
	if (how == 'r')
		state = __VOUCH_READ;
	else if (how == 'w')
		state = __VOUCH_WRITE;
	else if (how == 'a')
		state = __VOUCH_WRITE | __VOUCH_APPEND;
	else {
		failed(INVALID);
		return 0;
	}
	if (plus)
		state |= __VOUCH_READ | __VOUCH_WRITE;
	f = __vouch_open(f, name, state, how != 'r', how == 'w', exclusive);
	if (f && how == 'a' && !plus)
		f->__at = f->__data->__size;
	return f;
}

// The content of the file with a name; null if there is none.
struct __vouch_data *__vouch_file(const char *name)
{
	return *find(name);
}

FILE *fopen(const char *name, const char *mode)
{
	return open(0, name, mode);
}

FILE *fopen64(const char *name, const char *mode)
{
	return open(0, name, mode);
}

FILE *freopen(const char *name, const char *mode, FILE *f)
{
	if (!name)
		__vouch_unsupported("freopen without a name");
	closed(f);
	return open(f, name, mode);
}

FILE *tmpfile(void)
{
	return __vouch_opened(0, fresh(0), __VOUCH_READ | __VOUCH_WRITE);
}

int fclose(FILE *f)
{
	int status = closed(f);
	if (f != &__vouch_stdin && f != &__vouch_stdout && f != &__vouch_stderr)
		__vouch_free(f);
	return status;
}

int remove(const char *name)
{
	struct __vouch_data **place = find(name);
	if (__vouch_option("disk")) {
		if (__vouch_disk_ask('u', name, ""))
			return -1;
		if (!*place)
			return 0;
		(*place)->__disk = 0;
	}
	if (!*place)
		return failed(NO_ENTRY);
	removed(place);
	return 0;
}

int unlink(const char *name)
{
	return remove(name);
}

int rename(const char *from, const char *to)
{
	struct __vouch_data *d = *find(from), **place = find(to);
	if (__vouch_option("disk")) {
		if (__vouch_disk_ask('m', from, to))
			return -1;
		if (*place && *place != d)
			(*place)->__disk = 0;
		if (!d) {
			if (*place)
				removed(place);
			return 0;
		}
	}
	if (!d)
		return failed(NO_ENTRY);
	if (*place == d)
		return 0;
	if (*place)
		removed(place);
	__vouch_free(d->__name);
	d->__name = copied(to);
	return 0;
}

char *tmpnam(char *s)
{
	static char own[20];
	static int number;
	const char *start = "/tmp/file";
	int i = 0, n = number++;
	if (!s)
		s = own;
	for (; start[i]; i++)
		s[i] = start[i];
	for (int unit = 100000; unit; unit /= 10)
		s[i++] = '0' + n / unit % 10;
	s[i] = 0;
	return s;
}

int fseek(FILE *f, long offset, int whence)
{
	if (f->__fd == -1)
		__vouch_fail("invalid argument");
	if (f->__fd <= 2)
		return failed(PIPE);
	long at = whence == 0 ? 0 : whence == 1 ? f->__at - f->__backs : f->__data->__size;
	if (whence < 0 || whence > 2 || (offset < 0 ? at < -offset : offset > 0x7fffffffffff))
		return failed(INVALID);
	f->__at = at + offset;
	f->__backs = 0;
	f->__state &= ~(__VOUCH_END | __VOUCH_READING | __VOUCH_WRITING);
	return 0;
}

int fseeko(FILE *f, long offset, int whence)
{
	return fseek(f, offset, whence);
}

long ftell(FILE *f)
{
	if (f->__fd == -1)
		__vouch_fail("invalid argument");
	if (f->__fd <= 2)
		return failed(PIPE);
	return f->__at - f->__backs;
}

long ftello(FILE *f)
{
	return ftell(f);
}

void rewind(FILE *f)
{
	fseek(f, 0, 0);
	f->__state &= ~(__VOUCH_ERROR | __VOUCH_END);
}

struct position {
	long at, state;
};

int fgetpos(FILE *f, struct position *pos)
{
	long at = ftell(f);
	if (at < 0)
		return -1;
	pos->at = at;
	pos->state = 0;
	return 0;
}

int fsetpos(FILE *f, const struct position *pos)
{
	return fseek(f, pos->at, 0);
}

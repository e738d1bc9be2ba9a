// Files of the machine, with the option disk. A run asks for them on stream 3: a letter, texts and numbers that end with a zero; the answers are inputs.
#include <__vouch_file.h>
#include <sys/stat.h>

extern FILE *__vouch_streams;
extern int (*__vouch_flush)(void);
int *__errno_location(void);

static void text(const char *s)
{
	do
		__vouch_output(3, *s & 255);
	while (*s++);
}

static void number(long n)
{
	char digits[20];
	int i = 20;
	digits[--i] = 0;
	do
		digits[--i] = '0' + n % 10;
	while (n /= 10);
	text(digits + i);
}

// Whether what was asked for went wrong; then it is known why.
static int answer(void)
{
	int error = __vouch_draw("file_status", -1, 133);
	if (error < 0)
		__vouch_unsupported("a file that is not regular, or too large");
	if (error)
		*__errno_location() = error;
	return error ? -1 : 0;
}

int __vouch_disk_ask(int what, const char *name, const char *other)
{
	__vouch_output(3, what);
	text(name);
	text(other);
	return answer();
}

// Writes what is not in the file yet.
int __vouch_disk_write(struct __vouch_data *d)
{
	if (!d->__disk || !d->__name || !d->__to)
		return 0;
	__vouch_output(3, 'w');
	text(d->__name);
	number(d->__from);
	number(d->__to - d->__from);
	for (long i = d->__from; i < d->__to; i++)
		__vouch_output(3, d->__bytes[i]);
	d->__to = 0;
	return answer();
}

static int all(void)
{
	int status = 0;
	for (FILE *f = __vouch_streams; f; f = f->__next)
		if (f->__open->__data)
			status |= __vouch_disk_write(f->__open->__data);
	return status;
}

// Opens a file and closes it again: flags are those of open.
int __vouch_disk_open(const char *name, int flags)
{
	__vouch_flush = all;
	__vouch_output(3, 'o');
	text(name);
	number(flags);
	return answer();
}

// Reads the content of a file.
void __vouch_disk_read(struct __vouch_data *d)
{
	if (__vouch_disk_ask('r', d->__name, ""))
		return;
	for (int c; (c = __vouch_draw("file", -1, 255)) >= 0;) {
		if (d->__size + 1 >= d->__room) { // a zero stays behind the end
			unsigned char *old = d->__bytes;
			d->__room = d->__room * 2 + 64;
			d->__bytes = __vouch_alloc(d->__room);
			__vouch_fill(d->__bytes + d->__size, 0, d->__room - d->__size);
			if (old) {
				__vouch_copy(d->__bytes, old, d->__size);
				__vouch_free(old);
			}
		}
		d->__bytes[d->__size++] = c;
	}
}

// What stat says of a file.
int __vouch_disk_stat(const char *name, struct stat *s)
{
	all();
	if (__vouch_disk_ask('s', name, ""))
		return -1;
	__vouch_fill(s, 0, sizeof *s);
	s->st_nlink = 1;
	s->st_uid = s->st_gid = 1000;
	s->st_blksize = 4096;
	s->st_mode = __vouch_draw("file_mode", 0, 65535);
	s->st_size = __vouch_draw("file_size", 0, 1099511627775);
	s->st_blocks = (s->st_size + 511) / 512;
	return 0;
}

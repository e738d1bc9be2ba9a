// Streams whose file is memory of the program.
#include <__vouch_file.h>
#include <fcntl.h>

struct __vouch_data *__vouch_made(struct __vouch_data *in, const char *last, unsigned mode);
FILE *__vouch_stream(FILE *f, struct __vouch_open *o, int fd, int state);
struct __vouch_open *__vouch_opened(struct __vouch_data *d, int access, int flags);
int *__errno_location(void);

static FILE *stream(struct __vouch_data *d, int state)
{
	struct __vouch_open *o = __vouch_opened(d, state & (__VOUCH_READ | __VOUCH_WRITE), state & __VOUCH_APPEND ? O_APPEND : 0);
	o->__users = 1;
	return __vouch_stream(0, o, -4, state);
}

FILE *fmemopen(void *buf, unsigned long size, const char *mode)
{
	int how = *mode, plus = mode[1] == '+' || mode[1] && mode[2] == '+';
	if (how != 'r' && how != 'w' && how != 'a') {
		*__errno_location() = 22; // EINVAL
		return 0;
	}
	if (!buf)
		__vouch_unsupported("fmemopen without a buffer");
	struct __vouch_data *d = __vouch_made(0, 0, 0);
	d->__given = buf;
	d->__bytes = buf;
	d->__room = size;
	if (how == 'w' && size)
		d->__bytes[0] = 0;
	if (how == 'r')
		d->__size = size;
	else if (how == 'a')
		while (d->__size < size && d->__bytes[d->__size])
			d->__size++;
	FILE *f = stream(d, (how == 'r' || plus ? __VOUCH_READ : 0) | (how != 'r' || plus ? __VOUCH_WRITE : 0) | (how == 'a' ? __VOUCH_APPEND : 0));
	if (how == 'a')
		f->__open->__at = d->__size;
	return f;
}

FILE *open_memstream(char **buf, unsigned long *size)
{
	struct __vouch_data *d = __vouch_made(0, 0, 0);
	d->__room = 64;
	d->__bytes = __vouch_alloc(d->__room);
	__vouch_fill(d->__bytes, 0, d->__room);
	d->__where = buf;
	d->__length = size;
	*buf = (char *)d->__bytes;
	*size = 0;
	return stream(d, __VOUCH_WRITE);
}

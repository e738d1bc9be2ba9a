// Writing a byte to any stream.
#include <__vouch_file.h>
int *__errno_location(void);

// Returns the byte, or -1 if the stream is not for writing.
int __vouch_put(FILE *f, int c)
{
	int fd = f->__fd;
	if (fd == 1)
		__vouch_output(1, c);
	else if (fd == 2)
		__vouch_output(2, c);
	else if (fd == -1)
		__vouch_fail("invalid argument");
	else if (!(f->__state & __VOUCH_WRITE)) {
		f->__state |= __VOUCH_ERROR;
		*__errno_location() = 9; // EBADF;
		return -1;
	} else {
		if (f->__state & __VOUCH_READING)
			__vouch_fail("invalid argument");
		struct __vouch_data *d = f->__data;
		long at = f->__state & __VOUCH_APPEND ? d->__size : f->__at;
		if (at + 1 >= d->__room && d->__given) {
			if (at == d->__room)
				__vouch_unsupported("writing more than the buffer of fmemopen holds");
		} else if (at + 1 >= d->__room) { // a zero stays behind the end
			unsigned char *old = d->__bytes;
			d->__room = at * 2 + 64;
			d->__bytes = __vouch_alloc(d->__room);
			__vouch_fill(d->__bytes + d->__size, 0, d->__room - d->__size);
			if (old) {
				__vouch_copy(d->__bytes, old, d->__size);
				__vouch_free(old);
			}
		}
		d->__bytes[at] = c;
		if (!d->__to || at < d->__from)
			d->__from = at;
		if (d->__to <= at)
			d->__to = at + 1;
		f->__at = ++at;
		if (d->__size < at) {
			d->__size = at;
			if (d->__given && at < d->__room)
				d->__bytes[at] = 0;
		}
		if (d->__where) {
			*d->__where = (char *)d->__bytes;
			*d->__length = d->__size;
		}
		f->__state |= __VOUCH_WRITING;
	}
	return c & 255;
}

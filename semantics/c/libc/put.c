// Writing a byte to any stream.
#include <__vouch_file.h>
#include <fcntl.h>

// The standard stream that f writes to, 1 or 2; 0 if it is none of them.
int __vouch_direct(FILE *f)
{
	int pipe = f->__open->__pipe;
	if (!(f->__state & __VOUCH_WRITE) || pipe == 3)
		return 0;
	if (pipe && !(f->__state & (__VOUCH_WRITING | __VOUCH_UNBUFFERED)))
		f->__state |= __VOUCH_WRITING;
	return pipe;
}

// Writes a byte to a file in memory.
void __vouch_store(struct __vouch_open *o, int c)
{
	struct __vouch_data *d = o->__data;
	long at = o->__flags & O_APPEND ? d->__size : o->__at;
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
	o->__at = ++at;
	if (d->__size < at) {
		d->__size = at;
		if (d->__given && at < d->__room)
			d->__bytes[at] = 0;
	}
	if (d->__where) {
		*d->__where = (char *)d->__bytes;
		*d->__length = d->__size;
	}
}

// A stream uses its buffer for a file. What another stream has in its buffer of the same file is not there yet.
void __vouch_buffered(FILE *f, struct __vouch_open *o)
{
	if (o->__ahead)
		__vouch_unsupported("use of a file while the buffer of another stream may hold something of it");
	if (!(f->__state & __VOUCH_UNBUFFERED))
		o->__ahead = f;
}

// Returns the byte, or -1 if the stream is not for writing.
int __vouch_put(FILE *f, int c)
{
	int out = __vouch_direct(f);
	struct __vouch_open *o = f->__open;
	if (out)
		__vouch_output(out, c);
	else if (f->__fd == -1)
		__vouch_fail("invalid argument");
	else if (!(f->__state & __VOUCH_WRITE) || f->__state & __VOUCH_UNBUFFERED && !(o->__access & __VOUCH_WRITE)) {
		f->__state |= __VOUCH_ERROR;
		return __vouch_failed(9); // EBADF
	} else {
		if (!(o->__access & __VOUCH_WRITE))
			__vouch_unsupported("writing to a stream whose descriptor is not open for it");
		if (f->__state & __VOUCH_READING)
			__vouch_fail("invalid argument");
		if (o->__ahead != f)
			__vouch_buffered(f, o);
		__vouch_store(o, c);
		f->__state |= __VOUCH_WRITING;
	}
	return c & 255;
}

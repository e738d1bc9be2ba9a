// What there is to know about the process and the system.
#include <__vouch_file.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>

int *__errno_location(void);
struct __vouch_descriptor *__vouch_numbered(int fd);

enum {
	BLOCK_SIZE = 2,
	WAITING = 0x541B,          // FIONREAD
	WITHOUT_WAITING = 0x5421,  // FIONBIO
	TO_KEEP = 0x5450,          // FIONCLEX
	TO_CLOSE = 0x5451,         // FIOCLEX
	EXTENTS = 0xC020660B,      // FS_IOC_FIEMAP
	CLONE = 0x40049409,        // FICLONE
	CLONE_RANGE = 0x4020940D,  // FICLONERANGE
	SAME_RANGE = 0xC0189436,   // FIDEDUPERANGE
	NO_TERMINAL = 25,
	NOT_SUPPORTED = 95
};

int isatty(int fd)
{
	if (__vouch_numbered(fd))
		*__errno_location() = NO_TERMINAL;
	return 0;
}

// No descriptor is a device. Nothing waits in a pipe yet. The file system knows neither clones nor extents.
int ioctl(int fd, unsigned long request, ...)
{
	struct __vouch_descriptor *d = __vouch_numbered(fd);
	int status = 0;
	if (!d)
		return -1;
	struct __vouch_open *o = d->__open;
	va_list list;
	va_start(list, request);
	request &= 0xffffffff;
	__vouch_outside();
	if (request == TO_KEEP || request == TO_CLOSE)
		d->__to_close = request == TO_CLOSE;
	else if (request == WITHOUT_WAITING)
		o->__flags = *va_arg(list, int *) ? o->__flags | O_NONBLOCK : o->__flags & ~O_NONBLOCK;
	else if (request == BLOCK_SIZE)
		*va_arg(list, int *) = 4096;
	else if (request == WAITING && o->__pipe == 3)
		*va_arg(list, int *) = 0;
	else if (request == WAITING && S_ISREG(o->__data->__mode))
		*va_arg(list, int *) = o->__data->__size - o->__at;
	else if (request == WAITING && o->__pipe)
		__vouch_unsupported("the number of bytes that wait in a pipe to somebody else");
	else if (request == CLONE && !__vouch_numbered(va_arg(list, int)))
		status = -1;
	else if (request == CLONE || request == CLONE_RANGE || request == SAME_RANGE || request == EXTENTS)
		status = __vouch_failed(NOT_SUPPORTED);
	else
		status = __vouch_failed(NO_TERMINAL);
	va_end(list);
	return status;
}

int getpid(void)
{
	return 4242;
}

int getppid(void)
{
	__vouch_outside();
	return 4241;
}

unsigned getuid(void)
{
	return 1000;
}

unsigned geteuid(void)
{
	return 1000;
}

unsigned getgid(void)
{
	return 1000;
}

unsigned getegid(void)
{
	return 1000;
}

int getpagesize(void)
{
	return 4096;
}

long sysconf(int name)
{
	switch (name) {
	case 2:
		return 100; // _SC_CLK_TCK
	case 4:
		return 1024; // _SC_OPEN_MAX
	case 30:
		return 4096; // _SC_PAGESIZE
	case 85:
	case 86:
		return 262144; // _SC_PHYS_PAGES, _SC_AVPHYS_PAGES
	case 0:
		return 2097152; // _SC_ARG_MAX
	case 83:
	case 84:
		return 1; // _SC_NPROCESSORS
	}
	__vouch_unsupported("sysconf of something else than ticks, files, pages, arguments and processors");
}

// The program is alone in its group and session.
int getpgrp(void)
{
	return 4242;
}

int getpgid(int process)
{
	if (process == 0 || process == 4242)
		return 4242;
	*__errno_location() = 3; // ESRCH
	return -1;
}

int getsid(int process)
{
	return getpgid(process);
}

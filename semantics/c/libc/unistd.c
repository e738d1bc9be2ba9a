// What there is to know about the process and the system.
#include <stdarg.h>

int *__errno_location(void);
struct _IO_FILE *__vouch_described(int fd);
int __vouch_standard(int fd);

static int no_terminal(int fd)
{
	*__errno_location() = __vouch_standard(fd) || __vouch_described(fd) ? 25 : 9; // ENOTTY, EBADF
	return -1;
}

int isatty(int fd)
{
	return no_terminal(fd) + 1;
}

// No descriptor is a terminal, and nothing waits in a pipe yet.
int ioctl(int fd, unsigned long request, ...)
{
	struct _IO_FILE *f = __vouch_standard(fd) ? 0 : __vouch_described(fd);
	if (request == 0x40049409 && (f || __vouch_standard(fd))) { // FICLONE
		*__errno_location() = 95; // EOPNOTSUPP
		return -1;
	}
	if (request == 0x541B && !f && __vouch_standard(fd)) { // FIONREAD
		va_list list;
		va_start(list, request);
		*va_arg(list, int *) = 0;
		va_end(list);
		return 0;
	}
	if (request < 0x5401 || request > 0x541F || request == 0x541B)
		__vouch_unsupported("an ioctl that is not about terminals");
	return no_terminal(fd);
}

int getpid(void)
{
	return 4242;
}

int getppid(void)
{
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

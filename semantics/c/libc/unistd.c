// What there is to know about the process and the system.
int *__errno_location(void);
struct _IO_FILE *__vouch_described(int fd);
int __vouch_standard(int fd);
void *malloc(unsigned long n);

static int no_terminal(int fd)
{
	*__errno_location() = __vouch_standard(fd) || __vouch_described(fd) ? 25 : 9; // ENOTTY, EBADF
	return -1;
}

int isatty(int fd)
{
	return no_terminal(fd) + 1;
}

// No descriptor is a terminal.
int ioctl(int fd, unsigned long request, ...)
{
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

// The folder is /, as PWD says.
char *getcwd(char *path, unsigned long size)
{
	if (size < 2 && (path || size == 1)) {
		*__errno_location() = size == 0 ? 22 : 34; // EINVAL, ERANGE
		return 0;
	}
	if (!path)
		path = malloc(size ? size : 2);
	if (path) {
		path[0] = '/';
		path[1] = 0;
	}
	return path;
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
	case 83:
	case 84:
		return 1; // _SC_NPROCESSORS
	}
	__vouch_unsupported("sysconf of something else than ticks, files, the page size and processors");
}

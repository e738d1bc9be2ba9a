// Descriptors: input, output and errors, and what there is to know about the process.
int *__errno_location(void);
int __vouch_input(void);

// Reads are from the same input as those of the stream stdin.
long read(int fd, void *buf, unsigned long n)
{
	unsigned char *to = buf;
	unsigned long i = 0;
	if (fd)
		__vouch_unsupported("read of another descriptor than 0");
	for (int c; i < n && (c = __vouch_input()) >= 0; i++)
		to[i] = c;
	return i;
}

long write(int fd, const void *buf, unsigned long n)
{
	const unsigned char *from = buf;
	if (fd != 1 && fd != 2)
		__vouch_unsupported("write to another descriptor than 1 and 2");
	for (unsigned long i = 0; i < n; i++)
		if (fd == 1)
			__vouch_output(1, from[i]);
		else
			__vouch_output(2, from[i]);
	return n;
}

int isatty(int fd)
{
	*__errno_location() = fd >= 0 && fd <= 2 ? 25 : 9; // ENOTTY, EBADF
	return 0;
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
	case 83:
	case 84:
		return 1; // _SC_NPROCESSORS
	}
	__vouch_unsupported("sysconf of something else than ticks, files, the page size and processors");
}

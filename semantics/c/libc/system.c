// What a program may ask about the system.
#include <errno.h>
#include <sys/resource.h>
#include <sys/utsname.h>

char *strcpy(char *restrict to, const char *restrict from);
unsigned long strlen(const char *s);

int uname(struct utsname *to)
{
	__vouch_fill(to, 0, sizeof *to);
	strcpy(to->sysname, "Linux");
	strcpy(to->nodename, "localhost");
	strcpy(to->release, "6.1.0");
	strcpy(to->version, "#1 SMP");
	strcpy(to->machine, "x86_64");
	strcpy(to->domainname, "(none)");
	return 0;
}

// As Linux has it.
struct sysinfo {
	long uptime;
	unsigned long loads[3], totalram, freeram, sharedram, bufferram, totalswap, freeswap;
	unsigned short procs, pad;
	unsigned long totalhigh, freehigh;
	unsigned mem_unit;
};

int sysinfo(struct sysinfo *to)
{
	__vouch_fill(to, 0, sizeof *to);
	to->uptime = __vouch_draw("uptime", 0, 4294967295);
	for (int i = 0; i < 3; i++)
		to->loads[i] = __vouch_draw("load", 0, 4294967295);
	to->totalram = __vouch_draw("memory", 1048576, 1099511627776);
	to->freeram = __vouch_draw("memory_free", 0, 1099511627776);
	if (to->freeram > to->totalram)
		to->freeram = to->totalram;
	to->procs = __vouch_draw("processes", 1, 65535);
	to->mem_unit = 1;
	return 0;
}

int gethostname(char *to, unsigned long size)
{
	if (size < sizeof "localhost") {
		errno = ENAMETOOLONG;
		return -1;
	}
	strcpy(to, "localhost");
	return 0;
}

long gethostid(void)
{
	return 8323328;
}

int getrlimit(int which, struct rlimit *to)
{
	if (which < 0 || which > 15) {
		errno = EINVAL;
		return -1;
	}
	to->rlim_cur = which == RLIMIT_NOFILE ? 1024 : which == RLIMIT_STACK ? 8388608 : which == RLIMIT_CORE ? 0 : RLIM_INFINITY;
	to->rlim_max = which == RLIMIT_NOFILE ? 1024 : RLIM_INFINITY;
	return 0;
}

int __sched_cpucount(unsigned long size, const unsigned long *set)
{
	int n = 0;
	for (unsigned long i = 0; i < size / sizeof *set; i++)
		n += __builtin_popcountl(set[i]);
	return n;
}

int sched_getaffinity(int process, unsigned long size, void *set)
{
	if (size < 8) {
		errno = EINVAL;
		return -1;
	}
	__vouch_fill(set, 0, size);
	*(unsigned char *)set = 1;
	return 0;
}

// By the numbers that glibc gives to the limits of files.
static long limit(int name)
{
	static const long limits[] = {127, 255, 255, 255, 4096, 4096, 1, 1, 0, -1, -1, -1, -1, 32, 4096, 4096, 4096, 4096, 4096, -1, 1};
	if (name < 0 || name >= (int)(sizeof limits / sizeof *limits)) {
		errno = EINVAL;
		return -1;
	}
	return limits[name];
}

long pathconf(const char *path, int name)
{
	return limit(name);
}

long fpathconf(int fd, int name)
{
	return limit(name);
}

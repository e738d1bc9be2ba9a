// What this system does for no program: these functions fail, in a way that POSIX or their documentation lets them fail. A claim names those that it depends on.
#include <stddef.h>

int *__errno_location(void);

// Says why a call fails; the claim about a program knows by this name which of its functions do.
static int __vouch_denied(int error)
{
	__vouch_outside();
	*__errno_location() = error;
	return -1;
}

enum {
	NOT_PERMITTED = 1,
	NO_ENTRY = 2,
	NO_PROCESS = 3,
	NO_CHILD = 10,
	AGAIN = 11,
	DENIED = 13,
	INVALID = 22,
	TOO_MANY = 23,
	NO_TERMINAL = 25,
	NO_FUNCTION = 38,
	NO_DATA = 61,
	NOT_SUPPORTED = 95
};

// Other processes: none can be started, none is there.
int fork(void)
{
	return __vouch_denied(AGAIN);
}

int vfork(void)
{
	return __vouch_denied(AGAIN);
}

int execve(const char *path, char *const *args, char *const *environment)
{
	return __vouch_denied(NO_ENTRY);
}

int execv(const char *path, char *const *args)
{
	return __vouch_denied(NO_ENTRY);
}

int execvp(const char *path, char *const *args)
{
	return __vouch_denied(NO_ENTRY);
}

int execl(const char *path, const char *first, ...)
{
	return __vouch_denied(NO_ENTRY);
}

int execlp(const char *path, const char *first, ...)
{
	return __vouch_denied(NO_ENTRY);
}

int execle(const char *path, const char *first, ...)
{
	return __vouch_denied(NO_ENTRY);
}

int wait(int *status)
{
	return __vouch_denied(NO_CHILD);
}

int waitpid(int process, int *status, int options)
{
	return __vouch_denied(NO_CHILD);
}

int pipe(int *ends)
{
	return __vouch_denied(TOO_MANY);
}

int pipe2(int *ends, int flags)
{
	return __vouch_denied(TOO_MANY);
}

int setpgid(int process, int group)
{
	return __vouch_denied(NOT_PERMITTED);
}

int prctl(int option, ...)
{
	return __vouch_denied(INVALID);
}

int getpriority(int which, unsigned who)
{
	return __vouch_denied(NO_PROCESS);
}

int setpriority(int which, unsigned who, int priority)
{
	return __vouch_denied(DENIED);
}

// Files of other kinds, and second names.
int symlink(const char *to, const char *path)
{
	return __vouch_denied(NOT_PERMITTED);
}

int symlinkat(const char *to, int fd, const char *path)
{
	return __vouch_denied(NOT_PERMITTED);
}

int link(const char *from, const char *path)
{
	return __vouch_denied(NOT_PERMITTED);
}

int linkat(int from_fd, const char *from, int fd, const char *path, int flags)
{
	return __vouch_denied(NOT_PERMITTED);
}

int mkfifo(const char *path, unsigned mode)
{
	return __vouch_denied(NOT_PERMITTED);
}

int mkfifoat(int fd, const char *path, unsigned mode)
{
	return __vouch_denied(NOT_PERMITTED);
}

int mknod(const char *path, unsigned mode, unsigned long device)
{
	return __vouch_denied(NOT_PERMITTED);
}

int mknodat(int fd, const char *path, unsigned mode, unsigned long device)
{
	return __vouch_denied(NOT_PERMITTED);
}

int chroot(const char *path)
{
	return __vouch_denied(NOT_PERMITTED);
}

int fallocate(int fd, int mode, long from, long n)
{
	return __vouch_denied(NOT_SUPPORTED);
}

long copy_file_range(int from, long *from_at, int to, long *to_at, unsigned long n, unsigned flags)
{
	return __vouch_denied(NO_FUNCTION);
}

int statx(int fd, const char *path, int flags, unsigned mask, void *to)
{
	return __vouch_denied(NO_FUNCTION);
}

long getxattr(const char *path, const char *name, void *value, unsigned long size)
{
	return __vouch_denied(NOT_SUPPORTED);
}

int inotify_init(void)
{
	return __vouch_denied(NO_FUNCTION);
}

int inotify_add_watch(int fd, const char *path, unsigned mask)
{
	return __vouch_denied(INVALID);
}

int inotify_rm_watch(int fd, int watch)
{
	return __vouch_denied(INVALID);
}

// What only root may do.
int clock_settime(int clock, const void *time)
{
	return __vouch_denied(NOT_PERMITTED);
}

int settimeofday(const void *time, const void *zone)
{
	return __vouch_denied(NOT_PERMITTED);
}

// Terminals.
int tcgetattr(int fd, void *to)
{
	return __vouch_denied(NO_TERMINAL);
}

int tcsetattr(int fd, int when, const void *from)
{
	return __vouch_denied(NO_TERMINAL);
}

int tcgetpgrp(int fd)
{
	return __vouch_denied(NO_TERMINAL);
}

int tcsetpgrp(int fd, int group)
{
	return __vouch_denied(NO_TERMINAL);
}

char *ttyname(int fd)
{
	__vouch_denied(NO_TERMINAL);
	return NULL;
}

// Timers, and the load of the system.
int timer_create(int clock, void *event, void **to)
{
	return __vouch_denied(AGAIN);
}

int timer_settime(void *timer, int flags, const void *time, void *old)
{
	return __vouch_denied(INVALID);
}

int timer_delete(void *timer)
{
	return __vouch_denied(INVALID);
}

int getloadavg(double *to, int n)
{
	return __vouch_denied(NO_DATA);
}

int statfs(const char *path, void *to)
{
	return __vouch_denied(NO_FUNCTION);
}

int fstatfs(int fd, void *to)
{
	return __vouch_denied(NO_FUNCTION);
}

int statvfs(const char *path, void *to)
{
	return __vouch_denied(NO_FUNCTION);
}

int fstatvfs(int fd, void *to)
{
	return __vouch_denied(NO_FUNCTION);
}

// Other encodings.
void *iconv_open(const char *to, const char *from)
{
	__vouch_denied(INVALID);
	return (void *)-1;
}

// Tables of the system, which are not there.
void *setmntent(const char *path, const char *mode)
{
	__vouch_denied(NO_ENTRY);
	return NULL;
}

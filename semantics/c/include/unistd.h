// Descriptors, processes, the system.
#ifndef _UNISTD_H
#define _UNISTD_H 1
#include <sys/types.h>
#ifndef NULL
#define NULL ((void *)0)
#endif
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
typedef long intptr_t;
typedef unsigned int socklen_t;
#define _POSIX_VERSION 200809L
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define _SC_ARG_MAX 0
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
extern char **environ;
extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;
int access(const char *path, int mode);
off_t lseek(int fd, off_t offset, int whence);
int close(int fd);
ssize_t read(int fd, void *buf, size_t n);
ssize_t write(int fd, const void *buf, size_t n);
ssize_t pread(int fd, void *buf, size_t n, off_t offset);
ssize_t pwrite(int fd, const void *buf, size_t n, off_t offset);
int pipe(int fds[2]);
unsigned alarm(unsigned seconds);
unsigned sleep(unsigned seconds);
int usleep(useconds_t useconds);
int pause(void);
int chown(const char *path, uid_t owner, gid_t group);
int fchown(int fd, uid_t owner, gid_t group);
int lchown(const char *path, uid_t owner, gid_t group);
int chdir(const char *path);
int fchdir(int fd);
char *getcwd(char *buf, size_t n);
int dup(int fd);
int dup2(int fd, int to);
int execve(const char *path, char *const argv[], char *const envp[]);
int execv(const char *path, char *const argv[]);
int execvp(const char *file, char *const argv[]);
int execl(const char *path, const char *arg, ...);
int execlp(const char *file, const char *arg, ...);
int execle(const char *path, const char *arg, ...);
int nice(int increment);
_Noreturn void _exit(int status);
long pathconf(const char *path, int name);
long fpathconf(int fd, int name);
long sysconf(int name);
size_t confstr(int name, char *buf, size_t n);
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgrp(void);
pid_t getpgid(pid_t pid);
pid_t getsid(pid_t pid);
int setpgid(pid_t pid, pid_t group);
pid_t setsid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int getgroups(int n, gid_t list[]);
int setuid(uid_t uid);
int setgid(gid_t gid);
int seteuid(uid_t uid);
int setegid(gid_t gid);
pid_t fork(void);
pid_t vfork(void);
char *ttyname(int fd);
int isatty(int fd);
int link(const char *from, const char *to);
int symlink(const char *from, const char *to);
ssize_t readlink(const char *restrict path, char *restrict buf, size_t n);
int unlink(const char *path);
int rmdir(const char *path);
char *getlogin(void);
int getopt(int argc, char *const argv[], const char *options);
int gethostname(char *name, size_t n);
int getpagesize(void);
int fsync(int fd);
int fdatasync(int fd);
void sync(void);
int truncate(const char *path, off_t n);
int ftruncate(int fd, off_t n);
int brk(void *p);
void *sbrk(intptr_t n);
long syscall(long number, ...);
char *crypt(const char *key, const char *salt);
int getentropy(void *buf, size_t n);
int lockf(int fd, int command, off_t n);
#endif

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
#define _PC_LINK_MAX 0
#define _PC_MAX_CANON 1
#define _PC_MAX_INPUT 2
#define _PC_NAME_MAX 3
#define _PC_PATH_MAX 4
#define _PC_PIPE_BUF 5
#define _PC_CHOWN_RESTRICTED 6
#define _PC_NO_TRUNC 7
#define _PC_VDISABLE 8
extern char **environ;
extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;
int access(const char *, int);
off_t lseek(int, off_t, int);
int close(int);
void closefrom(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
int pipe(int *);
unsigned alarm(unsigned);
unsigned sleep(unsigned);
int usleep(useconds_t);
int pause(void);
int chown(const char *, uid_t, gid_t);
int fchown(int, uid_t, gid_t);
int lchown(const char *, uid_t, gid_t);
int fchownat(int, const char *, uid_t, gid_t, int);
int chdir(const char *);
int fchdir(int);
char *getcwd(char *, size_t);
char *get_current_dir_name(void);
int faccessat(int, const char *, int, int);
int euidaccess(const char *, int);
int eaccess(const char *, int);
int dup(int);
int dup2(int, int);
int dup3(int, int, int);
int pipe2(int *, int);
int execve(const char *, char *const *, char *const *);
int execv(const char *, char *const *);
int execvp(const char *, char *const *);
int execl(const char *, const char *, ...);
int execlp(const char *, const char *, ...);
int execle(const char *, const char *, ...);
int nice(int);
_Noreturn void _exit(int);
long pathconf(const char *, int);
long fpathconf(int, int);
long sysconf(int);
size_t confstr(int, char *, size_t);
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgrp(void);
pid_t getpgid(pid_t);
pid_t getsid(pid_t);
int setpgid(pid_t, pid_t);
pid_t setsid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int getgroups(int, gid_t *);
int setuid(uid_t);
int setgid(gid_t);
int seteuid(uid_t);
int setegid(gid_t);
pid_t fork(void);
pid_t vfork(void);
char *ttyname(int);
int isatty(int);
int link(const char *, const char *);
int symlink(const char *, const char *);
ssize_t readlink(const char *restrict, char *restrict, size_t);
ssize_t readlinkat(int, const char *restrict, char *restrict, size_t);
int linkat(int, const char *, int, const char *, int);
int symlinkat(const char *, int, const char *);
int unlink(const char *);
int unlinkat(int, const char *, int);
int chroot(const char *);
long gethostid(void);
pid_t tcgetpgrp(int);
int tcsetpgrp(int, pid_t);
int rmdir(const char *);
char *getlogin(void);
int getopt(int, char *const *, const char *);
int gethostname(char *, size_t);
int getpagesize(void);
int fsync(int);
int fdatasync(int);
void sync(void);
int syncfs(int);
int truncate(const char *, off_t);
int ftruncate(int, off_t);
int brk(void *);
void *sbrk(intptr_t);
long syscall(long, ...);
char *crypt(const char *, const char *);
int getentropy(void *, size_t);
int lockf(int, int, off_t);
#endif

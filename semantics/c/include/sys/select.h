// Waiting for descriptors.
#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H 1
#ifndef __VOUCH_TIMEVAL
#define __VOUCH_TIMEVAL
struct timeval {
	long tv_sec;
	long tv_usec;
};
#endif
struct timespec;
typedef struct {
	long __bits[16];
} fd_set;
#define FD_SETSIZE 1024
#define FD_ZERO(s) ((void)__builtin_memset((s), 0, sizeof(fd_set)))
#define FD_SET(fd, s) ((void)((s)->__bits[(fd) / 64] |= (long)(1ul << ((fd) % 64))))
#define FD_CLR(fd, s) ((void)((s)->__bits[(fd) / 64] &= ~(long)(1ul << ((fd) % 64))))
#define FD_ISSET(fd, s) (((s)->__bits[(fd) / 64] & (long)(1ul << ((fd) % 64))) != 0)
int select(int, fd_set *restrict, fd_set *restrict, fd_set *restrict, struct timeval *restrict);
#endif

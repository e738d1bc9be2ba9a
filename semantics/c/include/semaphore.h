/* Semaphores: POSIX semaphore.h. */
#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H
#include <time.h>
typedef struct {
	long __vouch_words[4];
} sem_t;
int sem_init(sem_t *, int, unsigned int);
int sem_destroy(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_timedwait(sem_t *restrict, const struct timespec *restrict);
int sem_post(sem_t *);
int sem_getvalue(sem_t *restrict, int *restrict);
#endif

/* Condition variables of a program with one thread: nobody waits, so there is nobody to wake. */
#include <pthread.h>

int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *kind) {
	*c = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
	return 0;
}

int pthread_cond_destroy(pthread_cond_t *c) {
	return 0;
}

int pthread_cond_signal(pthread_cond_t *c) {
	__vouch_outside();
	return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c) {
	__vouch_outside();
	return 0;
}

int pthread_condattr_init(pthread_condattr_t *kind) {
	kind->__vouch_word = 0;
	return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *kind) {
	return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *kind, clockid_t clock) {
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
		return 22; // EINVAL
	kind->__vouch_word = clock;
	return 0;
}

/* Locks for readers and writers, and locks that spin, of a program with one thread: one that nobody can release is not supported. */
#include <pthread.h>

// The first word counts readers; the second one says whether somebody writes.
int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *kind) {
	*l = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
	return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *l) {
	return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
	__vouch_outside();
	if (l->__vouch_words[1])
		return 16; // EBUSY
	l->__vouch_words[0]++;
	return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l) {
	return pthread_rwlock_tryrdlock(l) ? 35 : 0; // EDEADLK
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
	__vouch_outside();
	if (l->__vouch_words[0] || l->__vouch_words[1])
		return 16;
	l->__vouch_words[1] = 1;
	return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l) {
	__vouch_outside();
	if (l->__vouch_words[1])
		return 35;
	if (l->__vouch_words[0])
		__vouch_unsupported("a lock of a rwlock that is locked");
	l->__vouch_words[1] = 1;
	return 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *l) {
	if (l->__vouch_words[1])
		l->__vouch_words[1] = 0;
	else if (l->__vouch_words[0])
		l->__vouch_words[0]--;
	else
		__vouch_fail("invalid argument");
	return 0;
}

int pthread_spin_init(pthread_spinlock_t *l, int shared) {
	*l = 0;
	return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *l) {
	return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *l) {
	__vouch_outside();
	if (*l)
		return 16;
	*l = 1;
	return 0;
}

int pthread_spin_lock(pthread_spinlock_t *l) {
	if (pthread_spin_trylock(l))
		__vouch_unsupported("a lock of a spinlock that is locked");
	return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *l) {
	if (!*l)
		__vouch_fail("invalid argument");
	*l = 0;
	return 0;
}

/* Mutexes of a program with one thread: a lock that nobody can release is not supported. */
#include <pthread.h>

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *kind) {
	m->__vouch_words[0] = 0;
	m->__vouch_words[1] = kind ? kind->__vouch_word : PTHREAD_MUTEX_NORMAL;
	return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *m) {
	return m->__vouch_words[0] ? 16 : 0;
}

int pthread_mutex_lock(pthread_mutex_t *m) {
	__vouch_outside();
	if (m->__vouch_words[0] && m->__vouch_words[1] == PTHREAD_MUTEX_ERRORCHECK)
		return 35;
	if (m->__vouch_words[0] && m->__vouch_words[1] != PTHREAD_MUTEX_RECURSIVE)
		__vouch_unsupported("a lock of a mutex that is locked");
	m->__vouch_words[0]++;
	return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *m) {
	__vouch_outside();
	if (m->__vouch_words[0] && m->__vouch_words[1] != PTHREAD_MUTEX_RECURSIVE)
		return 16;
	m->__vouch_words[0]++;
	return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *m) {
	if (!m->__vouch_words[0]) {
		if (m->__vouch_words[1] == PTHREAD_MUTEX_NORMAL)
			__vouch_fail("invalid argument");
		return 1;
	}
	m->__vouch_words[0]--;
	return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *kind) {
	kind->__vouch_word = PTHREAD_MUTEX_NORMAL;
	return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *kind) {
	return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *kind, int type) {
	if (type < 0 || type > 2)
		return 22;
	kind->__vouch_word = type;
	return 0;
}

pthread_t pthread_self(void) {
	return 1;
}

int pthread_equal(pthread_t a, pthread_t b) {
	return a == b;
}

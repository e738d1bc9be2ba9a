/* What a thread does once, and the values that it keeps by keys, for a program with one thread. */
#include <pthread.h>

int pthread_once(pthread_once_t *done, void (*f)(void)) {
	if (*done == 1)
		__vouch_unsupported("waiting for a pthread_once that has not ended");
	if (!*done) {
		*done = 1;
		f();
		*done = 2;
	}
	return 0;
}

enum { keys = 1024 }; // PTHREAD_KEYS_MAX of glibc

static char used[keys];
static const void *values[keys];

// The end of the process calls no destructor; pthread_exit would.
int pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
	for (int i = 0; i < keys; i++)
		if (!used[i]) {
			used[i] = 1;
			values[i] = 0;
			*key = i;
			return 0;
		}
	return 11; // EAGAIN
}

int pthread_key_delete(pthread_key_t key) {
	if (key >= keys || !used[key])
		return 22; // EINVAL
	used[key] = 0;
	return 0;
}

void *pthread_getspecific(pthread_key_t key) {
	return key < keys && used[key] ? (void *)values[key] : 0;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
	if (key >= keys || !used[key])
		return 22;
	values[key] = value;
	return 0;
}

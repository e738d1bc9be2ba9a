// What a program with one thread asks of POSIX's threads.
#include <pthread.h>
#include <stdio.h>

static int made;

static void say(int n)
{
	printf("%d ", n);
}

static void make(void)
{
	made++;
}

int main(void)
{
	pthread_cond_t c, d = PTHREAD_COND_INITIALIZER;
	pthread_condattr_t kind;
	say(pthread_condattr_init(&kind));
	say(pthread_condattr_setclock(&kind, CLOCK_MONOTONIC));
	say(pthread_condattr_setclock(&kind, 77));
	say(pthread_cond_init(&c, &kind));
	say(pthread_cond_signal(&c));
	say(pthread_cond_broadcast(&d));
	say(pthread_cond_destroy(&c));
	say(pthread_condattr_destroy(&kind));
	puts("");

	pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, make);
	say(pthread_once(&once, make));
	say(made);
	puts("");

	pthread_key_t a, b, e;
	say(pthread_key_create(&a, 0));
	say(pthread_key_create(&b, 0));
	say(a != b);
	say(pthread_getspecific(a) == 0);
	say(pthread_setspecific(a, &made));
	say(pthread_getspecific(a) == &made);
	say(pthread_getspecific(b) == 0);
	say(pthread_key_delete(a));
	say(pthread_key_delete(a));
	say(pthread_setspecific(a, &a));
	say(pthread_setspecific(5000, &a));
	say(pthread_key_delete(5000));
	say(pthread_key_create(&e, 0));
	say(e == a);
	say(pthread_getspecific(e) == 0);
	puts("");
	int n = 0;
	while (!pthread_key_create(&e, 0))
		n++;
	say(n > 1000);
	puts("");

	pthread_rwlock_t l, m = PTHREAD_RWLOCK_INITIALIZER;
	say(pthread_rwlock_init(&l, 0));
	say(pthread_rwlock_rdlock(&l));
	say(pthread_rwlock_tryrdlock(&l));
	say(pthread_rwlock_trywrlock(&l));
	say(pthread_rwlock_unlock(&l));
	say(pthread_rwlock_trywrlock(&l));
	say(pthread_rwlock_unlock(&l));
	say(pthread_rwlock_wrlock(&l));
	say(pthread_rwlock_wrlock(&l));
	say(pthread_rwlock_rdlock(&l));
	say(pthread_rwlock_tryrdlock(&l));
	say(pthread_rwlock_trywrlock(&l));
	say(pthread_rwlock_unlock(&l));
	say(pthread_rwlock_destroy(&l));
	say(pthread_rwlock_rdlock(&m));
	say(pthread_rwlock_unlock(&m));
	puts("");

	pthread_spinlock_t s;
	say(pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE));
	say(pthread_spin_lock(&s));
	say(pthread_spin_trylock(&s));
	say(pthread_spin_unlock(&s));
	say(pthread_spin_trylock(&s));
	say(pthread_spin_unlock(&s));
	say(pthread_spin_destroy(&s));
	puts("");
	return 0;
}

/* Signals that a program sends itself. Others never come. */
#include <signal.h>
extern int *__errno_location(void);
extern void abort(void);

static struct sigaction __vouch_actions[65];
static unsigned long __vouch_blocked, __vouch_pending; /* a bit for each signal; those that are blocked wait */

int sigaction(int number, const struct sigaction *to, struct sigaction *old) {
	if (number < 1 || number > 64 || to && (number == SIGKILL || number == SIGSTOP)) {
		*__errno_location() = 22;
		return -1;
	}
	struct sigaction before = __vouch_actions[number];
	if (to)
		__vouch_actions[number] = *to;
	if (old)
		*old = before;
	return 0;
}

__sighandler_t signal(int number, __sighandler_t handler) {
	struct sigaction action, old;
	__vouch_fill(&action, 0, sizeof action);
	action.sa_handler = handler;
	action.sa_flags = SA_RESTART;
	return sigaction(number, &action, &old) < 0 ? SIG_ERR : old.sa_handler;
}

int raise(int number) {
	if (number < 0 || number > 64) {
		*__errno_location() = 22;
		return -1;
	}
	if (number == 0 || __vouch_actions[number].sa_handler == SIG_IGN)
		return 0;
	if (__vouch_blocked >> (number - 1) & 1) {
		__vouch_pending |= 1ul << (number - 1);
		return 0;
	}
	if (__vouch_actions[number].sa_handler == SIG_DFL) {
		if (number == SIGABRT)
			abort();
		if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH)
			return 0;
		__vouch_unsupported("a signal that ends the program");
	}
	if (__vouch_actions[number].sa_flags & SA_SIGINFO)
		__vouch_unsupported("a signal with more information");
	__sighandler_t handler = __vouch_actions[number].sa_handler;
	if (__vouch_actions[number].sa_flags & SA_RESETHAND)
		__vouch_actions[number].sa_handler = SIG_DFL;
	handler(number);
	return 0;
}

int sigemptyset(sigset_t *set) {
	__vouch_fill(set, 0, sizeof *set);
	return 0;
}

int sigfillset(sigset_t *set) {
	__vouch_fill(set, 255, sizeof *set);
	return 0;
}

static int __vouch_change(sigset_t *set, int number, int in) {
	if (number < 1 || number > 64) {
		*__errno_location() = 22;
		return -1;
	}
	unsigned long bit = 1ul << (number - 1);
	set->__vouch_words[0] = in ? set->__vouch_words[0] | bit : set->__vouch_words[0] & ~bit;
	return 0;
}

int sigaddset(sigset_t *set, int number) {
	return __vouch_change(set, number, 1);
}

int sigdelset(sigset_t *set, int number) {
	return __vouch_change(set, number, 0);
}

int sigismember(const sigset_t *set, int number) {
	if (number < 1 || number > 64) {
		*__errno_location() = 22;
		return -1;
	}
	return set->__vouch_words[0] >> (number - 1) & 1;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
	__vouch_outside();
	unsigned long before = __vouch_blocked;
	if (set) {
		unsigned long words = set->__vouch_words[0] & ~(1ul << (SIGKILL - 1) | 1ul << (SIGSTOP - 1));
		if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) {
			*__errno_location() = 22;
			return -1;
		}
		__vouch_blocked = how == SIG_BLOCK ? before | words : how == SIG_UNBLOCK ? before & ~words : words;
	}
	if (old) {
		__vouch_fill(old, 0, sizeof *old);
		old->__vouch_words[0] = before;
	}
	unsigned long due = __vouch_pending & ~__vouch_blocked;
	__vouch_pending &= __vouch_blocked;
	for (int number = 1; due; number++, due >>= 1)
		if (due & 1)
			raise(number);
	return 0;
}

int sigpending(sigset_t *set) {
	__vouch_outside();
	__vouch_fill(set, 0, sizeof *set);
	set->__vouch_words[0] = __vouch_pending;
	return 0;
}

int siginterrupt(int number, int interrupts) {
	return 0;
}

/* There are no other processes; this one is 4242, and its group too. */
int kill(int process, int number) {
	__vouch_outside();
	if (number == SIGABRT && __vouch_actions[SIGABRT].sa_handler == SIG_DFL)
		__vouch_unsupported("a signal that ends the program"); /* somebody wants the end: it is no failure */
	if (process == 4242 || process == 0 || process == -4242)
		return raise(number);
	*__errno_location() = number < 0 || number > 64 ? 22 : 3;
	return -1;
}

unsigned alarm(unsigned seconds) {
	__vouch_outside();
	return 0;
}

int pause(void) {
	__vouch_unsupported("waiting for a signal, which never comes");
}

int sigsuspend(const sigset_t *set) {
	__vouch_unsupported("waiting for a signal, which never comes");
}

int __libc_current_sigrtmin(void) {
	return 34;
}

int __libc_current_sigrtmax(void) {
	return 64;
}

/* Signals that a program sends itself. Others never come. */
#include <signal.h>
extern int *__errno_location(void);
extern void abort(void);

static struct sigaction __vouch_actions[65];

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

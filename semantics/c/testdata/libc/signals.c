#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <errno.h>

static volatile sig_atomic_t seen;
static void note(int number) { seen = seen * 100 + number; }

int main(void) {
	printf("%d\n", signal(SIGINT, note) == SIG_DFL);
	raise(SIGINT);
	raise(SIGINT);
	printf("%d %d\n", (int)seen, signal(SIGINT, SIG_IGN) == note);
	raise(SIGINT);
	printf("%d %d\n", (int)seen, raise(SIGCHLD));
	struct sigaction a, old;
	memset(&a, 0, sizeof a);
	a.sa_handler = note;
	a.sa_flags = SA_RESETHAND;
	sigemptyset(&a.sa_mask);
	sigaddset(&a.sa_mask, SIGTERM);
	printf("%d%d\n", sigismember(&a.sa_mask, SIGTERM), sigismember(&a.sa_mask, SIGHUP));
	printf("%d ", sigaction(SIGTERM, &a, &old));
	printf("%d\n", old.sa_handler == SIG_DFL);
	raise(SIGTERM);
	sigaction(SIGTERM, NULL, &old);
	printf("%d %d\n", (int)seen, old.sa_handler == SIG_DFL);
	errno = 0;
	printf("%d ", signal(SIGKILL, note) == SIG_ERR);
	printf("%d\n", errno == EINVAL);
}

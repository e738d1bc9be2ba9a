// Patterns and orders of names, the environment, and what users and signals are called.
#define _GNU_SOURCE
#include <errno.h>
#include <fnmatch.h>
#include <grp.h>
#include <locale.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static int got;

static void handler(int number)
{
	got = number;
}

int main(void)
{
	const char *names[] = {"a", "a1", "a01", "a10", "a9", "a010", "a09", "", "1", "0", "00", "001", "a1b", "a1c"};
	int n = sizeof names / sizeof *names;
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++) {
			int c = strverscmp(names[i], names[j]);
			putchar(c < 0 ? '<' : c > 0 ? '>' : '=');
		}
		putchar('\n');
	}
	const char *patterns[] = {"*", "?", "a*c", "[a-c]*", "[!a]*", "\\*", "*.c", "a/*", "[[:digit:]]", "a[", "**b", "", "[]-a]", "A*"};
	const char *texts[] = {"", "a", "abc", "b", "*", ".c", "x.c", "a/b", "7", "a[", "aab", "]", "-"};
	int flags[] = {0, FNM_PATHNAME, FNM_PERIOD, FNM_NOESCAPE, FNM_CASEFOLD, FNM_LEADING_DIR};
	for (unsigned f = 0; f < sizeof flags / sizeof *flags; f++)
		for (unsigned p = 0; p < sizeof patterns / sizeof *patterns; p++) {
			for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++)
				putchar('0' + (fnmatch(patterns[p], texts[t], flags[f]) == 0));
			putchar('\n');
		}

	extern char **environ;
	clearenv();
	setenv("A", "1", 1);
	setenv("B", "2", 1);
	setenv("A", "3", 0);
	char own[] = "C=4";
	putenv(own);
	setenv("B", "5", 1);
	for (char **e = environ; *e; e++)
		puts(*e);
	unsetenv("B");
	own[2] = '6';
	printf("%s %s %d\n", getenv("C"), getenv("B") ? "?" : "gone", setenv("a=b", "c", 1));
	environ = NULL;
	printf("%d\n", getenv("A") == NULL);

	struct passwd *user = getpwuid(0);
	printf("%s %s %d\n", user->pw_name, getgrgid(0)->gr_name, (int)getpwnam("root")->pw_uid);
	printf("%d %d\n", getpwnam("nobody-here") == NULL, getgrnam("nobody-here") == NULL);

	sigset_t set, old;
	signal(SIGUSR1, handler);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	raise(SIGUSR1);
	printf("%d %d", got, sigismember(&old, SIGUSR1));
	sigpending(&old);
	printf(" %d", sigismember(&old, SIGUSR1));
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	printf(" %d\n", got);
	got = 0;
	kill(getpid(), SIGUSR1);
	printf("%d\n", got);
	for (int i = 0; i < 35; i++)
		puts(strsignal(i));

	printf("%d %d %d %d\n", wcwidth(L'a'), wcwidth(7), wcwidth(0), wcswidth(L"abc", 2));
	locale_t c = newlocale(LC_ALL_MASK, "C", 0);
	printf("%d %g\n", newlocale(LC_ALL_MASK, "xx_YY", 0) == 0, strtod_l("1.5", NULL, c));
	printf("%ld %ld\n", sysconf(_SC_PAGESIZE), pathconf("/", _PC_NAME_MAX));
	return 0;
}

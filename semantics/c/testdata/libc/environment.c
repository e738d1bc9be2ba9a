#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const char *shown(const char *name) {
	const char *s = getenv(name);
	return s ? s : "(none)";
}

int main(void) {
	printf("%c\n", shown("PWD")[0]);
	clearenv();
	static char own[] = "OWN=1";
	printf("%s\n", shown("A"));
	setenv("A", "one", 0);
	setenv("AB", "two", 0);
	setenv("A", "three", 0);
	printf("%s %s %s\n", shown("A"), shown("AB"), shown("B"));
	setenv("A", "four", 1);
	putenv(own);
	printf("%s %s\n", shown("A"), shown("OWN"));
	own[4] = '2';
	printf("%s\n", shown("OWN"));
	unsetenv("A");
	putenv("AB");
	printf("%s %s\n", shown("A"), shown("AB"));
	errno = 0;
	int r = setenv("X=Y", "z", 1);
	printf("%d %d\n", r, errno == EINVAL);
}

#include <errno.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <unistd.h>

/* Declared here because vouch has no header for them: it reads the machine's. */
char *nl_langinfo(int item);
unsigned gnu_dev_major(unsigned long device);
unsigned gnu_dev_minor(unsigned long device);
unsigned long gnu_dev_makedev(unsigned major, unsigned minor);

static void categories(int first, int last) {
	for (int i = first; i <= last; i++)
		printf("%x %s\n", i, nl_langinfo(i));
}

int main(void) {
	categories(0x20000, 0x2002b);
	categories(0x10000, 0x10001);
	categories(0x50000, 0x50002);
	categories(0x4000f, 0x4000f);
	categories(14, 14);
	printf("[%s]\n", nl_langinfo(0x12345));
	for (unsigned i = 1; i; i <<= 4) {
		unsigned long d = gnu_dev_makedev(i - 1, ~i);
		printf("%lx %x %x\n", d, gnu_dev_major(d), gnu_dev_minor(d));
	}
	struct winsize w;
	int r = ioctl(77, TIOCGWINSZ, &w);
	printf("%d %d\n", r, errno == EBADF);
	FILE *f = tmpfile();
	r = ioctl(fileno(f), TIOCGWINSZ, &w);
	printf("%d %d %d", r, errno == ENOTTY, isatty(fileno(f)));
	printf(" %d\n", errno == ENOTTY);
	printf("%d\n", program_invocation_name && program_invocation_short_name);
	fflush(stdout);
	r = close(0);
	printf("%d\n", r);
	r = close(0);
	printf("%d %d\n", r, errno == EBADF);
	char c;
	r = read(0, &c, 1);
	printf("%d %d\n", r, errno == EBADF);
	printf("%d\n", fileno(stdin));
	r = ioctl(0, TIOCGWINSZ, &w);
	printf("%d %d\n", r, errno == EBADF);
	r = lseek(0, 0, SEEK_CUR);
	printf("%d %d\n", r, errno == EBADF);
	r = fclose(stdin);
	printf("%d %d\n", r, errno == EBADF);
	r = close(2);
	int s = write(2, "x", 1);
	printf("%d %d %d\n", r, s, errno == EBADF);
	errno = 0;
	r = fprintf(stderr, "x");
	printf("%d %d %d %d\n", r < 0, errno == EBADF, ferror(stderr) != 0, fileno(stderr));
	return 0;
}

// Descriptors: several of one file, numbers that are used again, and streams of them.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static void say(const char *what, long status)
{
	if (status < 0)
		dprintf(1, "%s: %s\n", what, strerror(errno));
	else
		dprintf(1, "%s: %ld\n", what, status);
}

static void show(const char *name)
{
	char text[100];
	int fd = open(name, O_RDONLY);
	long n = read(fd, text, sizeof text);
	close(fd);
	dprintf(1, "%s: %ld %.*s\n", name, n, (int)n, text);
}

static void offsets(void)
{
	char text[10];
	int a = open("one", O_RDWR | O_CREAT | O_TRUNC, 0600), b = dup(a), c = open("one", O_RDWR);
	say("a", a);
	say("b", b);
	say("c", c);
	say("write", write(a, "abcdef", 6));
	say("where b is", lseek(b, 0, SEEK_CUR));
	say("where c is", lseek(c, 0, SEEK_CUR));
	say("seek", lseek(b, 2, SEEK_SET));
	say("read", read(a, text, 2));
	dprintf(1, "%.2s\n", text);
	say("read more", read(b, text, 9));
	dprintf(1, "%.2s\n", text);
	say("read of c", read(c, text, 1));
	say("close", close(a));
	say("close again", close(a));
	say("b goes on", write(b, "gh", 2));
	say("the least number", dup(c));
	say("from 10 on", fcntl(b, F_DUPFD, 10));
	say("from 10 on, to close", fcntl(b, F_DUPFD_CLOEXEC, 10));
	say("flag of 10", fcntl(10, F_GETFD));
	say("flag of 11", fcntl(11, F_GETFD));
	say("set", fcntl(10, F_SETFD, FD_CLOEXEC));
	say("flag of 10", fcntl(10, F_GETFD));
	say("flag of a second one", fcntl(dup(10), F_GETFD));
	say("below 0", fcntl(b, F_DUPFD, -1));
	say("too large", fcntl(b, F_DUPFD, 1000000));
	say("of a closed one", fcntl(99, F_DUPFD, 0));
	say("append", fcntl(b, F_SETFL, O_APPEND));
	say("of 10", fcntl(10, F_GETFL) & O_APPEND);
	say("of c", fcntl(c, F_GETFL) & O_APPEND);
	say("how", fcntl(c, F_GETFL) & O_ACCMODE);
	lseek(10, 0, SEEK_SET);
	say("at the end", write(11, "!", 1));
	say("where it is", lseek(10, 0, SEEK_CUR));
	show("one");
	say("least of all", dup(b));
	closefrom(3);
	say("least of all", dup(0));
	close(3);
}

static void numbers(void)
{
	int a = open("two", O_WRONLY | O_CREAT | O_TRUNC, 0600), b = open("one", O_RDONLY);
	char c;
	say("onto itself", dup2(a, a));
	say("a closed one onto itself", dup2(77, 77));
	say("of a closed one", dup2(77, b));
	say("b is still open", read(b, &c, 1));
	say("onto another", dup2(a, b));
	say("b is written", write(b, "x", 1));
	say("b is read", read(b, &c, 1));
	say("below 0", dup2(a, -1));
	say("too large", dup2(a, 1 << 20));
	say("onto 100", dup2(a, 100));
	say("100", write(100, "y", 1));
	say("third", dup3(a, a, 0));
	say("third with flags", dup3(a, 101, O_APPEND));
	say("third to close", dup3(a, 101, O_CLOEXEC));
	say("flag", fcntl(101, F_GETFD));
	say("flag of the first", fcntl(a, F_GETFD));
	say("same number", fcntl(dup2(a, 101), F_GETFD));
	show("two");
	close(a);
	close(b);
	close(100);
	close(101);
}

static void standard(void)
{
	fflush(stdout);
	int saved = dup(1), fd = open("three", O_RDWR | O_CREAT | O_TRUNC, 0600);
	say("saved", saved);
	say("redirect", dup2(fd, 1));
	close(fd);
	printf("to the file %d\n", 1);
	puts("also");
	fflush(stdout);
	say("into the file", 7);
	dup2(saved, 1);
	printf("back\n");
	fflush(stdout);
	say("close", close(saved));
	show("three");
	saved = dup(2);
	freopen("four", "w", stderr);
	say("number of errors", fileno(stderr));
	fprintf(stderr, "wrong\n");
	fflush(stderr);
	dup2(saved, 2);
	close(saved);
	fprintf(stderr, "right\n");
	show("four");
	struct stat s, t;
	saved = dup(1);
	fstat(1, &s);
	fstat(saved, &t);
	say("the same pipe", s.st_ino == t.st_ino && S_ISFIFO(t.st_mode));
	say("seek in it", lseek(saved, 0, SEEK_CUR));
	say("a terminal", isatty(saved));
	write(saved, "straight\n", 9);
	struct pollfd p = {saved, POLLIN | POLLOUT, 0};
	say("poll", poll(&p, 1, 0));
	say("events", p.revents);
	close(saved);
	say("poll", poll(&p, 1, 0));
	say("events", p.revents);
}

static void input(void)
{
	int saved = dup(0);
	char text[20];
	say("read", read(saved, text, 3));
	dprintf(1, "%.3s\n", text);
	close(0);
	say("read what is closed", read(0, text, 1));
	say("a file gets 0", open("three", O_RDONLY));
	printf("%d", scanf("%19s", text));
	printf(" %s\n", text);
	fflush(stdout);
	while (getchar() != EOF)
		;
	say("its end", feof(stdin));
	clearerr(stdin);
	close(0);
	say("a duplicate gets 0", dup(2));
	close(0);
	fprintf(freopen("six", "w", stderr), "%d\n", fileno(stderr));
	fflush(stderr);
	show("six");
	dup2(saved, 0);
	close(saved);
	printf("%d", scanf("%19s", text));
	printf(" %s\n", text);
	fflush(stdout);
}

static void streams(void)
{
	int fd = open("five", O_RDWR | O_CREAT | O_TRUNC, 0600);
	FILE *f = fdopen(fd, "r+"), *g = fdopen(dup(fd), "w");
	say("numbers", fileno(f) * 10 + fileno(g));
	fputs("first ", f);
	fflush(f);
	fputs("second ", g);
	fflush(NULL);
	write(fd, "third", 5);
	say("where f is", lseek(fileno(g), 0, SEEK_CUR));
	say("close g", fclose(g));
	rewind(f);
	char text[40];
	say("read", fgets(text, sizeof text, f) != NULL);
	dprintf(1, "%s\n", text);
	say("a stream of what is not read", fdopen(open("five", O_WRONLY), "r") == NULL);
	say("why", errno == EINVAL);
	say("a mode that is none", fdopen(fd, "q") == NULL);
	say("a stream of nothing", fdopen(55, "r") == NULL);
	say("why", errno == EBADF);
	say("close under f", close(fd));
	say("close f", fclose(f));
	g = fopen("five", "a");
	f = fdopen(fileno(g), "a");
	fputs("!", g);
	fclose(g);
	say("close twice", fclose(f));
	show("five");
	char memory[10];
	f = fmemopen(memory, sizeof memory, "w");
	say("a stream in memory", fileno(f));
	fclose(f);
	f = tmpfile();
	say("without a name", fileno(f));
	fclose(f);
	closefrom(3);
}

static void asked(void)
{
	int a = open("one", O_RDWR), b = open("two", O_RDWR), n = -1;
	say("waiting", ioctl(a, FIONREAD, &n));
	say("bytes", n);
	lseek(a, 3, SEEK_SET);
	ioctl(a, FIONREAD, &n);
	say("bytes", n);
	say("a terminal", ioctl(a, TIOCGWINSZ, &n));
	say("a terminal", isatty(a));
	say("to close", ioctl(a, FIOCLEX));
	say("flag", fcntl(a, F_GETFD));
	say("to keep", ioctl(a, FIONCLEX));
	say("flag", fcntl(a, F_GETFD));
	n = 1;
	say("without waiting", ioctl(a, FIONBIO, &n));
	say("flag", fcntl(a, F_GETFL) & O_NONBLOCK);
	say("a disk", ioctl(a, 0x1260, &n));
	say("a driver", ioctl(a, 0x8913, &n));
	say("of nothing", ioctl(77, FIONREAD, &n));
	say("a clone of nothing", ioctl(b, 0x40049409, 77));
	say("times of a pipe", futimens(1, (struct timespec[]){{1, 2}, {3, 4}}));
	close(a);
	close(b);
}

int main(void)
{
	offsets();
	numbers();
	standard();
	input();
	streams();
	asked();
	int n = 0;
	while (fcntl(2, F_DUPFD, 1000) >= 0)
		n++;
	say("all", n);
	say("why", errno == EMFILE);
	say("one below", fcntl(2, F_DUPFD, 998));
	fclose(stdin);
	say("closed", fcntl(0, F_GETFD));
	printf("end\n");
	fflush(stdout);
	close(1);
	fprintf(stderr, "%d\n", fclose(stdout));
	return 0;
}

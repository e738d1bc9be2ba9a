// Messages without translations, and functions that take large files.
#include <fcntl.h>
#include <libintl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int open64(const char *, int, ...);
int mkstemp64(char *);
int fcntl64(int, int, ...);
int ftruncate64(int, long);
long lseek64(int, long, int);
int stat64(const char *, struct stat *);
int lstat64(const char *, struct stat *);
int fstat64(int, struct stat *);
FILE *fopen64(const char *, const char *);
int fseeko64(FILE *, long, int);
long ftello64(FILE *);

static void say(const char *s)
{
	printf("%s\n", s ? s : "null");
}

int main(void)
{
	say(textdomain(NULL));
	say(bindtextdomain("d", NULL));
	say(bindtextdomain("d", "/tmp/x"));
	say(bindtextdomain("d", NULL));
	say(bindtextdomain("", "/tmp"));
	say(bindtextdomain(NULL, "/tmp"));
	say(bind_textdomain_codeset("d", NULL));
	say(bind_textdomain_codeset("d", "UTF-8"));
	say(bind_textdomain_codeset("d", NULL));
	say(bind_textdomain_codeset("", "UTF-8"));
	say(textdomain("d"));
	say(textdomain(NULL));
	say(textdomain("d"));
	say(textdomain(""));
	const char *text = "text";
	printf("%d %d %d\n", gettext(text) == text, dgettext("d", text) == text, dcgettext("e", text, 5) == text);
	for (unsigned long n = 0; n < 3; n++)
		printf("%s %s %s\n", ngettext("one", "many", n), dngettext("d", "one", "many", n), dcngettext(NULL, "one", "many", n, 5));
	printf(ngettext("%d file\n", "%d files\n", 2), 2);

	struct stat s;
	char name[] = "/tmp/largeXXXXXX";
	int fd = mkstemp64(name);
	say(fd >= 0 ? "made" : "not made");
	printf("%d\n", (int)write(fd, "12345", 5));
	printf("%d\n", (int)lseek64(fd, 2, SEEK_SET));
	printf("%d\n", fstat64(fd, &s));
	printf("%d\n", (int)s.st_size);
	printf("%d\n", ftruncate64(fd, 3));
	printf("%d\n", stat64(name, &s));
	printf("%d\n", (int)s.st_size);
	printf("%d\n", lstat64(name, &s));
	printf("%d\n", fcntl64(fd, F_GETFL) & O_ACCMODE);
	close(fd);
	FILE *f = fopen64(name, "r");
	printf("%d\n", fseeko64(f, 1, SEEK_SET));
	printf("%d\n", (int)ftello64(f));
	printf("%c\n", getc(f));
	fclose(f);
	fd = open64(name, O_RDONLY);
	char c = 0;
	printf("%d\n", (int)read(fd, &c, 1));
	printf("%c\n", c);
	printf("%d\n", unlink(name));
	return 0;
}

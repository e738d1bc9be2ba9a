// Folders in memory.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void say(const char *what, int status)
{
	printf("%s: %s\n", what, status < 0 ? strerror(errno) : status ? "yes" : "ok");
}

static void list(const char *path)
{
	DIR *d = opendir(path);
	if (!d) {
		say(path, -1);
		return;
	}
	int dots = 0, files = 0, folders = 0;
	unsigned long letters = 0;
	for (struct dirent *e; (e = readdir(d)) != NULL;)
		if (e->d_name[0] == '.')
			dots++;
		else {
			letters += e->d_name[0];
			files += e->d_type == DT_REG;
			folders += e->d_type == DT_DIR;
		}
	printf("%s: %d dots, %d files, %d folders, %lu\n", path, dots, files, folders, letters);
	rewinddir(d);
	printf("%d %d\n", readdir(d) != NULL, dirfd(d) > 2);
	closedir(d);
}

int main(void)
{
	char b[100];
	struct stat s;
	say("to /tmp", chdir("/tmp"));
	say("mkdir", mkdir("vouch-folders", 0755));
	say("again", mkdir("vouch-folders", 0755));
	say("deep", mkdir("vouch-folders/a/b", 0755));
	say("slash", mkdir("vouch-folders/a/", 0700));
	say("chdir", chdir("vouch-folders"));
	puts(getcwd(b, sizeof b));
	char *real = realpath("a/../a//.", NULL);
	puts(real);
	free(real);
	say("small", getcwd(b, 3) ? 0 : -1);
	say("long", mkdir("0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
		"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789", 0700));
	int fd = open("a/f", O_RDWR | O_CREAT, 0640);
	say("write", write(fd, "hello", 5) != 5);
	fstat(fd, &s);
	printf("%o %ld %d\n", s.st_mode, (long)s.st_size, (int)s.st_nlink);
	say("cut", ftruncate(fd, 2));
	say("grow", ftruncate(fd, 9));
	lseek(fd, 0, SEEK_SET);
	memset(b, 1, 50);
	printf("%d", (int)read(fd, b, 20));
	printf(" %d %d %d\n", b[1], b[5], b[9]);
	say("to close", fcntl(fd, F_GETFD));
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	say("to close", fcntl(fd, F_GETFD));
	int other = open("a/f", O_RDONLY | O_CLOEXEC);
	say("to close", fcntl(other, F_GETFD));
	close(other);
	other = open("a/f", O_RDONLY);
	say("to close", fcntl(other, F_GETFD));
	close(other);
	mkdir("gone", 0700);
	other = open("gone", O_RDONLY);
	rmdir("gone");
	say("in a folder that is gone", openat(other, "x", O_CREAT | O_WRONLY, 0600));
	close(other);
	say("append", fcntl(fd, F_GETFL) & O_APPEND ? 1 : 0);
	say("advice", posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL));
	say("sync", fsync(fd));
	close(fd);
	say("closed", fcntl(fd, F_GETFD));
	list("a");
	list(".");
	list("nothing");
	list("a/f");
	say("f/", open("a/f/", O_RDONLY));
	say("write a folder", open("a", O_WRONLY));
	say("rmdir full", rmdir("a"));
	say("unlink folder", unlink("a"));
	say("rmdir file", rmdir("a/f"));
	say("rmdir .", rmdir("a/."));
	say("exclusive", open("a/f", O_CREAT | O_EXCL | O_WRONLY, 0600));
	say("creat missing", creat("q/f", 0600));
	say("creat slash", creat("q/", 0600));
	say("empty", open("", O_RDONLY));
	say("rename", rename("a/f", "g"));
	list(".");
	list("a");
	say("into itself", rename("a", "a/b"));
	say("over a folder", rename("g", "a"));
	say("over a file", rename("a", "g"));
	say("not over", renameat2(AT_FDCWD, "g", AT_FDCWD, "a", RENAME_NOREPLACE));
	say("rename folder", rename("a", "b"));
	say("mkdir", mkdir("a", 0777));
	close(creat("b/in", 0600));
	say("over a full one", rename("a", "b"));
	unlink("b/in");
	say("over an empty one", rename("a", "b"));
	list(".");
	stat("b", &s);
	printf("%o %d\n", s.st_mode, (int)s.st_nlink);
	say("access", access("g", R_OK));
	say("execute", access("g", X_OK));
	say("chmod", chmod("g", 0755));
	say("execute", access("g", X_OK));
	say("chmod", chmod("g", 0));
	say("denied", open("g", O_RDONLY));
	say("missing", access("h", F_OK));
	say("chown", chown("g", -1, -1));
	int d = open("b", O_RDONLY | O_DIRECTORY);
	int z = openat(d, "z", O_CREAT | O_WRONLY, 0666);
	close(z);
	say("fstatat", fstatat(d, "z", &s, 0));
	printf("%o\n", s.st_mode);
	say("unlinkat", unlinkat(d, "z", 0));
	say("mkdirat", mkdirat(d, "y", 0755));
	say("unlinkat file", unlinkat(d, "y", 0));
	say("unlinkat folder", unlinkat(d, "y", AT_REMOVEDIR));
	say("read a folder", read(d, b, 10));
	FILE *f = fopen("b", "r");
	int c = fgetc(f);
	printf("%d %d %s\n", c, ferror(f) != 0, strerror(errno));
	fclose(f);
	say("fopen", fopen("b", "w") ? 0 : -1);
	say("no folder", open("g", O_DIRECTORY));
	say("not in a file", openat(z = open("/tmp/vouch-folders/q", O_CREAT | O_RDWR, 0600), "x", O_RDONLY));
	close(z);
	unlink("q");
	say("fchdir", fchdir(d));
	puts(getcwd(b, sizeof b));
	say("up", chdir("../.."));
	puts(getcwd(b, sizeof b));
	close(d);
	umask(077);
	close(creat("vouch-folders/m", 0666));
	stat("vouch-folders/m", &s);
	printf("%o\n", s.st_mode);
	struct timespec t[2] = {{5, 6}, {7, 8}};
	say("times", utimensat(AT_FDCWD, "vouch-folders/m", t, 0));
	stat("vouch-folders/m", &s);
	printf("%ld %ld\n", (long)s.st_mtim.tv_sec, s.st_atim.tv_nsec);
	say("readlink", readlink("vouch-folders/m", b, 9));
	say("remove", remove("vouch-folders/m") + remove("vouch-folders/g") + remove("vouch-folders/b"));
	list("vouch-folders");
	say("remove", remove("vouch-folders"));
	return 0;
}

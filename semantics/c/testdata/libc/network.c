#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <grp.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pwd.h>
#include <regex.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/poll.h>
#include <sys/un.h>
#include <syslog.h>
#include <unistd.h>
#include <utime.h>

#define SIZE(t) printf(#t ": %zu\n", sizeof(t))
#define AT(t, m) printf(#t "." #m ": %zu\n", offsetof(t, m))

static void ofText(const char *s) {
	struct in_addr a = {1}, b = {1};
	int n = inet_aton(s, &a), m = inet_pton(AF_INET, s, &b);
	printf("%s: %d %x %d %x %x\n", s, n, a.s_addr, m, b.s_addr, inet_addr(s));
}

static void asText(in_addr_t x) {
	struct in_addr a = {htonl(x)};
	char s[INET_ADDRSTRLEN];
	printf("%s %s", inet_ntoa(a), inet_ntop(AF_INET, &a, s, sizeof s));
	errno = 0;
	int none = inet_ntop(AF_INET, &a, s, 8) == NULL;
	printf(" %d %d\n", none, errno == ENOSPC);
}

int main(void) {
	SIZE(struct sockaddr_storage);
	SIZE(struct msghdr);
	SIZE(struct sockaddr_un);
	SIZE(struct sockaddr_in);
	SIZE(struct sockaddr_in6);
	AT(struct sockaddr_in, sin_addr);
	AT(struct sockaddr_in6, sin6_scope_id);
	AT(struct addrinfo, ai_addr);
	AT(struct hostent, h_addr_list);
	AT(struct pollfd, revents);
	AT(struct dirent, d_name);
	AT(struct passwd, pw_dir);
	AT(struct group, gr_mem);
	AT(regex_t, re_nsub);
	AT(glob_t, gl_flags);
	SIZE(struct utimbuf);
	printf("%x %x %x %x\n", htons(0x1234), ntohs(0xff00), htonl(0x12345678), ntohl(INADDR_LOOPBACK));
	const char *texts[] = {"1.2.3.4", "127.1", "0x7f.1", "010.0.0.1", "1.2.3.256", "1.2.3", "1.2.3.4.5", "256.1", "4294967295", "4294967296", "", "1..2", "1.2.3.4 x", "1.2.3.4x", ".1", "00.0.0.0"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		ofText(texts[i]);
	asText(INADDR_ANY);
	asText(INADDR_LOOPBACK);
	asText(INADDR_BROADCAST);
	char a[4];
	errno = 0;
	int r = inet_pton(AF_UNIX, "1.2.3.4", a);
	printf("%d %d\n", r, errno == EAFNOSUPPORT);
	char name[] = "/tmp/vouch-XXXXXX", other[] = "/tmp/vouch-XXXXXX", wrong[] = "XXXXX";
	int fd = mkstemp(name), second = mkstemp(other);
	printf("%d %d %.11s %zu\n", fd > 2 && second > fd, strcmp(name, other) != 0, name, strlen(name));
	char text[3] = "";
	ssize_t written = write(fd, "ab", 2);
	off_t at = lseek(fd, 0, SEEK_SET);
	ssize_t got = read(fd, text, 2);
	printf("%zd %ld %zd %s\n", written, (long)at, got, text);
	close(fd);
	close(second);
	printf("%d", unlink(name));
	printf(" %d\n", unlink(other));
	errno = 0;
	fd = mkstemp(wrong);
	printf("%d %d\n", fd, errno == EINVAL);
	char here[8];
	printf("%s\n", getcwd(here, sizeof here));
	char *own = getcwd(NULL, 0);
	printf("%s\n", own);
	free(own);
	for (size_t n = 0; n < 3; n++) {
		errno = 0;
		int none = getcwd(here, n) == NULL;
		printf("%d %d %d\n", none, errno == EINVAL, errno == ERANGE);
	}
}

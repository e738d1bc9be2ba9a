// Users and groups: there are root, which is number 0, and user, which is number 1000 and runs the program.
#include <grp.h>
#include <pwd.h>
#include <stddef.h>

int *__errno_location(void);

static char root[] = "root", user[] = "user", secret[] = "x", name[] = "", folder[] = "/", shell[] = "/bin/sh";
static char *nobody[1];
static int passwords, groups; // how many entries were read
static struct passwd account;
static struct group members;

static struct passwd *filled(unsigned id)
{
	account.pw_name = id ? user : root;
	account.pw_passwd = secret;
	account.pw_uid = account.pw_gid = id;
	account.pw_gecos = name;
	account.pw_dir = folder;
	account.pw_shell = shell;
	return &account;
}

static struct group *grouped(unsigned id)
{
	members.gr_name = id ? user : root;
	members.gr_passwd = secret;
	members.gr_gid = id;
	members.gr_mem = nobody;
	return &members;
}

// The number of a user or group; -1 if there is none of this name.
static int numbered(const char *s)
{
	const char *known = *s == 'r' ? root : user;
	while (*known && *s == *known)
		s++, known++;
	return *known || *s ? -1 : known == root + 4 ? 0 : 1000;
}

struct passwd *getpwuid(uid_t id)
{
	return id == 0 || id == 1000 ? filled(id) : NULL;
}

struct passwd *getpwnam(const char *s)
{
	int id = numbered(s);
	return id < 0 ? NULL : filled(id);
}

void setpwent(void)
{
	passwords = 0;
}

struct passwd *getpwent(void)
{
	return passwords < 2 ? filled(passwords++ * 1000) : NULL;
}

void endpwent(void)
{
	passwords = 0;
}

struct group *getgrgid(gid_t id)
{
	return id == 0 || id == 1000 ? grouped(id) : NULL;
}

struct group *getgrnam(const char *s)
{
	int id = numbered(s);
	return id < 0 ? NULL : grouped(id);
}

void setgrent(void)
{
	groups = 0;
}

struct group *getgrent(void)
{
	return groups < 2 ? grouped(groups++ * 1000) : NULL;
}

void endgrent(void)
{
	groups = 0;
}

int getgroups(int n, gid_t *list)
{
	if (n < 0) {
		*__errno_location() = 22; // EINVAL
		return -1;
	}
	if (n)
		*list = 1000;
	return 1;
}

int getgrouplist(const char *s, gid_t group, gid_t *list, int *n)
{
	int room = *n;
	*n = 1;
	if (room < 1)
		return -1;
	*list = group;
	return 1;
}

// A user who is not root stays who they are.
static int stays(unsigned id)
{
	if (id == 1000)
		return 0;
	*__errno_location() = 1; // EPERM
	return -1;
}

int setuid(uid_t id)
{
	return stays(id);
}

int seteuid(uid_t id)
{
	return stays(id);
}

int setgid(gid_t id)
{
	return stays(id);
}

int setegid(gid_t id)
{
	return stays(id);
}

int setgroups(size_t n, const gid_t *list)
{
	return stays(0);
}

int initgroups(const char *s, gid_t id)
{
	return stays(0);
}

char *getlogin(void)
{
	return user;
}

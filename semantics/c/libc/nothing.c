// Tables of the system that have no entries, and what ends their reading.
#include <netdb.h>
#include <stddef.h>
#include <stdio.h>

struct utmpx;
struct mntent;

void setutxent(void)
{
}

struct utmpx *getutxent(void)
{
	return NULL;
}

void endutxent(void)
{
}

int utmpxname(const char *path)
{
	return 0;
}

int utmpname(const char *path)
{
	return 0;
}

struct mntent *getmntent(FILE *f)
{
	return NULL;
}

int endmntent(FILE *f)
{
	if (f)
		fclose(f);
	return 1;
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *wanted, struct addrinfo **list)
{
	__vouch_outside();
	return EAI_AGAIN;
}

void freeaddrinfo(struct addrinfo *list)
{
}

const char *gai_strerror(int error)
{
	switch (error) {
	case 0:
		return "Success";
	case EAI_AGAIN:
		return "Temporary failure in name resolution";
	case EAI_NONAME:
		return "Name or service not known";
	}
	return "Unknown error";
}

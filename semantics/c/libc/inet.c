// Addresses of the internet as numbers, whose highest byte comes first in memory, and as text.
#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int *__errno_location(void);

uint16_t htons(uint16_t x)
{
	return x << 8 | x >> 8;
}

uint32_t htonl(uint32_t x)
{
	return __builtin_bswap32(x);
}

uint16_t ntohs(uint16_t x)
{
	return htons(x);
}

uint32_t ntohl(uint32_t x)
{
	return __builtin_bswap32(x);
}

// The last of one to four numbers stands for all bytes that are left.
int inet_aton(const char *s, struct in_addr *a)
{
	uint32_t address = 0;
	for (int bits = 32;; s++) {
		if (!isdigit((unsigned char)*s))
			return 0;
		char *end;
		unsigned long x = strtoul(s, &end, 0);
		s = end;
		if (*s != '.') {
			if (*s && !isspace((unsigned char)*s) || x >> bits)
				return 0;
			a->s_addr = htonl(address | x);
			return 1;
		}
		if (bits == 8 || x > 255)
			return 0;
		bits -= 8;
		address |= x << bits;
	}
}

in_addr_t inet_addr(const char *s)
{
	struct in_addr a;
	return inet_aton(s, &a) ? a.s_addr : INADDR_NONE;
}

static char *shown(const unsigned char *b, char *text)
{
	sprintf(text, "%d.%d.%d.%d", b[0], b[1], b[2], b[3]);
	return text;
}

char *inet_ntoa(struct in_addr a)
{
	static char text[INET_ADDRSTRLEN];
	return shown((unsigned char *)&a, text);
}

// Four decimal numbers without zeros in front of them.
static int parsed(const char *s, unsigned char *b)
{
	for (int i = 0; i < 4; i++) {
		if (i > 0 && *s++ != '.')
			return 0;
		int x = 0, digits = 0;
		for (; isdigit((unsigned char)*s); s++) {
			x = x * 10 + *s - '0';
			if (x > 255 || digits > 0 && x < 10)
				return 0;
			digits++;
		}
		if (digits == 0)
			return 0;
		b[i] = x;
	}
	return *s == 0;
}

int inet_pton(int family, const char *restrict s, void *restrict a)
{
	if (family == AF_INET6)
		__vouch_unsupported("an address of IPv6");
	if (family != AF_INET) {
		*__errno_location() = 97; // EAFNOSUPPORT
		return -1;
	}
	unsigned char b[4];
	if (!parsed(s, b))
		return 0;
	memcpy(a, b, 4);
	return 1;
}

const char *inet_ntop(int family, const void *restrict a, char *restrict text, socklen_t size)
{
	if (family == AF_INET6)
		__vouch_unsupported("an address of IPv6");
	if (family != AF_INET) {
		*__errno_location() = 97; // EAFNOSUPPORT
		return 0;
	}
	char own[INET_ADDRSTRLEN];
	if (strlen(shown(a, own)) >= size) {
		*__errno_location() = 28; // ENOSPC
		return 0;
	}
	return strcpy(text, own);
}

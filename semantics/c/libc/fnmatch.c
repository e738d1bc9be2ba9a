// Patterns for names of files, in the C locale.
#include <fnmatch.h>

enum {
	LEADING_FOLDERS = 8,
	ANY_CASE = 16,
	EXTENDED = 32
};

static int folded(int c, int flags)
{
	return flags & ANY_CASE && c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static int same(const char *a, const char *b, int n)
{
	int i = 0;
	while (i < n && b[i] && a[i] == b[i])
		i++;
	return i == n && !b[i];
}

static int of_class(const char *name, int n, int c)
{
	int lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z', digit = c >= '0' && c <= '9';
	int letter = lower || upper;
	return same(name, "alpha", n) ? letter : same(name, "digit", n) ? digit : same(name, "alnum", n) ? letter || digit :
		same(name, "lower", n) ? lower : same(name, "upper", n) ? upper : same(name, "space", n) ? c == ' ' || c >= 9 && c <= 13 :
		same(name, "blank", n) ? c == ' ' || c == 9 : same(name, "print", n) ? c >= 32 && c <= 126 :
		same(name, "graph", n) ? c >= 33 && c <= 126 : same(name, "cntrl", n) ? c >= 0 && c < 32 || c == 127 :
		same(name, "punct", n) ? c >= 33 && c <= 126 && !letter && !digit :
		same(name, "xdigit", n) ? digit || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' : 0;
}

// Where a bracket expression ends, behind its opening bracket; null if it is none. in says whether c is in it.
static const char *bracket(const char *p, int c, int flags, int *in)
{
	int not = *p == '!' || *p == '^', found = 0;
	c = folded(c, flags);
	p += not;
	for (int first = 1; first || *p != ']'; first = 0) {
		int from, to;
		if (p[0] == '[' && p[1] == ':') {
			int n = 0;
			while (p[2 + n] && p[2 + n] != ':')
				n++;
			if (p[2 + n] && p[3 + n] == ']') {
				found |= of_class(p + 2, n, c);
				p += 4 + n;
				continue;
			}
		}
		if (p[0] == '[' && (p[1] == '.' || p[1] == '='))
			__vouch_unsupported("fnmatch with a collating symbol");
		if (*p == '\\' && !(flags & FNM_NOESCAPE))
			p++;
		if (!*p)
			return 0;
		from = to = folded(*p++ & 255, flags);
		if (p[0] == '-' && p[1] && p[1] != ']') {
			p++;
			if (*p == '\\' && !(flags & FNM_NOESCAPE))
				p++;
			if (!*p)
				return 0;
			to = folded(*p++ & 255, flags);
		}
		found |= c >= from && c <= to;
	}
	*in = found != not;
	return p + 1;
}

// Whether a period at s must be matched by a period.
static int hidden(const char *begin, const char *s, int flags)
{
	return flags & FNM_PERIOD && *s == '.' && (s == begin || flags & FNM_PATHNAME && s[-1] == '/');
}

static int match(const char *p, const char *begin, const char *s, int flags)
{
	for (; *p; s++) {
		int c = *s & 255, in;
		if (flags & EXTENDED && p[1] == '(' && (*p == '?' || *p == '*' || *p == '+' || *p == '@' || *p == '!'))
			__vouch_unsupported("fnmatch with lists of patterns");
		if (*p == '*') {
			if (hidden(begin, s, flags))
				return FNM_NOMATCH;
			while (*p == '*')
				p++;
			for (;; s++) {
				if (match(p, begin, s, flags) == 0)
					return 0;
				if (!*s || *s == '/' && flags & FNM_PATHNAME)
					return FNM_NOMATCH;
			}
		}
		if (!c)
			return FNM_NOMATCH;
		int special = c == '/' && flags & FNM_PATHNAME || hidden(begin, s, flags);
		const char *end;
		if (*p == '?') {
			if (special)
				return FNM_NOMATCH;
			p++;
		} else if (*p == '[' && (end = bracket(p + 1, c, flags, &in))) {
			if (special || !in)
				return FNM_NOMATCH;
			p = end;
		} else {
			if (*p == '\\' && !(flags & FNM_NOESCAPE) && !*++p)
				return FNM_NOMATCH;
			if (folded(*p++ & 255, flags) != folded(c, flags))
				return FNM_NOMATCH;
		}
	}
	return !*s || *s == '/' && flags & LEADING_FOLDERS ? 0 : FNM_NOMATCH;
}

int fnmatch(const char *pattern, const char *s, int flags)
{
	return match(pattern, s, s, flags);
}

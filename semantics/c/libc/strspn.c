/* Spans of a string made of the characters of a set, and tokens between them. */
extern unsigned long strlen(const char *);

static int __vouch_member(const char *set, char c) {
	for (; *set; set++)
		if (*set == c)
			return 1;
	return 0;
}

unsigned long strspn(const char *s, const char *set) {
	unsigned long n = 0;
	while (s[n] && __vouch_member(set, s[n]))
		n++;
	return n;
}

unsigned long strcspn(const char *s, const char *set) {
	unsigned long n = 0;
	while (s[n] && !__vouch_member(set, s[n]))
		n++;
	return n;
}

char *strpbrk(const char *s, const char *set) {
	s += strcspn(s, set);
	return *s ? (char *)s : (char *)0;
}

char *strsep(char **from, const char *set) {
	char *s = *from;
	if (!s)
		return s;
	char *end = s + strcspn(s, set);
	if (*end) {
		__vouch_disjoint(end, 1, set, strlen(set) + 1);
		*end++ = 0;
	} else
		end = (char *)0;
	*from = end;
	return s;
}

char *strtok_r(char *s, const char *set, char **rest) {
	if (!s)
		s = *rest;
	s += strspn(s, set);
	if (!*s) {
		*rest = s;
		return (char *)0;
	}
	char *end = s + strcspn(s, set);
	if (*end) {
		__vouch_disjoint(end, 1, set, strlen(set) + 1);
		*end++ = 0;
	}
	*rest = end;
	return s;
}

char *__strtok_r(char *s, const char *set, char **rest) {
	return strtok_r(s, set, rest);
}

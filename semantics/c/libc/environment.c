/* The environment, which is PWD=/ at the beginning. */
extern int *__errno_location(void);

static char __vouch_directory[] = "PWD=/";
static char *__vouch_first[2] = {__vouch_directory};
char **environ = __vouch_first;
/* The array that setenv has made, if it is still in use, and the texts that it has made: a program may still point to those that are not in use. */
static char **__vouch_own;
static unsigned long __vouch_room;
static struct __vouch_text {
	struct __vouch_text *next;
	char *text;
} *__vouch_texts;

/* The length of a name, if it is one and text begins with it and an equals sign; else 0. */
static unsigned long __vouch_names(const char *text, const char *name) {
	unsigned long n = 0;
	while (name[n] && name[n] == text[n])
		n++;
	return !name[n] && text[n] == '=' ? n : 0;
}

char *getenv(const char *name) {
	for (char **v = environ; v && *v; v++) {
		unsigned long n = __vouch_names(*v, name);
		if (n)
			return *v + n + 1;
	}
	return (char *)0;
}

char *secure_getenv(const char *name) {
	return getenv(name);
}

int unsetenv(const char *name) {
	unsigned long n = 0;
	while (name[n] && name[n] != '=')
		n++;
	if (n == 0 || name[n]) {
		*__errno_location() = 22;
		return -1;
	}
	char **to = environ;
	for (char **from = to; from && *from; from++)
		if (!__vouch_names(*from, name))
			*to++ = *from;
	if (to && *to)
		*to = (char *)0;
	return 0;
}

/* Puts a variable in the place of the one with its name, or behind all. */
static void __vouch_put_variable(const char *name, char *text) {
	unsigned long n = 0;
	for (; environ && environ[n]; n++)
		if (__vouch_names(environ[n], name)) {
			environ[n] = text;
			return;
		}
	if (environ != __vouch_own || n + 2 > __vouch_room) {
		char **more = __vouch_alloc((2 * n + 8) * sizeof *more);
		if (n)
			__vouch_copy(more, environ, n * sizeof *more);
		if (__vouch_own)
			__vouch_free(__vouch_own);
		environ = __vouch_own = more;
		__vouch_room = 2 * n + 8;
	}
	environ[n] = text;
	environ[n + 1] = (char *)0;
}

int setenv(const char *name, const char *value, int overwrite) {
	unsigned long n = 0, m = 0;
	while (name[n] && name[n] != '=')
		n++;
	if (n == 0 || name[n]) {
		*__errno_location() = 22;
		return -1;
	}
	if (getenv(name) && !overwrite)
		return 0;
	while (value[m])
		m++;
	struct __vouch_text *t = __vouch_alloc(sizeof *t);
	t->text = __vouch_alloc(n + m + 2);
	t->next = __vouch_texts;
	__vouch_texts = t;
	__vouch_copy(t->text, name, n);
	t->text[n] = '=';
	__vouch_copy(t->text + n + 1, value, m + 1);
	__vouch_put_variable(name, t->text);
	return 0;
}

int putenv(char *text) {
	unsigned long n = 0;
	while (text[n] && text[n] != '=')
		n++;
	char *name = __vouch_alloc(n + 1);
	__vouch_copy(name, text, n);
	name[n] = 0;
	int status = 0;
	if (text[n])
		__vouch_put_variable(name, text);
	else
		status = unsetenv(name);
	__vouch_free(name);
	return status;
}

int clearenv(void) {
	environ = (char **)0;
	return 0;
}

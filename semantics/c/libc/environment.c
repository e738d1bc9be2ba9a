/* The environment, which is PWD=/ at the beginning. */
extern int *__errno_location(void);

struct __vouch_variable {
	struct __vouch_variable *next;
	char *text; /* NAME=VALUE */
};
/* Those that there are, and those that were removed: a program may still point to their texts. */
static char __vouch_directory[] = "PWD=/";
static struct __vouch_variable __vouch_first = {0, __vouch_directory};
static struct __vouch_variable *__vouch_variables = &__vouch_first, *__vouch_removed;

/* The length of a name, if it is one and text begins with it and an equals sign; else 0. */
static unsigned long __vouch_names(const char *text, const char *name) {
	unsigned long n = 0;
	while (name[n] && name[n] == text[n])
		n++;
	return !name[n] && text[n] == '=' ? n : 0;
}

char *getenv(const char *name) {
	for (struct __vouch_variable *v = __vouch_variables; v; v = v->next) {
		unsigned long n = __vouch_names(v->text, name);
		if (n)
			return v->text + n + 1;
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
	for (struct __vouch_variable **at = &__vouch_variables; *at;)
		if (__vouch_names((*at)->text, name)) {
			struct __vouch_variable *v = *at;
			*at = v->next;
			v->next = __vouch_removed;
			__vouch_removed = v;
		} else
			at = &(*at)->next;
	return 0;
}

/* Puts a variable in front; text stays where it is. */
static void __vouch_add_variable(char *text) {
	struct __vouch_variable *v = __vouch_alloc(sizeof *v);
	v->next = __vouch_variables;
	v->text = text;
	__vouch_variables = v;
}

int setenv(const char *name, const char *value, int overwrite) {
	unsigned long n = 0, m = 0;
	if (getenv(name) && !overwrite)
		return 0;
	if (unsetenv(name) < 0)
		return -1;
	while (name[n])
		n++;
	while (value[m])
		m++;
	char *text = __vouch_alloc(n + m + 2);
	__vouch_copy(text, name, n);
	text[n] = '=';
	__vouch_copy(text + n + 1, value, m + 1);
	__vouch_add_variable(text);
	return 0;
}

int putenv(char *text) {
	unsigned long n = 0;
	while (text[n] && text[n] != '=')
		n++;
	char *name = __vouch_alloc(n + 1);
	__vouch_copy(name, text, n);
	name[n] = 0;
	int status = unsetenv(name);
	if (text[n] && status == 0)
		__vouch_add_variable(text);
	__vouch_free(name);
	return status;
}

int clearenv(void) {
	while (__vouch_variables) {
		struct __vouch_variable *v = __vouch_variables;
		__vouch_variables = v->next;
		v->next = __vouch_removed;
		__vouch_removed = v;
	}
	return 0;
}

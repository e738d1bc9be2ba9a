/* Messages in the language of the user, which is that of the program: there are no translations. */
#include <stddef.h>

int strcmp(const char *, const char *);
char *strdup(const char *);

char *dcgettext(const char *domain, const char *text, int category)
{
	return (char *)text;
}

char *dgettext(const char *domain, const char *text)
{
	return (char *)text;
}

char *gettext(const char *text)
{
	return (char *)text;
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category)
{
	return (char *)(n == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long n)
{
	return (char *)(n == 1 ? one : many);
}

char *ngettext(const char *one, const char *many, unsigned long n)
{
	return (char *)(n == 1 ? one : many);
}

static char *current = "messages";

char *textdomain(const char *domain)
{
	if (domain && strcmp(domain, current)) {
		char *copy = strcmp(domain, "") ? strdup(domain) : "messages";
		if (!copy)
			return NULL;
		current = copy; // glibc frees the old one; who keeps the pointer must not use it
	}
	return current;
}

// What bindtextdomain and bind_textdomain_codeset were told of each domain.
static struct binding {
	char *domain, *folder, *codeset;
	struct binding *next;
} *bindings;

static struct binding *of(const char *domain)
{
	struct binding *b = bindings;
	while (b && strcmp(b->domain, domain))
		b = b->next;
	if (b)
		return b;
	b = __vouch_alloc(sizeof *b);
	if (!(b->domain = strdup(domain)))
		return NULL;
	b->folder = "/usr/share/locale";
	b->codeset = NULL;
	b->next = bindings;
	return bindings = b;
}

// Stores a value, and returns the one that is stored then.
static char *told(char **where, const char *value)
{
	if (value) {
		char *copy = strdup(value);
		if (!copy)
			return NULL;
		*where = copy;
	}
	return *where;
}

char *bindtextdomain(const char *domain, const char *folder)
{
	struct binding *b = domain && *domain ? of(domain) : NULL;
	return b ? told(&b->folder, folder) : NULL;
}

char *bind_textdomain_codeset(const char *domain, const char *codeset)
{
	struct binding *b = domain && *domain ? of(domain) : NULL;
	return b ? told(&b->codeset, codeset) : NULL;
}

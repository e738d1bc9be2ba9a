/* Messages in the language of the user. */
#ifndef _LIBINTL_H
#define _LIBINTL_H 1
#include <features.h>
char *gettext(const char *) __attribute__((format_arg(1)));
char *dgettext(const char *, const char *) __attribute__((format_arg(2)));
char *dcgettext(const char *, const char *, int) __attribute__((format_arg(2)));
char *ngettext(const char *, const char *, unsigned long) __attribute__((format_arg(1))) __attribute__((format_arg(2)));
char *dngettext(const char *, const char *, const char *, unsigned long) __attribute__((format_arg(2))) __attribute__((format_arg(3)));
char *dcngettext(const char *, const char *, const char *, unsigned long, int) __attribute__((format_arg(2))) __attribute__((format_arg(3)));
char *textdomain(const char *);
char *bindtextdomain(const char *, const char *);
char *bind_textdomain_codeset(const char *, const char *);
#endif

/* The C locale, the only one there is. */
#include <locale.h>

extern int strcmp(const char *, const char *);

static char __vouch_nothing[1];

char *setlocale(int category, const char *name) {
	if (category < 0 || category > 12 || name && name[0] && strcmp(name, "C") && strcmp(name, "POSIX"))
		return (char *)0;
	return "C";
}

struct lconv *localeconv(void) {
	static struct lconv c;
	c.decimal_point = ".";
	c.thousands_sep = c.grouping = c.int_curr_symbol = c.currency_symbol = c.mon_decimal_point = __vouch_nothing;
	c.mon_thousands_sep = c.mon_grouping = c.positive_sign = c.negative_sign = __vouch_nothing;
	c.int_frac_digits = c.frac_digits = c.p_cs_precedes = c.p_sep_by_space = c.n_cs_precedes = 127;
	c.n_sep_by_space = c.p_sign_posn = c.n_sign_posn = c.int_p_cs_precedes = c.int_p_sep_by_space = 127;
	c.int_n_cs_precedes = c.int_n_sep_by_space = c.int_p_sign_posn = c.int_n_sign_posn = 127;
	return &c;
}

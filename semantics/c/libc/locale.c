/* The C locale, the only one there is. */
struct lconv {
	char *decimal_point;
	char *texts[9];
	char numbers[14];
};

static char __vouch_nothing[1];
static char *const __vouch_c_locale = "C";

char *setlocale(int category, const char *name) {
	if (category < 0 || category > 12 || name && name[0] && !(name[0] == 'C' && !name[1]) && !(name[0] == 'P' && name[1] == 'O' && name[2] == 'S' && name[3] == 'I' && name[4] == 'X' && !name[5]))
		return (char *)0;
	return __vouch_c_locale;
}

struct lconv *localeconv(void) {
	static struct lconv c;
	c.decimal_point = ".";
	for (int i = 0; i < 9; i++)
		c.texts[i] = __vouch_nothing;
	__vouch_fill(c.numbers, 127, 14);
	return &c;
}

/* Classes of wide characters by the C locale. */
int iswupper(unsigned int c) {
	return c >= 'A' && c <= 'Z';
}

int iswlower(unsigned int c) {
	return c >= 'a' && c <= 'z';
}

int iswalpha(unsigned int c) {
	return iswupper(c) || iswlower(c);
}

int iswdigit(unsigned int c) {
	return c >= '0' && c <= '9';
}

int iswxdigit(unsigned int c) {
	return iswdigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
}

int iswalnum(unsigned int c) {
	return iswalpha(c) || iswdigit(c);
}

int iswspace(unsigned int c) {
	return c == ' ' || c >= '\t' && c <= '\r';
}

int iswblank(unsigned int c) {
	return c == ' ' || c == '\t';
}

int iswprint(unsigned int c) {
	return c >= ' ' && c <= '~';
}

int iswgraph(unsigned int c) {
	return c > ' ' && c <= '~';
}

int iswpunct(unsigned int c) {
	return iswgraph(c) && !iswalnum(c);
}

int iswcntrl(unsigned int c) {
	return c < ' ' || c == 127;
}

unsigned int towlower(unsigned int c) {
	return iswupper(c) ? c + 32 : c;
}

unsigned int towupper(unsigned int c) {
	return iswlower(c) ? c - 32 : c;
}

static const char __vouch_class_names[12][8] = {"upper", "lower", "alpha", "digit", "xdigit", "alnum", "space", "blank", "print", "graph", "punct", "cntrl"};
static int (*const __vouch_class_tests[12])(unsigned int) = {
	iswupper, iswlower, iswalpha, iswdigit, iswxdigit, iswalnum, iswspace, iswblank, iswprint, iswgraph, iswpunct, iswcntrl,
};

unsigned long wctype(const char *name) {
	for (int i = 0; i < 12; i++) {
		int k = 0;
		while (name[k] && name[k] == __vouch_class_names[i][k])
			k++;
		if (!name[k] && !__vouch_class_names[i][k])
			return i + 1;
	}
	return 0;
}

int iswctype(unsigned int c, unsigned long class) {
	return class >= 1 && class <= 12 && __vouch_class_tests[class - 1](c);
}

/* Classes of characters by the C locale, with the values that glibc gives. An argument is a byte or EOF (C11 7.4p1). */
static void __vouch_character(int c) {
	if (c < -1 || c > 255)
		__vouch_fail("invalid argument");
}

int isupper(int c) {
	__vouch_character(c);
	return c >= 'A' && c <= 'Z' ? 256 : 0;
}

int islower(int c) {
	__vouch_character(c);
	return c >= 'a' && c <= 'z' ? 512 : 0;
}

int isalpha(int c) {
	__vouch_character(c);
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ? 1024 : 0;
}

int isdigit(int c) {
	__vouch_character(c);
	return c >= '0' && c <= '9' ? 2048 : 0;
}

int isxdigit(int c) {
	__vouch_character(c);
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' ? 4096 : 0;
}

int isspace(int c) {
	__vouch_character(c);
	return c == ' ' || c >= '\t' && c <= '\r' ? 8192 : 0;
}

int isprint(int c) {
	__vouch_character(c);
	return c >= ' ' && c <= '~' ? 16384 : 0;
}

int isgraph(int c) {
	__vouch_character(c);
	return c > ' ' && c <= '~' ? 32768 : 0;
}

int isblank(int c) {
	__vouch_character(c);
	return c == ' ' || c == '\t' ? 1 : 0;
}

int iscntrl(int c) {
	__vouch_character(c);
	return c >= 0 && c < ' ' || c == 127 ? 2 : 0;
}

int isalnum(int c) {
	__vouch_character(c);
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ? 8 : 0;
}

int ispunct(int c) {
	__vouch_character(c);
	return c > ' ' && c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' && c <= '~' ? 4 : 0;
}

int tolower(int c) {
	__vouch_character(c);
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int toupper(int c) {
	__vouch_character(c);
	return c >= 'a' && c <= 'z' ? c - 32 : c;
}

int _tolower(int c) {
	return tolower(c);
}

int _toupper(int c) {
	return toupper(c);
}

int isascii(int c) {
	return c >= 0 && c <= 127;
}

int toascii(int c) {
	return c & 127;
}

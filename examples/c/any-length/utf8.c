/* Whether a string is text in UTF-8. */
int valid(const unsigned char *s)
{
	while (*s) {
		if (s[0] < 0x80)
			s += 1;
		else if (s[0] >= 0xc2 && s[0] < 0xe0 && (s[1] & 0xc0) == 0x80)
			s += 2;
		else if (s[0] >= 0xe0 && s[0] < 0xf0 && (s[1] & 0xc0) == 0x80 && (s[2] & 0xc0) == 0x80)
			s += 3;
		else if (s[0] >= 0xf0 && s[0] < 0xf5 && (s[1] & 0xc0) == 0x80 && (s[2] & 0xc0) == 0x80 && (s[3] & 0xc0) == 0x80)
			s += 4;
		else
			return 0;
	}
	return 1;
}

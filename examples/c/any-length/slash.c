/* What follows the last slash of a path: a pointer that is null before the loop, and later into the text. */
int base(const char *s)
{
	const char *last = 0;
	for (; *s; s++)
		if (*s == '/')
			last = s;
	return last ? last[1] : -1;
}

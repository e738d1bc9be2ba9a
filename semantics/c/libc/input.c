// The bytes of the standard input: each of them is an input of the program, and so is the end.
static int ended;

int __vouch_input(void)
{
	if (ended)
		return -1;
	int c = __vouch_draw("stdin", -1, 255);
	if (c < 0)
		ended = 1;
	return c;
}

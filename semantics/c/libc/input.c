// The bytes of the standard input: each of them is an input of the program, and so is the end, unless there are as many bytes as the options allow.
static unsigned long taken; // all that there may be behind the end

int __vouch_input(void)
{
	unsigned long most = __vouch_option("stdin");
	if (taken == most)
		return -1;
	int c = __vouch_draw("stdin", -1, 255);
	if (c < 0)
		taken = most;
	else
		taken++;
	return c;
}

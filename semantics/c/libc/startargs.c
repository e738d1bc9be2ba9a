/* Where a program begins whose main takes arguments: so many as the options say, each up to a zero byte or the length that the options say. */
extern void exit(int);

static char __vouch_program_name[] = "program";
static char __vouch_directory[] = "PWD=/";
static char *__vouch_environment[2] = {__vouch_directory};

void __vouch_start_args(void) {
	int n = __vouch_option("args"), length = __vouch_option("arg-length");
	char **argv = __builtin_alloca((n + 2) * sizeof(char *));
	argv[0] = __vouch_program_name;
	for (int i = 1; i <= n; i++) {
		char *s = __builtin_alloca(length + 1);
		int k = 0;
		while (k < length) {
			long c = __vouch_draw("argument", 0, 255);
			if (!c)
				break;
			s[k++] = c;
		}
		s[k] = 0;
		argv[i] = s;
	}
	argv[n + 1] = (char *)0;
	exit(__vouch_call_main(n + 1, argv, __vouch_environment));
}

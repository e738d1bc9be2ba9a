/* Where a program begins whose main takes arguments: so many inputs as the options say. */
extern void exit(int);

static char __vouch_program_name[] = "program";
static char __vouch_directory[] = "PWD=/";
static char *__vouch_environment[2] = {__vouch_directory};

void __vouch_start_args(void) {
	int n = __vouch_option("args");
	char **argv = __builtin_alloca((n + 2) * sizeof(char *));
	argv[0] = __vouch_program_name;
	__vouch_arguments(argv);
	argv[n + 1] = (char *)0;
	exit(__vouch_call_main(n + 1, argv, __vouch_environment));
}

// The names by which a program was called, as GNU has them: argv[0] and its last part.
static char name[] = "program";

char *program_invocation_name = name;
char *program_invocation_short_name = name;

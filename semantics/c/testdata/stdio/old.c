/* Functions of the library without a prototype, or without any declaration. */
extern int printf();
int sprintf();
char *malloc();
char *strcpy();
void free();

main(argc, argv)
	int argc;
	char **argv;
{
	char text[20], *p = malloc(10);
	sprintf(text, "%d-%.1f", 5, 1.5);
	printf("%s %s %d\n", text, strcpy(p, "abc"), atoi("7"));
	free(p);
	puts("end");
	return 0;
}

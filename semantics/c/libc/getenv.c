/* The environment, which is empty. */
char *getenv(const char *name) {
	while (*name)
		name++;
	return (char *)0;
}

char *secure_getenv(const char *name) {
	return getenv(name);
}

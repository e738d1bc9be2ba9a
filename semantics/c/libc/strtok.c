/* Tokens of a string, one after another. */
extern char *strtok_r(char *, const char *, char **);

static char *__vouch_token_rest;

char *strtok(char *s, const char *set) {
	return strtok_r(s, set, &__vouch_token_rest);
}

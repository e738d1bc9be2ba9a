// Options of the command line, as GNU has them: arguments that are no options move behind the others.
#include <__vouch_file.h>
#include <getopt.h>

extern FILE *stderr;
int fprintf(FILE *f, const char *format, ...);

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

static char *next;              // the rest of an argument that has several options
static int skipped, skippedEnd; // the arguments that are no options, among those that were looked at

// Moves the skipped arguments behind those from skippedEnd to optind.
static void exchange(char **argv)
{
	while (skippedEnd < optind) {
		char *option = argv[skippedEnd];
		for (int i = skippedEnd++; i > skipped; i--)
			argv[i] = argv[i - 1];
		argv[skipped++] = option;
	}
}

static int length(const char *s)
{
	int n = 0;
	while (s[n] && s[n] != '=')
		n++;
	return n;
}

static int prefix(const char *s, const char *name, int n)
{
	for (int i = 0; i < n; i++)
		if (s[i] != name[i])
			return 0;
	return 1;
}

// Takes the long option whose name begins at s, behind dashes. Returns -2 if there is none and one dash may be short options.
static int named(int argc, char **argv, const char *options, const struct option *longs, int *index, const char *s, const char *dashes, int quiet)
{
	int n = length(s), found = -1, ambiguous = 0, i;
	for (i = 0; longs[i].name; i++)
		if (prefix(s, longs[i].name, n)) {
			if (!longs[i].name[n]) {
				found = i;
				ambiguous = 0;
				break;
			}
			if (found < 0)
				found = i;
			else if (longs[found].has_arg != longs[i].has_arg || longs[found].flag != longs[i].flag || longs[found].val != longs[i].val)
				ambiguous = 1;
		}
	if (found < 0 || ambiguous) {
		if (dashes[1] == 0 && !ambiguous)
			for (i = 0; options[i]; i++)
				if (options[i] == *s)
					return -2;
		if (!quiet && ambiguous)
			fprintf(stderr, "%s: option '%s%s' is ambiguous\n", argv[0], dashes, s);
		else if (!quiet)
			fprintf(stderr, "%s: unrecognized option '%s%s'\n", argv[0], dashes, s);
		next = 0;
		optind++;
		optopt = 0;
		return '?';
	}
	const struct option *o = &longs[found];
	next = 0;
	optind++;
	if (s[n]) {
		if (!o->has_arg) {
			if (!quiet)
				fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0], dashes, o->name);
			optopt = o->val;
			return '?';
		}
		optarg = (char *)s + n + 1;
	} else if (o->has_arg == 1) {
		if (optind >= argc) {
			if (!quiet)
				fprintf(stderr, "%s: option '%s%s' requires an argument\n", argv[0], dashes, o->name);
			optopt = o->val;
			return *options == ':' ? ':' : '?';
		}
		optarg = argv[optind++];
	}
	if (index)
		*index = found;
	if (o->flag) {
		*o->flag = o->val;
		return 0;
	}
	return o->val;
}

static int option(int argc, char **argv, const char *options, const struct option *longs, int *index, int only)
{
	char order = *options;
	optarg = 0;
	if (!optind || !next && optind == 1 && !skippedEnd) {
		if (!optind)
			optind = 1;
		skipped = skippedEnd = optind;
		next = 0;
	}
	if (order == '-' || order == '+')
		options++;
	int quiet = !opterr || *options == ':';
	if (!next || !*next) {
		if (skippedEnd > optind)
			skippedEnd = optind;
		if (skipped > optind)
			skipped = optind;
		if (order != '-' && order != '+') {
			if (skipped != skippedEnd && skippedEnd != optind)
				exchange(argv);
			else if (skippedEnd != optind)
				skipped = optind;
			while (optind < argc && (argv[optind][0] != '-' || !argv[optind][1]))
				optind++;
			skippedEnd = optind;
		}
		if (optind < argc && argv[optind][0] == '-' && argv[optind][1] == '-' && !argv[optind][2]) {
			optind++;
			if (skipped != skippedEnd && skippedEnd != optind)
				exchange(argv);
			else if (skipped == skippedEnd)
				skipped = optind;
			skippedEnd = optind = argc;
		}
		if (optind >= argc) {
			if (skipped != skippedEnd)
				optind = skipped;
			return -1;
		}
		if (argv[optind][0] != '-' || !argv[optind][1]) {
			if (order == '+')
				return -1;
			optarg = argv[optind++];
			return 1;
		}
		if (longs) {
			if (argv[optind][1] == '-')
				return named(argc, argv, options, longs, index, argv[optind] + 2, "--", quiet);
			int i = 0;
			while (options[i] && options[i] != argv[optind][1])
				i++;
			if (only && (argv[optind][2] || !options[i])) {
				int code = named(argc, argv, options, longs, index, argv[optind] + 1, "-", quiet);
				if (code != -2)
					return code;
			}
		}
		next = argv[optind] + 1;
	}
	int c = *next++, i = 0;
	while (options[i] && options[i] != c)
		i++;
	if (!*next)
		optind++;
	if (!options[i] || c == ':' || c == ';') {
		if (!quiet)
			fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
		optopt = c;
		return '?';
	}
	if (options[i + 1] == ':') {
		if (*next) {
			optarg = next;
			optind++;
		} else if (options[i + 2] != ':') {
			if (optind >= argc) {
				if (!quiet)
					fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
				optopt = c;
				c = *options == ':' ? ':' : '?';
			} else
				optarg = argv[optind++];
		}
		next = 0;
	}
	return c;
}

int getopt(int argc, char *const *argv, const char *options)
{
	return option(argc, (char **)argv, options, 0, 0, 0);
}

int getopt_long(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
	return option(argc, (char **)argv, options, longs, index, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
	return option(argc, (char **)argv, options, longs, index, 1);
}

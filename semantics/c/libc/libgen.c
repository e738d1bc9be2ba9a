/* The parts of a path. */
char *__xpg_basename(char *path) {
	unsigned long n = 0, start;
	if (!path || !*path)
		return ".";
	while (path[n])
		n++;
	while (n > 1 && path[n - 1] == '/')
		path[--n] = 0;
	for (start = n; start > 0 && path[start - 1] != '/'; start--)
		;
	return start == n ? path + n - 1 : path + start;
}

char *basename(const char *path) {
	const char *last = path;
	for (; *path; path++)
		if (*path == '/')
			last = path + 1;
	return (char *)last;
}

char *dirname(char *path) {
	unsigned long n = 0;
	if (!path || !*path)
		return ".";
	while (path[n])
		n++;
	while (n > 0 && path[n - 1] == '/')
		n--;
	if (n == 0)
		return path[1] == '/' && !path[2] ? "//" : "/";
	while (n > 0 && path[n - 1] != '/')
		n--;
	if (n == 0)
		return ".";
	while (n > 1 && path[n - 1] == '/')
		n--;
	if (n == 1 && path[0] == '/' && path[1] == '/' && path[2] != '/')
		n = 2; /* two slashes are a root of their own */
	path[n] = 0;
	return path;
}

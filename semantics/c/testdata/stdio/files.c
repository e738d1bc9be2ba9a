// Files in memory.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void show(const char *name)
{
	FILE *f = fopen(name, "r");
	if (!f) {
		printf("%s: %s\n", name, strerror(errno));
		return;
	}
	printf("%s:", name);
	for (int c; (c = fgetc(f)) != EOF;)
		printf(c < ' ' ? " %d" : "%c", c);
	printf(" %d %d\n", feof(f) != 0, ferror(f));
	fclose(f);
}

int main(void)
{
	const char *name = "/tmp/vouch-test-a", *other = "/tmp/vouch-test-b";
	remove(name);
	remove(other);
	show(name);
	FILE *f = fopen(name, "w");
	fprintf(f, "line %d\n", 1);
	fputs("line 2\n", f);
	fputc('x', f);
	printf("%ld ", ftell(f));
	printf("%d\n", fgetc(f));
	printf("%d\n", ferror(f) != 0);
	fclose(f);
	show(name);

	f = fopen(name, "a");
	fwrite("yz", 1, 2, f);
	fclose(f);
	show(name);

	f = fopen(name, "r+");
	char s[20];
	printf("%s", fgets(s, sizeof s, f));
	fseek(f, 2, SEEK_SET);
	fputs("NE", f);
	fseek(f, -3, SEEK_END);
	printf("%c", fgetc(f));
	printf("%c", fgetc(f));
	printf(" %ld", ftell(f));
	ungetc('q', f);
	printf(" %ld", ftell(f));
	printf(" %c\n", fgetc(f));
	rewind(f);
	int n;
	printf("%d", fscanf(f, "%s %d", s, &n));
	printf(" %s %d\n", s, n);
	fclose(f);
	show(name);

	f = fopen(name, "w+");
	fseek(f, 3, SEEK_SET);
	fputc('!', f);
	fclose(f);
	show(name);
	printf("%d ", rename(name, other));
	show(name);
	show(other);
	printf("%d ", fopen(other, "wx") == NULL);
	char *empty = calloc(1, 1); // a mode that says nothing
	printf("%d ", fopen(other, empty) == NULL && errno == EINVAL);
	free(empty);
	printf("%d ", errno);
	printf("%d ", remove(other));
	printf("%d ", remove(other));
	printf("%d\n", errno);

	f = tmpfile();
	double x = 2.5, y = 0;
	fwrite(&x, sizeof x, 1, f);
	fflush(f);
	rewind(f);
	printf("%zu ", fread(&y, sizeof y, 1, f));
	printf("%g %d\n", y, fgetc(f));
	fpos_t pos;
	fgetpos(f, &pos);
	rewind(f);
	fsetpos(f, &pos);
	printf("%ld\n", ftell(f));
	fclose(f);

	int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
	printf("%zd ", write(fd, "abcdef", 6));
	printf("%ld ", (long)lseek(fd, 1, SEEK_SET));
	memset(s, 0, sizeof s);
	printf("%zd ", read(fd, s, 10));
	printf("%s\n", s);
	struct stat status;
	printf("%d ", fstat(fd, &status));
	printf("%ld\n", (long)status.st_size);
	close(fd);
	printf("%d ", access(name, F_OK));
	printf("%d\n", unlink(name));
	printf("%d ", open(name, O_RDONLY));
	printf("%d\n", errno);
	freopen(name, "w", stdout);
	printf("to the file %d\n", 1);
	fclose(stdout);
	f = fopen(name, "r");
	while (fgets(s, sizeof s, f))
		fputs(s, stderr);
	fclose(f);
	remove(name);
	return 0;
}

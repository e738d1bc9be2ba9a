// Files with a new name.
#include <fcntl.h>
#include <string.h>

int *__errno_location(void);

int mkostemp(char *name, int flags)
{
	unsigned long n = strlen(name);
	if (n < 6 || memcmp(name + n - 6, "XXXXXX", 6)) {
		*__errno_location() = 22; // EINVAL
		return -1;
	}
	for (int i = 0; i < 1000000; i++) {
		int rest = i;
		for (int k = 1; k <= 6; k++, rest /= 10)
			name[n - k] = '0' + rest % 10;
		int fd = open(name, O_RDWR | O_CREAT | O_EXCL | flags & ~O_ACCMODE, 0600);
		if (fd >= 0 || *__errno_location() != 17) // EEXIST
			return fd;
	}
	return -1;
}

int mkstemp(char *name)
{
	return mkostemp(name, 0);
}

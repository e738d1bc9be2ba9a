// Waiting for events. What can be read or written can be at once.
#include <poll.h>

struct _IO_FILE *__vouch_described(int fd);
int __vouch_standard(int fd);

int poll(struct pollfd *list, nfds_t n, int time)
{
	int ready = 0;
	for (nfds_t i = 0; i < n; i++) {
		int fd = list[i].fd, there = 0;
		if (fd < 0)
			there = 0;
		else if (__vouch_standard(fd))
			there = fd ? POLLOUT : POLLIN;
		else
			there = __vouch_described(fd) ? POLLIN | POLLOUT : POLLNVAL;
		list[i].revents = there & (list[i].events | POLLNVAL);
		ready += list[i].revents != 0;
	}
	if (!ready && time < 0)
		__vouch_unsupported("waiting for an event, which never comes");
	return ready;
}

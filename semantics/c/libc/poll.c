// Waiting for events. What can be read or written can be at once.
#include <__vouch_file.h>
#include <poll.h>

struct __vouch_open *__vouch_described(int fd);

int poll(struct pollfd *list, nfds_t n, int time)
{
	int ready = 0;
	__vouch_outside();
	for (nfds_t i = 0; i < n; i++) {
		int fd = list[i].fd, there = 0;
		if (fd < 0)
			there = 0;
		else {
			struct __vouch_open *o = __vouch_described(fd);
			there = !o ? POLLNVAL : o->__pipe ? o->__pipe == 3 ? POLLIN : POLLOUT : POLLIN | POLLOUT;
		}
		list[i].revents = there & (list[i].events | POLLNVAL);
		ready += list[i].revents != 0;
	}
	if (!ready && time < 0)
		__vouch_unsupported("waiting for an event, which never comes");
	return ready;
}

// The old name of poll.h.
#include <poll.h>

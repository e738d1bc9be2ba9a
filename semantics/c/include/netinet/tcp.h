// Options of TCP.
#ifndef _NETINET_TCP_H
#define _NETINET_TCP_H 1
#define TCP_NODELAY 1
#define TCP_MAXSEG 2
#define TCP_CORK 3
#define TCP_KEEPIDLE 4
#define TCP_KEEPINTVL 5
#define TCP_KEEPCNT 6
#endif

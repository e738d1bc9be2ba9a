/* Messages about errors as GNU has them. */
#ifndef _ERROR_H
#define _ERROR_H
void error(int, int, const char *, ...);
#endif

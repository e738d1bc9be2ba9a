// Control of devices.
#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H 1
struct winsize {
	unsigned short ws_row;
	unsigned short ws_col;
	unsigned short ws_xpixel;
	unsigned short ws_ypixel;
};
#define TIOCGWINSZ 0x5413
#define FIONREAD 0x541B
#define FIONBIO 0x5421
#define FIONCLEX 0x5450
#define FIOCLEX 0x5451
#define FIONBIO 0x5421
int ioctl(int, unsigned long, ...);
#endif

// What signals are called.
#include <stdio.h>

char *strsignal(int number)
{
	static const char *const names[] = {0, "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap", "Aborted", "Bus error",
		"Floating point exception", "Killed", "User defined signal 1", "Segmentation fault", "User defined signal 2", "Broken pipe", "Alarm clock",
		"Terminated", "Stack fault", "Child exited", "Continued", "Stopped (signal)", "Stopped", "Stopped (tty input)", "Stopped (tty output)",
		"Urgent I/O condition", "CPU time limit exceeded", "File size limit exceeded", "Virtual timer expired", "Profiling timer expired",
		"Window changed", "I/O possible", "Power failure", "Bad system call"};
	static char text[40];
	if (number > 0 && number < 32)
		return (char *)names[number];
	if (number >= 34 && number <= 64)
		sprintf(text, "Real-time signal %d", number - 34);
	else
		sprintf(text, "Unknown signal %d", number);
	return text;
}

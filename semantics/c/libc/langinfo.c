// What the C locale calls things, by the numbers that glibc gives them.
char *nl_langinfo(int item)
{
	static char *const time[] = {
		"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat",
		"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
		"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
		"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
		"AM", "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p",
	};
	if (item >= 0x20000 && item < 0x20000 + (int)(sizeof time / sizeof *time))
		return time[item - 0x20000];
	switch (item) {
	case 14:
		return "ANSI_X3.4-1968";
	case 0x10000:
		return ".";
	case 0x4000f:
		return "-";
	case 0x50000:
		return "^[yY]";
	case 0x50001:
		return "^[nN]";
	}
	return "";
}

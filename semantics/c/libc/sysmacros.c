// The numbers of devices, as glibc packs them.
unsigned gnu_dev_major(unsigned long device)
{
	return device >> 8 & 0xfff | device >> 32 & 0xfffff000;
}

unsigned gnu_dev_minor(unsigned long device)
{
	return device & 0xff | device >> 12 & 0xffffff00;
}

unsigned long gnu_dev_makedev(unsigned major, unsigned minor)
{
	return (major & 0xffful) << 8 | (major & 0xfffff000ul) << 32 | minor & 0xff | (minor & 0xffffff00ul) << 12;
}

// What a stream is, to the models and to nobody else.
#ifndef __VOUCH_FILE_H
#define __VOUCH_FILE_H
typedef struct _IO_FILE FILE;
int __vouch_failed(int error);
struct __vouch_data { // the content of a file in memory
	unsigned char *__bytes;
	long __size, __room;
	int __users; // open files that are of it
	char *__name; // the last part of it; null if it was removed, or never had one
	struct __vouch_data *__folder; // where the name is; / is in itself
	unsigned __mode; // as st_mode has it
	unsigned long __number; // as st_ino has it: they grow
	long __times[4]; // last access and change, in seconds and nanoseconds, as far as the program has set them
	char *__given; // the buffer of fmemopen
	char **__where; // of open_memstream: what points to the content
	unsigned long *__length;
	int __disk; // whether it is a file of the machine
	long __from, __to; // then what was written and is not in the file yet; __to is 0 if that is nothing
	struct __vouch_data *__next;
};
// An open file: a descriptor names one, and descriptors that dup makes of one another name the same.
struct __vouch_open {
	int __pipe;                  // 1: standard output, 2: errors, 3: input; 0: a file in memory
	int __access;                // __VOUCH_READ and __VOUCH_WRITE
	int __flags;                 // those of open that fcntl tells
	int __users;                 // descriptors, and streams that have none
	long __at;                   // the position in bytes
	struct __vouch_data *__data;
	FILE *__ahead;               // a stream that may have read ahead in a file, or may have to write something there
};
struct __vouch_descriptor {
	int __number;
	int __to_close;              // when this program starts another one
	struct __vouch_open *__open; // null if it is closed
	struct __vouch_descriptor *__next; // with a larger number
};
// A stream begins like one of glibc on x86-64, whose members programs with its headers may read. Its buffer is empty at all times.
struct _IO_FILE {
	int __state;         // glibc's _flags: bits of __VOUCH_...
	char *__buffer[11];  // where parts of the buffer begin and end; all are __none
	void *__glibcs[2];
	int __fd;            // glibc's _fileno: a descriptor, closed perhaps; -1 the stream is closed; -2 a string that is read; -4 memory, without a descriptor
	char __more[15];
	char __none[1];
	char __rest[84];
	int __backs;                 // how many bytes were pushed back
	unsigned char __back[20];    // these, the last one is read first
	long __at;                   // the position in a string
	const char *__text;          // of a string
	struct __vouch_open *__open; // of the descriptor; __vouch_none if that is closed
	FILE *__next;                // open streams
};
// What the state says; glibc has the first ones too.
enum {
	__VOUCH_UNBUFFERED = 2,
	__VOUCH_NO_READ = 4,
	__VOUCH_NO_WRITE = 8,
	__VOUCH_END = 0x10,
	__VOUCH_ERROR = 0x20,
	__VOUCH_WRITING = 0x800, // and nothing says yet that all is written
	__VOUCH_APPEND = 0x1000,
	__VOUCH_READ = 0x10000,
	__VOUCH_WRITE = 0x20000,
	__VOUCH_READING = 0x40000
};
#define __VOUCH_BUFFER(f) {(f).__none, (f).__none, (f).__none, (f).__none, (f).__none, (f).__none, (f).__none, (f).__none, 0, 0, 0}
#endif

//// an allocation that fails
//option malloc=may-fail
//in 1
#include <stdlib.h>
int main(void)
{
	char *p = malloc(3);
	*p = 1; // want: null dereference
}

//// an allocation that succeeds
//option malloc=may-fail
//in 0
#include <stdlib.h>
int main(void)
{
	char *p = malloc(3);
	*p = 1;
	free(p);
}

//// what realloc does not move stays
//option malloc=may-fail
//in 0 1
#include <errno.h>
#include <stdlib.h>
int main(void)
{
	char *p = calloc(3, 2);
	char *q = realloc(p, 90);
	free(p);
	return q == NULL && errno == ENOMEM ? 4 : 5; //exit 4
}

//// calloc, strdup and qsort
//option malloc=may-fail
//in 1 1
#include <stdlib.h>
#include <string.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void)
{
	int v[3] = {3, 1, 2};
	qsort(v, 3, sizeof *v, order);
	return v[0] + (calloc(2, 2) == NULL) + (strdup("x") == NULL); //exit 3
}

//// an object that is lost
//option check=all,leaks
#include <stdlib.h>
int main(void)
{
	char *p = malloc(3); // want: memory leak
	p = NULL;
	return p != NULL;
}

//// an object of strdup that is lost
//option check=all,leaks
#include <string.h>
int main(void)
{
	char *p = strdup("x"); // want: memory leak
	p = NULL;
	return p != NULL;
}

//// what a global points to is not lost
//option check=all,leaks
#include <stdlib.h>
#include <string.h>
struct list { struct list *next; char *text; } *first;
int main(void)
{
	for (int i = 0; i < 3; i++) {
		struct list *l = malloc(sizeof *l);
		l->next = first;
		l->text = strdup("text");
		first = l;
	}
	exit(0);
}

//// what is lost when the program is left by exit
//option check=all,leaks
#include <stdlib.h>
static void f(void)
{
	int *p = malloc(sizeof *p); // want: memory leak
	*p = 2;
}
int main(void)
{
	f();
	exit(0);
}

//// an allocation whose size is too large
#include <errno.h>
#include <stdlib.h>
int main(void)
{
	size_t n = (size_t)1 << 40;
	return malloc(n) == NULL && calloc(n, n) == NULL && realloc(NULL, n) == NULL && errno == ENOMEM ? 1 : 2; //exit 1
}

//// exit calls what is to be called, the last one first
#include <stdio.h>
#include <stdlib.h>
static void a(void) { puts("a"); }
static void b(void) { puts("b"); }
static void c(void)
{
	puts("c");
	atexit(b);
}
int main(void)
{
	atexit(a);
	atexit(c);
	puts("main");
	return 300; //exit 44
	//> main
	//> c
	//> b
	//> a
}

//// _Exit calls nothing
#include <stdio.h>
#include <stdlib.h>
static void a(void) { puts("a"); }
int main(void)
{
	atexit(a);
	at_quick_exit(a);
	_Exit(3); //exit 3
}

//// quick_exit calls what it has been told
#include <stdio.h>
#include <stdlib.h>
static void a(void) { puts("a"); }
static void b(void) { puts("b"); }
int main(void)
{
	atexit(a);
	at_quick_exit(b);
	quick_exit(-1); //exit 255
	//> b
}

//// a fault in a function that is called at exit
#include <stdlib.h>
static int *p;
static void a(void)
{
	*p = 1; // want: null dereference
}
int main(void)
{
	atexit(a);
}

//// arguments
//option args=2x3
//in 97 98 99 100 0
#include <stdio.h>
int main(int argc, char **argv)
{
	printf("%d %s %s %d\n", argc, argv[1], argv[2], argv[3] == NULL);
	//> 3 abc d 1
}

//// an argument ends
//option args=1x3
//in 97 98 99
int main(int argc, char **argv)
{
	return argv[1][4]; // want: out of bounds read
}

//// no arguments
#include <string.h>
int main(int argc, char **argv, char **envp)
{
	return argc + (argv[1] == NULL) + (!strcmp(envp[0], "PWD=/") && envp[1] == NULL) + (strlen(argv[0]) > 0); //exit 4
}

//// arguments are nobody's to free
#include <stdlib.h>
int main(int argc, char **argv)
{
	free(argv); // want: invalid free
}

//// the time does not go back
//in 10 12 5
#include <time.h>
int main(void)
{
	time_t a = time(NULL), b;
	time(&b);
	return b - a + (clock() == 5) == 3 ? 7 : 8; //exit 7
}

//// random numbers are inputs
//in 5 2147483647 0
#include <stdlib.h>
int main(void)
{
	srand(1);
	return rand() == 5 && random() == RAND_MAX && rand() == 0; //exit 1
}

//// rand_r computes from its seed, which is no input
#include <stdlib.h>
int main(void)
{
	unsigned a = 7, b = 7;
	return rand_r(&a) == rand_r(&b); //exit 1
}

//// rand begins as if it was seeded with 1
//option rand=sequence
#include <stdlib.h>
int main(void)
{
	int first = rand();
	srand(1);
	return first == rand() && first == 1804289383; //exit 1
}

//// a comparison of another type
#include <stdlib.h>
static int order(int a, int b) { return a - b; }
int main(void)
{
	int v[2] = {2, 1};
	qsort(v, 2, sizeof *v, (int (*)(const void *, const void *))order); // want: invalid call
}

//// a fault in a comparison is a fault there
#include <stdlib.h>
static int order(const void *a, const void *b)
{
	return ((const int *)a)[9] - *(const int *)b; // want: out of bounds read
}
int main(void)
{
	int v[2] = {2, 1};
	qsort(v, 2, sizeof *v, order);
}

//// a function of the program takes the place of one of the library
#include <stdio.h>
char *strchr(const char *s, int c) { return "mine"; }
int strlen(int x) { return x; }
int main(void)
{
	puts(strchr("s", 's'));
	return strlen(3); //exit 3
	//> mine
}

//// the tables of ctype.h end
extern const unsigned short **__ctype_b_loc(void);
int main(void)
{
	int c = -1;
	if (((*__ctype_b_loc())['a'] & 1024) == 0 || (*__ctype_b_loc())[c])
		return 1;
	c = -5;
	return (*__ctype_b_loc())[c]; // want: out of bounds read
}

//// a function of the library may be declared without its result
extern void atexit(void (*)());
extern int puts(const char *);
static void last(void) { puts("last"); }
int main(void)
{
	atexit(last);
	puts("first");
	//> first
	//> last
	return 0;
}

//// a program knows the members of glibc's streams
//in 97 98 -1
struct _IO_FILE {
	int _flags;
	char *_IO_read_ptr, *_IO_read_end, *_IO_read_base, *_IO_write_base, *_IO_write_ptr, *_IO_write_end, *more[5];
	void *others[2];
	int _fileno;
};
typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout;
int getc(FILE *f);
int ungetc(int c, FILE *f);
FILE *tmpfile(void);
int main(void)
{
	FILE *f = tmpfile();
	int ahead = stdin->_IO_read_end - stdin->_IO_read_ptr;
	getc(stdin);
	ungetc('x', stdin);
	ahead += stdin->_IO_read_end - stdin->_IO_read_ptr + (f->_IO_read_end - f->_IO_read_ptr);
	if (stdout->_IO_write_ptr > stdout->_IO_write_base || ahead)
		return 1;
	if (stdin->_fileno != 0 || stdout->_fileno != 1 || f->_fileno != 3)
		return 2;
	if ((stdin->_flags & 12) != 8 || (stdout->_flags & 12) != 4 || f->_flags & 12)
		return 3;
	while (getc(stdin) != -1)
		;
	return (stdin->_flags & 0x30) == 0x10 ? 4 : 5; //exit 4
}

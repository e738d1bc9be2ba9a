#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
#include <locale.h>
#include <search.h>

static int calls;
static int by_value(const void *a, const void *b) {
	int x = *(const int *)a, y = *(const int *)b;
	calls++;
	return (x > y) - (x < y);
}
struct pair { short key; char name[6]; };
static int by_key(const void *a, const void *b) { return ((const struct pair *)a)->key - ((const struct pair *)b)->key; }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static void bye(void) { puts("bye"); }
static void later(void) { puts("later"); }

int main(void) {
	int v[20];
	for (int i = 0; i < 20; i++)
		v[i] = rand() % 50;
	qsort(v, 20, sizeof *v, by_value);
	for (int i = 0; i < 20; i++)
		printf("%d ", v[i]);
	printf("(%d)\n", calls);
	for (int k = 0; k < 50; k += 7) {
		int *p = bsearch(&k, v, 20, sizeof *v, by_value);
		printf("%td ", p ? p - v : -1);
	}
	struct pair ps[] = {{3, "c"}, {1, "a"}, {3, "b"}, {2, "x"}, {1, "z"}};
	qsort(ps, 5, sizeof *ps, by_key);
	for (int i = 0; i < 5; i++)
		printf("%d%s ", ps[i].key, ps[i].name);
	const char *words[] = {"pear", "fig", "apple", "plum", "date"};
	qsort(words, 5, sizeof *words, by_text);
	for (int i = 0; i < 5; i++)
		printf("%s ", words[i]);
	putchar('\n');
	srand(42);
	for (int i = 0; i < 5; i++)
		printf("%d ", rand());
	unsigned seed = 7;
	printf("%d ", rand_r(&seed));
	srandom(5);
	printf("%ld\n", random());
	srand48(3);
	printf("%ld ", lrand48());
	printf("%ld ", mrand48());
	printf("%.17g\n", drand48());
	div_t d = div(-7, 2);
	ldiv_t l = ldiv(100, -9);
	lldiv_t ll = lldiv(-5, 3);
	printf("%d %d %ld %ld %lld %lld %d %ld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem, abs(-4), labs(-5), llabs(6));
	for (int c = -1; c < 256; c++)
		printf("%d", !!isalpha(c) + 2 * !!isdigit(c) + 4 * !!isspace(c) + 8 * !!ispunct(c) + 16 * !!isxdigit(c) + 32 * !!iscntrl(c) + 64 * !!isprint(c) + toupper(c) + tolower(c));
	printf("\n%d %d %d\n", isalpha('x'), isdigit('5'), isspace(' '));
	char *p = malloc(3);
	memcpy(p, "ab", 3);
	p = realloc(p, 100);
	strcat(p, "cdefghijklmnop");
	int *z = calloc(10, sizeof *z);
	printf("%s %d %d\n", p, z[0], z[9]);
	free(p), free(z), free(NULL);
	printf("%d %d\n", malloc(0) != NULL, malloc((size_t)-1) == NULL);
	void *al = NULL;
	printf("%d %d", posix_memalign(&al, 64, 10), posix_memalign(&al, 3, 10));
	printf(" %d\n", (int)((unsigned long)al % 64));
	printf("%s %s %d\n", setlocale(LC_ALL, NULL), localeconv()->decimal_point, setlocale(LC_ALL, "xx") == NULL);
	printf("%s\n", getenv("NOT_THERE_AT_ALL") ? "set" : "unset");
	wchar_t w[20] = L"wide", w2[20];
	wcscat(w, L" world");
	wcscpy(w2, w);
	wmemset(w2 + 1, L'#', 3);
	printf("%zu %d %d %d %d\n", wcslen(w), w2[1], w2[4], wcscmp(w, w2) > 0, (int)(wcschr(w, L'o') - w));
	printf("%d %d %ld\n", iswalpha(L'a') != 0, (int)towupper(L'q'), wcstol(L"  -123x", NULL, 10));
	wchar_t wc;
	char mb[10];
	printf("%d %d %zu\n", mbtowc(&wc, "A", 1), wctomb(mb, L'B'), mbstowcs(w, "hey", 20));
	int list[10] = {4, 5}, nine = 9;
	size_t count = 2;
	lsearch(&nine, list, &count, sizeof *list, by_value);
	printf("%zu %d\n", count, list[2]);
	atexit(bye);
	atexit(later);
	exit(0);
}

Identifiers with the other characters of annex D. The form of the file is described in cases_test.go.
//// everywhere that there are names
#include <stdio.h>
#include <string.h>
#define é²(x̂) ((x̂) + \U0001F600)
#define text(x) #x
enum 🎨 { ① = 3, \u2461 };
struct s̈ { int ²; };
static int 😀 = 3;
static const char *näme̊(void) { return __func__; }
int main(void) {
	struct s\u0308 v = {.\u00b2 = 1};
	if (é²(1) != 4 || v.² != 1 || ② != 4) return 1;
	if (strcmp(text(a̋ + "ߪ̋"), "a̋ + \"ߪ̋\"") || strcmp(text(😀), "\U0001f600") || sizeof text(a̋) != 4) return 2;
	if ('\xaa' == 'a' || L'̋' != 0x30b || strlen("😀̋") != 6) return 3;
	printf("%s 😀̋\n", näme̊()); //> näme̊ 😀̋
	goto ³;
	return 4;
³:
	return 😀; //exit 3
}
//// two spellings are one name
int a̋ = 3, \U0001F602 = 4; int main(void) { return a\u030b + a\U0000030b + 😂; } //exit 10
//// a letter that would stand for another
int ߪ = 1, a̋ = 2, \u07e9 = 3, 𪘀 = 4, 😀 = 5; int main(void) { return ߪ * 10 + a̋ * 3 + ߩ * 4 + 𪘀 + 😀; } //exit 37
//// a place behind such a name
int a̋ = 3; int main(void) { int *😀 = 0; return a̋ + *😀; // want: null dereference
}
//// an alias
int f̋(void) { return 5; } int g(void) __attribute__((alias("f̋"))); int main(void) { return g(); } //exit 5
//// what may not be first
int ̋a; // wrong: 
int main(void) { return 0; }
//// what may not be first, by its name
int \u030ba; // wrong: 
int main(void) { return 0; }
//// two spellings are two names if their characters differ
int a̋; int main(void) { return ä; // wrong: 
}

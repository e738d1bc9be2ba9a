Identifiers with letters of other alphabets. The form of the file is described in cases_test.go.
//// everywhere that there are names
#include <stdio.h>
#define é_is(ß) ((ß) + \u00e9)
#define ma\u00df é_is(1)
#define text(x) #x
enum Ω { α = 3, \u03b2 };
struct ñandú { int größe, 数; };
union \U00010330 { struct ñandú in; };
typedef long længde;
static int é = 3;
static int f\u00fcnf(int \u00e0) { return à + é; }
int main(void) {
	struct \u00f1and\u00fa s = {.gr\u00f6\u00dfe = 1, .\u6570 = 2};
	union 𐌰 u = {s};
	længde n = maß;
	if (n == 4) goto à_la_fin;
	return 1;
\u00e0_la_fin:
	printf("%d %d %ld %d %d %d %d\n", \u00e9, fünf(1), n, s.größe, u.in.数, α, β); //> 3 4 4 1 2 3 4
	printf("%s \u00e9\n", text(été)); //> été é
	return fünf(n); //exit 7
}
//// a place behind such a name
int \u00e9 = 3; int main(void) { int *\u00fc = 0; return \u00e9 + *ü; // want: null dereference
}
//// a macro whose parameters follow at once
#define \u00e9(x) x + 1
#define \u00fc (2)
int main(void) { return é(3) + ü; } //exit 6
//// what is no letter
int a\u00d7b; // wrong: 
int main(void) { return 0; }
//// what may not be first
int \u0301a; // wrong: 
int main(void) { return 0; }

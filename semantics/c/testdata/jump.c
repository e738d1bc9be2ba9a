Jumps. The form of the file is described in cases_test.go.
//// goto, forward and back
#include <stdio.h>
int main(void) {
	int i = 0;
again:
	if (++i < 5) goto again;
	goto end;
	i = 100;
end:
	printf("%d\n", i); //> 5
	return 0;
}
//// goto out of blocks ends their objects
int main(void) {
	int *p;
	{
		int x = 1;
		p = &x;
		{
			int y[3];
			y[0] = 1;
			if (*p == y[0]) goto out;
		}
	}
out:
	return *p; // want: use after scope
}
//// goto into a block makes its objects
#include <stdio.h>
int main(void) {
	int n = 0;
	goto in;
	{
		int x[2];
		x[0] = 50;
in:
		x[1] = ++n;
		printf("%d\n", x[1]); //> 1
		if (n < 3) goto again;
	}
	return 0;
again:
	printf("again\n"); //> again
	return 0;
}
//// goto into a block passes the initialisation
int main(void) {
	goto in;
	{
		int x[2] = {1, 2};
in:
		return x[1]; // want: uninitialised value
	}
}
//// goto into a loop
#include <stdio.h>
int main(void) {
	int i = 7, *p = &i;
	goto middle;
	while (i < 9) {
		int y;
		p = &y;
middle:
		y = i;
		printf("%d", y);
		i++;
	}
	printf("\n"); //> 78
	return 0;
}
//// goto inside of a block keeps its objects, a new round has others
int main(void) {
	int *p = 0, n = 0;
	for (int i = 0; i < 3; i++) {
next:;
		int x = 1;
		if (p && n++ > 2) return *p - 1; // want: use after scope
		p = &x;
		if (n < 3) goto next;
	}
	return 9;
}
//// goto past the declaration of a variable array
int main(void) {
	int n = 3;
	goto in; // wrong: past the declaration of the variable array a
	int a[n];
in:
	return sizeof a;
}
//// goto back over the declaration of a variable array
#include <stdio.h>
int main(void) {
	int n = 1;
again:;
	int a[n];
	a[n - 1] = n;
	if (n++ < 4) goto again;
	printf("%d\n", (int)sizeof a); //> 16
	return 0;
}
//// goto out of two loops and a switch
#include <stdio.h>
int main(void) {
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			int z = i * j;
			switch (z) {
			case 2: { int *q = &z; *q += 1; printf("%d\n", z); goto done; } //> 3
			default: continue;
			}
		}
done:
	return 0;
}
//// a compound literal behind a label
#include <stdio.h>
int main(void) {
	int n = 0;
	int *first = 0;
again:;
	int *p = (int[]){n, 2};
	if (first == 0) first = p;
	if (n++ < 3) goto again;
	printf("%d %d\n", first == p, p[0]); //> 1 3
	return 0;
}
//// labels as values
#include <stdio.h>
static int run(const char *code) {
	static void *const ops[] = {&&add, &&dup, &&end};
	int stack[8], n = 0, acc = 0;
	goto *ops[(int)*code++ - '0'];
add:
	acc++;
	goto *ops[*code++ - '0'];
dup: {
		int twice = acc;
		int *p = &twice;
		acc += *p;
		stack[n++] = acc;
		goto *ops[*code++ - '0'];
	}
end:
	return acc + (n ? stack[n - 1] : 0);
}
int main(void) {
	void *p = &&out;
	printf("%d\n", run("01012")); //> 12
	goto *p;
	printf("not reached\n");
out:
	return 0;
}
//// goto to what is no label
int main(void) {
	void *p = &&here;
	p = &p;
	goto *p; // want: invalid pointer
here:
	return 0;
}
//// local labels
#include <stdio.h>
#define FIND(a, n, x) ({ __label__ found; int i_; for (i_ = 0; i_ < (n); i_++) if ((a)[i_] == (x)) goto found; i_ = -1; found: i_; })
int main(void) {
	int a[] = {4, 7, 9};
	int x = FIND(a, 3, 9), y = FIND(a, 3, 5);
	printf("%d %d\n", x, y); //> 2 -1
	return 0;
}
//// a label that nobody declares
int main(void) {
	goto nowhere; // wrong: nowhere
	return 0;
}
//// break outside
int main(void) {
	break; // wrong: break
	return 0;
}
//// a goto out of a nested function
int main(void) {
	__label__ out;
	void leave(void) {
		goto out; // refused: a goto to the label out
	}
	leave();
out:
	return 0;
}
//// differences of labels
#include <stdio.h>
static int f(int i) {
	static const int way[] = {&&one - &&one, &&two - &&one, &&three - &&one};
	goto *(&&one + way[i]);
one: return 10;
two: return 20;
three: return 30;
}
int main(void) {
	printf("%d %d %d\n", f(0), f(1), f(2)); //> 10 20 30
	return 0;
}
//// two labels of one name
int main(void) {
	goto a;
a:
	;
a: // wrong: found another label a
	return 0;
}

//// a constant is read-only although there are labels
int line[4];
int main(void) {
	switch (line[0]) {
	case 0:
		line[1] = 1;
	}
	if (line[0])
		goto to;
	const int c = 3;
	*(int *)(line[1] ? &c : line) = 4; // want: read-only write
to:
	return 0;
}

//// a constant gets another value when control comes back to it
int main(void) {
	int n = 0;
again:;
	const int c = n, *p = &c;
	if (n++ < 3)
		goto again;
	return *p; //exit 3
}

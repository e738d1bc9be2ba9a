package scan

import (
	"fmt"
	"testing"
)

// This file tests what a function may want of its callers although no parameter shows it, and which numbers are no
// lengths.

func TestPreconditions(t *testing.T) { checkVerdicts(t, preconditions, nil) }

// TestUnchecked: a function whose name says that it leaves checks to those who call it wants a length of them; another
// one does not.
func TestUnchecked(t *testing.T) {
	const text = "int at_%[1]s(const unsigned char *p, unsigned long n) { return p ? p[n] : 0; } int div_%[1]s(int n) { return n == 0 ? 1 / n : 0; }"
	for _, row := range []struct {
		name string
		at   Verdict
	}{{"unchecked", Latent}, {"unsafe", Latent}, {"checked", Bug}, {"untold", Bug}} {
		all := scanned(t, fmt.Sprintf(text, row.name), nil)
		if at, div := all["at_"+row.name].Verdict, all["div_"+row.name].Verdict; at != row.at || div != Bug {
			t.Errorf("%s: found %s and %s, want %s and %s", row.name, at, div, row.at, Bug)
		}
	}
}

// TestMayFail: what gives memory may fail if the option malloc says so, but not the memory that the harness makes.
func TestMayFail(t *testing.T) {
	all := optioned(t, []string{"struct o { int n; }; int f(struct o *o, const char *s, unsigned char *p, unsigned long n) { return o && s && n > 0 ? o->n + s[0] + p[0] > 3 : 0; }"},
		map[string]string{"malloc": "may-fail"}, nil)
	if found := all[0].Verdict; found != Latent && found != Safe {
		t.Errorf("memory of the harness: found %s, want none of its faults: %s", found, textOf(t, all[0]))
	}
	for how, want := range map[string]Verdict{"succeeds": Latent, "may-fail": Bug} {
		all := optioned(t, []string{failing + "int f(struct o *o) { int *p = o->get(4); *p = 1; return 0; }"},
			map[string]string{"malloc": how}, nil)
		if found := all[0].Verdict; found != want {
			t.Errorf("%s: found %s, want %s: %s", how, found, want, textOf(t, all[0]))
		}
	}
}

// moving is a set that moves when something is added.
const moving = `#include <stdlib.h>
struct set { int n; int at[]; };
struct set *set_new(void) { struct set *s = malloc(sizeof *s); s->n = 0; return s; }
struct set *set_add(struct set *s, int v) { s = realloc(s, sizeof *s + (s->n + 1) * sizeof(int)); s->at[s->n++] = v; return s; }
`

// wordwise is a function that reads a text in words, and goes on at a pointer.
const wordwise = `#include <stdint.h>
static unsigned long len(const char *s) {
	const char *a = s;
	const unsigned long *w;
	for (; (uintptr_t)s %% 8; s++) if (!*s) return s - a;
	for (w = (const void *)s; !((*w - 0x0101010101010101ul) & ~*w & 0x8080808080808080ul); w++);
	for (s = (const void *)%s; *s; s++);
	return s - a;
}
`

// appending is a function that adds to a text which it reads in words.
const appending = `
static unsigned long len(const char *s, unsigned long n) {
	unsigned long i = 0;
	for (; i + 8 <= n; i += 8) {
		unsigned long w = *(const unsigned long *)(s + i);
		if ((w - 0x0101010101010101ul) & ~w & 0x8080808080808080ul) break;
	}
	while (i < n && s[i]) i++;
	return i;
}
unsigned long f(char *d, const char *s, unsigned long n) {
	unsigned long l = len(d, n);
	if (l == n || !s) return l;
	for (; l + 1 < n && s[0]; s++) d[l++] = *s;
	d[l] = 0;
	return l;
}`

var preconditions = []verdictRow{
	// Global variables that other functions set.
	{"a divisor that another function sets",
		"static int tab; void set(int n) { tab = n; } int f(int column) { return column >= 0 ? column % tab : 0; }",
		Latent, []string{`"requires":"something to set tab before"`}},
	{"a member that another function sets, after the function set one beside it",
		"static struct { int tab, n; } e; void set(int n) { e.tab = n; e.n = 0; } int f(int column) { e.n++; return column >= 0 ? column % e.tab : 0; }",
		Latent, []string{`"requires":"something to set e before"`}},
	{"a member that the function sets, as another one does",
		"static struct { int tab, n; } e; void set(int n) { e.tab = n; e.n = 0; } int f(int column) { e.tab = 0; return column >= 0 ? column % e.tab : 0; }",
		Bug, []string{"division by zero"}},
	{"a divisor that nobody sets", "static int tab; int f(int column) { return column >= 0 ? column % tab : 0; }", Bug,
		[]string{"division by zero"}},
	{"a divisor that only the function sets, when it ends",
		"static int tab; int f(int column) { int r = column >= 0 ? column % tab : 0; tab = 8; return r; }", Bug,
		[]string{"division by zero"}},
	{"a divisor of the function that another one has too",
		"void set(int n) { static int tab; tab = n; (void)tab; } int f(int column) { static int tab; return column >= 0 ? column % tab : 0; }",
		Bug, []string{"division by zero"}},
	{"a divisor, and a variable of another function that has its name",
		"static int tab; int g(int n) { int tab = n; return tab; } int f(int column) { return column >= 0 ? column % tab : 0; }",
		Bug, []string{"division by zero"}},
	{"a divisor of a structure that another function sets",
		"static struct { int size, tab; } settings; void set(int n) { settings.tab = n; } int f(int column) { return column >= 0 ? column % settings.tab : 0; }",
		Latent, []string{"something to set settings before"}},
	{"a divisor that another function sets by its address",
		"static int tab; void read(int *); void set(void) { read(&tab); } int f(int column) { return column >= 0 ? column % tab : 0; }",
		Latent, []string{"something to set tab before"}},
	{"a divisor whose address a table has",
		"static int tab; static struct { const char *name; int *at; } options[] = { { \"tab\", &tab } }; void set(int n) { *options[0].at = n; } int f(int column) { return column >= 0 ? column % tab : 0; }",
		Latent, []string{"something to set tab before"}},
	{"a number that another function sets, and another one that is zero",
		"static int tab; void set(int n) { tab = n; } int f(int n) { return n == 3 ? tab + 1 / (n - 3) : 0; }", Bug,
		[]string{"division by zero"}},
	{"a number that another function sets, at which the function looks",
		"static int tab; void set(int n) { tab = n; } int f(int n) { if (tab == 0) return n / tab; return tab; }", Bug,
		[]string{"division by zero"}},
	{"a number that is not zero at the start",
		"static int tab = 9; void set(int n) { tab = n; } int f(void) { int a[3] = { 1, 2, 3 }; return a[tab]; }", Bug,
		[]string{"out of bounds read"}},
	{"a size that another function sets",
		"#include <stdlib.h>\nstatic unsigned long room; void set(unsigned long n) { room = n; } int f(void) { char *p = malloc(room); p[0] = 1; return p[0]; }",
		Latent, []string{"something to set room before"}},
	{"a pointer to elements that another function sets",
		"static int *at; static int last; void set(int *p, int n) { at = p; last = n; } int f(void) { int *p = at, i = last + 1; return p[i]; }",
		Latent, []string{"something to set at before"}},
	{"an array of which another function sets elements",
		"static int step[4]; void set(int i, int n) { step[i & 3] = n; } int f(int n) { return n == 4 ? n / step[n - 3] : 0; }",
		Latent, []string{"something to set step before"}},
	{"an array that another function gives away",
		"static int step[4]; void read(int *); void set(void) { read(step); } int f(int n) { return n == 4 ? n / step[n - 3] : 0; }",
		Latent, []string{"something to set step before"}},
	{"an array of zeros", "static int step[4]; int f(int n) { return n == 4 ? n / step[n - 3] : 0; }", Bug,
		[]string{"division by zero"}},
	{"a divisor of the function, beside a variable of that name that another one sets",
		"static int tab; void set(int n) { tab = n; } int f(int column) { static int tab; return column >= 0 ? column % tab : 0; }",
		Bug, []string{"division by zero"}},
	{"a divisor of the function, beside a member of its name",
		"struct s { int tab; }; void set(int n) { struct s f = { 0 }; f.tab = n; (void)f; } int f(int column) { static int tab; return column >= 0 ? column % tab : 0; }",
		Bug, []string{"division by zero"}},
	{"a constant divisor that another function shows",
		"static const int tab = 0; int show(const int *); int g(void) { return show(&tab); } int f(int column) { return column >= 0 ? column % tab : 0; }",
		Bug, []string{"division by zero"}},
	{"a character behind others that another function sets",
		"static char mode[4] = \"a\"; void set(int c) { mode[1] = c; } int f(void) { return mode[0] == 'a' ? 4 / mode[1] : 0; }",
		Latent, []string{"something to set mode before"}},
	{"a pointer that another function sets, far in front of what is read",
		"static char *at; void set(char *p) { at = p; } int f(void) { char *p = at + 50000; at = 0; return *p; }",
		Latent, []string{"something to set at before"}},
	{"an entry that a search does not find, because there is none yet",
		"#include <string.h>\nstruct e { const char *name; int v; }; static struct e table[4]; static int entries; void add(const char *s) { table[entries & 3].name = s; entries++; } static struct e *find(const char *s) { for (int i = 0; i < entries; i++) if (!strcmp(table[i].name, s)) return &table[i]; return 0; } int f(void) { return find(\"a\")->v; }",
		Latent, []string{"something to set entries before"}},
	{"an entry that a search does not find, of a table that nobody fills",
		"#include <string.h>\nstruct e { const char *name; int v; }; static struct e table[4]; static int entries; static struct e *find(const char *s) { for (int i = 0; i < entries; i++) if (!strcmp(table[i].name, s)) return &table[i]; return 0; } int f(void) { return find(\"a\")->v; }",
		Bug, []string{"null dereference"}},
	{"two assertions of one macro about what is not set yet",
		"#include <assert.h>\n#define READY(c) assert((c)->flags); assert((c)->fd != 0)\nstruct c { int flags, fd; }; static struct c only; void set(int n) { only.flags = n; only.fd = n; } int f(const char *s) { if (s && s[0] == 'a') { READY(&only); } return 0; }",
		Latent, []string{"something to set only before"}},
	{"two assertions of one macro about what nobody sets",
		"#include <assert.h>\n#define READY(c) assert((c)->flags); assert((c)->fd != 0)\nstruct c { int flags, fd; }; static struct c only; int f(const char *s) { if (s && s[0] == 'a') { READY(&only); } return 0; }",
		Bug, []string{"assertion"}},
	{"an abort because a flag is not set yet",
		"#include <stdlib.h>\nstatic struct v { const char *name; int flags; } vars[] = { { \"a\", 2 }, { \"b\", 2 } }; void set(void) { for (struct v *v = vars; v < vars + 2; v++) v->flags |= 1; } static int get(int i) { return vars[i].flags & 1 ? 0 : 1; } int f(void) { if (get(1)) abort(); return 0; }",
		Latent, []string{"something to set vars before"}},
	{"an abort because of a flag that nobody sets",
		"#include <stdlib.h>\nstatic struct v { const char *name; int flags; } vars[] = { { \"a\", 2 }, { \"b\", 2 } }; static int get(int i) { return vars[i].flags & 1 ? 0 : 1; } int f(const char *s) { if (s && s[0] == 'a' && get(1)) abort(); return 0; }",
		Bug, []string{"abort"}},
	{"an abort for what a text has, beside a flag that is not set yet",
		"#include <stdlib.h>\nstatic int loud; void set(int n) { loud = n; } int f(const char *s) { if (loud) return 1; if (s && s[0] == 'a') abort(); return 0; }",
		Bug, []string{"abort"}},

	// Numbers that are no lengths.
	{"a number beside an address, as a divisor",
		"unsigned long f(const void *p, unsigned long n) { unsigned long v = (unsigned long)p; return (v >> 3) % n; }",
		Latent, []string{`"requires":"n `}},
	{"a length as a shift", "int f(const unsigned char *p, int n) { return p && n > 1 ? 1 << (n * 8) : 0; }", Latent,
		[]string{"shift out of range"}},
	{"a length that the function looks at, as a divisor",
		"int f(const unsigned char *p, unsigned long n) { return p && n == 0 ? 1 / n : 0; }", Bug,
		[]string{"division by zero"}},
	{"a number of a slot beside a text",
		"#include <stdlib.h>\nstatic int slots[4]; int f(int n, const char *s) { int h = 0; if (n < 0 || n > 3) return 0; slots[n] = 1; for (int i = 0; s[i]; i++) h ^= s[i]; return h; }",
		Latent, []string{`"requires":"s != NULL"`}},
	{"a place in a text from which it is read",
		"int f(const char *s, unsigned long length) { int h = 0; if (!s) return 0; for (const char *p = s + length; *p; p++) h ^= *p; return h; }",
		Latent, []string{`"requires":"length `}},
	{"a place in a text that is read to another end",
		"int f(const char *s, unsigned long length) { int h = 0; if (!s) return 0; for (unsigned long i = 0; i <= length; i++) h ^= s[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"a text that is read to its end, if a number is not 0",
		"int f(const char *s, unsigned long length) { int h = 0; if (!s || length == 0) return 0; for (int i = 0; s[i]; i++) h ^= s[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"a text in front of the size of another one",
		"#include <string.h>\nunsigned long f(char *dst, const char *src, unsigned long dstsize) { unsigned long n = strlen(src); if (dst && n < dstsize) memcpy(dst, src, n + 1); return n; }",
		Latent, []string{`"requires":"src != NULL"`}},
	{"a buffer in front of its own size, which has its name",
		"int f(const char *other, const char *text, unsigned long text_size) { return text && other && text_size > 3 ? text[text_size] : 0; }",
		Bug, []string{"out of bounds read"}},

	{"a text in front of the length of something else",
		"int f(char *unitstr, int promptlen) { if (!unitstr || promptlen > 3) return 0; return promptlen == 0 ? unitstr[0] == 'a' : 2; }",
		Safe, nil},
	{"a text in front of its length, which has another name",
		"int f(char *unitstr, int textlen) { int h = 0; if (!unitstr) return 0; for (int i = 0; i <= textlen; i++) h ^= unitstr[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"any text in front of a length",
		"int f(char *buffer, int promptlen) { int h = 0; if (!buffer) return 0; for (int i = 0; i <= promptlen; i++) h ^= buffer[i]; return h; }",
		Bug, []string{"out of bounds read"}},

	{"a text whose length is asked where it is 0",
		"#include <string.h>\nint f(const char *s, unsigned long n) { int h = 0; if (!s) return 0; if (n == 0) n = strlen(s); for (unsigned long i = 0; i < n; i++) h ^= s[i]; return h; }",
		Latent, []string{`"requires":"a text that ends at s, where n is 0"`}},
	{"a text whose length is asked where it is not 0",
		"#include <string.h>\nint f(const char *s, unsigned long n) { int h = 0; if (!s) return 0; if (n != 0) n = strlen(s); for (unsigned long i = 0; i < n; i++) h ^= s[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"a text whose length is asked where it is more than 1",
		"#include <string.h>\nint f(const char *s, unsigned long n) { int h = 0; if (!s) return 0; if (n > 1) n = strlen(s); for (unsigned long i = 0; i < n; i++) h ^= s[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"a text that is written where a length is 0",
		"#include <string.h>\nint f(char *buf, unsigned long buf_len, const char *s) { if (!buf || !s) return 0; if (buf_len == 0) strcpy(buf, s); return 1; }",
		Bug, []string{"out of bounds write"}},
	{"a text whose length is asked where it is less than another number",
		"#include <string.h>\nint f(const char *s, unsigned long n, const char *t) { int h = 0; if (!s || !t) return 0; unsigned long k = t[0] == 'a'; if (n < k) n = strlen(s); for (unsigned long i = 0; i < n; i++) h ^= s[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"a text whose length is asked, whatever it is",
		"#include <string.h>\nint f(const char *s, unsigned long n) { return s && strlen(s) < n ? s[n] : 0; }", Bug,
		[]string{"out of bounds read"}},
	{"what is read where a length is 0",
		"int f(const char *s, unsigned long n) { if (!s) return 0; return n == 0 ? s[0] : s[n - 1]; }", Bug,
		[]string{"out of bounds read"}},

	{"a copy with a limit that does not look whether a pointer is null",
		"unsigned long f(char *dst, const char *src, unsigned long dsize) { const char *o = src; unsigned long left = dsize; if (left != 0) { while (--left != 0) if ((*dst++ = *src++) == 0) break; } if (left == 0) { if (dsize != 0) *dst = 0; while (*src++) ; } return src - o - 1; }",
		Latent, []string{`"requires":"dst != NULL"`}},
	{"a number behind an array of pointers, in front of a table",
		"int f(char **a, int n, const unsigned char *table) { if (!a || !table) return 0; return n > 0 && a[0] ? table[3] : table[4]; }",
		Safe, nil},
	{"a number behind another one, in front of a table",
		"int f(int k, int n, const unsigned char *table) { if (!table) return 0; return n > 0 ? table[n] : k & 1; }",
		Bug, []string{"out of bounds read"}},
	{"an array of a declared length", "int f(const char key[3]) { return key && key[0] ? key[1] ^ key[2] : 0; }", Safe,
		nil},
	{"a pointer to a text beside one", "int f(const char *key) { return key && key[0] ? key[1] ^ key[2] : 0; }", Bug,
		[]string{"out of bounds read"}},
	{"bytes of any type that are compared with some of a given length, and read byte after byte",
		"#include <string.h>\nstruct x { char magic[4]; unsigned char n, at[4]; }; int f(const void *p) { const struct x *x = p; int h = 0; if (!x || memcmp(x->magic, \"abcd\", 4)) return 0; for (int i = 0; i < (x->n & 3); i++) h ^= x->at[i]; return h; }",
		Safe, nil},
	{"bytes of any type that are read byte after byte to a zero",
		"int f(const void *p) { const char *s = p; int h = 0; if (!s) return 0; while (*s) h ^= *s++; return s[1]; }",
		Bug, []string{"out of bounds read"}},
	{"bytes of any type that are compared with some of a given length",
		"#include <string.h>\nint f(const void *p) { return p && memcmp(p, \"abcd\", 4) == 0 ? ((const char *)p)[4] & 1 : 0; }",
		Safe, nil},

	{"a format that is passed on with arguments",
		"#include <stdio.h>\nint f(const char *msg, int a, int b) { return msg ? printf(msg, a, b) & 1 : 0; }", Latent,
		[]string{`"requires":"a format that fits the arguments"`}},
	{"a text that is printed as a format",
		"#include <stdio.h>\nint f(const char *msg) { return msg ? printf(msg) & 1 : 0; }", Bug,
		[]string{"format mismatch"}},
	{"a format of the program that does not fit the arguments",
		"#include <stdio.h>\nint f(const char *msg) { return msg && msg[0] == 'a' ? printf(\"%d %s\", 3, 4) & 1 : 0; }",
		Bug, []string{"format mismatch"}},

	// Numbers that go together.
	{"a number that the function keeps for the next time",
		"int f(int *state, int c) { static const int t[3] = { 1, 2, 3 }; if (!state) return 0; if (*state > 2) return t[3]; *state = c & 1; return 0; }",
		Latent, []string{`"requires":"state[0] <= 2"`}},
	{"a number that the function only reads",
		"int f(int *state, int c) { static const int t[3] = { 1, 2, 3 }; if (!state) return 0; return *state > 2 ? t[3] : c & 1; }",
		Bug, []string{"out of bounds read"}},
	{"a number that the function keeps, beside what it reads in a text",
		"int f(int *state, const char *s) { static const int t[3] = { 1, 2, 3 }; if (!state || !s) return 0; *state = 1; return s[0] == 'a' ? t[3] : 0; }",
		Bug, []string{"out of bounds read"}},

	{"a length that is called by a short word",
		"int f(char *unitstr, int tablen) { int h = 0; if (!unitstr) return 0; for (int i = 0; i <= tablen; i++) h ^= unitstr[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"a text that is called by a short word",
		"int f(char *cmd, int promptlen) { int h = 0; if (!cmd) return 0; for (int i = 0; i <= promptlen; i++) h ^= cmd[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"a length whose name begins as that of the text",
		"int f(char *prompt, int prefixlen) { int h = 0; if (!prompt) return 0; for (int i = 0; i <= prefixlen; i++) h ^= prompt[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"a length whose name is in that of the text",
		"int f(char *myprompt, int promptlen) { int h = 0; if (!myprompt) return 0; for (int i = 0; i <= promptlen; i++) h ^= myprompt[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"a text whose name is in that of the length",
		"int f(char *unit, int subunitlen) { int h = 0; if (!unit) return 0; for (int i = 0; i <= subunitlen; i++) h ^= unit[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"a length of all", "int f(char *unitstr, int totallen) { int h = 0; if (!unitstr) return 0; for (int i = 0; i <= totallen; i++) h ^= unitstr[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"bytes in front of the length of something else",
		"int f(unsigned char *unitstr, int promptlen) { int h = 0; if (!unitstr) return 0; for (int i = 0; i <= promptlen; i++) h ^= unitstr[i]; return h; }",
		Bug, []string{"out of bounds read"}},
	{"a text that is called by a word with end",
		"#include <string.h>\nunsigned long f(const char *text, const char *append) { return text && append ? strlen(text) + strlen(append) : 0; }",
		Safe, nil},

	// Arithmetic.
	{"a length that is multiplied", "int f(const unsigned char *p, int n) { return p && n > 0 ? n * 1100000000 : 0; }",
		Latent, []string{"overflow"}},
	{"a byte as a divisor", "int f(const unsigned char *p, int n) { return p && n > 1 ? 100 / p[0] : 0; }", Bug,
		[]string{"division by zero"}},
	{"the size of what lies in front of an end, as a divisor",
		"int f(const unsigned char *p, const unsigned char *end) { return p && end ? 100 / (int)(end - p) : 0; }", Bug,
		[]string{"division by zero"}},

	// Pointers that are null.
	{"a pointer that is compared with one that is null, too",
		"struct e { struct e *next; int v; }; struct l { struct e *first; }; int f(struct l *l, struct e *e) { if (!l) return 0; if (l->first == e) { l->first = e->next; return 1; } return 0; }",
		Latent, []string{`"requires":"e != NULL"`}},
	{"a pointer that is compared with null",
		"struct e { struct e *next; int v; }; struct l { struct e *first; }; int f(struct l *l, struct e *e) { if (!l) return 0; if (e == 0) { l->first = e->next; return 1; } return 0; }",
		Bug, []string{"null dereference"}},
	{"a pointer that is compared with null, beside one that is compared",
		"struct e { struct e *next; int v; }; struct l { struct e *first; }; int f(struct l *l, struct e *e) { if (!l) return 0; int n = l->first == e; struct e *d = 0; if (n) return d->v; return 0; }",
		Bug, []string{"null dereference"}},

	// Assertions about what is there.
	{"bytes that are asserted before it is known that they are there",
		"#include <assert.h>\nstatic int get(const unsigned char *s) { return s[0] << 8 | s[1]; } int f(const unsigned char *cur, const unsigned char *end) { assert(get(cur) == 16); return cur < end ? cur[0] : 0; }",
		Latent, []string{`"requires":"what it asserts to be there"`,
			`"requires":"what it asserts before anything else"`}},
	{"bytes that are read in front of an assertion",
		"#include <assert.h>\nstatic int get(const unsigned char *s) { return s[0] << 8 | s[1]; } int f(const unsigned char *cur, const unsigned char *end) { int n = get(cur); assert(n < 65536); return cur < end ? cur[0] : 0; }",
		Bug, []string{"out of bounds read"}},
	{"bytes that are asserted after a decision",
		"#include <assert.h>\nint f(const unsigned char *cur, const unsigned char *end) { if (end - cur < 2) return 0; assert(cur[0] == 16); return cur[1]; }",
		Bug, []string{"assertion"}},
	{"bytes that a macro of the program asserts",
		"#include <stdlib.h>\n#define CHECK(x) do { if (!(x)) abort(); } while (0)\nint f(const unsigned char *cur) { CHECK(cur[0] == 16); return cur[1]; }",
		Latent, []string{`"requires":"what it asserts before anything else"`}},

	// Other preconditions.
	{"a number below zero that is compared with another one",
		"struct v { int *at; int n; }; int f(struct v *v, int from) { struct v w = { 0, 0 }; if (v) w.at = 0; for (int i = from; i < w.n; i++) if (w.at[i] == 3) return i; return -1; }",
		Latent, []string{`"requires":"from >= 0"`}},
	{"a number below zero that is compared with zero",
		"int f(int from) { int *at = 0; if (from < 0) return at[from]; return -1; }", Bug,
		[]string{"null dereference"}},
	{"a null pointer that a function without a body looks at",
		"struct s { short a[3]; char w; }; void other(struct s *s, short *n); int f(struct s *s) { short n[2]; other(s, n); return s->w; }",
		Latent, []string{`"requires":"s != NULL"`}},
	{"a function that leaves checks to those who call it",
		"int at_unchecked(const unsigned char *p, unsigned long n) { return p[n]; } int f(const unsigned char *p, unsigned long n) { return p && n > 3 ? at_unchecked(p, n) : 0; }",
		Bug, []string{"out of bounds read"}},
	{"what is taken from an empty object", `#include <stdlib.h>
struct stack { int n, room; int *at; };
struct stack *stack_new(void) { struct stack *s = malloc(sizeof *s); s->n = 0; s->room = 2; s->at = malloc(2 * sizeof *s->at); return s; }
void stack_push(struct stack *s, int v) { if (s->n < s->room) s->at[s->n++] = v; }
int f(struct stack *s) { return s->at[--s->n]; }`, Latent, []string{"s != NULL"}},
	{"what stands behind the elements of an empty object", `#include <stdlib.h>
struct stack { int n, room; int *at; };
struct stack *stack_new(void) { struct stack *s = malloc(sizeof *s); s->n = 0; s->room = 2; s->at = malloc(2 * sizeof *s->at); return s; }
void stack_push(struct stack *s, int v) { if (s->n < s->room) s->at[s->n++] = v; }
int f(struct stack *s) { return s->n == 0 ? s->at[2] : 0; }`, Bug, []string{"out of bounds read"}},
	{"the last of those that were added by a function that moves the object",
		moving + "int f(struct set *s) { return s->n > 0 ? s->at[s->n - 1] : 0; }", Latent, []string{"s != NULL"}},
	{"what stands behind those that were added by a function that moves the object",
		moving + "int f(struct set *s) { return s->n > 0 ? s->at[s->n] : 0; }", Bug,
		[]string{"out of bounds read", `"vouch_s_times":"1"`}},
	{"the first of an object to which nothing may have been added", moving + "int f(struct set *s) { return s->at[0]; }",
		Latent, []string{"s != NULL"}},
	{"the first of an object to which nothing was added, as the function sees",
		moving + "int f(struct set *s) { return s->n == 0 ? s->at[0] : 0; }", Bug, []string{"out of bounds read"}},
	{"the first of an object to which nothing may have been added, if a text says so",
		moving + "int f(struct set *s, const char *t) { return t && t[0] == 'a' ? s->at[0] : 0; }", Bug,
		[]string{"out of bounds read"}},
	{"what no object has to which something was added", moving + "int f(struct set *s) { return s->at[4000]; }", Bug,
		[]string{"out of bounds read"}},
	{"two assertions at one place, about a pointer and what it leads to",
		"#include <assert.h>\nstruct e { char magic[4]; int n; };\n#define CHECK(e) do { assert(e); assert((e)->magic[0] == 'e' && (e)->magic[3] == 'm'); } while (0)\nint f(struct e *e) { CHECK(e); return e->n; }",
		Latent, []string{"asserts before anything else"}},
	{"an assertion about a pointer and its length",
		"struct e { long v; }; unsigned char *g(unsigned char *p, int k, struct e *e, unsigned len) { if (!(k == 0 || k == 1)) __builtin_unreachable(); if (!(e != 0 && len > 0)) __builtin_unreachable(); return p + e[0].v; } unsigned char *f(unsigned char *p, struct e *e, unsigned long len) { return g(p, 0, e, len); }",
		Latent, []string{"e != NULL"}},
	{"an assertion about a pointer that fails whatever its length is",
		"int f(const int *e, unsigned n, const char *s) { if (!s || s[0] != 'a') return 0; if (!e && s[1] == 'b') __builtin_unreachable(); if (s[1] == 'b') __builtin_unreachable(); return n > 3; }",
		Bug, []string{"unreachable"}},
	{"a text that is read in words, beside the room for a copy",
		fmt.Sprintf(wordwise, "w") + "unsigned long f(char *d, const char *s, unsigned long n) { char *d0 = d; if (!n--) goto out; for (; n && (*d = *s); n--, s++, d++); *d = 0; out: return d - d0 + len(s); }",
		Latent, []string{"s != NULL"}},
	{"a text that is read in words, and a word behind these",
		fmt.Sprintf(wordwise, "(w + 1)") + "unsigned long f(char *d, const char *s, unsigned long n) { char *d0 = d; if (!n--) goto out; for (; n && (*d = *s); n--, s++, d++); *d = 0; out: return d - d0 + len(s); }",
		Bug, []string{"out of bounds read"}},
	{"the word in which a text ends, with room behind it",
		appending, Latent, []string{"memory in whole words"}},
	{"a word of which the function itself sets the first byte",
		"int f(char c) { union { char a[8]; unsigned long w; } u; u.a[0] = c; return u.w == 3; }", Bug,
		[]string{"uninitialised value"}},
	{"a number of which an assertion says something that is left out",
		"static unsigned zeroes(unsigned long x) { return x ? (unsigned)__builtin_clzl(x) : 64; } unsigned long f(unsigned long n) { { ((void)(n != 0)); } return n << zeroes(n); }",
		Latent, []string{"n != 0"}},
	{"a number of which an assertion says something that is left out, and that decides",
		"static unsigned zeroes(unsigned long x) { return x ? (unsigned)__builtin_clzl(x) : 64; } unsigned long f(unsigned long n) { { ((void)(n != 0)); } return n != 0 ? 1 : n << zeroes(n); }",
		Bug, []string{"shift out of range"}},
	{"a set of descriptors, with the types of the system alone",
		"#include <sys/types.h>\nint f(void) { fd_set s, *p = 0; FD_ZERO(&s); return p == 0; }", Safe, nil},
	{"what stands in front of an array, beside an object that a function makes",
		"struct p { int last; }; void p_init(struct p *p) { p->last = -1; } int f(struct p *p, const unsigned char *s, int *at, unsigned number) { if (!s || s[0] != ',') return 0; return at ? at[p->last] == 3 : 0; }",
		Bug, []string{"out of bounds read"}},
	{"what is taken from an object to which something was added", `#include <stdlib.h>
struct stack { int n, room; int *at; };
struct stack *stack_new(void) { struct stack *s = malloc(sizeof *s); s->n = 0; s->room = 2; s->at = malloc(2 * sizeof *s->at); return s; }
void stack_push(struct stack *s, int v) { if (s->n < s->room) s->at[s->n++] = v; }
int f(struct stack *s) { return s->n > 0 ? s->at[s->n - 3] : 0; }`, Bug, []string{"out of bounds read"}},
	{"a word that holds an address, and a mark above it",
		"int f(unsigned long v) { if (v >> 48 != 0xfffc) return 0; return *(int *)(v & 0xffffffffffff); }", Latent,
		[]string{"v to be the address of an object"}},
	{"a word that holds an address behind a pointer",
		"#define AS(v) (*(int *)((v) & ~(1UL << 63)))\nint f(unsigned long *args) { return AS(args[0]); }", Latent,
		[]string{"args[0] to be the address of an object"}},
	{"a null pointer, and a number beside it", "struct p { unsigned long v; int *at; }; int f(struct p *p) { int n = 0; if (!p) return 0; if (!p->at) n = 1; return *p->at + (p->v == 3) + n; }",
		Bug, []string{"null dereference"}},
	{"a null pointer that is the same as another one, in a function that has returned", copying +
		"int f(const struct num *a, struct num *b) { if (copy(b, a)) return 1; b->sign = 1; return 0; }", Latent,
		[]string{`"requires":"b != NULL"`}},
	{"a null pointer that is the same as another one, which is passed on", copying +
		"static void clamp(struct num *b) { b->used &= 3; } int f(const struct num *a, struct num *b) { if (copy(b, a)) return 1; clamp(b); return 0; }",
		Latent, []string{`"requires":"b != NULL"`}},
	{"a null pointer at which a function looks that has returned", copying +
		"static int is(const struct num *a) { return a != 0; } int f(const struct num *a, struct num *b) { if (!is(a)) return b->used & 1; return copy(b, a); }",
		Latent, []string{`"requires":"b != NULL"`}},
	{"a null pointer at which the function looks beside another one that is the same", copying +
		"int f(const struct num *a, struct num *b) { int n = 0; if (!b) n = 1; if (a == b) return n + b->sign; return n; }",
		Bug, []string{"null dereference"}},
	{"an assertion about the order of calls, whatever the text is",
		protocol + "int f(struct win *w, const char *s) { int h = 7; if (!s) return 0; for (; *s; s++) h = h * 3 + *s; if (h == 5) return 1; if (w->depth <= 0) abort(); return h; }",
		Latent, []string{`"requires":"w->depth > 0"`}},
	{"an assertion about the text, whatever was done before",
		protocol + "int f(struct win *w, const char *s) { if (!s) return 0; if (s[0] == 'x' && w->depth < 100) abort(); return 1; }",
		Bug, []string{"abort"}},
	{"a call of a member that the project tests beside another one",
		drawing + "int f(struct draw *d, const char *s) { if (!s) return 0; return d->width(s); }", Latent,
		[]string{`"requires":"d->width != NULL"`}},
	{"a call of a member of which the project takes the address",
		drawing + "void set(void *p); void g(struct draw *d) { set((void *)&d->width); } int f(struct draw *d, const char *s) { if (!s) return 0; return d->width(s); }",
		Bug, []string{"null dereference"}},
	{"an assertion that a file could be opened",
		"#include <assert.h>\n#include <stdio.h>\nint f(void) { FILE *r = fopen(\"/dev/urandom\", \"r\"); assert(r); int c = fgetc(r); fclose(r); return c; }",
		Latent, []string{"the files that it opens"}},
	{"an assertion about something else than a file",
		"#include <assert.h>\n#include <stdio.h>\nint f(void) { int n = 2; assert(n == 3); FILE *r = fopen(\"a\", \"r\"); if (r) fclose(r); return n; }",
		Bug, []string{"assertion"}},

	// What unknown functions return.
	{"a pointer that an unknown function returns", failing +
		"int f(struct o *o) { int *p = o->get(sizeof *p); *p = 1; return *p; }", Latent,
		[]string{"a pointer to an object, where a function of which nothing is known returns one"}},
	{"a pointer that an unknown function returns, and at which the function looks",
		failing + "int f(struct o *o) { int *p = o->get(sizeof *p), n = 0; if (!p) n = 1; *p = 1; return n; }", Bug,
		[]string{"null dereference"}},
	{"a pointer that an unknown function returns, at which the function looks in memory",
		failing + "struct t { int *p; }; int f(struct o *o) { struct t t; int n = 0; t.p = o->get(4); if (!t.p) n = 1; *t.p = 1; return n; }",
		Bug, []string{"null dereference"}},
	{"a pointer that an unknown function returns, in memory",
		failing + "struct t { int *p; }; int f(struct o *o) { struct t t; t.p = o->get(4); *t.p = 1; return 0; }",
		Latent, []string{"a pointer to an object"}},
	{"a null pointer after one that an unknown function returns",
		failing + "int f(struct o *o) { int *p = o->get(4); p = 0; return *p; }", Bug, []string{"null dereference"}},
	{"an object that no unknown function can make",
		"struct t { int n; }; struct o { struct t *(*get)(struct o *); }; int f(struct o *o) { return o->get(o)->n & 1; }",
		Latent, []string{"a pointer to an object"}},
	{"a number that an unknown function returns, as an index",
		"struct o { int (*build)(struct o *, char *); }; int f(struct o *o) { char b[4]; int n = o->build(o, b); b[n++] = 1; b[n] = 2; return n; }",
		Latent, []string{`"requires":"o->build.result to be another number"`}},
	{"a number that an unknown function returns, and at which the function looks",
		"struct o { int (*build)(struct o *, char *); }; int f(struct o *o) { char b[4]; int n = o->build(o, b); if (n == 4) b[n] = 1; return n; }",
		Bug, []string{"out of bounds write"}},

	// Pointers that lead to no array.
	{"a structure beside a number that is no count of it",
		"struct fs { int old, count; long *map; }; int f(struct fs *fs, int block_count) { if (!fs) return 0; if (block_count == fs->count) return 0; fs->count = block_count; return 1; }",
		Safe, nil},
	{"structures, as many as a number says",
		"struct s { int v; }; int f(const struct s *s, int count) { int h = 0; if (!s) return 0; for (int i = 0; i <= count; i++) h ^= s[i].v; return h; }",
		Bug, []string{"out of bounds read"}},
	{"two numbers for output, of which one is called an end",
		"int f(int *start, int *end) { if (!start || !end) return 0; *start = 0; *end = 0; return 1; }", Safe, nil},
	{"an end to which a pointer is compared",
		"int f(int *start, int *end) { if (!start || !end) return 0; for (; start <= end; start++) *start = 0; return 1; }",
		Bug, []string{"out of bounds write"}},
}

const copying = "struct num { int sign, used; }; static int copy(struct num *b, const struct num *a) { if (a == b) return 0; *b = *a; return 0; } "

const protocol = `#include <stdlib.h>
#include <string.h>
struct win { int depth; int at[4]; };
void win_init(struct win *w) { memset(w, 0, sizeof *w); }
void win_begin(struct win *w) { if (w->depth < 4) w->at[w->depth++] = 1; }
`

const drawing = `#include <stdlib.h>
#include <string.h>
struct draw { int (*width)(const char *); int (*height)(const char *); };
void draw_init(struct draw *d) { memset(d, 0, sizeof *d); }
int draw_ready(struct draw *d) { return d->height && d->width; }
`

const failing = "struct o { void *(*get)(unsigned long); }; "

// TestOtherFiles: a variable is set by functions of other files too, but if it is of its file alone.
func TestOtherFiles(t *testing.T) {
	for _, row := range []struct {
		title, declared, other string
		want                   Verdict
	}{
		{"a variable of all files", "int tab;", "extern int tab; void set(int n) { tab = n; }", Latent},
		{"a variable of the file", "static int tab;", "static int tab; void set(int n) { tab = n; }", Bug},
		{"a variable that the other file reads", "int tab;", "extern int tab; int get(void) { return tab; }", Bug},
	} {
		t.Run(row.title, func(t *testing.T) {
			for _, f := range project(t, []string{row.declared +
				" int f(int column) { return column >= 0 ? column % tab : 0; }", row.other}, nil) {
				if f.Function == "f" && f.Verdict != row.want {
					t.Errorf("found %s, want %s: %s", f.Verdict, row.want, textOf(t, f))
				}
			}
		})
	}
}

// TestUnlikely: what a function without a body returns where it fails, a program has to expect. Of its other numbers
// nobody knows.
func TestUnlikely(t *testing.T) {
	for _, row := range []struct {
		text string
		want Verdict
	}{
		{"int open_it(void); int main(void) { int a[4] = { 0 }; int s = open_it(); a[s] = 1; return a[0]; }", Bug},
		{"int open_it(void); int main(void) { int a[4] = { 0 }; int s = open_it(); if (s == -1) return 1; a[s] = 1; return a[0]; }",
			Unknown},
		{"int open_it(void); int main(void) { int a[4] = { 0 }; int s = open_it(); if (s == 4) a[s] = 1; return a[0]; }",
			Bug},
		{"int main(int argc, char **argv) { int a[2] = { 0 }; a[argc] = 1; return a[0]; }", Bug},
		{"char *room(int n); int main(void) { char *p = room(4); if (p) p[3] = 1; return 0; }", Unknown},
		{"void *room(int n); int main(void) { char *p = room(4); if (p) p[3] = 1; return 0; }", Unknown},
		{"struct b { char *at; }; struct b *get(void); int main(void) { struct b *b = get(); return b && b->at ? b->at[2] : 0; }",
			Unknown},
		{"int main(int argc, char **argv) { return argc > 1 ? argv[1][5] : 0; }", Bug},
		{"#include <stdio.h>\n#include <stdlib.h>\nint main(void) { char *p = malloc(getchar() & 3); return p ? p[3] : 0; }",
			Bug},
		{"char *room(int n); int main(void) { char *p = room(4), a[2] = { 0 }; if (p) a[2] = 1; return a[0]; }", Bug},
	} {
		if f := scanned(t, row.text, nil)["main"]; f.Verdict != row.want {
			t.Errorf("%s: found %s, want %s: %s", row.text, f.Verdict, row.want, textOf(t, f))
		}
	}
}

package scan

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// internals has a project a row, with what becomes of a bug of the static function f: its verdict, what its callers
// say, which functions have a result that tells it.
var internals = []struct {
	title   string
	text    string
	levels  int
	verdict Verdict
	callers string // of the first latent fault
	rank    rank
	told    string
}{
	{"nobody calls it", "", 2, Bug, "", "", "f"},
	{"its caller cannot lead there", "int g(int n) { return n > 0 ? f(n) : 0; }", 2, Latent, "g refuted", refuted, ""},
	{"its caller leads there", "int g(int n) { return f(n); }", 2, Bug, "", "", "g"},
	{"its caller leads there by a constant", "int g(void) { return f(0); }", 2, Bug, "", "", "g"},
	{"one of two callers leads there", "int g(int n) { return n > 0 ? f(n) : 0; } int h(int n) { return f(n); }", 2,
		Bug, "", "", "h"},
	{"callers are not asked", "int g(int n) { return n > 0 ? f(n) : 0; }", 0, Bug, "", "", "f"},
	{"its caller wants something", "int g(int *p) { return p[0] > 0 ? f(p[0]) : f(*p & 0); }", 2, Bug, "", "", "g"},
	{"its caller passes on what it wants", "struct s { int n; }; int g(struct s *p) { return f(p->n); }", 2, Latent,
		"g latent", passed, ""},
	{"nothing is known of its caller", "int g(int n) { __asm__(\"nop\"); return f(n); }", 2, Latent, "g unknown",
		unjudged, ""},
	{"nothing is known of what its caller does after it used a variable that others set",
		"static int *at; void set(int *p) { at = p; } int g(void) { return at[0] ? f(0) : 0; }", 2, Latent, "g unknown",
		unjudged, ""},
	{"nothing is known of what a function of its caller sets",
		"int g(int (*read)(int *)) { int n; if (!read || read(&n)) return 0; return f(n); }", 2, Latent, "g unknown",
		unjudged, ""},
	{"nothing is known of a pointer that a function of its caller returns",
		"int g(int *(*next)(void)) { int *p = next ? next() : 0; return p ? f(*p) : 0; }", 2, Latent, "g unknown",
		unjudged, ""},
	{"a caller of its caller gives a function that leads there",
		"int g(int (*read)(int *)) { int n; if (!read || read(&n)) return 0; return f(n); } static int set(int *p) { *p = 0; return 0; } int h(void) { return g(set); }",
		2, Bug, "", "", "h"},
	{"a caller of its caller gives a function that does not lead there",
		"int g(int (*read)(int *)) { int n; if (!read || read(&n)) return 0; return f(n); } static int set(int *p) { *p = 1; return 0; } int h(void) { return g(set); }",
		2, Latent, "g unknown, h refuted", unjudged, ""},
	{"nothing is known of what a function of its caller sets, nor of another place",
		"int g(int (*read)(int *), int k) { int n; if (k == 3) { __asm__(\"nop\"); return 0; } if (!read || read(&n)) return 0; return f(n); }",
		2, Latent, "g unknown", unjudged, ""},
	{"another fault of its caller does not keep what is not supported from hiding the call",
		"int g(int *p, int k) { if (k == 3) { __asm__(\"nop\"); return f(0); } return f(1) + (*p & 1); }", 2, Latent,
		"g unknown", unjudged, ""},
	{"an inactive line of its caller calls it",
		"int g(int n) {\n#if 0\n return f(n);\n#endif\n __asm__(\"nop\"); return n;\n}", 2, Bug, "", "", "f"},
	{"others may call it", "int g(int n) { return n > 0 ? f(n) : 0; }", 2, Bug, "", "", "f"},
	{"nothing is known of one caller",
		"int g(int n) { __asm__(\"nop\"); return f(n); } int h(int n) { return n > 0 ? f(n) : 0; }", 2, Latent,
		"g unknown, h refuted", checked, ""},
	{"nothing is known of one caller, and another one leads there",
		"int g(int n) { __asm__(\"nop\"); return f(n); } int h(int n) { return f(n); }", 2, Bug, "", "", "h"},
	{"a caller that only its caller calls cannot lead there",
		"static int h(int n) { return f(n); } int g(int n) { return n > 0 ? h(n) : 0; }", 2, Latent,
		"h latent, g refuted", refuted, ""},
	{"a caller that only its caller calls leads there",
		"static int h(int n) { return f(n); } int g(int n) { return h(n); }", 2, Bug, "", "", "g"},
	{"a caller that nobody calls", "static int h(int n) { return f(n); } int g(int n) { return n > 0 ? f(n) : 0; }", 2,
		Bug, "", "", "h"},
	{"its address is taken", "int g(int n) { return n > 0 ? f(n) : 0; } int (*h)(int) = f;", 2, Bug, "", "", "f"},
	{"its address is taken before it is defined", "", 2, Bug, "", "", "f"},
	{"comments and texts name it",
		"/* f is static */ int g(int n) { const char *s = \"f\"; return n > 0 ? f(n) : *s; /* f; */ } // f", 2, Latent,
		"g refuted", refuted, ""},
	{"other names begin and end like its own", "int ff = 1, f_ = 2; int g(int n) { return n > 0 ? f (n) : ff + f_; }",
		2, Latent, "g refuted", refuted, ""},
	{"functions that call each other, and one that leads there",
		"static int g(int n, int k); static int h(int n, int k) { return k > 2 ? g(n, k) : f(n); } static int g(int n, int k) { return k > 0 && k < 9 ? h(n, k - 3) : 0; } int m(int n) { return g(n, 1); }",
		3, Bug, "", "", "m"},
	{"functions that call each other, and one that cannot lead there",
		"static int g(int n, int k); static int h(int n, int k) { return k > 2 ? g(n, k) : f(n); } static int g(int n, int k) { return k > 0 && k < 9 ? h(n, k - 3) : 0; } int m(int n) { return n > 0 ? g(n, 1) : 0; }",
		3, Latent, "h latent, g latent, m refuted", refuted, ""},
	{"the program leads there", "int main(int argc, char **argv) { return f(argc - 3); }", 2, Bug, "", "", "main"},
	{"the program cannot lead there", "int main(int argc, char **argv) { return f(argc); }", 2, Latent, "main refuted",
		refuted, ""},
}

func TestInternals(t *testing.T) {
	for _, row := range internals {
		t.Run(row.title, func(t *testing.T) {
			text := "static int f(int n) { if (n == 0) return 1 / n; return n; }\n" + row.text + "\n"
			if row.title == "others may call it" {
				text = strings.TrimPrefix(text, "static ")
			}
			if strings.Contains(row.title, "before") {
				text = "static int f(int n); int (*before)(int) = f;\n" + text +
					"int g(int n) { return n > 0 ? f(n) : 0; }\n"
			}
			all := scanned(t, text, func(o *Options) { o.Callers = row.levels })
			f := all["f"]
			if f.Verdict != row.verdict {
				t.Fatalf("found %s, want %s: %s", f.Verdict, row.verdict, textOf(t, f))
			}
			if row.verdict == Latent {
				if x := f.Latent[0]; callersText(x.Callers) != row.callers || x.Rank != row.rank ||
					x.Requires != "n != 0" {
					t.Errorf("found %q, %s, requires %s, want %q, %s", callersText(x.Callers), x.Rank, x.Requires,
						row.callers, row.rank)
				}
			}
			if got := toldOf(all); got != row.told {
				t.Errorf("found it told of %q, want %q", got, row.told)
			}
			written, _ := os.ReadDir("evidence")
			certificates := 0
			for _, e := range written {
				if strings.HasSuffix(e.Name(), ".bug.cbor") {
					certificates++
				}
			}
			if want := min(len(row.told), 1); certificates != want {
				t.Errorf("found %d certificates of bugs, want %d", certificates, want)
			}
		})
	}
}

// TestTwoFaults: one of two bugs of a static function can happen.
func TestTwoFaults(t *testing.T) {
	all := scanned(t, "static int f(int n, int m) { if (n == 0) return 1 / n; if (m == 0) return 2 / m; return n; } int g(int m) { return f(1, m); }",
		func(o *Options) { o.Callers = 2 })
	if f := all["f"]; f.Verdict != Bug || f.Result != nil || len(f.Latent) != 1 || f.Latent[0].Requires != "n != 0" ||
		f.Latent[0].Rank != refuted {
		t.Errorf("found %s", textOf(t, f))
	}
	if g := all["g"]; g.Verdict != Bug || !strings.Contains(textOf(t, g), `"column":75`) {
		t.Errorf("found %s", textOf(t, g))
	}
}

// TestStaticOfHeader: who includes a header may call its static functions.
func TestStaticOfHeader(t *testing.T) {
	for name, want := range map[string]bool{"a.h": true, "dir/a.hpp": true, "a.c": false, "a.h.c": false, "h": false,
		"a.inc": false} {
		if got := isHeader(name); got != want {
			t.Errorf("%s: found %v, want %v", name, got, want)
		}
	}
}

// byLengths has a project a row, with what becomes of a bug of the function f, which others may call: it reads the last
// of n bytes.
var byLengths = []struct {
	title   string
	text    string
	levels  int
	verdict Verdict
	callers string // of the first latent fault
	told    string
}{
	{"its caller cannot lead there", "int g(const unsigned char *p, unsigned long n) { return n > 0 ? f(p, n) : 0; }",
		2, Latent, "g refuted", ""},
	{"its caller gives a constant", "int g(void) { unsigned char a[2] = { 1, 2 }; return f(a, 2); }", 2, Latent,
		"g refuted", ""},
	{"a caller that passes on what it gets has callers that cannot lead there",
		"int g(const unsigned char *p, unsigned long n) { return f(p, n); } int h(void) { unsigned char a[2] = { 1, 2 }; return g(a, 2); }",
		2, Latent, "g latent, h refuted", ""},
	{"only a length avoids it that is larger than those that are tried first", "", 2, Latent, "g refuted", ""},
	{"nothing is known of one of two callers",
		"int g(const unsigned char *p, unsigned long n) { __asm__(\"nop\"); return n > 0 ? f(p, n) : 0; } int h(void) { unsigned char a[2] = { 1, 2 }; return f(a, 2); }",
		2, Latent, "g unknown, h refuted", ""},

	{"nobody calls it", "", 2, Bug, "", "f"},
	{"callers are not asked", "int g(const unsigned char *p, unsigned long n) { return n > 0 ? f(p, n) : 0; }", 0, Bug,
		"", "f"},
	{"its caller leads there", "int g(const unsigned char *p, unsigned long n) { return f(p, n); }", 2, Bug, "", "g"},
	{"its caller leads there by a constant", "int g(void) { unsigned char a[2] = { 1, 2 }; return f(a, 0); }", 2, Bug,
		"", "g"},
	{"one of two callers leads there",
		"int g(const unsigned char *p, unsigned long n) { return n > 0 ? f(p, n) : 0; } int h(const unsigned char *p, unsigned long n) { return f(p, n); }",
		2, Bug, "", "h"},
	{"its caller passes on what lies in a structure",
		"struct s { unsigned char *p; unsigned long n; }; int g(struct s *s) { return s && s->p ? f(s->p, s->n & 1) : 0; }",
		2, Bug, "", "f"},
	{"nothing is known of its caller",
		"int g(const unsigned char *p, unsigned long n) { __asm__(\"nop\"); return n > 0 ? f(p, n) : 0; }", 2, Bug, "",
		"f"},
	{"nothing is known of one of two callers, and the other one leads there",
		"int g(const unsigned char *p, unsigned long n) { __asm__(\"nop\"); return n > 0 ? f(p, n) : 0; } int h(void) { unsigned char a[2] = { 1, 2 }; return f(a, 0); }",
		2, Bug, "", "h"},
	{"a caller that passes on what it gets has one that leads there",
		"int g(const unsigned char *p, unsigned long n) { return f(p, n); } int h(const unsigned char *p, unsigned long n) { return g(p, n); }",
		2, Bug, "", "h"},
	{"functions that call each other",
		"int h(const unsigned char *p, unsigned long n, int k); int g(const unsigned char *p, unsigned long n, int k) { return k > 0 && k < 9 ? h(p, n, k - 1) : f(p, n); } int h(const unsigned char *p, unsigned long n, int k) { return k > 0 && k < 9 ? g(p, n, k - 1) : 0; }",
		2, Bug, "", "f"},
	{"no larger length avoids it", "", 2, Bug, "", "f"},
	{"what lies in the buffer decides", "", 2, Bug, "", "f"},
	{"a text without a length", "", 2, Bug, "", "f"},
}

func TestByLengths(t *testing.T) {
	for _, row := range byLengths {
		t.Run(row.title, func(t *testing.T) {
			first := "int f(const unsigned char *p, unsigned long n) { return p ? p[n - 1] == 3 : 0; }"
			switch row.title {
			case "only a length avoids it that is larger than those that are tried first":
				first = "int f(const unsigned char *p, int n) { if (!p) return 0; switch (n) { case 1: return p[0]; case 2: return p[0] + p[1]; default: return p[0] + p[1] + p[2]; } } int g(void) { unsigned char a[3] = { 1, 2, 3 }; return f(a, 3); }"
			case "no larger length avoids it":
				first = "int f(const unsigned char *p, unsigned long n) { return p ? p[n] == 3 : 0; } int g(void) { unsigned char a[2] = { 1, 2 }; return f(a, 1); }"
			case "what lies in the buffer decides":
				first = "int f(const unsigned char *p, unsigned long n) { return p && n > 0 && p[0] == 3 ? p[1] == 3 : 0; } int g(void) { unsigned char a[2] = { 1, 2 }; return f(a, 2); }"
			case "a text without a length":
				first = "int f(const char *s) { return s && s[0] == 3 ? s[2] == 3 : 0; } int g(void) { return f(\"abc\"); }"
			}
			all := scanned(t, first+"\n"+row.text+"\n", func(o *Options) { o.Callers = row.levels })
			f := all["f"]
			if f.Verdict != row.verdict {
				t.Fatalf("found %s, want %s: %s", f.Verdict, row.verdict, textOf(t, f))
			}
			if row.verdict == Latent && (callersText(f.Latent[0].Callers) != row.callers ||
				strings.Contains(row.callers, "unknown") == (f.Latent[0].Rank == refuted) ||
				f.Latent[0].Requires != "n > 0") {
				t.Errorf("found %q, %s, requires %s, want %q", callersText(f.Latent[0].Callers), f.Latent[0].Rank,
					f.Latent[0].Requires, row.callers)
			}
			if got := toldOf(all); got != row.told {
				t.Errorf("found it told of %q, want %q", got, row.told)
			}
		})
	}
}

// TestAvoided: callers decide about a bug that an empty text leads to, and not about one that needs two pointers to one
// object, which the harnesses of callers do not have.
func TestAvoided(t *testing.T) {
	const text = "int f(const char *s) { return s && s[0] != '=' ? s[1] == '=' : 0; }\n"
	const alias = "#include <stdlib.h>\n#include \"s.h\"\nint f(struct s *p, const char *x) { if (!p || !x) return 0; free(p->t); p->t = 0; return x[0] == 3; }\n"
	for _, row := range []struct {
		title, text string
		verdict     Verdict
		told        string
	}{
		{"an empty text, and nobody calls it", text, Bug, "f"},
		{"an empty text, and a caller gives another one", text + "int g(void) { return f(\">=\"); }", Latent, ""},
		{"an empty text, and a caller looks whether it is", text + "int g(const char *s) { return s && *s ? f(s) : 0; }",
			Latent, ""},
		{"an empty text, and a caller leads there", text + "int g(void) { return f(\"\"); }", Bug, "g"},
		{"an empty text, and a caller gives what it gets", text + "int g(const char *s) { return s ? f(s) : 0; }", Bug,
			"g"},
		{"an empty text, and nothing is known of its caller",
			text + "int g(const char *s) { __asm__(\"nop\"); return *s ? f(s) : 0; }", Bug, "f"},
		{"a short text", "int f(const char *s) { return s && s[0] == 3 ? s[2] == 3 : 0; } int g(void) { return f(\"abc\"); }",
			Bug, "f"},
		{"an alias, and a caller gives another pointer",
			alias + "int g(struct s *p) { return p && p->n == 3 ? f(p, \"abc\") : 0; }", Bug, "f"},
	} {
		t.Run(row.title, func(t *testing.T) {
			all := scanned(t, row.text, func(o *Options) {
				o.Callers = 2
				if err := os.WriteFile("s.h", []byte("struct s { int n; char *t; };\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			})
			if f := all["f"]; f.Verdict != row.verdict || toldOf(all) != row.told {
				t.Errorf("found %s, told of %q, want %s, of %q: %s", f.Verdict, toldOf(all), row.verdict, row.told,
					textOf(t, f))
			}
		})
	}
}

// TestMakerOfHeader: what a static function of a header makes, those get who include it.
func TestMakerOfHeader(t *testing.T) {
	maker := "#include <stdlib.h>\nstruct in { int n; };\nstatic struct in *in_init(void) { return calloc(1, sizeof(struct in)); }\n"
	for name, want := range map[string]Verdict{"in.h": Bug, "in.inc": Latent} {
		all := scanned(t, "#include \""+name+"\"\nint f(struct in *i) { return 3 / i->n; }\n", func(o *Options) {
			if err := os.WriteFile(name, []byte(maker), 0o644); err != nil {
				t.Fatal(err)
			}
		})
		if f := all["f"]; f.Verdict != want {
			t.Errorf("%s: found %s, want %s: %s", name, f.Verdict, want, textOf(t, f))
		}
	}
}

// toldOf returns the names of the functions whose bugs are told, in their order.
func toldOf(all map[string]outcomeJSON) string {
	var told []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if all[name].Verdict == Bug && all[name].Result != nil {
			told = append(told, name)
		}
	}
	return strings.Join(told, " ")
}

// TestReserved: the callers in the project decide about the bugs of a function whose name a project keeps for itself,
// whatever they are due to.
func TestReserved(t *testing.T) {
	const text = "int %s(const char *s) { return s[0] ? s[1] : s[1]; }\n%s\n"
	for _, row := range []struct {
		title, name, more string
		want              Verdict
	}{
		{"a caller that does not lead there", "_first", `int g(void) { return _first("ab"); }`, Latent},
		{"a caller that leads there", "_first", `int g(const char *s) { return s ? _first(s) : 0; }`, Bug},
		{"nobody calls it", "_first", "", Bug},
		{"another name", "first", `int g(void) { return first("ab"); }`, Bug},
	} {
		all := scanned(t, fmt.Sprintf(text, row.name, row.more), func(o *Options) { o.Callers = 2 })
		found := all[row.name].Verdict
		if g, ok := all["g"]; ok && row.want == Bug && found != Bug {
			found = g.Verdict
		}
		if found != row.want {
			t.Errorf("%s: found %s, want %s", row.title, found, row.want)
		}
	}
}

// TestNoLength: callers that always pass some length refute a bug that needs a length of 0, whatever text leads there;
// not another bug.
func TestNoLength(t *testing.T) {
	const text = `#include <string.h>
char *put(char *to, const char *s, unsigned long to_size) { if (!to || !s) return 0; if (s[0] == 'a' && to_size %s) to[to_size - 1] = 0; return to; }
char *g(const char *s) { static char b[8]; return put(b, s, sizeof b); }`
	for how, want := range map[string]Verdict{"< 100": Latent, "== 0": Bug} {
		all := scanned(t, fmt.Sprintf(text, how), func(o *Options) { o.Callers = 2 })
		if found := all["put"].Verdict; found != want {
			t.Errorf("%s: found %s, want %s: %s", how, found, want, textOf(t, all["put"]))
		}
	}
}

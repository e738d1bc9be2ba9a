package elaborate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/kernel"
	"vouch/kernel/encode"
)

// This file tests proofs in which ways meet: there are not many commands where there are very many ways, and no part of
// what is claimed there can be left out.

// repeated is a text with the numbers up to n in the place of #.
func repeated(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(text, "#", fmt.Sprint(i)))
	}
	return b.String()
}

const head = "#include <assert.h>\nint symb_int(const char *);\n"

// calls are functions that call each other, the next one in the place of @.
var calls = func() (text string) {
	for i := 5; i >= 0; i-- {
		f := "static int f#(int x, int y) { int r; switch ((x >> #) & 3) { case 0: r = 1; break; case 1: r = y; break; case 2: r = -1; break; default: r = 2; } return r + f@(x, y); }\n"
		text += strings.NewReplacer("#", fmt.Sprint(i), "@", fmt.Sprint(i+1)).Replace(f)
	}
	return text
}()

var manyWays = []struct {
	title, name, text string
	most              int // commands
}{
	{"branches that count", "a.imp", "c = 0 " + repeated(40, "if x# > # { c = c + 1 } ") + "assert c <= 40", 600},
	{"branches in a loop", "a.imp", "i = 0 c = 0 while i < 30 { if x > i { c = c + 1 } i = i + 1 } assert c <= 30",
		450},
	{"sorting", "a.imp", repeated(4,
		"if x0 > x1 { t = x0 x0 = x1 x1 = t } if x1 > x2 { t = x1 x1 = x2 x2 = t } if x2 > x3 { t = x2 x2 = x3 x3 = t } ") + "assert x3 >= x0",
		350},
	{"a chain of conditions", "a.imp", "s = 0 " + repeated(12,
		"if x# < 0 { s = s - 1 } else { if x# == 0 { s = s } else { s = s + 1 } } ") + "assert s <= 12 and s >= -12",
		350},
	{"branches inside of both ways", "a.imp", "c = 0 " + repeated(10,
		"if x# > 0 { if y# > 0 { c = c + 1 } else { c = c + 2 } } else { if z# > 0 { c = c + 3 } } ") +
		"assert c <= 30", 450},
	{"values that differ by an input", "a.imp", repeated(12,
		"n# = x if y# > 0 { n# = x + z } assert n# == x or n# == x + z "), 350},
	{"a chain of functions with 4 ways", "a.c",
		head + "int pick(int x) { switch (x & 3) { case 0: return 1; case 1: return 5; case 2: return -1; default: return 2; } }\n" +
			"int main(void) { int x = symb_int(\"x\"), r = 0;\n" + repeated(8, "r += pick(x >> #);\n") +
			"assert(r >= -8 && r <= 40); return 0; }\n", 300},
	{"functions that call each other", "a.c", head + "static int f6(int x, int y) { return 0; }\n" + calls +
		"int main(void) { int x = symb_int(\"x\"), y = symb_int(\"y\"); if (y < 0 || y > 3) return 0; int r = f0(x, y); assert(r >= -6 && r <= 18); return 0; }\n",
		220},
	{"memory that one way writes", "a.c", head + "int flags[12];\nint main(void) {\n" +
		repeated(12, "if (symb_int(\"x#\") > 0) flags[#] = 1;\n") +
		"int n = 0; for (int i = 0; i < 12; i++) n += flags[i];\nassert(n >= 0 && n <= 12); return 0; }\n", 350},
	{"text in lower case", "a.c",
		head + "static int lower(int c) { if (c >= 'A' && c <= 'Z') return c + 32; return c; }\nint main(void) {\n" +
			repeated(8, "{ int c = symb_int(\"c#\"); if (c < 0 || c > 127) return 0; c = lower(c); assert(c < 'A' || c > 'Z'); }\n") + "return 0; }\n",
		350},
	{"counters of four kinds", "a.imp", "a = 0 b = 0 c = 0 d = 0 " +
		repeated(12, "if x# < 0 { a = a + 1 } else { if x# == 0 { b = b + 1 } else { if x# == 7 { c = c + 1 } else { d = d + 1 } } } ") +
		"assert a + b + c + d == 12", 650},
	{"squares that do not overflow", "a.c", head + "int main(void) { int n = 0;\n" +
		repeated(4, "{ int x = symb_int(\"x#\"); if (x > 1000 || x < -1000) return 0; if (x * x > # + 1) n++; assert(x * x + x * x >= 0); }\n") + "assert(n <= 4); return 0; }\n",
		400},
	{"names that differ by an input", "a.c",
		head + "#include <string.h>\nstatic const char *name(int x) { if (x < 0) return \"a\"; if (x == 0) return \"bb\"; if (x == 7) return \"ccc\"; return \"dddd\"; }\n" +
			"int main(void) { int x[7]; for (int i = 0; i < 7; i++) x[i] = symb_int(\"x\"); int s = 0; for (int i = 0; i < 7; i++) s += strlen(name(x[i])); char t[29]; t[s] = 1; return 0; }\n",
		1500},
	{"objects that may be lost", "a.c",
		head + "#include <stdlib.h>\nint main(void) { char *p = malloc(8); if (!p) return 0; int n = 0;\n" +
			repeated(10, "if (symb_int(\"x#\") > 0) n++;\n") +
			"assert(n <= 10); free(p); return 0; }\n", 300},
}

// merged returns the proof of what the finder finds with merges.
func merged(t *testing.T, title, name, text string) *evidence {
	t.Helper()
	p, err := load.File(name, []byte(text))
	if err != nil {
		t.Fatalf("%s: %v", title, err)
	}
	r, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About},
		finder.Options{Pruning: finder.Auto, Prove: true, Merge: true, Engine: finder.EngineExplore})
	if err != nil || r.Absence == nil {
		t.Fatalf("%s: %v, %v", title, r.Verdict, err)
	}
	return proofOf(t, title, certs.Encode(r.Absence))
}

func TestManyWays(t *testing.T) {
	for _, test := range manyWays {
		e := merged(t, test.title, test.name, test.text)
		switch {
		case e == nil:
			t.Errorf("%s: no proof", test.title)
		case len(e.commands) > test.most:
			t.Errorf("%s: %d commands, want at most %d", test.title, len(e.commands), test.most)
		}
	}
}

// items returns the items of an array.
func items(b []byte) (list [][]byte) {
	n := b[0] & 31 // fewer than 24, or one byte follows
	at := 1
	if n == 24 {
		n, at = b[1], 2
	}
	for rest := b[at:]; n > 0; n-- {
		next := skip(rest)
		list = append(list, rest[:len(rest)-len(next)])
		rest = next
	}
	return list
}

// array is an array of items.
func array(list [][]byte) []byte {
	return append(encode.Item(nil).Array(len(list)), bytes.Join(list, nil)...)
}

// TestStrongerClaims leaves alternatives out of what is claimed where ways meet. Then one of the ways is no instance of
// that.
func TestStrongerClaims(t *testing.T) {
	tried := 0
	for _, test := range manyWays {
		e := merged(t, test.title, test.name, test.text)
		for i, command := range e.commands {
			parts := items(command)
			if parts[0][0] != kernel.DoClaim {
				continue
			}
			facts := items(parts[3])
			for j, fact := range facts {
				formula := items(fact)
				if kernel.Op(formula[0][0]) != kernel.Or || j < len(facts)-1 ||
					kernel.Op(items(items(formula[1])[0])[0][0]) != kernel.And {
					continue
				}
				for k := range items(formula[1]) {
					facts := slices.Clone(facts)
					facts[j] = array([][]byte{formula[0], array(slices.Delete(items(formula[1]), k, k+1))})
					commands := slices.Clone(e.commands)
					commands[i] = array([][]byte{parts[0], parts[1], parts[2], array(facts)})
					if err := e.with(e.program, e.claim, commands); err == nil {
						t.Errorf("%s: accepted without alternative %d of fact %d in command %d", test.title, k, j, i+1)
					}
					tried++
				}
			}
		}
	}
	if tried < 300 {
		t.Errorf("%d changes tried", tried)
	}
}

package finder

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/internal/effort"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file tests searches that look back: what they decide, and that they give up on what they cannot decide.

// endless returns the program that goes through its body for ever, with three slots that are 0 at first.
func endless(body string) string {
	return "core 1\nentry main\nfunc main() int loops 1\nslot a int\nslot b int\nslot c int\nset b 0\nset c 0\nenter 0\n" +
		"head: branch (truth 1) then body else out loop 0\nbody: draw a a 0 .. 9\n" + body +
		"\njump head\nbad: fail \"assertion\"\nout: return 0\n"
}

func TestLookBack(t *testing.T) {
	for _, c := range []struct {
		title, body string
		want        Verdict
		marks       bool // whether the certificate has landmarks
	}{
		{"one state", "set b 0", Safe, true},
		{"states in a row", "set b (mod (add b! 1) 7 \"division by zero\")", Safe, true},
		{"states that inputs choose",
			"branch (gt a! 5) then more else less\nmore: set b 1\njump on\nless: set b 0\non: branch (lt b! 2) then head else bad",
			Safe, true},
		{"a dead slot", "set c a!", Safe, true},
		{"a fault behind many rounds",
			"branch (eq a! b!) then more else head\nmore: set b (add b! 1)\nbranch (lt b! 9) then head else bad", Bug,
			false},
		{"a fault that no run reaches, as what is forgotten says",
			"branch (lt c! 1) then on else head\non: set b a!\nset c 1\nbranch (lt a! 5) then head else out\nset b b!",
			Safe, true},
		{"a counter without end", "set b (add b! 1)", Unknown, false},
		{"objects without end", "alloc d heap 1", Safe, true},
		{"objects without end, whose addresses are looked at",
			"alloc d heap 1\nset c (mod (toint d!) 7 \"division by zero\")\nbranch (lt c! 7) then head else bad",
			Unknown, false},
		{"objects without end, whose addresses are compared",
			"alloc d heap 1\nbranch (same d! (null)) then bad else head", Safe, true},
		{"objects that are chained without end",
			"alloc e heap 8\nbranch (lt b! 1) then first else next\nfirst: set b 1\nstore ptr e! (null)\nset d e!\njump head\nnext: store ptr e! d!\nset d e!",
			Unknown, false},
		{"objects of two kinds",
			"branch (lt b! 1) then one else two\none: alloc d heap 1\nset b 1\njump head\ntwo: alloc d heap 2\nset b 0",
			Safe, true},
		{"the value of an input in memory", "alloc d heap 12\nstore i32 d! a!", Safe, true},
		{"any value in memory", "branch (lt b! 1) then first else next\nfirst: alloc d heap 12\nstore i32 d! 0\nset b 1\njump head\n" +
			"next: load c i32 d!\nbranch (lt c! 100) then add else head\nadd: store i32 d! (add c! a!)", Safe, true},
		{"a value in memory that has to be known",
			"branch (lt b! 1) then first else next\nfirst: alloc d heap 12\nstore i32 d! 0\nset b 1\njump head\n" +
				"next: load c i32 d!\nbranch (lt c! 3) then add else good\nadd: store i32 d! (add c! 1)\njump head\ngood: branch (lt c! 4) then head else bad",
			Safe, true},
		{"the value of an input that is kept",
			"branch (lt b! 5) then less else more\nless: set b a!\njump head\nmore: set b (sub 9 a!)", Unknown, false},
	} {
		r, lowered := lookedBack(t, c.body, 1000)
		switch {
		case r.Verdict != c.want:
			t.Errorf("%s: found %s, want %s", c.title, r.Verdict, c.want)
		case r.Absence != nil && (len(r.Absence.Landmarks) > 0) != c.marks:
			t.Errorf("%s: found the landmarks %v, want some: %v", c.title, r.Absence.Landmarks, c.marks)
		case r.Absence != nil:
			if _, err := checker.Check(certs.Encode(r.Absence),
				checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower, Lowered: lowered}); err != nil {
				t.Errorf("%s: %v", c.title, err)
			}
		}
	}
}

// TestLookBackWaits: where ways of different lengths lead to the head of a loop, what is behind it is visited once for
// all of them, and the certificate lists no state that no other one is the same as.
func TestLookBackWaits(t *testing.T) {
	const begin = "#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n"
	texts := begin + `static const char *f(int x) { if (x < 0) return "a"; if (x == 0) return "bb"; if (x == 7) return "ccc"; return "dddd"; }
int main(void) { int s = 0; for (int i = 0; i < 6; i++) s += strlen(f(__VERIFIER_nondet_int())); char t[END]; t[s] = 1; return 0; }
`
	words := begin + `static char a[6]; static int lens[6];
int main(void) {
  for (int i = 0; i < 5; i++) a[i] = __VERIFIER_nondet_int();
  int k = 0, s = 0;
  for (const char *p = a; *p; ) { if (*p == ' ') { p++; continue; } int j = 0; while (*p && *p != ' ') { p++; j++; } lens[k++] = j; }
  for (int i = 0; i < k; i++) s += lens[i];
  char t[END]; t[s] = 1; return 0; }
`
	for _, c := range []struct {
		title, src    string
		want          Verdict
		states, marks int // at most
	}{
		{"texts", strings.Replace(texts, "END", "25", 1), Safe, 5000, 250},
		{"texts, and an index behind the end", strings.Replace(texts, "END", "24", 1), Bug, 5000, 0},
		{"words", strings.Replace(words, "END", "6", 1), Safe, 3000, 240},
		{"words, and an index behind the end", strings.Replace(words, "END", "5", 1), Bug, 1500, 0},
	} {
		r, err := Find(t.Context(), program(t, "t.c", c.src),
			Options{Prove: true, LookBack: 1000, Limits: Limits{States: 100_000}})
		if err != nil {
			t.Fatal(err)
		}
		checked(t, r)
		marks := 0
		if r.Absence != nil {
			marks = len(r.Absence.Landmarks)
		}
		t.Log(c.title, r.Verdict, r.Coverage.States, marks)
		if r.Verdict != c.want || r.Coverage.States > int64(c.states) || marks > c.marks || c.want == Safe &&
			marks == 0 {
			t.Errorf("%s: found %s after %d states, with %d landmarks, want %s after %d, with %d, at most", c.title,
				r.Verdict, r.Coverage.States, marks, c.want, c.states, c.marks)
		}
	}
}

// TestLookBackLimit: a search that looks back has the limits of the one before it.
func TestLookBackLimit(t *testing.T) {
	const row = "set b (mod (add b! 1) 50 \"division by zero\")"
	for limit, want := range map[int64]Verdict{1000: Safe, 150: Unknown} {
		if r, _ := lookedBack(t, row, limit); r.Verdict != want {
			t.Errorf("with %d states: found %s, want %s", limit, r.Verdict, want)
		}
	}
}

// lookedBack returns what a search that looks back after 100 states finds in a program that goes through its body for
// ever, and the text of the program.
func lookedBack(t *testing.T, body string, states int64) (r *Result, lowered []byte) {
	t.Helper()
	text := endless(body)
	if strings.Contains(text, " d ") {
		text = strings.Replace(text, "slot c int", "slot c int\nslot d ptr\nslot e ptr", 1)
	}
	p, err := core.ParseLoose("endless.core", []byte(text))
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	lowered = p.Text()
	if p, err = core.Parse("endless.core", lowered); err != nil {
		t.Fatal(err)
	}
	digest := p.Digest(nil)
	about := certs.Program{Language: "core", Version: 1, Sources: []certs.Source{{Name: "endless.core", Text: lowered}},
		Lowered: digest[:]}
	if r, err = Find(context.Background(), Program{Core: p, About: about},
		Options{Engine: EngineExplore, Prove: true, LookBack: 100, Limits: Limits{States: states}}); err != nil {
		t.Fatal(err)
	}
	return r, lowered
}

// TestComesBack establishes that a program without inputs that comes back to a state is run no further.
func TestComesBack(t *testing.T) {
	for _, c := range []struct {
		title, round string
		want         Verdict
	}{
		{"it comes back", "set b (mod (add b! 1) 60 \"division by zero\")", Safe},
		{"it prints, and comes back", "set b (mod (add b! 1) 60 \"division by zero\")\noutput 1 b!", Safe},
		{"it ends", "set b (add b! 1)\nbranch (lt b! 200) then head else out", Safe},
		{"it fails in the end", "set b (add b! 1)\nbranch (lt b! 200) then head else bad", Bug},
		{"it fails behind many steps", "set b (add b! 1)\nbranch (lt b! 30000) then head else bad", Bug},
	} {
		text := strings.Replace(endless(c.round), "draw a a 0 .. 9", "set a 0", 1)
		p, err := core.ParseLoose("endless.core", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		r, err := Find(context.Background(), Program{Core: p}, Options{Prove: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != c.want {
			t.Errorf("%s: found %s, want %s", c.title, r.Verdict, c.want)
		}
	}
}

// heaps are instructions of random programs that make, change and drop objects. Each is one that may be at fault or
// not, whatever numbers objects have.
var heaps = []string{
	"alloc p heap 12\nstore i32 p! 0\nstore ptr loose (move p! 4) (null)", "store i32 p! a!", "store i32 p! N",
	"load b i32 p!", "set b a!", "set b N",
	"store ptr loose (move p! 4) q!", "set q p!", "set p q!", "free p!", "set p (null)", "set q (null)",
	"load q ptr loose (move p! 4)",
	"branch (same p! q!) then L else head\nL: set c N", "branch (same p! (null)) then head else L\nL: set c N",
	"branch (lt b! N) then L else head\nL: set c b!", "branch (eq c! N) then head else L\nL: set b c!",
	"branch (lt a! N) then L else head\nL: set c a!", "alloc q heap N", "load b i32 q!", "load c u8 (move p! 4)",
	"set c (mod (toint p!) 3 \"division by zero\")",
}

// heap returns a random program that never ends but with a fault.
func heap(r *rand.Rand) string {
	text := "core 1\nentry main\nfunc main() int loops 1\nslot a int\nslot b int\nslot c int\nslot p ptr\nslot q ptr\nset b 0\nset c 0\nset p (null)\nset q (null)\n" +
		"alloc p heap 12\nstore i32 p! 0\nstore ptr loose (move p! 4) (null)\nenter 0\n" +
		"head: branch (truth 1) then body else out loop 0\nbody: draw a a 0 .. 3\nbranch (lt a! 2) then one else two\n"
	for i, label := range []string{"one", "two"} {
		text += label + ": set b b!\n"
		for k := range 2 + r.IntN(4) {
			line := heaps[r.IntN(len(heaps))]
			text += strings.NewReplacer("N", fmt.Sprint(r.IntN(4)), "L", fmt.Sprintf("on%d%d", i, k)).Replace(line) +
				"\n"
		}
		text += "jump head\n"
	}
	return text + "out: return 0"
}

// TestLookBackHeaps establishes on random programs that what is certified does not fail, and neither does a program
// whose certificate is another one's.
func TestLookBackHeaps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	counts := map[string]int{}
	for range effort.Of(20_000) {
		text := heap(r)
		p, about := loose(t, text)
		result, err := Find(context.Background(), Program{Core: p, About: about},
			Options{Engine: EngineExplore, Prove: true, LookBack: 40, Limits: Limits{States: 400}})
		if err != nil {
			t.Fatalf("%v, of\n%s", err, text)
		}
		counts[string(result.Verdict)]++
		c := result.Absence
		if c == nil {
			continue
		}
		if _, err := checker.Check(certs.Encode(c), checker.Options{Limits: checker.DefaultLimits,
			Lower: fronts.All.Lower}); err != nil {
			t.Fatalf("%v, of\n%s", err, text)
		}
		if len(c.Landmarks) > 0 {
			counts["with landmarks"]++
		}
		fails := func(p *core.Program) bool {
			for range 30 {
				m := &core.Machine{Program: p, Input: func(int, string) (*big.Int, bool) {
					return big.NewInt(int64(r.IntN(4))), true
				}}
				if _, out := semantics.Run(m, m.Start(), 400, nil); out.Fault != nil {
					return true
				}
			}
			return false
		}
		if fails(p) {
			t.Fatalf("a certified program fails:\n%s", text)
		}
		for range 8 { // another program, with this certificate
			lines := strings.Split(text, "\n")
			i := slices.Index(lines, "one: set b b!") + 1 + r.IntN(8)
			if i >= len(lines)-2 || strings.Contains(lines[i], ":") || strings.Contains(lines[i], "branch") ||
				strings.Contains(lines[i], "jump") {
				continue
			}
			lines[i] = []string{"set p q!", "set q p!", "free p!", "store i32 p! 3", "set b 2", "load b i32 p!",
				"set q (null)"}[r.IntN(7)]
			other, err := core.ParseLoose("heap.core", []byte(strings.Join(lines, "\n")))
			if err != nil || !fails(other) {
				continue
			}
			other, about := loose(t, strings.Join(lines, "\n"))
			forged := *c
			forged.Program = about
			forged.Landmarks = slices.Clone(c.Landmarks)
			for range r.IntN(3) {
				if len(forged.Landmarks) == 0 {
					break
				}
				l := &forged.Landmarks[r.IntN(len(forged.Landmarks))]
				switch r.IntN(4) {
				case 0:
					l.Same = uint64(r.IntN(len(forged.Landmarks) + 1))
				case 1:
					l.Any = []certs.Place{{Object: uint64(1 + r.IntN(3)), At: 0, Type: uint64(core.I32)}}
				case 2:
					l.Any = nil
				default:
					l.Lost = nil
				}
			}
			counts["forged"]++
			if _, err := checker.Check(forged.Seal(), checker.Options{Limits: checker.DefaultLimits,
				Lower: fronts.All.Lower}); err == nil && fails(other) {
				t.Fatalf("a program that fails is certified:\n%s", strings.Join(lines, "\n"))
			}
		}
	}
	for _, kind := range []string{"safe", "bug", "with landmarks", "forged"} {
		if counts[kind] < 20 {
			t.Errorf("found too few of %q: %v", kind, counts)
		}
	}
	t.Log(counts)
}

// loose returns a program whose text may leave out what core.ParseLoose adds, and what certificates say of it.
func loose(t *testing.T, text string) (*core.Program, certs.Program) {
	t.Helper()
	p, err := core.ParseLoose("heap.core", []byte(text))
	if err != nil {
		t.Fatalf("%v, in\n%s", err, text)
	}
	full := p.Text()
	if p, err = core.Parse("heap.core", full); err != nil {
		t.Fatal(err)
	}
	digest := p.Digest(nil)
	return p, certs.Program{Language: "core", Version: 1, Sources: []certs.Source{{Name: "heap.core", Text: full}},
		Lowered: digest[:]}
}

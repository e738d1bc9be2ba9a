package finder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/finder/solver"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/source"
	"vouch/semantics/term"
)

// program reads a program of the language that the name of its file tells.
func program(t testing.TB, file, source string) Program {
	t.Helper()
	p, err := load.File(file, []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return Program{Core: p.Core, About: p.About}
}

// findings writes what was found as "kind line:column input", potential bugs with a question mark.
func findings(r *Result) string {
	var parts []string
	for _, f := range r.Findings {
		text := fmt.Sprintf("%s %d:%d", f.Fault.Kind, f.Fault.Line, f.Fault.Column)
		if !f.Certain() {
			parts = append(parts, text+"?")
			continue
		}
		for _, name := range term.NewTable(f.Path).Inputs() {
			text += fmt.Sprintf(" %s=%s", name, f.Bug.Model[name])
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// TestFind fixes verdicts and findings, witnesses included.
func TestFind(t *testing.T) {
	hard := "if x * x * x + y * y * y = z * z * z + 33 and z > 0 and x > 1000 and y > 1000 { fail }"
	for _, c := range []struct {
		title   string
		src     string
		o       Options
		verdict Verdict
		want    string
	}{
		{"nothing fails", "x = y + 1\nassert x > y", Options{}, Safe, ""},
		{"a fail", "fail", Options{}, Bug, "fail 1:1"},
		{"an assertion", "assert x != 42", Options{}, Bug, "assertion 1:1 x=42"},
		{"a division by zero", "y = 1 / (x - 3)", Options{}, Bug, "division by zero 1:7 x=3"},
		{"a division by zero in a condition", "if y > 0 and 5 % x = 1 { skip }", Options{}, Bug,
			"division by zero 1:16 x=0 y=1"},
		{"an unbound variable", "input x\nif x = 7 { y = 1 }\nz = y", Options{}, Bug, "unbound variable 3:5 x=0"},
		{"floor division", "if x >= -5 and x / 3 == -2 { fail }", Options{}, Bug, "fail 1:30 x=-4"},
		{"truncating division", "option division truncate\nif x >= -5 and x / 3 == -2 { fail }", Options{}, Safe, ""},
		{"a division that is guarded", "if x != 0 and 10 / x > 20 { fail }", Options{}, Safe, ""},
		{"integers beyond 64 bits", "assert x < 100000000000000000000000000", Options{}, Bug,
			"assertion 1:1 x=100000000000000000000000000"},
		{"small witnesses", "assume a > 0\nassume b > 0\nassume a < b\nfail", Options{}, Bug, "fail 4:1 a=1 b=2"},
		{"a negative witness", "if x < 0 and x > -10 { fail }", Options{}, Bug, "fail 1:24 x=-1"},
		{"the first bug only", "if x > 0 { fail }\nif x < 0 { fail }", Options{}, Bug, "fail 1:12 x=1"},
		{"all bugs", "if x > 0 { fail }\nif x < 0 { fail }", Options{All: true}, Bug, "fail 1:12 x=1, fail 2:12 x=-1"},
		{"one finding for each place", "while x > 0 { assert y != 3 x = x - 1 }",
			Options{All: true, Limits: Limits{Loop: 4}}, Bug, "assertion 1:15 x=1 y=3"},
		{"a loop that ends", "assume 0 <= k <= 5\nassume 0 <= x\nwhile x < k {\n  x = x + 1\n  assert x <= 5\n}",
			Options{}, Safe, ""},
		{"a loop that may not", "while x > 0 { x = x + 1 }", Options{Limits: Limits{States: 100}}, Unknown, ""},
		{"a loop cut", "while x > 0 { x = x + 1 }", Options{Limits: Limits{Loop: 3}}, Bounded, ""},
		{"a bug before the cut", "while x > 0 { x = x - 1 assert x != 1 }", Options{Limits: Limits{Loop: 3}}, Bug,
			"assertion 1:25 x=2"},
		{"a bug behind the cut", "i = 0\nwhile i < 5 { i = i + 1 }\nfail", Options{Limits: Limits{Loop: 4}}, Bounded,
			""},
		{"a loop of just as many iterations", "i = 0\nwhile i < 5 { i = i + 1 }\nfail",
			Options{Limits: Limits{Loop: 5}}, Bug, "fail 3:1"},
		{"no input satisfies the assumptions", "assume x > y\nassume y > x\nfail", Options{}, Safe, ""},
		{"beyond the solver", hard, Options{}, Unknown, "fail 1:81?"},
		{"no solver asked", "assert x = 1", Options{Pruning: Unasked}, Unknown, "assertion 1:1?"},
		{"lazy", "while x > 0 { x = x - 1 assert x != 2 }", Options{Pruning: Lazy}, Bug, "assertion 1:25 x=3"},
	} {
		if c.o.Pruning == "" {
			c.o.Pruning = Eager
		}
		r, err := Find(t.Context(), program(t, "t.imp", c.src), c.o)
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		if r.Verdict != c.verdict || findings(r) != c.want {
			t.Errorf("%s: found %s with %q, want %s with %q", c.title, r.Verdict, findings(r), c.verdict, c.want)
		}
	}
}

// TestSameBytes shows that the same finding has the same bytes, and that they do not know where the file was.
func TestSameBytes(t *testing.T) {
	src := "assume a > 0\nwhile a != b {\n  if a > b { a = a - b } else { b = b + a }\n  assert b < 10\n}"
	var first []byte
	for _, name := range []string{"t.imp", "some/folder/t.imp", "t.imp"} {
		r, err := Find(t.Context(), program(t, name, src), Options{Pruning: Eager})
		if err != nil || len(r.Certain()) != 1 {
			t.Fatalf("%v, %d bugs", err, len(r.Certain()))
		}
		data := certs.Encode(r.Findings[0].Bug)
		if first == nil {
			first = data
		}
		if !bytes.Equal(first, data) {
			t.Errorf("%s: another certificate than before", name)
		}
		if bytes.Contains(data, []byte("folder")) {
			t.Errorf("%s: the certificate names the folder", name)
		}
	}
}

// TestFound shows that findings are handed over as they are made, before the exploration ends.
func TestFound(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	var found []string
	r, err := Find(ctx, program(t, "t.imp", "if x > 0 { fail }\nwhile true { x = x + 1 }"),
		Options{Pruning: Eager, All: true, Found: func(f Finding) {
			found = append(found, string(f.Fault.Kind))
			cancel(errors.New("seen enough"))
		}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(found, []string{"fail"}) || r.Verdict != Bug || r.Coverage.Ended != Stopped ||
		r.Coverage.Why != "seen enough" || r.Coverage.Frontier == 0 {
		t.Errorf("handed over %q, verdict %s, coverage %+v", found, r.Verdict, r.Coverage)
	}
}

// TestLies shows that no certificate comes of a solver's wrong model, nor of a report about a fault that is not there.
func TestLies(t *testing.T) {
	const src = "assume x > y\nif x > y + 10 { fail }\nskip"
	s := newSubject(program(t, "t.imp", src))
	x, _ := explore(t, src, Eager, Limits{}, ignorant)
	x.Machine, x.Depth = s.symbolic, s.depth
	reached := false
	for r := range x.Run(t.Context(), s.start) {
		if r.Kind != PotentialBug {
			continue
		}
		reached = true
		for _, c := range []struct {
			title string
			lie   func(*solver.Model)
			fault *semantics.Fault
			depth int64
			want  bool // whether a certificate is right
		}{
			{"the truth", func(m *solver.Model) { *m = solver.Model{"x": big.NewInt(11)} }, nil, r.Depth, true},
			{"a model that takes another path", func(m *solver.Model) { *m = solver.Model{"x": big.NewInt(10)} }, nil,
				r.Depth, false},
			{"no model", func(m *solver.Model) {}, nil, r.Depth, false},
			{"another fault", func(m *solver.Model) { *m = solver.Model{"x": big.NewInt(11)} },
				&semantics.Fault{Kind: semantics.AssertionFailed, Span: source.Pos{Line: 2, Column: 17}.Span()},
				r.Depth, false},
			{"another place", func(m *solver.Model) { *m = solver.Model{"x": big.NewInt(11)} },
				&semantics.Fault{Kind: semantics.Failed, Span: source.Pos{Line: 2, Column: 1}.Span()}, r.Depth, false},
			{"too few steps", func(m *solver.Model) { *m = solver.Model{"x": big.NewInt(11)} }, nil, r.Depth - 1,
				false},
			{"too many steps", func(m *solver.Model) { *m = solver.Model{"x": big.NewInt(11)} }, nil, r.Depth + 1,
				false},
		} {
			lie := r
			lie.Kind, lie.Depth = SureBug, c.depth
			c.lie(&lie.Model)
			if c.fault != nil {
				lie.Fault = *c.fault
			}
			for _, minimize := range []bool{false, true} {
				f := s.finding(t.Context(), ignorant, lie, Options{Minimize: minimize})
				if f.Certain() != c.want || !c.want && !strings.Contains(f.Reason, "contradicts itself") {
					t.Errorf("%s: certain is %t, reason %q", c.title, f.Certain(), f.Reason)
				}
			}
		}
	}
	if !reached {
		t.Error("the fault was not reached")
	}
}

// TestBadOptions shows that an option that is wrong is an error, not a verdict.
func TestBadOptions(t *testing.T) {
	for _, c := range []struct {
		title string
		o     Options
		want  string
	}{
		{"a solver that there is not", Options{Solver: "oracle"}, `found solver "oracle", want one of auto, lia, z3`},
		{"the same for several workers", Options{Solver: "oracle", Workers: 2},
			`found solver "oracle", want one of auto, lia, z3`},
		{"a strategy that there is not", Options{Strategy: "luck"}, `found strategy "luck", want one of `},
	} {
		if _, err := Find(t.Context(), program(t, "t.imp", "skip"), c.o); err == nil ||
			!strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got the error %v, want %q", c.title, err, c.want)
		}
	}
}

// TestLargeCertificate: a bug whose certificate nobody would read is a bug, and the certificate is not made.
func TestLargeCertificate(t *testing.T) {
	source := "input n\nx = 3\nk = 0\nwhile k < 18 { x = x * x k = k + 1 }\n"
	for i := range 400 {
		source += fmt.Sprintf("v%d = x + %d\n", i, i)
	}
	source += "assert n != 5\n"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := Find(t.Context(), program(t, "t.imp", source), Options{Minimize: true, Prove: true})
	runtime.ReadMemStats(&after)
	if err != nil || r.Verdict != Bug || len(r.Certain()) != 1 {
		t.Fatalf("found %+v and the error %v, want a bug", r, err)
	}
	if f := r.Findings[0]; f.Missing != errTooLarge || len(f.Inputs) != 1 || f.Inputs[0].Value.Int64() != 5 ||
		f.Bug.Digest != nil || f.Bug.Trace.Checkpoints != nil {
		t.Errorf("found the inputs %v and %v, want n = 5 without a certificate", f.Inputs, f.Missing)
	}
	if most, got := uint64(1<<29), after.TotalAlloc-before.TotalAlloc; got > most {
		t.Errorf("%d bytes were allocated, want %d at most", got, most)
	}
}

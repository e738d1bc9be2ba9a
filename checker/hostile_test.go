package checker

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"vouch/certs"
	"vouch/internal/effort"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file attacks the checker with certificates that are made to take long or to fill the memory. Whatever they hold,
// checking them ends, within what the limits allow.

// hostileLimits are the limits of the attacks; the deadlines and the memory that they may take are generous beside
// them.
var (
	hostileLimits = Limits{MaxSteps: 100_000, MaxBytes: certs.MaxBytes, MaxMemory: DefaultLimits.MaxMemory}
	hostileWalks  = Limits{MaxSteps: 100_000 * stepsPerWalkStep, MaxBytes: certs.MaxBytes,
		MaxMemory: DefaultLimits.MaxMemory}
)

const (
	deadline   = 10 * time.Minute // only for what would never end
	peakMemory = 700 << 20
)

// beyond begins the reason why a certificate is refused that takes too much of whatever it is. Such a one takes all
// that it may, and that is less where tests do not try all that they can.
const beyond = "checking takes more than"

// limitsFor returns the limits for an attack that is to be refused for a reason.
func limitsFor(l Limits, reason string) Limits {
	if reason == beyond {
		l.MaxMemory = effort.Of(l.MaxMemory)
	}
	return l
}

// claim returns a certificate that says that the program fails after n steps. Its decisions and checkpoints are right
// as far as the program gets, so that the checker has to follow it that far.
func claim(t testing.TB, source string, input certs.Memory, n uint64) *certs.Bug {
	t.Helper()
	c := &certs.Bug{Program: about(source), Fault: certs.Fault{Kind: "fail", Line: 1, Column: 1}}
	c.Trace.Steps, c.Trace.Final.Digest = n, make([]byte, 32)
	meter := semantics.NewMeter(baseWork+hostileLimits.MaxSteps*workPerStep, hostileLimits.MaxMemory/8)
	p, err := lower(c.Program, meter, fronts.All.Lower)
	if err != nil {
		return c
	}
	m := &core.Machine{Program: p, Meter: meter}
	m.Input = func(n int, name string) (*big.Int, bool) {
		if n == len(c.Inputs) && input[name] != nil {
			c.Inputs = append(c.Inputs, certs.Input{Name: name, Value: input[name]})
		}
		return input[name], input[name] != nil
	}
	see := func(s core.State) certs.State {
		digest, values := s.Digest(meter), certs.Values{}
		for _, v := range s.Shown() {
			n, _ := v.Value.Integer()
			values[v.Name] = certs.Value{Int: n}
		}
		return certs.State{Digest: digest[:], Values: values}
	}
	free := *m
	free.Meter = semantics.NewMeter(baseWork+hostileLimits.MaxSteps*workPerStep, hostileLimits.MaxMemory/8)
	begin := m.Start()
	begin.Hold(free.Meter)
	if _, out := semantics.Run(&free, begin, int64(min(n, 1<<20)), nil); out.Fault != nil {
		n = uint64(out.Steps) // it says only how many are enough
		c.Trace.Steps = n
	}
	for _, at := range certs.CheckpointSteps(n, p.MostShown()) {
		c.Trace.Checkpoints = append(c.Trace.Checkpoints, certs.Checkpoint{Step: at, Digest: make([]byte, 32)})
	}
	points := c.Trace.Checkpoints
	var decisions certs.Bits
	start := m.Start()
	start.Hold(meter)
	before := start
	last, _ := semantics.Run(m, start, int64(n), func(i int64, rule semantics.Rule, s core.State) bool {
		if i > 0 {
			before.Replace(s, meter)
			before = s
		}
		if len(points) > 0 && points[0].Step == uint64(i) {
			seen := see(s)
			points[0].Digest, points[0].Values = seen.Digest, seen.Values
			points = points[1:]
		}
		if rule.Branch != semantics.NoBranch {
			decisions.Append(rule.Branch == semantics.BranchTrue)
		}
		return true
	})
	c.Trace.Branches, c.Trace.Decisions, c.Trace.Final = decisions.Len, decisions.Bytes, see(last)
	if f, ok := m.Fault(last); ok {
		c.Fault = certs.Fault{Kind: string(f.Kind), File: uint64(f.File), Line: uint64(f.Line),
			Column: uint64(f.Column)}
	}
	c.Inputs = c.Inputs[:min(last.Drawn(), len(c.Inputs))] // a state may be asked for more
	return c
}

// balanced returns n leaves joined by op, with parentheses that keep the expression from getting deep.
func balanced(op string, n int, leaf func(i int) string) string {
	var b strings.Builder
	var join func(from, to int)
	join = func(from, to int) {
		if to-from == 1 {
			b.WriteString(leaf(from))
			return
		}
		b.WriteByte('(')
		join(from, (from+to)/2)
		b.WriteString(op)
		join((from+to)/2, to)
		b.WriteByte(')')
	}
	join(0, n)
	return b.String()
}

// numbered returns a leaf for balanced.
func numbered(format string) func(int) string {
	return func(i int) string { return strings.ReplaceAll(format, "#", fmt.Sprint(i)) }
}

// zeros returns an input with the value v for n variables, and those of more.
func zeros(format string, n int, v int64, more string) certs.Memory {
	m := memory(more)
	for i := range n {
		m[numbered(format)(i)] = big.NewInt(v)
	}
	return m
}

// join returns what both memories hold.
func join(a, b certs.Memory) certs.Memory {
	maps.Copy(a, b)
	return a
}

// assignments returns a program that assigns n variables and fails.
func assignments(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "v%d = %d\n", i, i)
	}
	return b.String() + "fail"
}

// macroBomb returns macros of which each calls the one before twice.
func macroBomb(n int, body, arguments string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "macro m0(x) begin %s end\n", body)
	for i := range n {
		fmt.Fprintf(&b, "macro m%d(x) begin m%d(%s) m%d(%s) end\n", i+1, i, arguments, i, arguments)
	}
	fmt.Fprintf(&b, "m%d(a) fail", n)
	return b.String()
}

func TestHostileCertificates(t *testing.T) {
	const (
		n    = 100_000 // the step limit
		work = beyond
	)
	variables := effort.Of(100_000)
	nines := strings.Repeat("9", 90_000)
	rows := []struct {
		title  string
		make   func() *certs.Bug
		reason string // of what is invalid
	}{
		{"a loop that does not end", func() *certs.Bug { return claim(t, "while true { skip }", nil, n) }, "invalid"},
		{"a loop whose end is claimed to be far", func() *certs.Bug {
			return claim(t, "while true { skip }", nil, 1<<63)
		}, "invalid"},
		{"a loop with many variables", func() *certs.Bug {
			return claim(t, "input a while true { "+strings.Repeat("a = a + 1 ", 2000)+"}", memory("a=0"), n)
		}, "invalid"},
		{"squares", func() *certs.Bug { return claim(t, "x = 3 while true { x = x * x }", memory("x=0"), n) }, work},
		{"squares of an input", func() *certs.Bug { return claim(t, "while true { x = x * x }", memory("x=0"), n) },
			work},
		{"squares of a sum", func() *certs.Bug {
			return claim(t, "while true { x = (x + y) * (x - y) }", memory("x=0 y=0"), n)
		}, work},
		{"doubled terms", func() *certs.Bug { return claim(t, "while true { x = x + x }", memory("x=0"), n) },
			"invalid"},
		{"terms that double each other", func() *certs.Bug {
			return claim(t, "while true { x = x + y y = y + x }", memory("x=0 y=0"), n)
		}, "invalid"},
		{"coefficients that are squared", func() *certs.Bug {
			return claim(t, "k = 3 while true { x = k * x k = k * k }", memory("x=0 k=0"), n)
		}, work},
		{"products of products", func() *certs.Bug {
			return claim(t, "while true { y = y * x }", memory("x=0 y=0"),
				n)
		}, "invalid"},
		{"products that nest on both sides", func() *certs.Bug {
			return claim(t, "while true { z = y y = y * x + z x = x * z + y }", memory("x=0 y=0 z=0"), n)
		}, work},
		{"two towers that are equal to the bottom", func() *certs.Bug {
			return claim(t, "while i < 1000 { p = p * a q = q * a i = i + 1 } while true { s = p + q }",
				memory("a=0 p=0 q=0 i=0 s=0"), n)
		}, work},
		{"two towers that are equal to the bottom, as factors", func() *certs.Bug {
			return claim(t, "while i < 1000 { p = p * a q = q * a i = i + 1 } while true { s = p * q }",
				memory("a=0 p=0 q=0 i=0 s=0"), n)
		}, work},
		{"two wide towers that are equal to the bottom", func() *certs.Bug {
			return claim(t, "c = "+balanced(" + ", 1000,
				numbered("v#"))+" while i < 300 { p = (p + c) * a q = (q + c) * a i = i + 1 } while true { s = p + q }",
				zeros("v#", 1000, 0, "a=0 p=0 q=0 i=0 s=0 c=0"), n)
		}, work},
		{"many towers that are equal to the bottom", func() *certs.Bug {
			var rounds strings.Builder
			for i := range 20 {
				fmt.Fprintf(&rounds, "p%d = p%d * a ", i, i)
			}
			return claim(t, "while i < 1000 { "+rounds.String()+"i = i + 1 } if "+balanced(" + ", 20,
				numbered("p#"))+" == 0 { fail }",
				zeros("p#", 20, 0, "a=0 i=0"), 43003)
		}, "path: found 0 conjuncts"},
		{"quotients of quotients", func() *certs.Bug {
			return claim(t, "while true { y = y / x + y }",
				memory("x=1 y=0"), n)
		}, work},
		{"quotients of sums with a huge constant", func() *certs.Bug {
			return claim(t, "k = "+nines+" while true { y = (y + k) / x y = 0 k = k + x }", memory("x=1 y=0 k=0"), n)
		}, "invalid"},
		{"a sum that becomes longer in each round", func() *certs.Bug {
			return claim(t, "while true { s = s + x * y y = y + x x = x * 0 + y - y }", memory("s=0 x=0 y=0"), n)
		}, "invalid"},
		{"a long sum that is copied in each round", func() *certs.Bug {
			return claim(t, "s = "+balanced(" + ", 1000, numbered("v#"))+" while s == 0 { t = s + s }",
				zeros("v#", 1000, 0, "s=0 t=0"), n)
		}, work},
		{"a condition that is long for all inputs, but not for this one", func() *certs.Bug {
			return claim(t, "while k == 0 or "+balanced(" or ", effort.Of(200_000), numbered("true"))+" { skip }",
				memory("k=0"), n)
		}, "no fault after 100000 steps"},
		{"a negation that is long for all inputs, but not for this one", func() *certs.Bug {
			return claim(t, "while k == 0 or "+strings.Repeat("not ", 15_000)+"true { skip }", memory("k=0"), n)
		}, work},
		{"variables that are many for all inputs, but not for this one", func() *certs.Bug {
			return claim(t, "while k == 0 or "+strings.TrimSuffix(strings.Repeat("k < ", 15_000), "< ")+" { skip }",
				memory("k=0"), n)
		}, "path: found 0 conjuncts, want more"},
		{"a long equation that guards many divisions", func() *certs.Bug {
			return claim(t, "if "+balanced(" + ", 4000, numbered("v#"))+" == 0 and "+balanced(" + ", 4000,
				numbered("1/w#"))+" == 1 { skip } fail",
				join(zeros("w#", 4000, 1, ""), zeros("v#", 4000, 0, "")), n)
		}, work},
		{"many guards around many divisions", func() *certs.Bug {
			return claim(t, "if "+strings.Repeat("1 == 1 and (", 9000)+"k == 0 and "+balanced(" + ", 50_000,
				numbered("1/k"))+" == 1"+strings.Repeat(")", 9000)+" { skip } fail",
				memory("k=1"), 2)
		}, work},
		{"a macro that expands to 2^40 statements", func() *certs.Bug {
			return claim(t, macroBomb(40, "skip", "x"), memory("a=0"), n)
		}, "invalid"},
		{"a macro whose argument grows to 2^40 nodes", func() *certs.Bug {
			return claim(t, macroBomb(40, "assert x == 0", "x + x"), memory("a=0"), n)
		}, "invalid"},
		{"many macros that expand to nothing much", func() *certs.Bug {
			return claim(t, macroBomb(18, "skip", "x"), memory("a=0"), 600_000)
		}, "invalid"},
		{"an expression at the limit of depth", func() *certs.Bug {
			return mustCertify(t, "assert "+strings.Repeat("(", 19_000)+"a"+strings.Repeat(" - 1)", 19_000)+" != 0",
				"a=19000")
		}, ""},
		{"an expression beyond the limit of depth", func() *certs.Bug {
			return claim(t, "assert "+strings.Repeat("(", 30_000)+"a"+strings.Repeat(" - 1)", 30_000)+" != 0",
				memory("a=30000"), 2)
		}, "invalid"},
		{"parentheses beyond any depth", func() *certs.Bug {
			return claim(t, "assert "+strings.Repeat("(", 4_000_000)+"a", memory("a=0"), 2)
		}, "invalid"},
		{"signs beyond any depth", func() *certs.Bug {
			return claim(t, "a = "+strings.Repeat("- ", 4_000_000)+"a",
				memory("a=0"), 2)
		}, "invalid"},
		{"comments beyond any depth", func() *certs.Bug { return claim(t, strings.Repeat("(*", 4_000_000), nil, 2) },
			"invalid"},
		{"blocks at the limit of depth", func() *certs.Bug {
			return mustCertify(t, strings.Repeat("if a == 1 { ", 9_000)+"fail"+strings.Repeat(" }", 9_000), "a=1")
		}, ""},
		{"blocks beyond the limit of depth", func() *certs.Bug {
			return claim(t, strings.Repeat("if a == 1 { ", 100_000)+"fail"+strings.Repeat(" }", 100_000), memory("a=1"),
				2)
		}, "invalid"},
		{"connectives that nest and alternate", func() *certs.Bug {
			return mustCertify(t, "assert not ("+strings.Repeat("a == 1 and (b == 2 or ",
				4_000)+"a == 3"+strings.Repeat(")", 4_001), "a=1 b=2")
		}, ""},
		{"many variables", func() *certs.Bug {
			return claim(t, assignments(variables), zeros("v#", variables, 0, ""), uint64(variables/2))
		}, fmt.Sprintf("no fault after %d steps", variables/2)},
		{"10,000 variables, all of which are assigned", func() *certs.Bug {
			return claim(t, assignments(10_000), zeros("v#", 10_000, 0, ""), 20_000)
		}, ""},
		{"20,000 inputs", func() *certs.Bug {
			return claim(t, "if "+balanced(" + ", 20_000, numbered("v#"))+" == 0 { skip } fail",
				zeros("v#", 20_000, 0, ""), 2)
		}, "invalid"},
		{"a source of 14 MB of blanks", func() *certs.Bug {
			return mustCertify(t, strings.Repeat(" ", 14<<20)+"\nfail",
				"")
		}, ""},
		{"a source of 14 MB of line ends", func() *certs.Bug {
			return mustCertify(t, strings.Repeat("\n", 14<<20)+"fail", "")
		}, ""},
		{"a source of 2 MB of comments", func() *certs.Bug {
			return mustCertify(t, strings.Repeat("(**)", 2<<18)+"fail", "")
		}, ""},
		{"a source of 2 MB of semicolons", func() *certs.Bug {
			return mustCertify(t, strings.Repeat(";", 2<<20)+"fail", "")
		}, ""},
		{"a source of 4 MB of errors", func() *certs.Bug { return claim(t, strings.Repeat("} ) ", 4<<18), nil, 2) },
			"invalid"},
		{"a source of 2 MB of statements", func() *certs.Bug {
			return claim(t, strings.Repeat("skip\n", 2<<20/5)+"fail", nil, n)
		}, ""},
		{"a source in one expression", func() *certs.Bug { // of 1 MB, where tests try all that they can
			return claim(t, "a = "+balanced("+", effort.Of(1<<18), numbered("a"))+" fail", memory("a=0"), 2)
		}, ""},
		{"a source of 14 MB in one name", func() *certs.Bug {
			return claim(t, strings.Repeat("a", 14<<20)+" = 1 fail", nil, 2)
		}, "invalid"},
		{"a source of 14 MB in one number", func() *certs.Bug {
			return claim(t, "a = "+strings.Repeat("9", 14<<20), nil, 2)
		}, "invalid"},
		{"two numbers of many digits", func() *certs.Bug {
			return claim(t, "a = "+strings.TrimSuffix(strings.Repeat(nines+" + ", 2), "+ ")+" fail", memory("a=0"), 2)
		}, ""},
		{"thousands of checkpoints", func() *certs.Bug {
			c := mustCertify(t, tamperedSource, "n=6 d=3 free=0")
			for len(c.Trace.Checkpoints) < 40_000 {
				c.Trace.Checkpoints = append(c.Trace.Checkpoints, c.Trace.Checkpoints[0])
			}
			return c
		}, "invalid"},
		{"ten megabytes of decisions", func() *certs.Bug {
			c := mustCertify(t, tamperedSource, "n=6 d=3 free=0")
			c.Trace.Decisions = append(c.Trace.Decisions, make([]byte, 10<<20)...)
			c.Trace.Branches = 8 * uint64(len(c.Trace.Decisions))
			return c
		}, "invalid"},
		{"100,000 conjuncts, where there are some", func() *certs.Bug {
			c := mustCertify(t, tamperedSource, "n=6 d=3 free=0")
			for len(c.Path.Conjuncts) < 100_000 {
				c.Path.Conjuncts = append(c.Path.Conjuncts, c.Path.Conjuncts[0])
			}
			return c
		}, "invalid"},
		{"a conjunct of a million nodes", func() *certs.Bug {
			c := mustCertify(t, tamperedSource, "n=6 d=3 free=0")
			c.Path.Conjuncts[0] = make(certs.Formula, 1_000_000)
			for i := range c.Path.Conjuncts[0] {
				c.Path.Conjuncts[0][i] = certs.Node{Op: "and", Arity: 1}
			}
			return c
		}, "invalid"},
		{"thousands of conjuncts that are right", func() *certs.Bug {
			return mustCertify(t, "i = 0\nwhile i < x { i = i + 1 }\nassert i < 5000", "x=5000 i=0")
		}, ""},
		{"thousands of options", func() *certs.Bug {
			c := mustCertify(t, "fail", "")
			for i := range 1 << 16 {
				c.Program.Options[fmt.Sprint("option", i)] = "on"
			}
			return c
		}, "invalid"},
		{"thousands of divisions in one condition", func() *certs.Bug {
			return claim(t, "assert "+balanced(" and ", 6000, numbered("#/x >= 0"))+" while true { skip }",
				memory("x=1"), n)
		}, "invalid"},
		{"a long path that is said to be empty", func() *certs.Bug {
			return claim(t, "while x < 0 { x = x + 1 } fail", memory("x=-30000"), 90001)
		}, "path: found 0 conjuncts, want more: there are 1 after step 3"},
		{"thousands of inputs too many", func() *certs.Bug {
			c := mustCertify(t, "fail", "")
			for name, v := range zeros("v#", 1<<16, 0, "") {
				c.Inputs = append(c.Inputs, certs.Input{Name: name, Value: v})
			}
			return c
		}, "invalid"},
		{"thousands of values too many in the model", func() *certs.Bug {
			c := mustCertify(t, "fail", "")
			c.Model = zeros("v#", 1<<16, 0, "")
			return c
		}, "invalid"},
		{"an input of a megabyte", func() *certs.Bug {
			c := mustCertify(t, "assert a * a < 0 or a != 0", "a=0")
			inputOf(c, "a").Value = new(big.Int).Lsh(big.NewInt(1), 8<<20)
			return c
		}, "invalid"},
		{"a path condition about an integer of a megabyte", func() *certs.Bug {
			return must(certify("assert a < 7", certs.Memory{"a": new(big.Int).Lsh(big.NewInt(1), 8<<20)}, 1000))
		}, ""},
		{"a sum that is long for all inputs, but not for this one", func() *certs.Bug {
			return claim(t, "while k == 0 or "+balanced(" + ", 100_000, numbered("1"))+" > 0 { skip }", memory("k=0"),
				n)
		}, work},
	}
	if !effort.All() {
		rows = rows[:len(rows)-1] // the last one takes as long as ten others, and has siblings
	}
	for _, c := range rows {
		t.Run(c.title, func(t *testing.T) {
			cert := c.make()
			if c.reason == work { // it is not to be refused because the path grows longer than it says
				cert.Path.Conjuncts = slices.Repeat([]certs.Formula{{{Op: "false"}}}, 100_000)
			}
			attack(t, cert.Seal(), limitsFor(hostileLimits, c.reason), c.reason)
		})
	}
}

// attack checks a certificate and wants it to be refused for the reason, or to be valid if that is "", in time and with
// little memory.
func attack(t *testing.T, data []byte, limits Limits, reason string) {
	watch := watchMemory()
	start := time.Now()
	result := make(chan error, 1)
	go func() {
		_, err := check(data, nil, limits)
		result <- err
	}()
	var err error
	select {
	case err = <-result:
	case <-time.After(deadline):
		t.Fatalf("checking %d bytes takes longer than %v", len(data), deadline)
	}
	took, peak := time.Since(start), watch()
	if reason == "" && err != nil || reason != "" && (!errors.Is(err, ErrInvalid) ||
		!strings.Contains(err.Error(), reason)) {
		t.Errorf("found %.300v, want %q", err, reason)
	}
	if err != nil && len(err.Error()) > 2*maxReason {
		t.Errorf("found a reason of %d bytes", len(err.Error()))
	}
	if peak > peakMemory {
		t.Errorf("checking %d bytes took %d MB of memory, want %d MB at most", len(data), peak>>20, peakMemory>>20)
	}
	if testing.Verbose() {
		t.Logf("%d bytes, %v, %d MB: %.150v", len(data), took.Round(time.Millisecond), peak>>20, err)
	}
}

// noFault returns a certificate that says that the program is safe, with the given entries.
func noFault(source string, ways ...certs.Proof) *certs.Absence {
	return &certs.Absence{
		Kind:    certs.KindSafe,
		Program: about(source),
		Ways:    ways,
	}
}

func TestHostileAbsences(t *testing.T) {
	const work = beyond
	walks := effort.Of(hostileWalks.MaxSteps)
	steps := fmt.Sprintf("ways: walking them takes more than %d steps, a tenth of the step limit",
		walks/stepsPerWalkStep)
	open := func(n int) []certs.Proof { return make([]certs.Proof, n) }
	huge := new(big.Int).Exp(big.NewInt(10), big.NewInt(1_000_000), nil)
	nines := strings.Repeat("9", 90_000)
	refuting := func(source string, p certs.Proof) *certs.Absence { return noFault(source, nil, nil, p) }
	const bounds = "assume 1 <= x assert x > 0" // rows 0: 1 - x, 1: x
	alternatives := balanced(" or ", 1000, numbered("x == #"))
	for _, c := range []struct {
		title  string
		make   func() *certs.Absence
		reason string // of what is invalid
	}{
		{"a loop that does not end", func() *certs.Absence { return noFault("while true { skip }") }, steps},
		{"a loop that does not end, under a limit", func() *certs.Absence {
			c := noFault("while true { skip }")
			c.Kind, c.LoopLimit = certs.KindBounded, 1<<63
			return c
		}, steps},
		{"a loop that counts without end", func() *certs.Absence { return noFault("x = 0 while true { x = x + 1 }") },
			steps},
		{"a loop with many variables", func() *certs.Absence {
			return noFault("input a while true { " + strings.Repeat("a = a + 1 ", 2000) + "}")
		}, steps},
		{"squares", func() *certs.Absence { return noFault("x = 3 while true { x = x * x }") }, work},
		{"squares of an input", func() *certs.Absence { return noFault("while true { x = x * x }") }, work},
		{"doubled terms", func() *certs.Absence { return noFault("while true { x = x + x }") }, steps},
		{"open entries for a loop over an input", func() *certs.Absence {
			return noFault("while x > 0 { x = x - 1 }", open(4_000_000)...)
		}, steps},
		{"open entries for forks that multiply", func() *certs.Absence {
			return noFault("while true { if x > 0 { x = x - 1 } else { x = x + 1 } }", open(4_000_000)...)
		}, steps},
		{"open entries for forks that multiply, with many variables", func() *certs.Absence {
			var b strings.Builder
			for i := range 2000 {
				fmt.Fprintf(&b, "v%d = v%d + 1 if v%d > %d { skip } ", i, (i*7)%2000, (i*3)%2000, i)
			}
			return noFault("while true { "+b.String()+"}", open(4_000_000)...)
		}, steps},
		{"open entries for a program without ways", func() *certs.Absence {
			return noFault("skip", open(4_000_000)...)
		}, "ways: found 4000000 entries, want 0"},
		{"a branch on towers of products", func() *certs.Absence {
			return noFault("while true { p = p * a if p > 0 { skip } }", open(200_000)...)
		}, steps},
		{"a branch on towers of quotients", func() *certs.Absence {
			return noFault("while true { p = p / 2 + a if p > 0 { skip } }", open(200_000)...)
		}, steps},
		{"a branch on a long sum", func() *certs.Absence {
			return noFault("s = "+balanced(" + ", 1000, numbered("v#"))+" while s > 0 { s = s - 1 }", open(200_000)...)
		}, work},
		{"a branch on a long condition", func() *certs.Absence {
			return noFault("while "+balanced(" or ", 10_000, numbered("v# > k"))+" { k = k + 1 }", open(200_000)...)
		}, work},
		{"many guards of one condition", func() *certs.Absence {
			return noFault("if "+balanced(" and ", 5_000, numbered("10 / (k - #) > 1"))+" { skip }", open(200_000)...)
		}, work},
		{"many guards of one condition, each excluded", func() *certs.Absence {
			c := noFault("assume k < 0 if " + balanced(" and ", 300, numbered("10 / (k - #) > 1")) + " { skip }")
			c.Ways = open(1)
			for range 300 {
				c.Ways = append(c.Ways, certs.Proof{byLeaf(1, 1)})
			}
			return c
		}, "ways: entry 2"},

		{"a million nested splits", func() *certs.Absence {
			return refuting(bounds, slices.Repeat(certs.Proof{bySplit(0, 0)}, 1_000_000))
		}, work},
		{"a hundred thousand nested splits", func() *certs.Absence {
			return refuting(bounds, slices.Repeat(certs.Proof{bySplit(0, 0)}, 100_000))
		}, "entry 3, for a way at 1:15 where the condition is false: the rules end before every way is closed"},
		{"a hundred thousand nested splits that are closed", func() *certs.Absence {
			return refuting(bounds, append(slices.Repeat(certs.Proof{bySplit(0, 0)}, 100_000),
				slices.Repeat(certs.Proof{byLeaf(0, 1, 1, 1)}, 100_001)...))
		}, ""},
		{"many cuts", func() *certs.Absence {
			return refuting(bounds, slices.Repeat(certs.Proof{byCut(2, 0, 2)}, 300_000))
		}, "the rules end before every way is closed"},
		{"many leaves", func() *certs.Absence {
			return refuting(bounds, slices.Repeat(certs.Proof{byLeaf(0, 1, 1, 1)}, 300_000))
		}, "every way is closed, but found 299999 more rules"},
		{"a row that is cited a million times", func() *certs.Absence {
			return refuting(bounds, certs.Proof{byLeaf(slices.Repeat([]int64{0, 1}, 1_000_000)...)})
		}, "found row 0 after row 0"},
		{"a million rows that are not there", func() *certs.Absence {
			rows := make([]int64, 2_000_000)
			for i := range rows {
				rows[i] = int64(i/2) + 1
			}
			return refuting(bounds, certs.Proof{byLeaf(rows...)})
		}, "want one of 2"},
		{"factors of a million digits", func() *certs.Absence {
			return refuting(bounds, certs.Proof{{Op: certs.RuleLeaf,
				Rows: []certs.Multiple{{Row: 0, Times: huge}, {Row: 1, Times: huge}}}})
		}, ""},
		{"factors of a million digits that do not fit", func() *certs.Absence {
			return refuting(bounds, certs.Proof{{Op: certs.RuleLeaf,
				Rows: []certs.Multiple{{Row: 0, Times: huge}, {Row: 1, Times: one}}}})
		}, "want a positive constant"},
		{"a factor of a million digits times a large coefficient", func() *certs.Absence {
			return refuting("assume "+nines+" * x <= y assert x > 0",
				certs.Proof{{Op: certs.RuleLeaf, Rows: []certs.Multiple{{Row: 0, Times: huge}}}})
		}, work},
		{"a divisor of a million digits", func() *certs.Absence {
			return refuting(bounds, certs.Proof{{Op: certs.RuleCut, Rows: []certs.Multiple{{Row: 0, Times: huge}},
				K: huge}})
		}, work},
		{"a bound of a million digits", func() *certs.Absence {
			return refuting(bounds, certs.Proof{{Op: certs.RuleSplit, K: huge}})
		}, work},
		{"a bound of minus a million digits", func() *certs.Absence {
			return refuting(bounds, certs.Proof{{Op: certs.RuleSplit, K: new(big.Int).Neg(huge)}})
		}, work},
		{"cases of a thousand alternatives, nested", func() *certs.Absence {
			return refuting("assume "+alternatives+" assert x >= 0", slices.Repeat(certs.Proof{byCases(0)}, 300_000))
		}, "the rules end before every way is closed"},
		{"the same cases over and over", func() *certs.Absence {
			return refuting("assume x < 0 assume "+alternatives+" assert x != y",
				slices.Repeat(certs.Proof{byCases(0), byLeaf(0, 1, 1, 1)}, 100_000))
		}, "ways: entry 3"},
		{"a rule's name of a megabyte", func() *certs.Absence {
			return refuting(bounds, certs.Proof{{Op: strings.Repeat("leaf", 1<<18)}})
		}, "want the name of a rule"},
		{"entries with a rule each, for a program with one way", func() *certs.Absence {
			return noFault(bounds, slices.Repeat([]certs.Proof{{byLeaf(0, 1, 1, 1)}}, 300_000)...)
		}, "ways: entry 1, for a way at 1:8"},
		{"a hundred proofs of a thousand rules", func() *certs.Absence {
			ways := open(1)
			for i := range int64(100) { // which row it is that x <= 0 grows with each assertion that held
				leaves := slices.Repeat(certs.Proof{byLeaf(0, 1, i+1, 1)}, 501)
				ways = append(ways, nil, append(slices.Repeat(certs.Proof{bySplit(0, 0)}, 500), leaves...))
			}
			return noFault("assume 1 <= x "+strings.Repeat("assert x > 0 ", 100), ways...)
		}, ""},
		{"an expression at the limit of depth", func() *certs.Absence {
			return noFault("assert "+strings.Repeat("(", 19_000)+"a"+strings.Repeat(" - 1)", 19_000)+" != 0",
				open(2)...)
		}, `nothing excludes the fault "assertion" at 1:1`},
		{"a macro that expands to 2^40 statements", func() *certs.Absence {
			return noFault(macroBomb(40, "skip", "x"))
		}, "program: "},
	} {
		t.Run(c.title, func(t *testing.T) {
			at := limitsFor(hostileWalks, c.reason)
			if c.reason == steps {
				at.MaxSteps = walks
			}
			attack(t, c.make().Seal(), at, c.reason)
		})
	}
}

// bounded returns a certificate that says that the program is safe within a loop limit, with n open entries.
func bounded(source string, limit uint64, n int) *certs.Absence {
	c := noFault(source, make([]certs.Proof, n)...)
	c.Kind, c.LoopLimit = certs.KindBounded, limit
	return c
}

// TestLargeAbsences checks at the limits that users have: large certificates that are right are accepted, and those
// that are made to fill the memory or the time are refused before they do; these at a part of the limits where tests do
// not try all that they can.
func TestLargeAbsences(t *testing.T) {
	limits := Limits{effort.Of(DefaultLimits.MaxSteps), DefaultLimits.MaxBytes, effort.Of(DefaultLimits.MaxMemory)}
	memory := fmt.Sprintf("checking takes more than %d MiB of memory, the limit", limits.MaxMemory>>20)
	steps := fmt.Sprintf("walking them takes more than %d steps, a tenth of the step limit",
		limits.MaxSteps/stepsPerWalkStep)
	var branches, assigned strings.Builder
	forks := 13
	if effort.All() {
		forks = 16
	}
	for i := range forks {
		fmt.Fprintf(&branches, "if x%d > 0 { s = s + 1 } ", i)
	}
	iterations := effort.Of(250_000)
	for i := range 2000 {
		fmt.Fprintf(&assigned, "v%d = %d if x > %d { skip } ", i*17%2000, i, i%3)
	}
	for _, c := range []struct {
		title  string
		make   func() *certs.Absence
		reason string // of what is invalid
	}{
		{"branches, each of which doubles the ways", func() *certs.Absence {
			return noFault("s = 0 "+branches.String()+"assert s <= 16", make([]certs.Proof, 2<<forks-2)...)
		}, ""},
		{"a loop of 10,000 iterations at most", func() *certs.Absence {
			c := noFault("assume k <= 10000 i = 0 while i < k { i = i + 1 } assert i <= 10000",
				make([]certs.Proof, 20_001)...)
			c.Ways = append(c.Ways, certs.Proof{byLeaf(0, 1, 10_001, 1)}, nil)
			return c
		}, ""},
		{"a loop of many iterations, and then a branch", func() *certs.Absence {
			return noFault(fmt.Sprintf("i = 0 while i < %d { i = i + 1 } if k > i { skip }", iterations), nil, nil)
		}, ""},

		{"a loop that does nothing", func() *certs.Absence { return bounded("while true { }", 49_000_000, 0) },
			steps},
		{"long sums, each kept by a way that is still open", func() *certs.Absence {
			return bounded("x = "+balanced(" + ", 1000, numbered("w#"))+" while i < k { x = -x i = i + 1 }", 60_000,
				60_000)
		}, memory},
		{"memories, each kept by a way that is still open", func() *certs.Absence {
			return bounded("while x > 0 { "+assigned.String()+"}", 4_000_000, 1_000_000)
		}, memory},
		{"open entries, each for a state", func() *certs.Absence {
			return bounded("while x > 0 { }", 4_000_000, 4_000_000)
		}, memory},
		{"quotients that all differ", func() *certs.Absence {
			return bounded("i = 0 while true { i = i + 1 p = a / i }", 49_000_000, 0)
		}, memory},
		{"cuts without end", func() *certs.Absence {
			return noFault("assume 1 <= x assert x > 0", nil, nil,
				slices.Repeat(certs.Proof{byCut(2, 0, 2)}, effort.Of(1_000_000)))
		}, "the rules end before every way is closed"},
	} {
		t.Run(c.title, func(t *testing.T) {
			at := DefaultLimits
			if c.reason == memory || c.reason == steps {
				at = limits
			}
			attack(t, c.make().Seal(), at, c.reason)
		})
	}
}

// watchMemory begins to watch the heap; what it returns ends that and says how much the heap grew at most. It counts
// what each collection of garbage left: how much garbage lies about besides depends on what else the machine does.
// Until then garbage is collected as often as in programs, so that no peak passes between two collections.
func watchMemory() func() uint64 {
	frugal := effort.Frugal()
	heap := func() uint64 {
		s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(s)
		return s[0].Value.Uint64()
	}
	runtime.GC()
	before, peak := heap(), uint64(0)
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for {
			peak = max(peak, heap())
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	return func() uint64 {
		close(stop)
		<-done
		peak = max(peak, heap())
		frugal()
		return peak - min(before, peak)
	}
}

package core

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file tests that texts and programs from anywhere are read and checked within bounds.

func TestHostile(t *testing.T) {
	const top = "core 1\nentry f\n\nfunc f()\n  0: "
	repeat := strings.Repeat
	slots := func(n int) string {
		var s strings.Builder
		s.WriteString("core 1\nentry f\n\nfunc f()\n")
		for i := range n {
			fmt.Fprintf(&s, "  slot x%d int\n", i)
		}
		s.WriteString("  0: return\n")
		return s.String()
	}
	for _, c := range []struct{ title, src, want string }{ // want is "" where it is accepted
		{"parentheses as deep as can be", top + "halt " + repeat("(neg ", MaxDepth) + "1" + repeat(")", MaxDepth) +
			"\n", ""},
		{"parentheses too deep", top + "halt " + repeat("(neg ", MaxDepth+1) + "1" + repeat(")", MaxDepth+1) + "\n",
			"t:5:163856: expressions nest deeper than 32768 levels"},
		{"parentheses to the end", top + "halt " + repeat("(neg ", 3_000_000),
			"t:5:163856: expressions nest deeper than 32768 levels"},
		{"parentheses that hold nothing", top + "halt " + repeat("(", 3_000_000),
			`t:5:12: found "(", want an operator`},
		{"a long number", top + "halt " + repeat("7", 157_826) + "\n", ""},
		{"a number with a bit too many", top + "halt " + repeat("7", 157_827) + "\n",
			"t:5:6: found an integer of 524290 bits, want at most 524288"},
		{"a number of 10^6 digits", top + "halt -" + repeat("7", 1_000_000) + "\n",
			"t:5:11: found a number of 1000000 digits, want at most 157827"},
		{"a long float", top + "assume (feq (f64 1) (f64 0." + repeat("1", 1_000_000) + "))\n  1: return\n",
			`t:5:1: found "...4 0.11111111111111111111111111111111111111111111111111111...", want "...4 0.1111111111111111))"` +
				"\n  hint: vouch fmt -w mends the layout"},
		{"10^5 slots", slots(100_000), ""},
		{"10^5 operands", top + "call - (null)" + repeat(" 1", 100_000) + "\n  1: return\n", ""},
		{"10^6 lines with errors", top + "return\n" + repeat("what\n", 1_000_000),
			`t:6:1: found "what", want an instruction`},
		{"10^6 unknown labels", top + "return\n" + repeat("jump a\n", 1_000_000),
			`t:6:6: found "a", want the index or the label of an instruction`},
		{"a word without end", top + repeat("a", 1_000_000),
			`t:5:6: found "` + repeat("a", 60) + `...", want an instruction`},
		{"a string without end", top + `fail "` + repeat(`\"`, 1_000_000),
			`t:5:11: found the string "` + repeat(`\"`, 29) + `\... without its end, want ASCII from quote to quote`},
		{"data that points to itself",
			"core 1\nentry f\n\nglobal g size 16\n  init 0 ptr (global g)\n  init 8 ptr (move (global h) 4)\n\n" +
				"global h size 8\n  init 0 ptr (global g)\n\nfunc f()\n  0: return\n", ""},
		{"a huge global", "core 1\nentry f\n\nglobal g size 4294901760\n  init 4294901759 u8 1\n\nfunc f()\n  0: return\n",
			""},
		{"too large a text", repeat("\n", MaxText+1),
			"t: found more than 67108864 bytes, the limit on the size of a program"},
	} {
		meter := semantics.NewMeter(1<<31, 1<<28)
		p, err := ParseWithin(meter, "t", []byte(c.src))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %.300v", c.title, err)
		case c.want == "" && string(p.Text()) != c.src:
			t.Errorf("%s: another text comes back", c.title)
		case c.want == "":
		case err == nil:
			t.Errorf("%s: is accepted", c.title)
		case len(err.(source.ErrorList)) > maxErrors+1:
			t.Errorf("%s: there are %d errors", c.title, len(err.(source.ErrorList)))
		default:
			if first := err.(source.ErrorList)[:1].Error(); first != c.want {
				t.Errorf("%s: got\n\t%.300s\nwant\n\t%s", c.title, first, c.want)
			}
		}
	}
}

// TestMeter reads, checks and prints programs with every amount of work and of memory that is too little, up to a step.
func TestMeter(t *testing.T) {
	p := everything()
	text := p.Text()
	for _, c := range []struct {
		title string
		run   func(*semantics.Meter) error
	}{
		{"reading", func(m *semantics.Meter) error { _, err := ParseWithin(m, "t", text); return err }},
		{"checking", p.CheckWithin},
		{"printing", func(m *semantics.Meter) error {
			if p.Digest(m); m.Exhausted() {
				return source.ErrorList{{File: "t", Msg: m.Why()}}
			}
			return nil
		}},
	} {
		passed := false
		for units := int64(1); !passed; units += units/3 + 1 {
			err := c.run(semantics.NewMeter(units, semantics.Unlimited))
			if passed = err == nil; !passed && !strings.Contains(err.Error(),
				fmt.Sprintf("more than %d units of work", units)) {
				t.Fatalf("%s with %d units: %v", c.title, units, err)
			}
			if units > 1<<24 {
				t.Fatalf("%s takes more than %d units", c.title, units)
			}
			if units < 1000 && passed {
				t.Errorf("%s takes at most %d units", c.title, units)
			}
		}
		if err := c.run(semantics.NewMeter(1<<30, 10)); err == nil && c.title != "printing" {
			t.Errorf("%s takes no memory", c.title)
		}
		meter := semantics.NewMeter(1<<30, 1<<24)
		if err := c.run(meter); err != nil || meter.Made() != 0 {
			t.Errorf("%s: %v, and %d words are left over", c.title, err, meter.Made())
		}
	}
}

// TestShared checks an expression that is small with its sharing, and huge written out.
func TestShared(t *testing.T) {
	e := &Expr{Op: Truth, Type: Bool}
	for range 100 {
		e = &Expr{Op: And, Type: Bool, X: e, Y: e}
	}
	p := &Program{Funcs: []*Func{{Name: "f", Code: []Instr{{Op: Assume, Dst: -1, Loop: -1, Args: []*Expr{e}},
		{Op: Return, Dst: -1, Loop: -1}}}}}
	if err := p.CheckWithin(semantics.NewMeter(1<<20, 1<<20)); err == nil ||
		!strings.Contains(err.Error(), "too large to check") {
		t.Errorf("got %v", err)
	}
}

// TestSharedRun runs an expression that is huge written out, but decided at once: a run takes no more memory than the
// program.
func TestSharedRun(t *testing.T) {
	e := &Expr{Op: Truth, Type: Bool}
	for range 100 {
		e = &Expr{Op: And, Type: Bool, X: e, Y: e}
	}
	p := &Program{Funcs: []*Func{{Name: "f", Code: []Instr{{Op: Assume, Dst: -1, Loop: -1, Args: []*Expr{e}},
		{Op: Return, Dst: -1, Loop: -1}}}}}
	m := &Machine{Program: p}
	if _, out := semantics.Run(m, m.Start(), 10, nil); out.Blocked != semantics.AssumptionViolated {
		t.Errorf("got %+v, want a violated assumption", out)
	}
}

// FuzzParse wants that nothing panics, that what is read prints to the same bytes, and that what is written freely is
// read again, the same, once it is printed.
func FuzzParse(f *testing.F) {
	for _, src := range examples(f) {
		f.Add(src)
	}
	f.Add(everything().Text())
	f.Add([]byte(head + "top: set x (in (given (truth 1) (add x! 2) \"assume\") .. 7 \"overflow\" @1:1-1:2)\n  branch (le 1 x!) then top else 2\n  halt 0\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		meter := semantics.NewMeter(1<<24, 1<<24)
		if p, err := ParseWithin(meter, "t", src); err == nil {
			if got := p.Text(); !bytes.Equal(got, src) {
				t.Errorf("printed\n%s\nfrom\n%s", got, src)
			}
		} else if list, ok := err.(source.ErrorList); !ok || len(list) == 0 || len(list) > maxErrors+1 {
			t.Errorf("the error is %#v", err)
		}
		if len(src) > 1<<16 {
			return
		}
		p, err := ParseLoose("t", src)
		if err != nil {
			return
		}
		if err := p.Check(); err != nil {
			t.Errorf("read and then refused: %v", err)
		}
		text := p.Text()
		q, err := Parse("t", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if len(p.Sources) > 0 && !reflect.DeepEqual(p, q) {
			t.Errorf("another program comes back from\n%s", text)
		}
	})
}

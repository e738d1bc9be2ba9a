package core

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vouch/semantics"
)

// program returns the program that runs the instructions of code after header.
func program(t *testing.T, code string) *Program {
	t.Helper()
	return load(t, header+strings.ReplaceAll(code, "; ", "\n")+"\nreturn 0\n")
}

// ran returns the state in which code ends.
func ran(t *testing.T, code string) State {
	t.Helper()
	m := &Machine{Program: program(t, code), Input: inputs(1, 2, 3, 4, 5, 6, 7, 8)}
	s, out := semantics.Run(m, m.Start(), 1000, nil)
	if !out.Done {
		t.Fatalf("%s: got %+v", code, out)
	}
	return s
}

// TestRules: every rule has its name and its branch.
func TestRules(t *testing.T) {
	const code = "set i 0; jump a; a: enter 0; head: branch (lt i! 2) then body else out loop 0; body: set i (add i! 1); jump head; " +
		"out: branch (lt i! 2) then a else b; b: branch (lt i! 3) then c else a; c: draw j x ..; assume (eq j! 1); alloc p heap 16; store u8 p! 1; load j u8 p!; " +
		"copy (global buf) p! 1; fill p! 0 1; free p!; call i (func add) 1 2; output 1 10; halt 4"
	const want = "SET JUMP ENTER LOOP-TRUE+ SET JUMP LOOP-TRUE+ SET JUMP LOOP-FALSE- BRANCH-FALSE- BRANCH-TRUE+ DRAW ASSUME ALLOC STORE LOAD COPY FILL FREE " +
		"CALL RETURN OUTPUT HALT"
	m := &Machine{Program: program(t, code), Input: inputs(1)}
	var names []string
	_, out := semantics.Run(m, m.Start(), 1000, func(n int64, rule semantics.Rule, s State) bool {
		if n > 0 {
			names = append(names, rule.Name+[]string{"", "+", "-"}[rule.Branch])
		}
		return true
	})
	if got := strings.Join(names, " "); got != want || !out.Done {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestDraws: inputs have numbers and names, and those that are drawn again have a number in their name.
func TestDraws(t *testing.T) {
	var asked []string
	m := &Machine{Program: program(t,
		"enter 0; head: draw i x ..; draw j y ..; branch (lt i! 10) then head else out loop 0; out: draw k x ..")}
	m.Input = func(n int, name string) (*big.Int, bool) {
		asked = append(asked, fmt.Sprintf("%d:%s", n, name))
		return big.NewInt(int64(3 * n)), true
	}
	s, out := semantics.Run(m, m.Start(), 1000, func(int64, semantics.Rule, State) bool { return true })
	if got, want := strings.Join(asked, " "), "0:x 1:y 2:x#2 3:y#2 4:x#3 5:y#3 6:x#4"; !strings.HasPrefix(got, want) ||
		s.Drawn() != 7 || !out.Done {
		t.Errorf("asked for %s, want %s; %d drawn", got, want, s.Drawn())
	}
}

// TestOutput: what is written comes in its order, whoever runs the program, and can be taken away.
func TestOutput(t *testing.T) {
	m := &Machine{Program: program(t, "output 1 72; output 0 72; output 1 105; output 2 33; output 1 10")}
	text := func(s State) (text string) {
		for w := s.Output(); w != nil; w = w.Before {
			text = fmt.Sprintf("%d:%s ", w.Stream, w.Bytes) + text
		}
		return text
	}
	end, _ := m.Run(m.Start(), 100)
	if got, want := text(end), "1:Hi 2:! 1:\n "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	slow := m.Start()
	for next, _, ok := m.Step(slow); ok; next, _, ok = m.Step(slow) {
		slow = next
	}
	if got, want := text(slow), "1:H 1:i 2:! 1:\n "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !slow.Equal(end) || !end.WithoutOutput().Equal(end) || end.WithoutOutput().Output() != nil || text(end) == "" {
		t.Error("output is part of a state")
	}
	half, _ := m.Run(m.Start(), 2)
	one, _ := m.Run(half, 1)
	two, _ := m.Run(half, 2)
	if text(half) != "1:H " || text(one) != "1:H 1:i " || text(two) != "1:H 1:i 2:! " {
		t.Errorf("got %q, %q, %q", text(half), text(one), text(two))
	}
}

// TestFrames: what a state says of its calls.
func TestFrames(t *testing.T) {
	m := &Machine{Program: program(t,
		"enter 1; head: branch (truth 1) then in else in loop 1; in: alloc p local 1; alloc q local 2; set i 5; call i (func add) 3 4")}
	s, _ := m.Run(m.Start(), 6)
	if s.Func().Name != "add" || s.PC() != 0 || s.Depth() != 1 || s.Instr().Op != Return || s.Slot(1).String() != "4" ||
		len(s.Locals()) != 0 {
		t.Errorf("got %s at %d, depth %d", s.Func().Name, s.PC(), s.Depth())
	}
	caller, ok := s.Caller()
	if !ok || caller.Func().Name != "main" || caller.Instr().Op != Call ||
		fmt.Sprint(caller.Locals(), caller.Loops()) != "[4 5] [0 1]" {
		t.Errorf("got %s at %d, %v, %v", caller.Func().Name, caller.PC(), caller.Locals(), caller.Loops())
	}
	if _, ok := caller.Caller(); ok {
		t.Error("the entry function has a caller")
	}
	for id, want := range map[int]bool{-1: false, 0: false, 1: true, 5: true, 6: false} {
		if _, ok := s.Object(id); ok != want {
			t.Errorf("object %d: got %v", id, ok)
		}
	}
	end, _ := m.Run(s, 100)
	o, _ := end.Object(4)
	if !end.Ended() || !o.Dead || o.Made.Line == 0 || o.Ended.Line <= o.Made.Line || o.Name != "p" {
		t.Errorf("the local object is %+v", o)
	}
}

// TestDigest of states: all that a program may tell apart, and no more, makes another digest.
func TestStateDigest(t *testing.T) {
	for _, c := range []struct {
		title, one, other string
		same              bool
	}{
		{"the same", "set i 3", "set i 3", true},
		{"the same, otherwise", "set i 3", "set i (add 1 2)", true},
		{"another value", "set i 3", "set i 4", false},
		{"another sign", "set i 3", "set i -3", false},
		{"a long value", "set i (shl 1 70)", "set i (shl -1 70)", false},
		{"undefined again", "set i 3; set i j", "set j i", true},
		{"zero is defined", "set i 0", "set j i", false},
		{"another slot", "set i 3", "set j 3", false},
		{"a pointer and another", "set p (global buf)", "set p (global lit)", false},
		{"a pointer and another offset", "set p (global buf)", "set p (move (global buf) 1)", false},
		{"null and zero", "set p (null)", "set p (toptr 0)", true},
		{"a function and another", "set p (func add)", "set p (func nothing)", false},
		{"an address and its number", "set i (toint (global buf))", "set i 4294967296", true},
		{"an address and its pointer", "set p (toptr (toint (global buf)))", "set p (global buf)", true},
		{"zeros", "set d (f64 0)", "set d (f64 -0)", false},
		{"iterations", "enter 0; branch (truth 1) then a else a loop 0; a: set j i",
			"enter 0; branch (truth 0) then a else a loop 0; a: set j i", false},
		{"iterations that are over", "enter 0; branch (truth 1) then a else a loop 0; a: enter 0",
			"enter 0; branch (truth 0) then a else a loop 0; a: enter 0", true},
		{"bytes", "store u16 (global buf) 258", "store u8 (global buf) 2; store u8 (move (global buf) 1) 1", true},
		{"other bytes", "store u16 (global buf) 258", "store u16 (global buf) 259", false},
		{"the bytes that are there", "fill (global buf) 0 16",
			"fill (move (global buf) 1) 0 15; store u8 (global buf) 0", true},
		{"the same bytes elsewhere", "alloc p heap 5000; store u8 p! 1", "alloc p heap 5000; store u8 (move p! 2048) 1",
			false},
		{"the same bytes in the next page", "alloc p heap 5000; store u8 p! 1",
			"alloc p heap 5000; store u8 (move p! 64) 1", false},
		{"objects", "alloc p heap 8; set p (null)", "alloc p heap 9; set p (null)", false},
		{"lives of objects", "alloc p heap 8; set p (null)", "alloc p local 8; set p (null)", false},
		{"what was never written", "alloc p heap 8; set p (null)", "alloc p heap 8; store u8 p! 0; set p (null)",
			false},
		{"what is undefined again", "alloc p heap 8; set p (null)",
			"alloc p heap 8; store u8 p! 0; store u8 p! i; set p (null)", true},
		{"what the dead held", "alloc p heap 8; store u8 p! 1; free p!", "alloc p heap 8; free p!; jump a; a: set i i",
			true},
		{"the dead", "alloc p heap 8; free p!", "alloc p heap 8; jump a; a: set i i", false},
		{"a pointer in memory", "store ptr (global buf) (global lit)", "store ptr (global buf) (global buf)", false},
		{"a pointer in memory and its bytes", "store ptr (global buf) (global lit)",
			"store u64 (global buf) (toint (global lit))", false},
		{"a pointer in memory that was cut", "store ptr (global buf) (global lit); store u8 (global buf) 0",
			"store u64 (global buf) (toint (global lit)); jump a; a: set i i", true},
		{"a pointer in memory that has moved",
			"store ptr (global buf) (global lit); copy (move (global buf) 1) (global buf) 8",
			"store ptr (global buf) (global lit); store ptr loose (move (global buf) 1) (global lit)", true},
		{"pointers in memory that follow each other",
			"store ptr (global buf) (global lit); store ptr (move (global buf) 8) (global lit)",
			"copy (global buf) (global table) 0; fill (global buf) 0 16", false},
		{"an object that is read-only", "alloc p heap 8; protect p!", "alloc p heap 8; jump a; a: set i i", false},
		{"a global that is read-only as before", "protect (global lit)", "jump a; a: set i i", true},
		{"a global that is read-only now", "protect (global buf)", "jump a; a: set i i", false},
		{"a dead object that was read-only", "alloc p heap 8; protect p!; free p!",
			"alloc p heap 8; free p!; jump a; a: set i i", true},
		{"how a life ended", "alloc p local 8; end p!; set p (null)", "alloc p heap 8; free p!; set p (null)", false},
		{"local objects that are left", "alloc p local 8; alloc q local 8; end p!; set p (null); set q (null)",
			"alloc p local 8; alloc q local 8; end q!; set p (null); set q (null)", false},
		{"a long number in memory", "store u8 (global buf) 256", "store u8 (global buf) 0", false},
		{"a long number of another type in memory", "store u8 (global buf) 256", "store i8 (global buf) 256", false},
		{"the same inputs, drawn in another way", "draw i x ..; draw j y ..; set i 0; set j 0",
			"draw i y ..; draw j x ..; set i 0; set j 0", true},
		{"more inputs", "draw i x ..; draw j x ..; set i 0; set j 0", "draw i x ..; set j 0; set i 0; set j 0", false},
		{"names of inputs", "draw i x ..; draw i x ..; jump a; draw i y ..; a: set i 0",
			"draw i x ..; draw i y ..; jump a; draw i y ..; a: set i 0", false},
		{"output", "output 1 65", "output 1 66", true},
		{"the status", "return 1", "return 2", false},
	} {
		one, other := ran(t, c.one), ran(t, c.other)
		// Where the programs end is not the matter, unless they differ in nothing else.
		one.pc, other.pc = 0, 0
		if one.Equal(other) != c.same {
			t.Errorf("%s: the states are equal: %v", c.title, !c.same)
		}
	}
	s := ran(t, "set i 1")
	end := s
	if end.pc--; end.Equal(s) {
		t.Error("another instruction: the states are equal")
	}
}

// TestAssemble: a state can be taken apart and assembled again.
func TestAssemble(t *testing.T) {
	m := &Machine{Program: program(t,
		"draw i x ..; draw j x ..; enter 1; head: branch (lt i! 3) then in else out loop 1; in: set i (add i! 1); jump head; "+
			"out: alloc p local 9; store ptr p! p!; alloc q heap 200; store u8 (move q! 150) 300; free q!; call p (func local); halt 3"),
		Input: inputs(1, 2)}
	steps := 0
	_, out := semantics.Run(m, m.Start(), 1000, func(_ int64, _ semantics.Rule, s State) bool {
		if again := m.Assemble(s.parts()); !again.Equal(s) || again.Words() < s.Words()/2 {
			t.Fatalf("after %d steps: not the same state", steps)
		}
		steps++
		return true
	})
	if !out.Done || steps < 20 {
		t.Errorf("got %+v", out)
	}
}

// parts returns what s is made of.
func (s State) parts() Parts {
	p := Parts{Ended: s.Ended(), Status: s.Status()}
	for f, ok := s.Frame, true; ok; f, ok = f.Caller() {
		part := Part{Func: int(f.index), PC: f.PC(), Loops: f.Loops(), Locals: f.Locals()}
		for i := range f.Func().Slots {
			part.Slots = append(part.Slots, f.Slot(i))
		}
		p.Frames = append([]Part{part}, p.Frames...)
	}
	for id := 1; id <= s.Objects(); id++ {
		o, _ := s.Object(id)
		p.Objects = append(p.Objects, o)
	}
	for i, name := range s.names {
		for range s.rest.counts.get(int64(i)) {
			p.Drawn = append(p.Drawn, name)
		}
	}
	return p
}

// TestPrelude counts what a program says of its inputs at its start.
func TestPrelude(t *testing.T) {
	for code, want := range map[string]int{
		"set i 1": 0, "draw i x ..; set i 1": 1,
		`assume (truth 1); draw i x ..; assume (lt (def i "assume") 3); set i 1; draw i y ..`: 3,
		"draw i x ..; assume (lt i! 3)": 1,
	} {
		if got := program(t, code).Prelude(); got != want {
			t.Errorf("%s: got %d, want %d", code, got, want)
		}
	}
}

// TestConstantSpace: what a loop gives up is not counted any more.
func TestConstantSpace(t *testing.T) {
	for _, c := range []struct{ title, code string }{
		{"cells", "store ptr (global buf) (global lit); store ptr loose (move (global buf) 3) (global lit); fill (global buf) 0 16"},
		{"long cells", "store i32 (global buf) (shl 1 500); copy (move (global buf) 8) (global buf) 8; store i32 (global buf) (shl 1 100)"},
		{"long offsets", "store ptr (global buf) (move (global buf) (shl 1 500)); store u32 loose (move (global buf) 2) 7; store u64 (global buf) 0"},
		{"long integers", "set i (shl 1 500); set j i; set i (shl 1 100); set j 1"},
		{"long arguments", "call - (func add) (shl 1 500) (shl 1 500)"},
		{"calls", "call i (func add) 1 2; call - (func nothing); call - (func many)"},
		{"frees", "store u8 q! 1; free q!; alloc q heap 100; store ptr loose (move q! 60) q!; set j 0"},
		{"local objects", "call p (func local)"},
	} {
		text := strings.Replace(header, "func nothing", "func many()\nslot "+strings.Join(strings.Fields(numbered(40)),
			" int\nslot ")+
			" int\nset a1 1\nset a40 (shl 1 500)\nreturn\n\nfunc nothing", 1)
		text += "alloc q heap 100\nset k 0\nenter 0\nhead: set k (add k! 1)\n" +
			strings.ReplaceAll(c.code, "; ", "\n") +
			"\nbranch (lt k! 100) then head else out loop 0\nout: return 0\n"
		m := &Machine{Program: load(t, text)}
		words := map[int]int64{}
		_, out := semantics.Run(m, m.Start(), 10_000, func(_ int64, _ semantics.Rule, s State) bool {
			if k, ok := s.Slot(2).Integer(); ok && s.Func().Name == "main" && s.Instr().Op == Branch {
				words[int(k.Int64())] = s.Words()
			}
			return true
		})
		most := words[3]
		if c.title == "frees" || c.title == "local objects" { // the dead keep their numbers
			most += 90/fanout*wordsPerNode + 2*wordsPerNode
		}
		if !out.Done || len(words) != 100 || words[93] > most {
			t.Errorf("%s: %+v: %d words, and later %d", c.title, out, words[3], words[93])
		}
	}
}

// numbered returns the words a1 to an.
func numbered(n int) (names string) {
	for i := range n {
		names += fmt.Sprintf(" a%d", i+1)
	}
	return names
}

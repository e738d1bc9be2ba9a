package checker

import (
	"math/big"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/semantics/core"
	"vouch/semantics/fronts"
)

// This file tests proofs that a run never ends which comes back to no state.

// anyX is the landmark of a set in which slot 0 of the running call has any integer from lo to hi, which may be open.
func anyX(lo, hi *big.Int) certs.Landmark {
	return certs.Landmark{Steps: 1, Any: []certs.Place{{}}, Within: []certs.Range{{Lo: lo, Hi: hi}}}
}

// upwards is a program that counts up from an input for ever, if that is not 0: it comes to the head of the loop after
// one step, and takes three steps for each turn.
const upwards = `
	slot x int
	slot y int
	draw x x 0 .. 9
	again: branch (gt ?x 0) then more else done
	more: set x (add ?x 1)
	jump again
	done: return ?x`

func TestTurns(t *testing.T) {
	one, back := big.NewInt(1), certs.Landmark{Steps: 4, Same: 1}
	from := func(lo int64) certs.Landmark { return anyX(big.NewInt(lo), nil) }
	set := func(more string) string { return strings.Replace(upwards, "jump again", more+"\n\tjump again", 1) }
	at := func(steps uint64, l certs.Landmark) certs.Landmark { l.Steps = steps; return l }
	both := []certs.Proof{{}, {}}
	for _, c := range []struct {
		title, lines string
		turns        certs.Turns
		steps        int64
		reason       string // "" if it is accepted
	}{
		{"it counts up", upwards, certs.Turns{Landmarks: []certs.Landmark{from(1), back}}, 1, ""},
		{"the same after some turns", upwards, certs.Turns{Landmarks: []certs.Landmark{from(1), back}}, 7, ""},
		{"a smaller set", upwards, certs.Turns{Landmarks: []certs.Landmark{from(3), back}}, 1, ""},
		{"from another instruction", upwards, certs.Turns{Landmarks: []certs.Landmark{from(1), back}}, 2, ""},
		{"the set is not entered", upwards, certs.Turns{Landmarks: []certs.Landmark{from(6), back}}, 1,
			"claim 1: nothing shows it"},
		{"a set with a way out that nothing closes", upwards, certs.Turns{Landmarks: []certs.Landmark{from(0), back}},
			1, "want another one"},
		{"a set with a way out that is walked", upwards, certs.Turns{Ways: both,
			Landmarks: []certs.Landmark{from(0), back}}, 1, "turns: found the end of the program"},
		{"a turn that leaves the set", strings.Replace(upwards, "add", "sub", 1),
			certs.Turns{Landmarks: []certs.Landmark{from(1), back}}, 1,
			"landmarks: entry 2: claim 1: nothing shows it"},
		{"a set with an upper end", upwards, certs.Turns{Landmarks: []certs.Landmark{anyX(one, big.NewInt(9)), back}},
			1, "landmarks: entry 2: claim 2: nothing shows it"},
		{"another variable changes, too", set("set y ?x"), certs.Turns{Landmarks: []certs.Landmark{from(1),
			{Steps: 5, Same: 1}}}, 1, "found a landmark with other values"},
		{"nothing is forgotten", upwards, certs.Turns{Landmarks: []certs.Landmark{{Steps: 1}, back}}, 1,
			"landmark with other values"},
		{"an input in the turn", set("draw y y 3 .. 3"), certs.Turns{Landmarks: []certs.Landmark{from(1),
			{Steps: 5, Same: 1}}}, 1, "found the instruction draw"},
		{"output in the turn", set("output 1 65"), certs.Turns{Landmarks: []certs.Landmark{from(1),
			{Steps: 5, Same: 1}}}, 1, "found the instruction output"},
		{"something outside may act", set("output -1 0"), certs.Turns{Landmarks: []certs.Landmark{from(1),
			{Steps: 5, Same: 1}}}, 1, "found the instruction output"},
		{"memory in the turn", strings.Replace(set("alloc z heap 8"), "slot y int", "slot y int\n\tslot z ptr", 1),
			certs.Turns{Landmarks: []certs.Landmark{from(1), {Steps: 5, Same: 1}}}, 1, "found the instruction alloc"},
		{"a comparison of pointers", strings.Replace(set("branch (same ?z ?z) then again else done"), "slot y int",
			"slot y int\n\tslot z ptr", 1), certs.Turns{Landmarks: []certs.Landmark{from(1), {Steps: 4, Same: 1}}}, 1,
			"found a look at addresses"},
		{"a comparison with null", strings.Replace(set("branch (same ?z (null)) then again else again"), "slot y int",
			"slot y int\n\tslot z ptr", 1), certs.Turns{Landmarks: []certs.Landmark{from(1), {Steps: 4, Same: 1}}}, 1,
			"uninitialised"},
		{"an assumption in the turn", set("assume (lt ?x 100)"),
			certs.Turns{Ways: both, Landmarks: []certs.Landmark{from(1), {Steps: 5, Same: 1}}}, 1,
			"found the instruction assume"},
		{"an assumption in an expression", set(`set y (in ?x 0 .. 100 "assume")`),
			certs.Turns{Ways: both, Landmarks: []certs.Landmark{from(1), {Steps: 5, Same: 1}}}, 1,
			`nothing excludes the fault "assume"`},
		{"the place is before the loop", strings.Replace(upwards, "again: branch",
			"set y 7\n\tset y 8\n\tagain: branch", 1),
			certs.Turns{Landmarks: []certs.Landmark{{Steps: 1}, at(3, from(1)), {Steps: 6, Same: 2}}}, 1,
			"no way leads back to the first one"},
		{"the place is in an earlier loop", strings.Replace(upwards, "again: branch",
			"set y 3\n\tinner: branch (gt ?y 0) then down else again\n\tdown: set y (sub ?y 1)\n\tjump inner\n\tagain: branch",
			1),
			certs.Turns{Landmarks: []certs.Landmark{{Steps: 1}, at(11, from(1)), {Steps: 14, Same: 2}}}, 2,
			"no way leads back to the first one"},
		{"the bytes of a pointer as a number",
			"global g size 8\nglobal p size 8\nslot x int\nslot y int\ndraw x x 1 .. 9\nstore ptr (global p) (global g)\nset y 0\nagain: load y u64 (global p)\nbranch (eq ?y 4294967296) then more else done\nmore: set x (add ?x 1)\nset y 0\njump again\ndone: return ?x",
			certs.Turns{Landmarks: []certs.Landmark{from(1), {Steps: 6, Same: 1}}}, 3,
			"depends on the numbers of objects"},
		{"a number as a pointer",
			"global g size 8\nglobal p size 8\nslot x int\nslot z ptr\ndraw x x 1 .. 9\nstore u64 (global p) 4294967296\nset z (null)\nagain: load z ptr (global p)\nbranch (same ?z (null)) then done else more\nmore: set x (add ?x 1)\nset z (null)\njump again\ndone: return ?x",
			certs.Turns{Landmarks: []certs.Landmark{from(1), {Steps: 6, Same: 1}}}, 3,
			"depends on the numbers of objects"},
		{"a fault in the turn", set(`set y (div 5 (sub ?x 7) "division by zero")`),
			certs.Turns{Ways: both, Landmarks: []certs.Landmark{from(1), {Steps: 5, Same: 1}}}, 1,
			"nothing excludes the fault"},
		{"a halt in the turn", set("halt 1"), certs.Turns{Landmarks: []certs.Landmark{from(1)}}, 1,
			"found the instruction halt"},
		{"a fault at once", set(`fail "assertion"`), certs.Turns{Landmarks: []certs.Landmark{from(1)}}, 1,
			"found the instruction fail"},
		{"no landmark", upwards, certs.Turns{Landmarks: []certs.Landmark{}}, 1, "found no landmark in the first state"},
		{"a first landmark later", upwards,
			certs.Turns{Landmarks: []certs.Landmark{{Steps: 2, Any: anyX(one, nil).Any, Within: anyX(one, nil).Within},
				{Steps: 5, Same: 1}}}, 1, "found no landmark in the first state"},
		{"a first landmark that is covered", upwards, certs.Turns{Landmarks: []certs.Landmark{{Steps: 1, Same: 1}}}, 1,
			"found no landmark in the first state"},
		{"covered by itself", upwards, certs.Turns{Landmarks: []certs.Landmark{from(1), {Steps: 4, Same: 2}}}, 1,
			"want an earlier one"},
		{"covered in the middle of a turn", upwards, certs.Turns{Landmarks: []certs.Landmark{from(1),
			{Steps: 3, Same: 1}}}, 1, "at another place"},
		{"an entry too many", upwards, certs.Turns{Ways: both[:1], Landmarks: []certs.Landmark{from(1), back}}, 1,
			"found 1 entries, want 0"},
		{"a landmark too many", upwards, certs.Turns{Landmarks: []certs.Landmark{from(1), back, {Steps: 9, Same: 1}}},
			1, "found 3, want 2"},
	} {
		t.Run(c.title, func(t *testing.T) {
			bug := loopOf(t, c.lines, "x=5", c.steps, 0)
			bug.Turns = &c.turns
			v, err := verdictOf(bug)
			switch {
			case c.reason == "" && err != nil:
				t.Errorf("found %v, want it accepted", err)
			case c.reason == "":
				goesOn(t, v, bug)
			case err == nil || !strings.Contains(err.Error(), c.reason):
				t.Errorf("found %v, want %q", err, c.reason)
			}
		})
	}
}

// goesOn establishes that a run goes on for long.
func goesOn(t *testing.T, v *Verdict, bug *certs.Bug) {
	t.Helper()
	given := map[string]*big.Int{}
	for _, in := range bug.Inputs {
		given[in.Name] = in.Value
	}
	m := &core.Machine{Program: v.Lowered, Input: func(_ int, name string) (*big.Int, bool) {
		return given[name], given[name] != nil
	}}
	const more = 20_000
	s, n := m.Run(m.Start(), v.Steps+more)
	if n < v.Steps+more || s.Ended() || s.Drawn() != len(bug.Inputs) {
		t.Errorf("found a run that ends after %d steps, want more than %d", n, v.Steps)
	}
}

// TestTurnsAndPeriods establishes that a certificate has one reason why its run never ends.
func TestTurnsAndPeriods(t *testing.T) {
	turns := &certs.Turns{Landmarks: []certs.Landmark{anyX(big.NewInt(1), nil), {Steps: 4, Same: 1}}}
	for _, c := range []struct {
		title  string
		change func(*certs.Bug)
		reason string
	}{
		{"a period and turns", func(b *certs.Bug) { b.Trace.Period = 3 },
			"want them only for an endless loop without a period"},
		{"turns of another fault", func(b *certs.Bug) { b.Fault.Kind = "assertion" },
			"want them only for an endless loop"},
		{"neither", func(b *certs.Bug) { b.Turns = nil }, "a period of 0 steps, want one"},
		{"another place", func(b *certs.Bug) { b.Fault.Line++ }, "where the run comes back"},
		{"a class of inputs", func(b *certs.Bug) { b.Path.Conjuncts, b.Path.Inputs, b.Model = nil, nil, nil },
			"path: found 0 conjuncts, want 1"},
	} {
		bug := loopOf(t, upwards, "x=5", 1, 0)
		bug.Turns = turns
		if c.change(bug); bug.Model == nil {
			bug.Model = certs.Memory{}
		}
		if _, err := verdictOf(bug); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.reason)
		}
	}
}

// recurring are programs with a loop that never ends and comes back to no state, each with a change that makes it end
// or fail.
var recurring = []struct{ title, text, old, ends string }{
	{"a step past the end", "i = 0\nwhile i != 10 { i = i + 3 }", "!= 10", "!= 12"},
	{"it counts up", "assume y >= 0\nwhile x > 0 { x = x + y + 1 }", "+ y + 1", "- y - 1"},
	{"sums that grow", "x = 1 y = 1\nwhile x > 0 { t = x x = x + y y = t }", "x + y", "x - y"},
	{"an end that runs away", "assume n > 5\ni = 0\nwhile i < n { i = i + 1 n = n + 1 }", "n = n + 1", "n = n + 0"},
	{"an inner loop that ends", "i = 5\nwhile i > 0 { j = 0 while j < 3 { j = j + 1 } i = i + j }", "i + j", "i - j"},
	{"an inner loop that does not", "i = 5\nwhile i > 0 { j = 1 while j > 0 { j = j + i } i = i - 1 }", "j + i",
		"j - i"},
	{"two ways of a turn", "x = 7\nwhile x % 2 == 1 { if y > 3 { x = x + 2 } else { x = x + 4 } }", "2 == 1", "2 == 0"},
	{"a division that is no fault", "x = 9\nwhile x > 3 { y = 100 / x x = x + 1 }", "x + 1", "x - 1"},
	{"a fault in a far turn", "x = 9\nwhile x > 3 { assert x != 900 x = x + 2 }", "900", "901"},
	{"after a loop that ended", "y = 20\nwhile y > 0 { y = y - 1 }\ni = 1\nwhile i > 0 { i = i + 1 }", "i + 1",
		"i - 1"},
	{"down from 0", "x = 0 - 1\nwhile x < 0 { x = x - 2 }", "x - 2", "x + 2"},
}

// TestRecurring establishes what the finder and the checker agree on: the loops that never end, and none that ends.
func TestRecurring(t *testing.T) {
	for _, c := range recurring {
		t.Run(c.title, func(t *testing.T) {
			bug := hang(t, "a.imp", c.text)
			if bug == nil || bug.Turns == nil || bug.Trace.Period > 0 {
				t.Fatalf("found %+v, want an endless loop that comes back to no state", bug)
			}
			v, err := verdictOf(bug)
			if err != nil {
				t.Fatal(err)
			}
			goesOn(t, v, bug)
			buggy := strings.Replace(c.text, c.old, c.ends, 1)
			if bug := hang(t, "a.imp", buggy); bug != nil {
				t.Errorf("found an endless loop at %d:%d, want none, of\n%s", bug.Fault.Line, bug.Fault.Column, buggy)
			}
			forged(t, bug)
		})
	}
}

// forged establishes that a proof is refused if a part of it is missing, or is changed.
func forged(t *testing.T, bug *certs.Bug) {
	t.Helper()
	turns := *bug.Turns
	try := func(title string, changed certs.Turns) {
		t.Helper()
		forged := *bug
		forged.Turns = &changed
		limits := DefaultLimits
		limits.MaxSteps = 200_000
		if _, err := Check(forged.Seal(), Options{Limits: limits, Lower: fronts.All.Lower}); err == nil {
			t.Errorf("%s: it is accepted, want it refused", title)
		}
	}
	for i := range turns.Ways {
		c := turns
		c.Ways = append(append([]certs.Proof{}, turns.Ways[:i]...), turns.Ways[i+1:]...)
		try("an entry is missing", c)
		if len(turns.Ways[i]) > 0 {
			c.Ways = append([]certs.Proof{}, turns.Ways...)
			c.Ways[i] = certs.Proof{}
			try("a way is open", c)
		}
	}
	for i, l := range turns.Landmarks {
		c := turns
		c.Landmarks = append(append([]certs.Landmark{}, turns.Landmarks[:i]...), turns.Landmarks[i+1:]...)
		try("a landmark is missing", c)
		change := func(title string, do func(*certs.Landmark)) {
			c.Landmarks = append([]certs.Landmark{}, turns.Landmarks...)
			do(&c.Landmarks[i])
			try(title, c)
		}
		change("a landmark is later", func(l *certs.Landmark) { l.Steps++ })
		if len(l.Any) > 0 {
			change("a place is missing", func(l *certs.Landmark) { l.Any, l.Within = l.Any[1:], nil })
		}
		for k := range l.Holds {
			change("an atom is missing", func(l *certs.Landmark) {
				l.Holds = append(append([]certs.Atom{}, l.Holds[:k]...), l.Holds[k+1:]...)
			})
		}
	}
}

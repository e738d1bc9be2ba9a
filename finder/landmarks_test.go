package finder

import (
	"context"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/semantics/core"
)

// This file tests searches that look back: what they decide, and that they give up on what they cannot decide.

// endless returns the program that goes through its body for ever, with three slots that are 0 at first.
func endless(body string) string {
	return "core 1\nentry main\nfunc main() int loops 1\nslot a int\nslot b int\nslot c int\nset b 0\nset c 0\nenter 0\n" +
		"head: branch (truth 1) then body else out loop 0\nbody: draw a a 0 .. 9\n" + body + "\njump head\nbad: fail \"assertion\"\nout: return 0\n"
}

func TestLookBack(t *testing.T) {
	for _, c := range []struct {
		title, body string
		want        Verdict
		marks       bool // whether the certificate has landmarks
	}{
		{"one state", "set b 0", Safe, true},
		{"states in a row", "set b (mod (add b! 1) 7 \"division by zero\")", Safe, true},
		{"states that inputs choose", "branch (gt a! 5) then more else less\nmore: set b 1\njump on\nless: set b 0\non: branch (lt b! 2) then head else bad", Safe, true},
		{"a dead slot", "set c a!", Safe, true},
		{"a fault behind many rounds", "branch (eq a! b!) then more else head\nmore: set b (add b! 1)\nbranch (lt b! 9) then head else bad", Bug, false},
		{"a fault that no run reaches, as what is forgotten says", "branch (lt c! 1) then on else head\non: set b a!\nset c 1\nbranch (lt a! 5) then head else out\nset b b!", Safe, true},
		{"a counter without end", "set b (add b! 1)", Unknown, false},
		{"objects without end", "alloc d heap 1", Unknown, false},
		{"the value of an input that is kept", "branch (lt b! 5) then less else more\nless: set b a!\njump head\nmore: set b (sub 9 a!)", Unknown, false},
	} {
		r, lowered := lookedBack(t, c.body, 1000)
		switch {
		case r.Verdict != c.want:
			t.Errorf("%s: found %s, want %s", c.title, r.Verdict, c.want)
		case r.Absence != nil && (len(r.Absence.Landmarks) > 0) != c.marks:
			t.Errorf("%s: found the landmarks %v, want some: %v", c.title, r.Absence.Landmarks, c.marks)
		case r.Absence != nil:
			if _, err := checker.Check(certs.Encode(r.Absence), checker.Options{Limits: checker.DefaultLimits, Lowered: lowered}); err != nil {
				t.Errorf("%s: %v", c.title, err)
			}
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

// lookedBack returns what a search that looks back after 100 states finds in a program that goes through its body for ever, and the text of the program.
func lookedBack(t *testing.T, body string, states int64) (r *Result, lowered []byte) {
	t.Helper()
	text := endless(body)
	if strings.Contains(text, " d ") {
		text = strings.Replace(text, "slot c int", "slot c int\nslot d ptr", 1)
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
	about := certs.Program{Language: "core", Version: 1, Sources: []certs.Source{{Name: "endless.core", Text: lowered}}, Lowered: digest[:]}
	if r, err = Find(context.Background(), Program{Core: p, About: about}, Options{Prove: true, LookBack: 100, Limits: Limits{States: states}}); err != nil {
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

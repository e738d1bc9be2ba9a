package impview

import (
	"encoding/json"
	"fmt"
	"testing"

	"vouch/semantics/imp"
)

// This file tests the code of programs, as text, and what statements read; that the code runs as the program does is a test of pages.

func TestCompile(t *testing.T) {
	for _, c := range []struct{ title, source, ints, code string }{
		{"nothing to do", "skip", "[]", "[[0,1,1,1,0,0,[]]]"},
		{"an assignment", "x = 2 - y", "[2]", "[[2,1,1,1,0,0,[1,0,0,1,4]]]"},
		{"a negation", "x = -(y)", "[]", "[[2,1,1,1,0,0,[0,1,2]]]"},
		{"an empty block", "if true { } else { fail }", "[]", "[[5,1,1,2,-1,1,[8,1]],[1,1,20,2,0,0,[]]]"},
		{"a loop goes back", "while x < 3 { skip }\nfail", "[3]", "[[6,1,1,2,1,0,[0,0,1,0,13,0]],[0,1,15,0,0,0,[]],[1,2,1,3,0,0,[]]]"},
		{"a chain stops at its first link", "assert 1 < x < 2", "[1 2]", "[[4,1,1,1,0,0,[1,0,0,0,12,0,11,1,1,13,0]]]"},
		{"a short circuit jumps", "assert x == 0 or not y == 0", "[0 0]", "[[4,1,1,1,0,0,[0,0,1,0,13,4,11,15,0,1,1,1,13,4,9]]]"},
	} {
		p, err := imp.Load("x.imp", []byte(c.source+"\n"))
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		code := Compile(p)
		text, err := json.Marshal(append([]Stmt{}, code.Out...))
		if err != nil || string(text) != c.code || fmt.Sprint(code.Ints) != c.ints {
			t.Errorf("%s: found %s of %v (%v), want %s of %s", c.title, text, code.Ints, err, c.code, c.ints)
		}
	}
}

func TestReads(t *testing.T) {
	for _, c := range []struct{ title, source, reads string }{
		{"skip", "skip", "[]"},
		{"not what it assigns", "x = 1", "[]"},
		{"what it assigns, if it reads it", "x = x + 1", "[x]"},
		{"each once, in order", "x = b * a + b", "[b a]"},
		{"a condition, not the blocks", "if a < b and not b == c { x = d } else { y = e }", "[a b c]"},
		{"a chain", "while -1 <= a < b <= c { d = 1 }", "[a b c]"},
		{"an assumption", "skip; assume a == 1", "[]"},
	} {
		p, err := imp.Load("x.imp", []byte(c.source+"\n"))
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		names := []string{}
		for _, slot := range Reads(p.Body.Stmts[0]) {
			names = append(names, p.Vars[slot])
		}
		if fmt.Sprint(names) != c.reads {
			t.Errorf("%s: found %v, want %s", c.title, names, c.reads)
		}
	}
}

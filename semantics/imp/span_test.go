package imp

import (
	"fmt"
	"strings"
	"testing"
)

// nodes returns the statements and expressions of a block, each before its parts.
func nodes(b *Block) []Node {
	var all []Node
	var integer func(e AExpr)
	integer = func(e AExpr) {
		all = append(all, e)
		switch e := e.(type) {
		case *Neg:
			integer(e.X)
		case *Arith:
			integer(e.X)
			integer(e.Y)
		}
	}
	var truth func(e BExpr)
	truth = func(e BExpr) {
		all = append(all, e)
		switch e := e.(type) {
		case *Compare:
			for _, x := range e.Args {
				integer(x)
			}
		case *Not:
			truth(e.X)
		case *Logic:
			truth(e.X)
			truth(e.Y)
		}
	}
	for _, s := range b.Stmts {
		all = append(all, s)
		switch s := s.(type) {
		case *Assign:
			integer(s.Value)
		case *Assume:
			truth(s.Cond)
		case *Assert:
			truth(s.Cond)
		case *If:
			truth(s.Cond)
			all = append(all, nodes(s.Then)...)
			if s.Else != nil {
				all = append(all, nodes(s.Else)...)
			}
		case *While:
			truth(s.Cond)
			all = append(all, nodes(s.Body)...)
		case *Call:
			for _, e := range s.Args {
				integer(e)
			}
		case *Macro:
			all = append(all, nodes(s.Body)...)
		}
	}
	return all
}

// The texts of all nodes are separated by " | ".
func TestSpans(t *testing.T) {
	for _, c := range []struct{ title, src, want string }{
		{"skip and fail", "skip;\n fail ;", "skip | fail"},
		{"an assignment", "x  =  1 y = 2;", "x  =  1 | 1 | y = 2 | 2"},
		{"comments around do not count", "(* a *) x = 1 # b\n# c", "x = 1 | 1"},
		{"comments inside do", "x = (* a\n *) 1 # b", "x = (* a\n *) 1 | 1"},
		{"operators associate to the left", "x = a - b - c", "x = a - b - c | a - b - c | a - b | a | b | c"},
		{"parentheses belong to what they hold", "x = ((a - b)) * (c)", "x = ((a - b)) * (c) | ((a - b)) * (c) | ((a - b)) | a | b | (c)"},
		{"signs", "x = - 1 - -(y)", "x = - 1 - -(y) | - 1 - -(y) | - 1 | -(y) | (y)"},
		{"conditions", "assert not (a<b<=c) or true", "assert not (a<b<=c) or true | not (a<b<=c) or true | not (a<b<=c) | (a<b<=c) | a | b | c | true"},
		{"assume", "assume(a=1)", "assume(a=1) | (a=1) | a | 1"},
		{"if", "if (a<1) {\n skip\n} ; x = 1", "if (a<1) {\n skip\n} | (a<1) | a | 1 | skip | x = 1 | 1"},
		{"if with else", "if true { } ;\n else { skip; } fail", "if true { } ;\n else { skip; } | true | skip | fail"},
		{"else if", "if true { } else if false { }", "if true { } else if false { } | true | if false { } | false"},
		{"if in words", "if true then skip else fail; fi skip", "if true then skip else fail; fi | true | skip | fail | skip"},
		{"loops", "while a<b do x=1 od loop true { }", "while a<b do x=1 od | a<b | a | b | x=1 | 1 | loop true { } | true"},
		{"macros and calls", "macro f(a) begin local t = a end f( x ) g; g()", "macro f(a) begin local t = a end | local t = a | a | f( x ) | x | g | g()"},
		{"declarations", "option division floor; input x ,\ny; skip", "option division floor | input x ,\ny | skip"},
		{"columns count bytes", "(* ö *) x = 1", "x = 1 | 1"},
		{"lines may end in a carriage return", "x = 1\r\n+ y\r\nskip\r\n", "x = 1\r\n+ y | 1\r\n+ y | 1 | y | skip"},
	} {
		f, err := Parse("t", []byte(c.src))
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		var texts []string
		for _, n := range nodes(f.Body) {
			texts = append(texts, n.Span().Text(c.src))
		}
		if got := strings.Join(texts, " | "); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.title, got, c.want)
		}
	}
}

// Nodes of an expanded macro keep their places: those of the body, and those of the arguments.
func TestSpansInMacros(t *testing.T) {
	src := "macro f(a) begin\n  local t = a * 2\n  while (t < a) { a = t }\nend\nf(x) f(y)"
	p, err := Load("t", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	want := "local t = a * 2 | a * 2 | %s | 2 | while (t < a) { a = t } | (t < a) | t | %[1]s | a = t | t"
	want = fmt.Sprintf(want, "x") + " | " + fmt.Sprintf(want, "y")
	var texts []string
	for _, n := range nodes(p.Body) {
		texts = append(texts, n.Span().Text(src))
	}
	if got := strings.Join(texts, " | "); got != want {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

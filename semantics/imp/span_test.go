package imp_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vouch/internal/randimp"
	"vouch/semantics/imp"
	"vouch/semantics/imp/impfmt"
)

// nodes returns the statements and expressions of a block, each before its parts.
func nodes(b *imp.Block) []imp.Node {
	var all []imp.Node
	var integer func(e imp.AExpr)
	integer = func(e imp.AExpr) {
		all = append(all, e)
		switch e := e.(type) {
		case *imp.Neg:
			integer(e.X)
		case *imp.Arith:
			integer(e.X)
			integer(e.Y)
		}
	}
	var truth func(e imp.BExpr)
	truth = func(e imp.BExpr) {
		all = append(all, e)
		switch e := e.(type) {
		case *imp.Compare:
			for _, x := range e.Args {
				integer(x)
			}
		case *imp.Not:
			truth(e.X)
		case *imp.Logic:
			truth(e.X)
			truth(e.Y)
		}
	}
	for _, s := range b.Stmts {
		all = append(all, s)
		switch s := s.(type) {
		case *imp.Assign:
			integer(s.Value)
		case *imp.Assume:
			truth(s.Cond)
		case *imp.Assert:
			truth(s.Cond)
		case *imp.If:
			truth(s.Cond)
			all = append(all, nodes(s.Then)...)
			if s.Else != nil {
				all = append(all, nodes(s.Else)...)
			}
		case *imp.While:
			truth(s.Cond)
			all = append(all, nodes(s.Body)...)
		case *imp.Call:
			for _, e := range s.Args {
				integer(e)
			}
		case *imp.Macro:
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
		{"parentheses belong to what they hold", "x = ((a - b)) * (c)",
			"x = ((a - b)) * (c) | ((a - b)) * (c) | ((a - b)) | a | b | (c)"},
		{"signs", "x = - 1 - -(y)", "x = - 1 - -(y) | - 1 - -(y) | - 1 | -(y) | (y)"},
		{"conditions", "assert not (a<b<=c) or true",
			"assert not (a<b<=c) or true | not (a<b<=c) or true | not (a<b<=c) | (a<b<=c) | a | b | c | true"},
		{"assume", "assume(a=1)", "assume(a=1) | (a=1) | a | 1"},
		{"if", "if (a<1) {\n skip\n} ; x = 1", "if (a<1) {\n skip\n} | (a<1) | a | 1 | skip | x = 1 | 1"},
		{"if with else", "if true { } ;\n else { skip; } fail", "if true { } ;\n else { skip; } | true | skip | fail"},
		{"else if", "if true { } else if false { }", "if true { } else if false { } | true | if false { } | false"},
		{"if in words", "if true then skip else fail; fi skip",
			"if true then skip else fail; fi | true | skip | fail | skip"},
		{"loops", "while a<b do x=1 od loop true { }",
			"while a<b do x=1 od | a<b | a | b | x=1 | 1 | loop true { } | true"},
		{"macros and calls", "macro f(a) begin local t = a end f( x ) g; g()",
			"macro f(a) begin local t = a end | local t = a | a | f( x ) | x | g | g()"},
		{"declarations", "option division floor; input x ,\ny; skip", "option division floor | input x ,\ny | skip"},
		{"columns count bytes", "(* ö *) x = 1", "x = 1 | 1"},
		{"lines may end in a carriage return", "x = 1\r\n+ y\r\nskip\r\n", "x = 1\r\n+ y | 1\r\n+ y | 1 | y | skip"},
	} {
		f, err := imp.Parse("t", []byte(c.src))
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
	p, err := imp.Load("t", []byte(src))
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

// The text of a node alone is the node: nothing is missing in its region, and nothing follows.
func TestTextOfSpan(t *testing.T) {
	for seed := range uint64(300) {
		src := string(randimp.Source(rand.New(rand.NewPCG(seed, 1)),
			randimp.Families[seed%uint64(len(randimp.Families))]))
		f, err := imp.Parse("t", []byte(src))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, n := range nodes(f.Body) {
			text := n.Span().Text(src)
			if strings.TrimSpace(text) != text {
				t.Fatalf("seed %d: the region of a %T is %q", seed, n, text)
			}
			want := &imp.Block{Stmts: make([]imp.Stmt, 1)}
			switch n := n.(type) {
			case imp.Stmt:
				want.Stmts[0] = n
				if a, ok := n.(*imp.Assign); ok && a.Local {
					continue // stands in macros only
				}
			case imp.AExpr:
				want.Stmts[0], text = &imp.Assign{Name: "x", Value: n}, "x = "+text
			case imp.BExpr:
				want.Stmts[0], text = &imp.Assert{Cond: n}, "assert "+text
			}
			if imp.IsDeclaration(want.Stmts[0]) {
				text += "\nskip"
				want.Stmts = append(want.Stmts, &imp.Skip{})
			}
			g, err := imp.Parse("t", []byte(text))
			if err != nil || !bytes.Equal(impfmt.Print(g), impfmt.Print(&imp.File{Body: want})) {
				t.Fatalf("seed %d: the text of a %T is %q: %v", seed, n, text, err)
			}
		}
	}
}

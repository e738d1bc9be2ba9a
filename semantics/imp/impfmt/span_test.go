package impfmt

import (
	"slices"
	"strings"
	"testing"

	"vouch/semantics/imp"
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

// The text of a node alone is the node: nothing is missing in its region, and nothing follows.
func TestTextOfSpan(t *testing.T) {
	for seed := range int64(500) {
		src := string(printed(randomFile(seed, seed%2 == 1)))
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
			case imp.AExpr:
				want.Stmts[0], text = &imp.Assign{Name: "x", Value: n}, "x = "+text
			case imp.BExpr:
				want.Stmts[0], text = &imp.Assert{Cond: n}, "assert "+text
			}
			if declares := slices.ContainsFunc(want.Stmts, imp.IsDeclaration); declares {
				text += "\nskip"
				want.Stmts = append(want.Stmts, &imp.Skip{})
			}
			g, err := imp.Parse("t", []byte(text))
			if err != nil || !equalBlocks(g.Body, want) {
				t.Fatalf("seed %d: the text of a %T is %q: %v", seed, n, text, err)
			}
		}
	}
}

package impfmt

import (
	"fmt"
	"strconv"
	"strings"

	"vouch/semantics/imp"
)

// This file defines the canonical layout of programs, which is read back as the same tree.

// maxIndent bounds the indentation, in levels, so that the size of a text stays linear in that of its tree.
const maxIndent = 50

// The precedences of operators, from the lowest to the highest.
const (
	precOr = 1 + iota
	precAnd
	precNot
	precCompare
	precSum
	precProduct
	precUnary
)

// Print returns the source text of f in canonical layout, without comments.
func Print(f *imp.File) []byte { return printed(f, nil) }

// printed is Print with the comments given.
func printed(f *imp.File, c *comments) []byte {
	p := printer{comments: c}
	p.block(f.Body, true)
	return p.text
}

// Stmt returns the first line of a statement in canonical layout, without the bracket that opens a block.
func Stmt(s imp.Stmt) string {
	var p printer
	p.head(s)
	return string(p.text)
}

// Integer returns the source text of an arithmetic expression.
func Integer(e imp.AExpr) string {
	var p printer
	p.aexpr(e, precOr)
	return string(p.text)
}

// Condition returns the source text of a condition.
func Condition(e imp.BExpr) string {
	var p printer
	p.bexpr(e, precOr)
	return string(p.text)
}

type printer struct {
	*comments
	text  []byte
	level int
}

func (p *printer) print(s string) { p.text = append(p.text, s...) }

// line begins a line.
func (p *printer) line() {
	for range min(p.level, maxIndent) {
		p.print("  ")
	}
}

func (p *printer) lines(comments []string) {
	for _, c := range comments {
		if c != "" {
			p.line()
			p.print(c)
		}
		p.print("\n")
	}
}

// block prints the lines of a block; at the top level, a blank line sets macros apart, and declarations from
// statements, if there is none already.
func (p *printer) block(b *imp.Block, top bool) {
	for i, s := range b.Stmts {
		lead := p.of(s).lead
		blank := len(lead) > 0 && lead[0] == ""
		if top && i > 0 && !blank && (isMacro(s) || isMacro(b.Stmts[i-1]) ||
			imp.IsDeclaration(s) != imp.IsDeclaration(b.Stmts[i-1])) {
			p.print("\n")
		}
		p.stmt(s)
	}
	p.lines(p.tail(b))
}

func isMacro(s imp.Stmt) bool {
	_, ok := s.(*imp.Macro)
	return ok
}

func (p *printer) stmt(s imp.Stmt) {
	p.lines(p.of(s).lead)
	p.line()
	p.head(s)
	switch s := s.(type) {
	case *imp.If:
		p.braces(s.Then)
		for s.Else != nil {
			p.print(" else")
			elif := p.elseIf(s.Else)
			if elif == nil {
				p.braces(s.Else)
				break
			}
			p.print(" ")
			p.head(elif)
			p.braces(elif.Then)
			s = elif
		}
	case *imp.While:
		p.braces(s.Body)
	case *imp.Macro:
		p.print(" begin")
		p.nested(s.Body)
		p.print("end")
	}
	if trail := p.of(s).trail; trail != "" {
		p.print(" ")
		p.print(trail)
	}
	p.print("\n")
}

// elseIf returns the statement of a block that can be printed as `else if`, and nil if it cannot: comments need a
// block.
func (p *printer) elseIf(b *imp.Block) *imp.If {
	if len(b.Stmts) != 1 || len(p.tail(b)) > 0 {
		return nil
	}
	s, ok := b.Stmts[0].(*imp.If)
	if !ok || len(p.of(s).lead) > 0 || p.of(s).trail != "" {
		return nil
	}
	return s
}

func (p *printer) braces(b *imp.Block) {
	p.print(" {")
	p.nested(b)
	p.print("}")
}

func (p *printer) nested(b *imp.Block) {
	p.print("\n")
	p.level++
	p.block(b, false)
	p.level--
	p.line()
}

// head prints a statement up to its block.
func (p *printer) head(s imp.Stmt) {
	switch s := s.(type) {
	case *imp.Skip:
		p.print("skip")
	case *imp.Fail:
		p.print("fail")
	case *imp.Assign:
		if s.Local {
			p.print("local ")
		}
		p.print(s.Name + " = ")
		p.aexpr(s.Value, precOr)
	case *imp.Assume:
		p.print("assume ")
		p.bexpr(s.Cond, precOr)
	case *imp.Assert:
		p.print("assert ")
		p.bexpr(s.Cond, precOr)
	case *imp.If:
		p.print("if ")
		p.bexpr(s.Cond, precOr)
	case *imp.While:
		p.print("while ")
		p.bexpr(s.Cond, precOr)
	case *imp.Call:
		p.print(s.Name + "(")
		for i, e := range s.Args {
			if i > 0 {
				p.print(", ")
			}
			p.aexpr(e, precOr)
		}
		p.print(")")
	case *imp.Macro:
		p.print("macro " + s.Name + "(" + strings.Join(s.Params, ", ") + ")")
	case *imp.Input:
		p.print("input " + strings.Join(s.Names, ", "))
	case *imp.Option:
		p.print("option " + s.Key + " " + s.Value)
	default:
		panic(fmt.Sprintf("impfmt: unknown statement %T", s))
	}
}

// aexpr prints e, in parentheses if its operator has a precedence lower than least.
func (p *printer) aexpr(e imp.AExpr, least int) {
	switch e := e.(type) {
	case *imp.Int:
		p.text = e.Value.Append(p.text, 10)
	case *imp.Var:
		p.print(e.Name)
	case *imp.Neg:
		p.print("-")
		if n, ok := e.X.(*imp.Int); ok && n.Value.Sign() >= 0 { // -3 would be a literal
			p.print("(")
			p.aexpr(n, precOr)
			p.print(")")
			return
		}
		p.aexpr(e.X, precUnary)
	case *imp.Arith:
		prec := precSum
		if e.Op == imp.Mul || e.Op == imp.Div || e.Op == imp.Mod {
			prec = precProduct
		}
		p.open(prec < least)
		p.aexpr(e.X, prec)
		p.print(" " + e.Op.String() + " ")
		p.aexpr(e.Y, prec+1)
		p.close(prec < least)
	default:
		panic(fmt.Sprintf("impfmt: unknown arithmetic expression %T", e))
	}
}

// bexpr prints e, in parentheses if its operator has a precedence lower than least.
func (p *printer) bexpr(e imp.BExpr, least int) {
	switch e := e.(type) {
	case *imp.Bool:
		p.print(strconv.FormatBool(e.Value))
	case *imp.Compare:
		p.aexpr(e.Args[0], precSum)
		for i, op := range e.Ops {
			p.print(" " + op.String() + " ")
			p.aexpr(e.Args[i+1], precSum)
		}
	case *imp.Not:
		p.open(precNot < least)
		p.print("not ")
		p.bexpr(e.X, precNot)
		p.close(precNot < least)
	case *imp.Logic:
		prec := precOr
		if e.Op == imp.And {
			prec = precAnd
		}
		p.open(prec < least)
		p.bexpr(e.X, prec)
		p.print(" " + e.Op.String() + " ")
		p.bexpr(e.Y, prec+1)
		p.close(prec < least)
	default:
		panic(fmt.Sprintf("impfmt: unknown condition %T", e))
	}
}

func (p *printer) open(needed bool) {
	if needed {
		p.print("(")
	}
}

func (p *printer) close(needed bool) {
	if needed {
		p.print(")")
	}
}

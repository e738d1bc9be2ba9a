package imp

import (
	"fmt"
	"strconv"
	"strings"
)

// This file defines the canonical layout of programs, which Parse reads back as the same tree.

// maxIndent bounds the indentation, in levels, so that the size of a text stays linear in that of its tree.
const maxIndent = 50

// Print returns the source text of f in canonical layout.
func Print(f *File) []byte {
	var p printer
	p.block(f.Body, true)
	return p.text
}

// FormatStmt returns the first line of a statement in canonical layout, without the bracket that opens a block.
func FormatStmt(s Stmt) string {
	var p printer
	p.head(s)
	return string(p.text)
}

// FormatAExpr returns the source text of an arithmetic expression.
func FormatAExpr(e AExpr) string {
	var p printer
	p.aexpr(e, precOr)
	return string(p.text)
}

// FormatBExpr returns the source text of a condition.
func FormatBExpr(e BExpr) string {
	var p printer
	p.bexpr(e, precOr)
	return string(p.text)
}

type printer struct {
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

func (p *printer) comments(comments []string) {
	for _, c := range comments {
		if c != "" {
			p.line()
			p.print(c)
		}
		p.print("\n")
	}
}

// block prints the lines of a block; at the top level, a blank line sets macros apart, and declarations from statements, if there
// is none already.
func (p *printer) block(b *Block, top bool) {
	for i, s := range b.Stmts {
		blank := len(s.Notes().Lead) > 0 && s.Notes().Lead[0] == ""
		if top && i > 0 && !blank && (isMacro(s) || isMacro(b.Stmts[i-1]) || isDeclaration(s) != isDeclaration(b.Stmts[i-1])) {
			p.print("\n")
		}
		p.stmt(s)
	}
	p.comments(b.Tail)
}

func isMacro(s Stmt) bool {
	_, ok := s.(*Macro)
	return ok
}

func (p *printer) stmt(s Stmt) {
	p.comments(s.Notes().Lead)
	p.line()
	p.head(s)
	switch s := s.(type) {
	case *If:
		p.braces(s.Then)
		for s.Else != nil {
			p.print(" else")
			elif := elseIf(s.Else)
			if elif == nil {
				p.braces(s.Else)
				break
			}
			p.print(" ")
			p.head(elif)
			p.braces(elif.Then)
			s = elif
		}
	case *While:
		p.braces(s.Body)
	case *Macro:
		p.print(" begin")
		p.nested(s.Body)
		p.print("end")
	}
	if trail := s.Notes().Trail; trail != "" {
		p.print(" ")
		p.print(trail)
	}
	p.print("\n")
}

// elseIf returns the statement of a block that can be printed as `else if`, and nil if it cannot: comments need a block.
func elseIf(b *Block) *If {
	if len(b.Stmts) != 1 || len(b.Tail) > 0 {
		return nil
	}
	s, ok := b.Stmts[0].(*If)
	if !ok || len(s.Notes().Lead) > 0 || s.Notes().Trail != "" {
		return nil
	}
	return s
}

func (p *printer) braces(b *Block) {
	p.print(" {")
	p.nested(b)
	p.print("}")
}

func (p *printer) nested(b *Block) {
	p.print("\n")
	p.level++
	p.block(b, false)
	p.level--
	p.line()
}

// head prints a statement up to its block.
func (p *printer) head(s Stmt) {
	switch s := s.(type) {
	case *Skip:
		p.print("skip")
	case *Fail:
		p.print("fail")
	case *Assign:
		if s.Local {
			p.print("local ")
		}
		p.print(s.Name + " = ")
		p.aexpr(s.Value, precOr)
	case *Assume:
		p.print("assume ")
		p.bexpr(s.Cond, precOr)
	case *Assert:
		p.print("assert ")
		p.bexpr(s.Cond, precOr)
	case *If:
		p.print("if ")
		p.bexpr(s.Cond, precOr)
	case *While:
		p.print("while ")
		p.bexpr(s.Cond, precOr)
	case *Call:
		p.print(s.Name + "(")
		for i, e := range s.Args {
			if i > 0 {
				p.print(", ")
			}
			p.aexpr(e, precOr)
		}
		p.print(")")
	case *Macro:
		p.print("macro " + s.Name + "(" + strings.Join(s.Params, ", ") + ")")
	case *Input:
		p.print("input " + strings.Join(s.Names, ", "))
	case *Option:
		p.print("option " + s.Key + " " + s.Value)
	default:
		panic(fmt.Sprintf("imp: unknown statement %T", s))
	}
}

// aexpr prints e, in parentheses if its operator has a precedence lower than least.
func (p *printer) aexpr(e AExpr, least int) {
	switch e := e.(type) {
	case *Int:
		p.text = e.Value.Append(p.text, 10)
	case *Var:
		p.print(e.Name)
	case *Neg:
		p.print("-")
		if n, ok := e.X.(*Int); ok && n.Value.Sign() >= 0 { // -3 would be a literal
			p.print("(")
			p.aexpr(n, precOr)
			p.print(")")
			return
		}
		p.aexpr(e.X, precUnary)
	case *Arith:
		prec := precSum
		if e.Op == Mul || e.Op == Div || e.Op == Mod {
			prec = precProduct
		}
		p.open(prec < least)
		p.aexpr(e.X, prec)
		p.print(" " + e.Op.String() + " ")
		p.aexpr(e.Y, prec+1)
		p.close(prec < least)
	default:
		panic(fmt.Sprintf("imp: unknown arithmetic expression %T", e))
	}
}

// bexpr prints e, in parentheses if its operator has a precedence lower than least.
func (p *printer) bexpr(e BExpr, least int) {
	switch e := e.(type) {
	case *Bool:
		p.print(strconv.FormatBool(e.Value))
	case *Compare:
		p.aexpr(e.Args[0], precSum)
		for i, op := range e.Ops {
			p.print(" " + op.String() + " ")
			p.aexpr(e.Args[i+1], precSum)
		}
	case *Not:
		p.open(precNot < least)
		p.print("not ")
		p.bexpr(e.X, precNot)
		p.close(precNot < least)
	case *Logic:
		prec := precOr
		if e.Op == And {
			prec = precAnd
		}
		p.open(prec < least)
		p.bexpr(e.X, prec)
		p.print(" " + e.Op.String() + " ")
		p.bexpr(e.Y, prec+1)
		p.close(prec < least)
	default:
		panic(fmt.Sprintf("imp: unknown condition %T", e))
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

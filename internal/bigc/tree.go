package bigc

import (
	"math/big"

	"vouch/semantics/source"
)

// This file defines the trees that programs become: expressions with their types, statements, and what declarations
// declare.

// op is the operator of an expression.
type op string

// The expressions that are no operators of the text.
const (
	constant   op = "constant"
	literal    op = "string"
	named      op = "variable"
	index      op = "index"
	dot        op = "."
	arrow      op = "->"
	calling    op = "call"
	cast       op = "cast"
	negate     op = "-x"
	plus       op = "+x"
	deref      op = "*x"
	address    op = "&x"
	before     op = "++x" // n is 1 or -1
	after      op = "x++"
	assign     op = "="
	compound   op = "op="
	condition  op = "?:"
	sequence   op = ","
	asserting  op = "assert"
	initialize op = "{}" // args are expressions or such lists
)

// expr is an expression.
type expr struct {
	op      op
	inner   op // of a compound assignment
	at      source.Pos
	t       *ctype
	x, y, z *expr
	args    []*expr
	n       *big.Int
	text    string // of a string literal and a name
	v       *variable
	member  *member
}

// place returns whether an expression stands for an object.
func (e *expr) place() bool {
	switch e.op {
	case named, literal, index, arrow, deref:
		return true
	case dot:
		return e.x.place()
	}
	return false
}

// variable is an object or a function with a name.
type variable struct {
	name   string
	t      *ctype
	static bool // whether it lives as long as the program
	init   *expr
	at     source.Pos
	f      *definition // of a function; nil until it has a body
}

// definition is a function with its body.
type definition struct {
	v      *variable
	params []*variable
	body   *stmt
}

// form says what a statement is.
type form string

// The statements. An empty one is a block.
const (
	expression form = "expression"
	block      form = "block"
	declaring  form = "declaration"
	choice     form = "if"
	loop       form = "while"
	again      form = "do"
	counting   form = "for"
	selection  form = "switch"
	labelled   form = "label" // of case, default and goto
	leave      form = "break"
	next       form = "continue"
	jump       form = "goto"
	give       form = "return"
)

// stmt is a statement.
type stmt struct {
	form        form
	at          source.Pos
	x           *expr // the condition, or the value
	first, step *expr // of for
	list        []*stmt
	yes, no     *stmt // of if; yes is also the body of loops and switches, and what follows a label
	// of a block and for: the objects that begin with it; of a declaration: those that it declares
	vars   []*variable
	value  *big.Int // of case; nil for default
	cases  []*stmt  // of switch
	name   string   // of goto and a label
	result *ctype   // of return: that of its function
}

// contains reports whether s is t or has it inside.
func (s *stmt) contains(t *stmt) bool {
	if s == nil {
		return false
	}
	if s == t || s.yes.contains(t) || s.no.contains(t) {
		return true
	}
	for _, part := range s.list {
		if part.contains(t) {
			return true
		}
	}
	return false
}

// labels returns the labels in s.
func (s *stmt) labels(name string) *stmt {
	switch {
	case s == nil:
		return nil
	case s.form == labelled && s.name == name:
		return s
	}
	for _, part := range append([]*stmt{s.yes, s.no}, s.list...) {
		if found := part.labels(name); found != nil {
			return found
		}
	}
	return nil
}

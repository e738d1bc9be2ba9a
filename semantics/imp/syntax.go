package imp

import (
	"math/big"

	"vouch/semantics/source"
)

// This file defines the syntax trees of IMP, definition 3.1 of the thesis with the constructs that files may use beside
// it.

// Pos is a place in the source text.
type Pos = source.Pos

// Node is a statement, an arithmetic expression or a condition. A tree that was not read from a text has no places.
type Node interface {
	// Pos returns the place where its faults are reported: where a statement begins; of an expression the operator, the
	// first one of a chain, or the only token.
	Pos() Pos
	// Span returns the region of its text: of a statement from its first token to its last, of an expression with the
	// parentheses around it.
	Span() source.Span
}

// Stmt is a statement or, at the top level of a file, a declaration.
type Stmt interface {
	Node
	head() *Head
	stmt()
}

type (
	// Skip is `skip`: nothing is left to do.
	Skip struct{ Head }
	// Fail is `fail`: no rule applies.
	Fail struct {
		Head
		Assertion bool // whether it is what an assertion becomes when violated; false in every syntax tree
	}
	// Assign is `Name = Value`, or `local Name = Value`, which also declares the variable.
	Assign struct {
		Head
		Local bool // whether it declares; false in a Program
		Name  string
		Value AExpr
		Slot  int // of Name, in a Program
	}
	// Assume is `assume Cond`: executions that violate it are not considered.
	Assume struct {
		Head
		Cond BExpr
	}
	// Assert is `assert Cond`, short for `if Cond then skip else fail`.
	Assert struct {
		Head
		Cond BExpr
	}
	// If is `if Cond { Then } else { Else }`; Else is nil where the source has no else.
	If struct {
		Head
		Cond BExpr
		Then *Block
		Else *Block
	}
	// While is `while Cond { Body }`.
	While struct {
		Head
		Cond BExpr
		Body *Block
	}
	// Call is the use of a macro. A Program has none.
	Call struct {
		Head
		Name string
		Args []AExpr
	}
	// Macro is the declaration `macro Name(Params) begin Body end`.
	Macro struct {
		Head
		Name   string
		Params []string
		Body   *Block
	}
	// Input is the declaration `input Names`.
	Input struct {
		Head
		Names []string
	}
	// Option is the declaration `option Key Value`.
	Option struct {
		Head
		Key, Value string
	}
)

// Block is a sequence of statements. The empty block is skip.
type Block struct {
	Stmts  []Stmt
	Extent source.Span // what stands between its brackets; for the if after an else, this statement
}

// AExpr is an arithmetic expression; its value is an integer, if it has one.
type AExpr interface {
	Node
	aexpr()
}

// BExpr is a condition; its value is a truth value, if it has one.
type BExpr interface {
	Node
	bexpr()
}

type (
	// Int is an integer literal, a sign directly before it included.
	Int struct {
		Head
		Value *big.Int
	}
	// Var is a variable.
	Var struct {
		Head
		Name string
		Slot int // in a Program: the variable's index in Program.Vars
	}
	// Neg is `-X`.
	Neg struct {
		Head
		X AExpr
	}
	// Arith is `X Op Y`.
	Arith struct {
		Head
		Op   ArithOp
		X, Y AExpr
	}

	// Bool is `true` or `false`.
	Bool struct {
		Head
		Value bool
	}
	// Compare is a chain `Args[0] Ops[0] Args[1] Ops[1] ...`, short for the conjunction of its links. It has one
	// operator at least, and one argument more than operators.
	Compare struct {
		Head
		Args []AExpr
		Ops  []CompareOp
	}
	// Not is `not X`.
	Not struct {
		Head
		X BExpr
	}
	// Logic is `X and Y` or `X or Y`, evaluated from left to right and no further than needed.
	Logic struct {
		Head
		Op   LogicOp
		X, Y BExpr
	}
)

// ArithOp is an operator on integers.
type ArithOp byte

// The arithmetic operators. Div and Mod round as the program's Division says and have no value for a divisor of 0.
const (
	Add ArithOp = iota
	Sub
	Mul
	Div
	Mod
)

func (op ArithOp) String() string { return [...]string{"+", "-", "*", "/", "%"}[op] }

// CompareOp is a comparison of integers.
type CompareOp byte

// The comparisons.
const (
	Lt CompareOp = iota
	Le
	Gt
	Ge
	Eq
	Ne
)

func (op CompareOp) String() string { return [...]string{"<", "<=", ">", ">=", "==", "!="}[op] }

// LogicOp is a connective.
type LogicOp byte

// The connectives.
const (
	And LogicOp = iota
	Or
)

func (op LogicOp) String() string { return [...]string{"and", "or"}[op] }

// Division says how / and % round.
type Division byte

// The two roundings: Floor towards minus infinity (Python), Truncate towards zero (Java, C). In both, x = (x/y)*y +
// x%y.
const (
	Floor Division = iota
	Truncate
)

func (d Division) String() string { return [...]string{"floor", "truncate"}[d] }

// Head is what every node has.
type Head struct {
	At     Pos
	Extent source.Span
}

// Pos returns the place of the node.
func (h *Head) Pos() Pos { return h.At }

// Span returns the region of the node.
func (h *Head) Span() source.Span { return h.Extent }

func (h *Head) head() *Head { return h }

func (*Skip) stmt()   {}
func (*Fail) stmt()   {}
func (*Assign) stmt() {}
func (*Assume) stmt() {}
func (*Assert) stmt() {}
func (*If) stmt()     {}
func (*While) stmt()  {}
func (*Call) stmt()   {}
func (*Macro) stmt()  {}
func (*Input) stmt()  {}
func (*Option) stmt() {}

func (*Int) aexpr()   {}
func (*Var) aexpr()   {}
func (*Neg) aexpr()   {}
func (*Arith) aexpr() {}

func (*Bool) bexpr()    {}
func (*Compare) bexpr() {}
func (*Not) bexpr()     {}
func (*Logic) bexpr()   {}

// File is a source file as it is written: declarations, macros and calls. Resolve makes it a Program.
type File struct {
	Name string // as the user named it, for messages
	Body *Block // declarations stand among the statements of its top level only

	text  string
	words int // of memory that it takes
}

// Program is what runs: macros are expanded, variables have slots, assumptions stand apart.
type Program struct {
	Name     string
	Division Division
	Vars     []string // every variable of the program, in the order of their names; a slot is an index into it
	Input    []bool   // by slot: whether the variable has a value at the start
	// whether the file declares its inputs; if not, every variable but those local to a macro is one
	Declared    bool
	Assumptions []BExpr // the assumption psi of section 6.2, its conjuncts in the order of the text
	Body        *Block
}

package lia

import (
	"cmp"
	"math/big"

	"vouch/semantics/term"
)

// This file defines the rows, bounds and variables of the simplex method, and what is assumed of them.

// node is a refutation: a leaf with rows, or a split of a symbol or a case into ways.
type node struct {
	rows  []multiple // of a leaf, or of a case those that exclude alternatives
	sym   *term.Sym  // of a branch, or nil
	k     *big.Int   // of a branch
	cases *disjunction
	ways  []way
	deps  levels // the cases and splits on which it depends
	cuts  []*row // the cuts that it needs, in the order in which they were made
}

// way is an alternative with its refutation.
type way struct {
	level int
	f     *term.Formula
	added added
	proof *node
}

// entry is a variable with a coefficient that is not 0.
type entry struct {
	v int
	k num
}

// variable is a symbol or a sum of symbols.
type variable struct {
	sym    *term.Sym // of a symbol
	form   []entry   // of a sum: the symbols
	lo, hi *bound    // nil if there is none
	val    num       // an integer within the bounds, unless the variable is basic: then its line has the value
	line   int       // of a basic variable, else -1
	level  int       // of a symbol: on which it came in
	extra  bool      // of a symbol: whether it is none of the facts, and only in what is derived
	uses   int       // the lines in which it occurs, if it is not basic
	column []int     // those lines, and perhaps others
}

// bound is the least or greatest value of a variable, an integer.
type bound struct {
	val  num
	row  *row   // that says so
	prev *bound // the weaker one before
}

// change is an entry of the trail: how the state was before.
type change struct {
	kind changeKind
	v    int
	at   int
	val  num
	b    *bound
	key  string
}

type changeKind byte

// simplex is the state of the method.
type simplex struct {
	vars   []variable
	lines  []line
	trail  []change
	index  map[*term.Sym]int
	sums   map[string]int // by the key of their form
	dirty  []int          // the lines whose basic variable may be out of bounds
	size   int            // of all lines, in entries
	spent  int            // work, in numbers touched
	limit  int            // of spent
	halt   func() bool    // whether to give up early
	halted bool           // then the state means nothing any more
	looked int            // spent when halt was asked last
	mark   []int          // of lines, when it was last met in a column
	clock  int
	spare  []cell
	longs  []*long // not used at present
}

// row says that a sum of symbols and a constant is at most 0.
type row struct {
	terms  []entry // in ascending order, with no common divisor
	c      num
	id     int          // in the order in which rows came in
	e      *term.Linear // the same as the facts say it, unless it is derived
	number int          // among the facts when it came in, unless it is derived
	deps   levels
	level  int        // the highest of deps
	times  []multiple // of a derived row: the combination of others, divided by its content and rounded up
	k      num        // of a derived row: that content
	// of a derived row: whether it says of the two rows in times, which then are not added up, that their product is
	// not negative
	product bool
	square  *term.Linear // of a row that says that a square is not negative: that of this sum
	common  *disjunction // of a row that the alternatives of a case have in common: that case
}

// multiple is a row with a positive factor, an integer in proofs.
type multiple struct {
	row   *row
	times num
}

// compare orders rows by what they depend on, then by age.
func (r *row) compare(o *row) int {
	return cmp.Or(cmp.Compare(r.level, o.level), cmp.Compare(r.id, o.id))
}

// levels is a set of levels of the search above 0, which is the query.
type levels []uint64

// disjunction is a case of the facts.
type disjunction struct {
	alternatives []*term.Formula
	props        []*prop
	number       int // among the facts when it came in
	level        int
	gap          bool // whether it says only that a sum has not one value
	split        bool // whether the current way is one of its alternatives
}

// prop is a formula over variables.
type prop struct {
	op    term.FormulaOp
	terms []entry // of an atom
	c     num
	args  []*prop
}

// added is what an assumption has added.
type added struct {
	rows  []*row
	cases []*disjunction
}

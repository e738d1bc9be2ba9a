package fuzz

import (
	"math/bits"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines what is known of a run: how often it took which way from which branch.

// cover counts ways from branches, two for each branch. An assumption that does not hold counts as a way, too.
type cover struct {
	// of each function and instruction that is a branch or an assumption, the number of its first way
	first [][]int32
	// of the same, the conditions of which its condition is made; each has two ways, too, behind those of the branch
	parts   [][][]*core.Expr
	counts  []uint8  // of the run so far; 255 stands for more
	touched []int32  // the ways that have counts
	classes []uint16 // the classes of counts that a run has had, for each way
	known   int      // ways that have classes
	runs    []uint32 // how many runs took each way
}

// newCover returns the counts for a program.
func newCover(p *core.Program) *cover {
	c := &cover{first: make([][]int32, len(p.Funcs)), parts: make([][][]*core.Expr, len(p.Funcs))}
	ways := int32(0)
	for i, f := range p.Funcs {
		c.first[i], c.parts[i] = make([]int32, len(f.Code)), make([][]*core.Expr, len(f.Code))
		for pc := range f.Code {
			if op := f.Code[pc].Op; op == core.Branch || op == core.Assume {
				c.first[i][pc] = ways
				c.parts[i][pc] = partsOf(nil, f.Code[pc].Args[0])
				ways += 2 * int32(1+len(c.parts[i][pc]))
			}
		}
	}
	c.counts, c.classes, c.runs = make([]uint8, ways), make([]uint16, ways), make([]uint32, ways)
	return c
}

// partsOf appends the conditions that are joined in e: without them, a run that meets one of two would look like a run
// that meets none.
func partsOf(list []*core.Expr, e *core.Expr) []*core.Expr {
	for _, x := range []*core.Expr{e.X, e.Y} {
		if e.Op == core.And || e.Op == core.Or {
			list = append(list, x)
		}
		if x != nil && (e.Op == core.And || e.Op == core.Or || e.Op == core.Not) {
			list = partsOf(list, x)
		}
	}
	return list
}

// took counts a way, with those of the parts of the condition in the state s.
func (c *cover) took(s *core.State, fn, pc int, way semantics.Branch) {
	i := c.first[fn][pc]
	c.add(i, way == semantics.BranchTrue)
	for k, e := range c.parts[fn][pc] {
		if v, stop := new(core.Machine).Eval(*s, e); stop == nil {
			c.add(i+2*int32(k+1), v.Holds())
		}
	}
}

// add counts the first or the second one of two ways.
func (c *cover) add(i int32, first bool) {
	if !first {
		i++
	}
	n := c.counts[i]
	if n == 0 {
		c.touched = append(c.touched, i)
	}
	if n < 255 {
		c.counts[i] = n + 1
	}
}

// class returns the class of a count as a bit: each number up to 8, and above that two for each power of two.
func class(n uint8) uint16 {
	if n <= 8 {
		return 1 << (n - 1)
	}
	n--
	k := bits.Len8(n) // at least 4
	return 1 << min(15, 8+2*(k-4)+int(n>>(k-2)&1))
}

// path returns a number that says which ways a run took so far, and about how often.
func (c *cover) path() (sum uint64) {
	for _, i := range c.touched {
		x := (uint64(i)<<16 + uint64(class(c.counts[i]))) * 0x9e3779b97f4a7c15
		sum += x ^ x>>29
	}
	return sum
}

// news says what a run brought.
type news byte

const (
	nothing news = iota
	oftener      // it took a way as often as no other
	further      // it took a way that no other took
)

// end ends a run. If keep is set, it returns what the run brought, and the ways that it took if it brought anything.
func (c *cover) end(keep bool) (brought news, ways []int32) {
	for _, i := range c.touched {
		c.runs[i]++
		if b := class(c.counts[i]); keep && c.classes[i]&b == 0 {
			if brought = max(brought, oftener); c.classes[i] == 0 {
				brought = further
				c.known++
			}
			c.classes[i] |= b
		}
		c.counts[i] = 0
	}
	if brought != nothing {
		ways = append(ways, c.touched...)
	}
	c.touched = c.touched[:0]
	return brought, ways
}

// demand is a number that a run demands of its input.
type demand struct {
	place                 // where the input has it
	condition  *core.Expr // of the branch at which the run demands it
	nth        int        // how often that was evaluated before
	comparison *core.Expr // in the condition
	left       bool       // whether its left operand is the number
}

// mostDemands is how many demands an input has at most. Each takes a run.
const mostDemands = 4

// edit is a change of a place of an input.
type edit struct {
	place
	word    uint64
	demands []demand // that are met then: none, or one
}

// place is a place of an input: a word, or several that are the bytes of a number.
type place struct {
	stream, at, width int
	big               bool // whether the highest byte comes first
}

// The bounds of a plan.
const (
	mostPlanned = 128 // edits of an entry
	mostOfPair  = 8   // of them about one pair
	mostOfOne   = 64  // edits that put one number into what is compared at one place
)

// wanted is a number that was put into what is compared at a place.
type wanted struct {
	at   *core.Expr
	word uint64
}

// load returns the number that words are the bytes of.
func load(words []uint64, big bool) (n uint64) {
	for k, v := range words {
		if big {
			k = len(words) - 1 - k
		}
		n |= v & 0xff << (8 * k)
	}
	return n
}

// The texts of a program that are put into inputs have so many bytes.
const (
	leastText = 2
	mostText  = 32
	mostTexts = 1 << 10
)

// textsOf returns the texts in a global object.
func textsOf(g *core.Global) (list [][]uint64) {
	for _, x := range g.Init {
		n := len(x.Bytes)
		for n > 0 && x.Bytes[n-1] == 0 {
			n--
		}
		if x.Value != nil || n < leastText || n > mostText || len(list) == mostTexts {
			continue
		}
		text := make([]uint64, n)
		for i := range text {
			text[i] = uint64(x.Bytes[i])
		}
		list = append(list, text)
	}
	return list
}

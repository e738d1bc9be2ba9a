// Package certs defines certificates, which are the evidence that vouch hands over, and their only encoding.
//
// A certificate is a CBOR map in the core deterministic encoding of RFC 8949, section 4.2.1; certificate.cddl in this
// folder is its schema. It has no time, host name, path or random value, so the same finding has the same bytes. This
// package only says whether bytes are a certificate at all; package checker decides whether its claim is right.
//
// Begin with [Open]. A certificate is a [Bug], inputs with a run in which they lead to a fault, or an [Absence], proofs
// that no inputs do. Both contain the sources of their [Program] in full. To make one, fill in its fields and call
// Seal.
package certs

import (
	"fmt"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Version is the version of the format that this package reads and writes.
const Version = 2

// Certificate is a *Bug or an *Absence.
type Certificate interface {
	// About returns the program that the certificate is about.
	About() Program
	// Seal fills in the fields that follow from the others, and returns the certificate's bytes.
	Seal() []byte
}

func (c *Bug) About() Program { return c.Program }

// KindBug is the kind of a Bug.
const KindBug = "bug"

// Bug is the certificate of a bug: these inputs lead this program to this fault, and so do all inputs that satisfy
// Path.
type Bug struct {
	Kind    string  `cbor:"kind"`    // KindBug
	Version uint64  `cbor:"version"` // Version
	Program Program `cbor:"program"`
	// what the run draws, in this order; inputs that do not occur in Path are as near to 0 as their range allows
	Inputs []Input `cbor:"inputs"`
	Trace  Trace   `cbor:"trace"`
	Fault  Fault   `cbor:"fault"`
	Path   Path    `cbor:"path"`
	Model  Memory  `cbor:"model"` // the inputs that occur in Path
	// Turns, of an endless loop that comes back to no state, proves that the run never ends; nil for every other fault.
	Turns  *Turns `cbor:"turns,omitempty"`
	Digest []byte `cbor:"digest"` // SHA-256 of the encoding with an empty Digest; it reveals damage anywhere
}

// Turns proves that a run that is in its final state never ends: as in an [Absence], the entries are for a walk along
// all ways from there, each of which comes back to a landmark. The first landmark is the final state, after 1 step.
type Turns struct {
	Ways      []Proof    `cbor:"ways"`
	Landmarks []Landmark `cbor:"landmarks"`
}

// Program is the program that a certificate is about, in full.
type Program struct {
	Language string `cbor:"language"`
	Version  uint64 `cbor:"version"` // of the language's semantics
	// every option of the semantics with its value, whether the source gives it or not
	Options map[string]string `cbor:"options"`
	// the first is the file that the user gave; the others are those that it needs
	Sources []Source `cbor:"sources"`
	Lowered []byte   `cbor:"lowered"` // SHA-256 of the text form of the program in the core language
}

// Source is a file of a program.
type Source struct {
	_    struct{} `cbor:",toarray"`
	Name string   // as BaseNames makes them
	Text []byte
}

// Input is an input that a run draws.
type Input struct {
	_      struct{} `cbor:",toarray"`
	Name   string
	Value  *big.Int
	Lo, Hi *big.Int // its range, both ends included; nil for an open end
}

// maxName is the length of the longest name of a file, in bytes.
const maxName = 255

// Printable returns a text with _ for every character that cannot be shown.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == '\\' || r == utf8.RuneError {
			return '_'
		}
		return r
	}, text)
}

// BaseName returns the name that certificates use for a file: the last element of its path, printable, and cut if it is
// too long.
func BaseName(file string) string {
	name := Printable(file[strings.LastIndexByte(file, '/')+1:])
	for len(name) > maxName {
		_, n := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-n]
	}
	if name == "" || name == "." || name == ".." {
		return "program"
	}
	return name
}

// BaseNames returns the base names of files, all different: if an earlier file has the same name, a number is put in
// front. A name in a certificate is its own base name.
func BaseNames(files ...string) []string {
	names, taken := make([]string, len(files)), map[string]bool{}
	for i, file := range files {
		base := BaseName(file)
		names[i] = base
		for n := 2; taken[names[i]]; n++ {
			names[i] = BaseName(fmt.Sprintf("%d-%s", n, base))
		}
		taken[names[i]] = true
	}
	return names
}

// Memory gives inputs their values, by name.
type Memory map[string]*big.Int

// Trace is a summary of a concrete run.
type Trace struct {
	Steps       uint64       `cbor:"steps"`     // steps until the run is stuck, or has come back to a state
	Branches    uint64       `cbor:"branches"`  // number of steps that took a decision
	Decisions   []byte       `cbor:"decisions"` // their outcomes in order, 1 for true, as Bits packs them
	Checkpoints []Checkpoint `cbor:"checkpoints"`
	Final       State        `cbor:"final"`
	// Period, of an endless loop, is how many steps before the final state the run was in the same state; 0 for every
	// other fault.
	Period uint64 `cbor:"period,omitempty"`
}

// Checkpoint is the state after some steps.
type Checkpoint struct {
	_      struct{} `cbor:",toarray"`
	Step   uint64
	Digest []byte
	Values Values
}

// State is a state of the concrete semantics.
type State struct {
	_      struct{} `cbor:",toarray"`
	Digest []byte   // SHA-256 of the canonical encoding of the whole state
	Values Values   // the variables that people see
}

// Values are the variables of a state that have a value, by name.
type Values map[string]Value

// Value is an integer. If that is nil, it is the text of a value that is not an integer: a pointer or a floating-point
// number.
type Value struct {
	Int  *big.Int
	Text string
}

// Fault is a runtime error and its place: the index of the file among the sources of the core program, from 0, and line
// and column, from 1.
type Fault struct {
	Kind   string `cbor:"kind"`
	File   uint64 `cbor:"file"`
	Line   uint64 `cbor:"line"`
	Column uint64 `cbor:"column"`
}

// Path is a path condition: a conjunction of formulas over symbols. A symbol is named by its index in the list of
// Inputs followed by Opaque. An opaque symbol refers only to symbols before it, and every symbol is used.
type Path struct {
	Inputs    []string  `cbor:"inputs"` // names, in order
	Opaque    []Opaque  `cbor:"opaque"`
	Conjuncts []Formula `cbor:"conjuncts"`
}

// Opaque is a symbol that is not an input. Op is * (a product), div or mod (quotient and remainder, rounded towards
// minus infinity), quo or rem (towards zero), and, or, xor (on the bits of integers in two's complement), shl, shr
// (shifts), eq or le (1 if X = Y or X <= Y, otherwise 0), or select. The value of a select is the Value of the case
// whose At is X.
type Opaque struct {
	_     struct{} `cbor:",toarray"`
	Op    string
	X     Linear
	Y     *Linear // nil for select
	Cases []Case  // of select, in ascending order; otherwise empty
}

// Case is a case of a symbol that is a select.
type Case struct {
	_     struct{} `cbor:",toarray"`
	At    *big.Int
	Value Linear
}

// Linear is Const plus the sum of the terms.
type Linear struct {
	_     struct{} `cbor:",toarray"`
	Const *big.Int
	Terms []Term
}

// Term is a symbol's index with its coefficient.
type Term struct {
	_    struct{} `cbor:",toarray"`
	Sym  uint64
	Coef *big.Int
}

// Formula is a formula in prefix order: a connective is followed by its arguments.
type Formula []Node

// Node is an atom or a connective. An atom compares E with 0 by its Op, one of <=, =, !=. A connective has an Op and or
// or, the number of its arguments, and no E. The Op false, with neither, is the formula that is never true.
type Node struct {
	_     struct{} `cbor:",toarray"`
	Op    string
	Arity uint64
	E     *Linear
}

// Bits packs truth values into bytes, the first in the highest bit; unused bits of the last byte are 0.
type Bits struct {
	Bytes []byte
	Len   uint64
}

// Append adds a truth value.
func (b *Bits) Append(v bool) {
	if b.Len%8 == 0 {
		b.Bytes = append(b.Bytes, 0)
	}
	if v {
		b.Bytes[b.Len/8] |= 0x80 >> (b.Len % 8)
	}
	b.Len++
}

// At returns the truth value at index i, counted from 0; false beyond the end.
func (b *Bits) At(i uint64) bool {
	return i < b.Len && i/8 < uint64(len(b.Bytes)) && b.Bytes[i/8]&(0x80>>(i%8)) != 0
}

// A trace has one checkpoint for each stepsPerCheckpoint steps, but at most maxCheckpoints. If states have many values,
// it has fewer, so that all checkpoints together show about maxValues values. Short traces have none; the digest of the
// final state covers everything.
const (
	maxCheckpoints     = 3
	stepsPerCheckpoint = 1024
	maxValues          = 1 << 16
)

// CheckpointSteps returns the steps after which a trace of n steps has its checkpoints, evenly spaced and without the
// ends. The states of the program show at most the given number of values.
func CheckpointSteps(n uint64, values int) []uint64 {
	k := min(maxCheckpoints, n/stepsPerCheckpoint, maxValues/uint64(values+1))
	steps := make([]uint64, k)
	for i := range k { // n*(i+1)/(k+1), without overflow
		q, r := n/(k+1), n%(k+1)
		steps[i] = q*(i+1) + r*(i+1)/(k+1)
	}
	return steps
}

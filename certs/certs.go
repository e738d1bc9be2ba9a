// Package certs defines the certificates in which vouch hands over its evidence, and their one encoding.
//
// A certificate is a CBOR map in the core deterministic encoding of RFC 8949, section 4.2.1; certificate.cddl beside this file is
// its schema. It holds no clock, host name, path or random value, so the same finding has the same bytes, and the SHA-256 of
// the file is its identity. What a certificate claims is established by package checker; this package only says whether bytes
// are a certificate at all.
package certs

import (
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Version is the version of the format that this package reads and writes.
const Version = 1

// Certificate is a *Bug or an *Absence.
type Certificate interface {
	// About returns the program that the certificate is about.
	About() Program
	// Seal fills in what follows from the rest, and returns the certificate's bytes.
	Seal() []byte
}

func (c *Bug) About() Program     { return c.Program }
func (c *Absence) About() Program { return c.Program }

// KindBug is the kind of a Bug.
const KindBug = "bug"

// Bug is the certificate of a bug: this input drives this program to this fault, and so does every input that satisfies Path.
type Bug struct {
	Kind    string  `cbor:"kind"`    // KindBug
	Version uint64  `cbor:"version"` // Version
	Program Program `cbor:"program"`
	Input   Memory  `cbor:"input"` // a value for every input of the program; 0 for those that do not occur in Path
	Trace   Trace   `cbor:"trace"`
	Fault   Fault   `cbor:"fault"`
	Path    Path    `cbor:"path"`
	Model   Memory  `cbor:"model"`  // the input, restricted to what occurs in Path
	Digest  []byte  `cbor:"digest"` // SHA-256 of the encoding with an empty Digest: damage anywhere is noticed
}

// Program is the program that a certificate is about, in full.
type Program struct {
	Language string            `cbor:"language"`
	Version  uint64            `cbor:"version"` // of the language's semantics
	Options  map[string]string `cbor:"options"` // every option of the semantics with its value, given in the source or not
	Name     string            `cbor:"name"`    // BaseName of the file
	Source   []byte            `cbor:"source"`
}

// maxName is the length of the longest Program.Name, in bytes.
const maxName = 255

// BaseName returns the name under which certificates speak of a file: the last element of its path, what cannot be shown replaced
// by _, and not too long. Names in certificates are their own base names.
func BaseName(file string) string {
	name := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == '\\' || r == utf8.RuneError {
			return '_'
		}
		return r
	}, file[strings.LastIndexByte(file, '/')+1:])
	for len(name) > maxName {
		_, n := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-n]
	}
	if name == "" || name == "." || name == ".." {
		return "program"
	}
	return name
}

// Memory gives variables their values, by name. A variable that is missing is unbound.
type Memory map[string]*big.Int

// Trace is a concrete execution in brief.
type Trace struct {
	Steps       uint64       `cbor:"steps"`     // steps of the concrete semantics until it is stuck
	Branches    uint64       `cbor:"branches"`  // steps that took a decision
	Decisions   []byte       `cbor:"decisions"` // their outcomes in order, 1 for true, as Bits packs them
	Checkpoints []Checkpoint `cbor:"checkpoints"`
	Final       Memory       `cbor:"final"` // the memory in the end
}

// Checkpoint is the memory after some steps.
type Checkpoint struct {
	_      struct{} `cbor:",toarray"`
	Step   uint64
	Memory Memory
}

// Fault is a runtime error and its place in the source, counted from 1.
type Fault struct {
	Kind   string `cbor:"kind"`
	Line   uint64 `cbor:"line"`
	Column uint64 `cbor:"column"`
}

// Path is a path condition: a conjunction of formulas over symbols. A symbol is known by its index in Inputs followed by
// Opaque; an opaque symbol refers to symbols before it only, and every symbol is used.
type Path struct {
	Inputs    []string  `cbor:"inputs"` // names, in order
	Opaque    []Opaque  `cbor:"opaque"`
	Conjuncts []Formula `cbor:"conjuncts"`
}

// Opaque is a product, quotient or remainder: Op is *, div or mod (rounding towards minus infinity), quo or rem (towards zero).
type Opaque struct {
	_  struct{} `cbor:",toarray"`
	Op string
	X  Linear
	Y  Linear
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

// Node is an atom, with Op one of <=, =, != comparing E with 0 and no arguments, or a connective, with Op one of and, or, the
// number of its arguments, and no E. The formula that is never true is the Op false without both.
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

// A trace has at most maxCheckpoints checkpoints, and of programs with many inputs no more than hold about maxValues values.
const (
	maxCheckpoints = 8
	maxValues      = 1 << 16
)

// CheckpointSteps returns the steps after which a trace of n steps has its checkpoints, for a program with the given number of
// inputs: evenly spread, the ends left out.
func CheckpointSteps(n uint64, inputs int) []uint64 {
	k := min(maxCheckpoints, n-min(n, 1), maxValues/uint64(inputs+1))
	steps := make([]uint64, k)
	for i := range k { // n*(i+1)/(k+1), without overflow
		q, r := n/(k+1), n%(k+1)
		steps[i] = q*(i+1) + r*(i+1)/(k+1)
	}
	return steps
}

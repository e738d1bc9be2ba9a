package finder

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"vouch/certs"
)

// This file defines jobs and their answers, and how both are encoded.
//
// A job is a part of the walk of a certificate of absence: from the states behind some prefixes, depth first, until so
// much work is done. Work is counted, so the answer follows from the job: whoever does it, whenever and however often,
// the bytes are the same. Whoever asks trusts no answer all the same. He runs its bugs, and hands the joined
// certificate to the checker.

// Job is a part of a search.
type Job struct {
	_        struct{} `cbor:",toarray"`
	Program  []byte   // SHA-256 of the encoding of certs.Program, by which a worker knows what is searched
	Merge    bool
	All      bool   // whether the job goes on after a bug
	Minimize bool   // whether inputs of bugs are made small
	Loop     uint64 // the loop limit; 0 if there is none
	Solver   string // a name from Solvers
	Work     uint64 // after how much work it ends, in microseconds as they are counted
	Prefixes [][]byte

	parts []float64 // which part of the walk lies below each prefix, as ways are counted; nil where nobody asks
}

// Answer is what is known below the prefixes of a job.
type Answer struct {
	_    struct{}      `cbor:",toarray"`
	Job  []byte        // SHA-256 of its encoding
	Ways []certs.Proof // the entries of the walk, up to where the job ended
	Left [][]byte      // prefixes of the states that are left, in the order of the walk
	Bugs []Lead
	Open []Open // what keeps the program from being called safe, though no bug was found
	Cuts uint64 // ways that ended at the loop limit
	// Of the work:
	States, Depth, Micros uint64

	parts []float64 // which part of the walk lies below each prefix that is left; nil where nobody asked
}

// Lead is an input that is said to lead to a bug.
type Lead struct {
	_      struct{} `cbor:",toarray"`
	Inputs []certs.Input
	Steps  uint64 // of the run
}

// Open is something that a job left open.
type Open struct {
	_      struct{} `cbor:",toarray"`
	What   Ending   // NotSupported, Undecided, Unproved, TooLarge, OutOfTerms or Contradiction
	Reason string
	Kind   string // of the fault; "" if it is about none
	// Where, if that is known: the index of the file, from 0, line and column, and where it ends.
	File, Line, Column, EndLine, EndColumn uint64
}

// The bounds of what is decoded. They bound the memory that a hostile message can take.
const (
	maxMessage = certs.MaxBytes + 1<<20 // bytes
	mostLeft   = 1 << 14                // prefixes
	maxPrefix  = 1 << 20                // bytes of one
	maxBugs    = 1 << 10
	maxOpen    = 1 << 6
	maxReason  = 1 << 10 // bytes
	maxInputs  = 1 << 20
	maxRun     = 1 << 32    // steps
	maxWork    = 32_000_000 // microseconds as they are counted
)

// MaxMessage is the size of the largest job or answer, in bytes.
const MaxMessage = maxMessage

// Encode returns the only encoding of a job.
func (j *Job) Encode() []byte { return certs.Encode(j) }

// Encode returns the only encoding of an answer.
func (a *Answer) Encode() []byte { return certs.Encode(a) }

// Digest returns the SHA-256 of a job's encoding, which is its name.
func (j *Job) Digest() []byte { return digestOf(j.Encode()) }

// ProgramDigest returns the digest by which jobs name a program.
func ProgramDigest(about certs.Program) []byte { return digestOf(certs.Encode(about)) }

func digestOf(data []byte) []byte {
	sum := sha256.Sum256(data)
	return sum[:]
}

// DecodeJob returns the job that data encodes.
func DecodeJob(data []byte) (*Job, error) {
	j := &Job{}
	if err := decodeMessage(data, j); err != nil {
		return nil, fmt.Errorf("job: %w", err)
	}
	switch {
	case len(j.Program) != sha256.Size:
		return nil, fmt.Errorf("job: found a digest of %d bytes, want %d", len(j.Program), sha256.Size)
	case !slices.Contains(Solvers, j.Solver):
		return nil, fmt.Errorf("job: found solver %q, want one of %v", j.Solver, Solvers)
	case j.Loop > 1<<31 || j.Work == 0 || j.Work > maxWork:
		return nil, fmt.Errorf("job: found the loop limit %d and the work %d, want less, and some work", j.Loop, j.Work)
	case len(j.Prefixes) == 0:
		return nil, errors.New("job: found no prefix, want one")
	}
	return j, prefixesFit("job", j.Prefixes)
}

// DecodeAnswer returns the answer to j that data encodes. The error says why it cannot be one.
func DecodeAnswer(data []byte, j *Job) (*Answer, error) {
	a := &Answer{}
	if err := decodeMessage(data, a); err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	switch {
	case !bytes.Equal(a.Job, j.Digest()):
		return nil, fmt.Errorf("answer: found one to the job %.8x, want one to %.8x", a.Job, j.Digest())
	case len(a.Bugs) > maxBugs || len(a.Open) > maxOpen:
		return nil, fmt.Errorf("answer: found %d bugs, and %d other things, want fewer", len(a.Bugs), len(a.Open))
	case !complete(a.Ways):
		return nil, errors.New("answer: found an entry with null, want a value")
	}
	for _, o := range a.Open {
		if !slices.Contains([]Ending{NotSupported, Undecided, Unproved, TooLarge, OutOfTerms, Contradiction}, o.What) ||
			len(o.Reason) > maxReason || len(o.Kind) > maxReason {
			return nil, fmt.Errorf("answer: found %q for what is open, or a long reason for it",
				string(o.What)[:min(len(o.What), 40)])
		}
	}
	for _, b := range a.Bugs {
		if len(b.Inputs) > maxInputs || b.Steps > maxRun || slices.ContainsFunc(b.Inputs, func(in certs.Input) bool {
			return in.Value == nil
		}) {
			return nil, fmt.Errorf("answer: found a bug with %d inputs and %d steps, want fewer, each input with a value",
				len(b.Inputs), b.Steps)
		}
	}
	return a, cmp.Or(prefixesFit("answer", a.Left), j.holds(a.Left))
}

// holds returns an error if some prefixes are not below those of a job, in their order.
func (j *Job) holds(left [][]byte) error {
	if slices.EqualFunc(left, j.Prefixes, bytes.Equal) {
		return errors.New("answer: found all prefixes of the job left, want some work")
	}
	at := 0
	for _, prefix := range left {
		for at < len(j.Prefixes) && !bytes.HasPrefix(prefix, j.Prefixes[at]) {
			at++
		}
		if at == len(j.Prefixes) {
			return errors.New("answer: found a prefix that is left, want one that lies below those of the job, in their order")
		}
	}
	return nil
}

// prefixesFit returns an error if there are too many prefixes, or one is too long, or leads to where another one leads.
func prefixesFit(what string, list [][]byte) error {
	if len(list) > mostLeft {
		return fmt.Errorf("%s: found %d prefixes, want at most %d", what, len(list), mostLeft)
	}
	sorted := slices.SortedFunc(slices.Values(list), bytes.Compare)
	for i, p := range sorted {
		switch {
		case len(p) > maxPrefix:
			return fmt.Errorf("%s: found a prefix with %d bytes, want at most %d", what, len(p), maxPrefix)
		case i > 0 && bytes.HasPrefix(p, sorted[i-1]):
			return fmt.Errorf("%s: found a prefix that begins with another one", what)
		}
	}
	return nil
}

// decodeMessage decodes data, which must be the only encoding of its value.
func decodeMessage(data []byte, v any) error {
	if len(data) > maxMessage {
		return fmt.Errorf("found %d bytes, want at most %d", len(data), maxMessage)
	}
	return certs.Read(data, v)
}

// complete reports whether all factors in some proofs have values.
func complete(ways []certs.Proof) bool {
	null := func(v *big.Int) bool { return v == nil }
	for _, p := range ways {
		for _, r := range p {
			if slices.ContainsFunc(r.Rows, func(m certs.Multiple) bool { return null(m.Times) }) {
				return false
			}
		}
	}
	return true
}

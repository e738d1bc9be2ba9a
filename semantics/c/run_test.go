package c

import (
	"math/big"
	"strings"
	"testing"

	"vouch/semantics/core"
)

// This file defines how tests run a program.

// result is how a program ended.
type result struct {
	out, errs      string // what it wrote to the standard output and to that of errors
	status         int64
	fault, blocked string // the kind of the fault, the reason for which it was blocked
	line           int    // where the fault is, in the program
}

// mostSteps is how many instructions a program of a test may take.
const mostSteps = 50_000_000

// execute runs a program that is one file on an input.
func execute(t *testing.T, text, stdin string, options map[string]string) (r result) {
	t.Helper()
	program, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(text)}}, options)
	if err != nil {
		t.Fatalf("lowering: %v", err)
	}
	return executeProgram(t, program, stdin)
}

// executeProgram runs a program of the core.
func executeProgram(t *testing.T, program *core.Program, stdin string) (r result) {
	t.Helper()
	if err := program.Check(); err != nil {
		t.Fatalf("check: %v", err)
	}
	bytes := map[int]int{} // the inputs that are bytes of stdin
	m := &core.Machine{Program: program, Input: func(n int, name string) (*big.Int, bool) {
		if !strings.HasPrefix(name, "stdin") {
			return nil, false
		}
		i, ok := bytes[n]
		if !ok {
			i = len(bytes)
			bytes[n] = i
		}
		if i >= len(stdin) {
			return big.NewInt(-1), true
		}
		return big.NewInt(int64(stdin[i])), true
	}}
	last, steps := m.Run(m.Start(), mostSteps)
	if steps == mostSteps {
		t.Fatalf("no end after %d instructions", steps)
	}
	for w := last.Output(); w != nil; w = w.Before {
		if w.Stream == 1 {
			r.out = string(w.Bytes) + r.out
		} else {
			r.errs = string(w.Bytes) + r.errs
		}
	}
	if fault, ok := m.Fault(last); ok {
		r.fault, r.line = string(fault.Kind), int(fault.Line)
	} else if m.Done(last) {
		status, _ := last.Status().Integer()
		r.status = status.Int64()
	} else {
		r.blocked = string(m.Blocked(last))
	}
	return r
}

package checkcmd

import (
	"fmt"
	"math/big"
	"strings"

	"vouch/certs"
	"vouch/checker"
)

// This file defines how the commands write numbers, options and places.

// allAndLeaks is the option check of a program with all groups of faults and leaks. The user asked for it with the flag leaks.
const allAndLeaks = "memory,alignment,pointers,overflow,uninitialised,calls,assertions,leaks"

// Chosen returns the options of a program that choose faults and inputs, as in check=memory,overflow; "" if it has none. A verdict holds only for these options.
func Chosen(options map[string]string) string {
	var chosen []string
	for _, name := range []string{"check", "malloc", "rand", "args", "stdin", "entry", "array", "string", "pointer-depth"} {
		switch value := options[name]; value {
		case "":
		case allAndLeaks:
			chosen = append(chosen, "leaks")
		default:
			chosen = append(chosen, name+"="+strings.ReplaceAll(value, "\n", " "))
		}
	}
	return strings.Join(chosen, ", ")
}

// Count returns "1 step", "2 steps".
func Count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Plural returns "1 entry", "2 entries".
func Plural(n uint64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Drawn returns the values of inputs that were drawn, by name.
func Drawn(inputs []certs.Input) certs.Memory {
	m := certs.Memory{}
	for _, in := range inputs {
		m[in.Name] = in.Value
	}
	return m
}

// Strings returns the values of a memory in decimal.
func Strings(m map[string]*big.Int) map[string]string {
	s := make(map[string]string, len(m))
	for name, v := range m {
		s[name] = v.String()
	}
	return s
}

// FaultPlace returns the place of the fault that a certificate proves, with the name of the file. The core's text form may name files that the
// certificate does not have.
func FaultPlace(v *checker.Verdict) string {
	name, file := v.Program, int(v.Fault.File)
	if 0 <= file && file < len(v.Lowered.Sources) {
		name = certs.BaseName(v.Lowered.Sources[file])
	}
	return name + ":" + v.Fault.Span.String()
}

package checkcmd

import (
	"fmt"
	"math/big"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/claim"
	"vouch/internal/view"
)

// This file defines how the commands write numbers, claims and places.

// Harmless says of which inputs a certificate of absence says that they make nothing fail.
func Harmless(v *checker.Verdict) string {
	who := "no input makes it fail"
	switch within, assumed := len(claim.Proved(v)) > 0, len(v.Path) > 0 || Assumptions(v) != ""; {
	case v.Vacuous:
		who = "no input satisfies its assumptions, so nothing is claimed"
	case within && assumed:
		who = "no input within the claim that satisfies its assumptions makes it fail"
	case within:
		who = "no input within the claim makes it fail"
	case assumed:
		who = "no input that satisfies its assumptions makes it fail"
	}
	if v.Kind == certs.KindBounded {
		who += fmt.Sprintf(" while no loop iterates more than %s", Count(int64(v.LoopLimit), "time"))
	}
	return who
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

// FaultPlace returns the place of the fault that a certificate proves, with the name of the file. The core's text form
// may name files that the certificate does not have.
func FaultPlace(v *checker.Verdict) string {
	name, file := v.Program, int(v.Fault.File)
	if 0 <= file && file < len(v.Lowered.Sources) {
		name = certs.BaseName(v.Lowered.Sources[file])
	}
	return name + ":" + v.Fault.Span.String()
}

// FaultText returns the text of the program at the fault that a certificate proves, in UTF-8; "" if the certificate
// does not have it.
func FaultText(v *checker.Verdict) string {
	return strings.ToValidUTF8(view.ReadTexts(v.Lowered, v.Sources).At(v.Fault.Span), "\ufffd")
}

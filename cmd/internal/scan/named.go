package scan

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"vouch/certs"
	"vouch/internal/load"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines the names by which a baseline knows latent faults. A latent fault has no certificate, and which way
// leads to it changes with the harness. So its name says what people would say: the function that wants something, the
// kind of the fault, the function in which it happens, and the line there. Nothing in it depends on where these are, or
// on what else the files have.

// identity returns the identity of a latent fault of a program, a URN as those of bugs are.
func (f *function) identity(p *load.Program, x fault) string {
	file, _ := p.Place(x.Fault.Span)
	line := f.files.said.of(file).statement(x.Fault.Span.Start())
	words := []string{f.entry.Name, string(x.Fault.Kind), certs.BaseName(file), homeOf(p.Core, x.Fault.Span), line}
	return fmt.Sprintf("urn:vouch:v1:latent:%s:%x", strings.ReplaceAll(words[1], " ", "-"),
		sha256.Sum256(fmt.Appendf(nil, "latent %q", words)))
}

// homeOf returns the name of the function of a program that may fail at a place; "" if there is none.
func homeOf(p *core.Program, at source.Span) string {
	is := failsAt(func(s source.Span) bool { return s == at })
	for _, fn := range p.Funcs {
		for i := range fn.Code {
			if is(&fn.Code[i]) {
				return plain(fn.Name)
			}
		}
	}
	return ""
}

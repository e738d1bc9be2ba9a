package scan

import (
	"regexp"
	"slices"

	"vouch/semantics/c"
)

// This file defines in which order latent faults are told: those first that most likely matter.

// rank ranks a latent fault of a function, whose text and that of others is given.
func (t *tried) rank(f *function, x *latentJSON) rank {
	pass, refute := false, len(x.Callers) > 0
	for _, c := range x.Callers {
		pass = pass || c.Verdict == Bug || c.Verdict == Latent && !t.refutedIn(c.of, x.target(), false)
		refute = refute && (c.Verdict == Refuted || c.Verdict == Latent && t.refutedIn(c.of, x.target(), false))
	}
	argument := regexp.MustCompile(`^[A-Za-z_]\w*(->\w+|\.\w+)*`).FindString(x.Requires)
	base := word.FindString(argument)
	at := slices.IndexFunc(f.entry.Parameters, func(p c.EntryParameter) bool { return p.Name == base })
	if at < 0 {
		argument = ""
	}
	quoted := regexp.QuoteMeta(argument)
	asserts := regexp.MustCompile(`(?i)assert\w*\s*\([^;]*\b` + quoted + `\b[^;]*;`)
	text := t.texts[f]
	switch {
	case argument != "" && asserts.Match(text):
		return asserted
	case pass:
		return passed
	case refute:
		return refuted
	case argument == "":
		return unjudged
	}
	before, sides := `(?:[(!&|?:={};,]|\breturn)\s*`, `[!=]=`
	if f.entry.Parameters[at].Of.Class != c.Pointer {
		sides = `[!=]=|[<>]`
	}
	tests := regexp.MustCompile(before + quoted + `\s*(` + sides + `)|!\s*` + quoted + `\s*[)&|?;]|\b(NULL|0)\s*[!=]=\s*` + quoted + `\b|(\b(if|while)\s*\(|&&|\|\|)\s*` + quoted + `\s*(\)|&&|\|\||\?)|\breturn\s+` + quoted + `\s*\?`)
	for g, other := range t.texts {
		if g != f && slices.ContainsFunc(g.entry.Parameters, func(p c.EntryParameter) bool { return p.Name == base && p.Type == f.entry.Parameters[at].Type }) && tests.Match(asserts.ReplaceAll(other, nil)) {
			return checked
		}
	}
	return unjudged
}

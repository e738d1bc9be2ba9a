package scan

import (
	"bytes"
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
	switch {
	case argument != "" && asserts(t.texts[f]) && asserting(regexp.QuoteMeta(argument)).Match(t.texts[f]):
		return asserted
	case pass:
		return passed
	case refute:
		return refuted
	case argument == "":
		return unjudged
	}
	if slices.ContainsFunc(t.testers(argument, f.entry.Parameters[at]), func(g *function) bool { return g != f }) {
		return checked
	}
	return unjudged
}

// testers returns functions with a parameter of a name and a type that test an argument, or what lies behind it, but
// where they assert something: one or two, if there are any.
func (t *tried) testers(argument string, p c.EntryParameter) (list []*function) {
	is := argued{argument, p.Name, p.Type}
	list, known := t.tests[is]
	if known {
		return list
	}
	quoted := regexp.QuoteMeta(argument)
	before, sides := `(?:[(!&|?:={};,]|\breturn)\s*`, `[!=]=`
	if p.Of.Class != c.Pointer {
		sides = `[!=]=|[<>]`
	}
	tests := regexp.MustCompile(before + quoted + `\s*(` + sides + `)|!\s*` + quoted +
		`\s*[)&|?;]|\b(NULL|0)\s*[!=]=\s*` + quoted + `\b|(\b(if|while)\s*\(|&&|\|\|)\s*` + quoted +
		`\s*(\)|&&|\|\||\?)|\breturn\s+` + quoted + `\s*\?`)
	for _, g := range t.all {
		text := t.texts[g]
		if len(list) == 2 || !slices.ContainsFunc(g.entry.Parameters, func(q c.EntryParameter) bool {
			return q.Name == p.Name && q.Type == p.Type
		}) || !bytes.Contains(text, []byte(argument)) {
			continue
		}
		if asserts(text) {
			text = asserting(quoted).ReplaceAll(text, nil)
		}
		if matchesAround(tests, text, []byte(argument)) {
			list = append(list, g)
		}
	}
	t.tests[is] = list
	return list
}

// matchesAround reports whether an expression matches a text somewhere, which has what is given in whatever it matches,
// and none of ; { } but at its ends. It takes less time than to look at the whole text.
func matchesAround(r *regexp.Regexp, text, given []byte) bool {
	for at := 0; ; {
		i := bytes.Index(text[at:], given)
		if i < 0 {
			return false
		}
		begin, end := max(bytes.LastIndexAny(text[:at+i], ";{}"), 0), at+i+len(given)
		if n := bytes.IndexAny(text[end:], ";{}"); n >= 0 {
			end += n + 1
		} else {
			end = len(text)
		}
		if r.Match(text[begin:end]) {
			return true
		}
		at = end
	}
}

// asserts reports whether asserting may match a text: it takes long to say that of a text without the word.
func asserts(text []byte) bool {
	for i := range text {
		if text[i]|0x20 == 'a' && len(text)-i >= len("assert") && bytes.EqualFold(text[i:i+len("assert")],
			[]byte("assert")) {
			return true
		}
	}
	return false
}

// asserting matches an assertion about an argument, of which the quoted name is given.
func asserting(quoted string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)assert\w*\s*\([^;]*\b` + quoted + `\b[^;]*;`)
}

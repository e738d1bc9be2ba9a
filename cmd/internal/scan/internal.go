package scan

import (
	"maps"
	"regexp"
	"slices"

	"vouch/finder"
	"vouch/internal/bounded"
	"vouch/semantics/lang"
)

// This file defines what becomes of a bug of a function that only other functions of its file call: whether one of these can lead there decides.

// internal reports whether only functions that are known call a function: it is static, some function calls it, and no text of its file says its name otherwise, as who
// takes its address does. A static function of a header is for those who include that.
func (t *tried) internal(f *function) bool {
	if !f.entry.Static || len(t.callers[f]) == 0 || isHeader(f.entry.Where.File) {
		return false
	}
	is, known := t.alone[f]
	if !known {
		is = !slices.ContainsFunc([]string{f.entry.Where.File, f.unit.File}, f.isNamedIn)
		t.alone[f] = is
	}
	return is
}

// isHeader reports whether a file is one of those that others include by convention.
func isHeader(file string) bool { return headers.MatchString(file) }

var headers = regexp.MustCompile(`\.(h|hh|hpp|hxx|H)$`)

// isNamedIn reports whether a text in C says the name of a function without a parenthesis behind it.
func (f *function) isNamedIn(file string) bool {
	text, err := bounded.ReadFile(file, lang.MaxSource)
	if err != nil { // a file that only includes a header
		return false
	}
	text = spoken(text)
	for _, at := range regexp.MustCompile(`\b`+regexp.QuoteMeta(f.entry.Name)+`\b`).FindAllIndex(text, -1) {
		if !opens.Match(text[at[1]:]) {
			return true
		}
	}
	return false
}

var opens = regexp.MustCompile(`^\s*\(`)

// happens reports whether a fault that is a bug of a function can happen in the project, as far as its callers say: a function that others may call has it, or the last one
// of whose callers nothing is known.
func (t *tried) happens(f *function, x target) bool { return t.leads(f, x, map[*function]bool{}) }

func (t *tried) leads(f *function, x target, seen map[*function]bool) bool {
	if !t.internal(f) {
		return true
	}
	seen[f] = true
	asked := false
	for _, c := range t.callers[f] {
		v := t.answers[c][x].Verdict
		asked = asked || v != "" && c != f
		if (v == Bug || v == Latent && t.internal(c)) && !seen[c] && t.leads(c, x, seen) {
			return true
		}
	}
	return !asked
}

// said returns what a caller says of a fault: it passes on what it is given, if it has the fault and none of its callers leads there.
func (t *tried) said(caller *function, x target) answer {
	a := t.answers[caller][x]
	if a.Verdict == Bug && !t.happens(caller, x) {
		a.Verdict = Latent
	}
	return a
}

// settle leaves those bugs of a function that can happen. The others are latent.
func (t *tried) settle(f *function, out *Outcome) {
	maps.DeleteFunc(out.bugs, func(x target, _ bool) bool { return !t.happens(f, x) })
	out.result.Keep(func(g finder.Finding) bool { return out.bugs[targetOf(out.load, g.Fault)] })
	for _, x := range out.own {
		if !out.bugs[x.target()] {
			out.faults = append(out.faults, x)
		}
	}
	if len(out.bugs) == 0 {
		out.Verdict = Latent
	}
}

package report

import (
	"fmt"
	"slices"
	"strings"

	"vouch/certs"
	"vouch/checker"
	"vouch/internal/view"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file says in sentences why invariants hold: where their loops are entered, and after a turn. And it says why
// contracts hold: where a call begins, and where one returns.

// Why collects what a check tells of the claims of invariants. The zero value is ready.
type Why struct {
	steps map[claimKey]*inductive
}

// claimKey is a claim of a landmark, by its number, or of the contract of its call.
type claimKey struct {
	landmark, claim int
	ensured         bool // whether the claim is about returns
}

// inductive is why a claim holds.
type inductive struct {
	entry *step
	turns []step
	more  int64 // turns that are left out
}

// step is why a claim holds for a state: what the places are that it is about, and what it follows from.
type step struct {
	places []certs.Place
	values []*term.Linear // of the places; nil for one without an integer
	cited  []checker.Assumed
}

// The bounds on what is kept: landmarks, and of each claim turns.
const (
	maxExplained = 400
	maxTurns     = 4
)

// See notes why a claim holds for a state. It is for checker.Options.Shown.
func (w *Why) See(s checker.Shown) {
	if s.Landmark > maxExplained {
		return
	}
	if w.steps == nil {
		w.steps = map[claimKey]*inductive{}
	}
	key := claimKey{s.Landmark, s.Claim, s.Return}
	if s.Summary != nil {
		key.claim = contentsKey(s.Summary.Object)
	}
	i := w.steps[key]
	if i == nil {
		i = &inductive{}
		w.steps[key] = i
	}
	if s.Summary != nil && s.Claim > 0 { // it goes on with the step that it began
		i.cite(s)
		return
	}
	again := s.Turn || s.Return
	if again && len(i.turns) == maxTurns {
		i.more++
		return
	}
	on := step{cited: s.Cited}
	if s.Summary != nil {
		on.places = pointsOf(*s.Summary)
	} else {
		on.places = clausesOf(s.Claims)[s.Claim].places()
	}
	for _, p := range on.places[:min(len(on.places), maxSets)] {
		on.values = append(on.values, s.Value(p))
	}
	if again {
		i.turns = append(i.turns, on)
	} else {
		i.entry = &on
	}
}

// contentsKey stands for the claims about the contents of an object.
func contentsKey(object uint64) int { return -1 - int(object) }

// cite adds what a condition follows from to the last step of its kind, unless that was left out.
func (i *inductive) cite(s checker.Shown) {
	to := i.entry
	if s.Turn {
		if i.more > 0 || len(i.turns) == 0 {
			return
		}
		to = &i.turns[len(i.turns)-1]
	}
	for _, a := range s.Cited {
		if to != nil && !slices.ContainsFunc(to.cited, func(b checker.Assumed) bool {
			return a.Place == b.Place && a.Cond.Equal(b.Cond)
		}) {
			to.cited = append(to.cited[:len(to.cited):len(to.cited)], a)
		}
	}
}

// maxSets is how many variables a sentence speaks of.
const maxSets = 8

// sentences says why a claim of an invariant holds.
func (w *Why) sentences(texts Texts, in checker.Invariant, names *placeNames, claim int) (entry string,
	turns []string) {
	i := w.steps[claimKey{in.Number, claim, false}]
	if i == nil {
		return "", nil
	}
	if i.entry != nil {
		entry = i.entry.at(texts, names.Of, firstTurn(in), "has become")
	}
	for _, t := range i.turns {
		turns = t.afterTurn(texts, in, names, turns)
	}
	switch {
	case i.more > 0:
		turns = append(turns, fmt.Sprintf("The same is shown for %s.", termview.More(int(i.more), "way of a turn")))
	case len(turns) == 0:
		turns = append(turns, "No turn comes back to the head of the loop.")
	}
	return entry, turns
}

// firstTurn says where the walk first comes to a loop with an invariant: turns before that are walked by themselves.
func firstTurn(in checker.Invariant) string {
	if in.State.Ended() {
		return "Where the walk first comes here"
	}
	loop, _, ok := view.LoopAt(in.State.Func(), in.State.PC())
	if !ok {
		return "Where the walk first comes here"
	}
	switch n := in.State.Loops()[loop]; n {
	case 0:
		return "At entry"
	case 1:
		return "After the first turn"
	default:
		return fmt.Sprintf("After the first %d turns", n)
	}
}

// atCalls says why a claim holds that a contract requires: at the first call, and at the others.
func (w *Why) atCalls(texts Texts, of checker.Agreed, name func(certs.Place) string, claim int) (first string,
	others []string) {
	i := w.steps[claimKey{int(of.Contract.Landmark), claim, false}]
	if i == nil {
		return "", nil
	}
	if i.entry != nil {
		first = i.entry.at(texts, name, "Where the walk first comes to a call", "is")
	}
	for _, t := range i.turns {
		var has []string
		for k, v := range t.values {
			if v != nil && slices.Contains(of.Any, t.places[k]) {
				has = append(has, fmt.Sprintf("%s for %s", texts.linear(v), name(t.places[k])))
			}
		}
		what := "A call satisfies it"
		if len(has) > 0 {
			what = fmt.Sprintf("A call with %s satisfies it", enumerated(has))
		}
		others = t.follows(texts, what, others)
	}
	if i.more > 0 {
		others = append(others, fmt.Sprintf("The same is shown for %s.", termview.More(int(i.more), "call")))
	}
	return first, others
}

// atReturns says why a claim holds that a contract ensures.
func (w *Why) atReturns(texts Texts, of checker.Agreed, name func(certs.Place) string, claim int) (returns []string) {
	i := w.steps[claimKey{int(of.Contract.Landmark), claim, true}]
	if i == nil {
		return nil
	}
	for _, t := range i.turns {
		if text := t.at(texts, name, "At a return", "is"); !slices.Contains(returns, text) {
			returns = append(returns, text)
		}
	}
	if i.more > 0 {
		returns = append(returns, fmt.Sprintf("The same is shown for %s.", termview.More(int(i.more), "return")))
	}
	return returns
}

// follows adds to sentences that something follows from what the step cites, unless that is there.
func (s step) follows(texts Texts, what string, list []string) []string {
	if from := texts.from(s.cited); from != "" {
		what += ", which follows from " + from
	}
	if what += "."; slices.Contains(list, what) {
		return list
	}
	return append(list, what)
}

// at says why a claim holds where the walk comes to it. Becomes says that a variable is what others were before, in
// another loop or in another call.
func (s step) at(texts Texts, nameOf func(certs.Place) string, first, becomes string) string {
	var is []string
	for i, v := range s.values {
		if v == nil {
			continue
		}
		name, text, how := nameOf(s.places[i]), texts.linear(v), "is"
		if text != termview.Linear(v, shortRoom) {
			how = becomes
		}
		if text != name {
			is = append(is, fmt.Sprintf("%s %s %s", name, how, text))
		}
	}
	where := enumerated(is)
	switch from := texts.from(s.cited); {
	case where == "" && from == "":
		return first + ", every value that the inputs can have satisfies it."
	case from == "":
		return fmt.Sprintf("%s, %s, which is enough.", first, where)
	case where == "":
		return fmt.Sprintf("%s, it follows from %s.", first, from)
	default:
		return fmt.Sprintf("%s, %s, and it follows from %s.", first, where, from)
	}
}

// afterTurn adds to sentences why a claim holds after a turn.
func (s step) afterTurn(texts Texts, in checker.Invariant, names *placeNames, list []string) []string {
	var sets []string
	for i, v := range s.values {
		if !slices.Contains(in.Any, s.places[i]) || v == nil {
			continue
		}
		if name, text := names.Of(s.places[i]), texts.linear(v); text != name {
			sets = append(sets, fmt.Sprintf("%s to %s", name, text))
		}
	}
	what := "A turn that changes none of its variables keeps it"
	if len(sets) > 0 {
		what = fmt.Sprintf("A turn that changes %s keeps it", enumerated(sets))
	}
	return s.follows(texts, what, list)
}

// linear returns the text of an integer. New inputs of invariants have the names of their variables.
func (t Texts) linear(v *term.Linear) string {
	return t.varied.ReplaceAllStringFunc(termview.Linear(v, shortRoom), t.vary)
}

// from says what a claim follows from, with the lines; "" if that is nothing.
func (t Texts) from(cited []checker.Assumed) string {
	var list []string
	for i, a := range cited {
		if i == maxCited-1 && len(cited) > maxCited {
			list = append(list, termview.More(len(cited)-i, "condition"))
			break
		}
		how := "on"
		if t.assumes[a.Place] {
			how = "assumed on"
		}
		text := t.varied.ReplaceAllStringFunc(termview.Formula(a.Cond, shortRoom), t.vary)
		list = append(list, fmt.Sprintf("%s (%s %s)", strings.ReplaceAll(text, " = ", " == "), how, t.line(a.Place)))
	}
	return enumerated(list)
}

// enumerated joins parts of a sentence.
func enumerated(list []string) string {
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

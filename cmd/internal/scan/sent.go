package scan

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"time"

	"vouch/cmd/internal/find"
	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/finder/solver"
)

// This file defines what a worker sends about a function, and how far whoever asked believes it. A bug is run, and
// judged, on the harness that is made here of what the function is said to need; that a function is safe, the checker
// says of the program with that harness. The rest is words: they are compared now and then with what is found here.

// sent is what a worker sends about a function.
type sent struct {
	Function string
	Place    string
	// Whether the outcome is not what can be sent, so that whoever asked looks at the function.
	Alone   bool
	Outcome kept
	Slow    bool
	Took    time.Duration
	Memory  *harness.Memory `json:",omitempty"` // of the harness of the result
	Adds    []string        `json:",omitempty"` // see explored.adds
	Proof   []byte          `json:",omitempty"` // of a safe function: its certificate
	// With what another search of the function begins, if it may be repeated:
	Shape   *harness.Memory `json:",omitempty"`
	Frees   []string        `json:",omitempty"`
	Answers *solver.Answers `json:",omitempty"`
	// files that the worker looked for, and of which the project does not say whether they are there
	Unknown []string `json:",omitempty"`
}

// place says where a function is.
func (f *function) place() string { return fmt.Sprintf("%s:%s", f.entry.Where.File, f.entry.Where.Pos) }

// send returns an outcome of the function as it is sent.
func (f *function) send(out *Outcome) *sent {
	s := &sent{Function: f.entry.Name, Place: f.place(), Slow: out.slow, Took: out.Time, Frees: f.frees,
		Answers: f.answers, Shape: unbuilt(f.shape),
		Outcome: kept{Verdict: out.Verdict, Why: out.Why, Latent: out.faults, Complete: out.complete,
			Hidden: out.hidden, Cut: out.cut, Any: out.any, Open: out.open, Own: out.own}}
	if out.result == nil || out.Verdict != Bug && out.Verdict != Safe && !out.result.Contradicts() {
		return s
	}
	var ok bool
	if s.Outcome.Bugs, s.Proof, s.Outcome.Far, ok = out.result.Sent(); !ok || out.last == nil ||
		(out.Verdict == Safe) != (s.Proof != nil) {
		return f.alone()
	}
	s.Outcome.Needed, s.Outcome.Within, s.Outcome.Foreign = f.needed, f.defining, f.foreign
	s.Memory, s.Adds = unbuilt(out.last.made.Memory), slices.Sorted(maps.Keys(out.last.adds))
	return s
}

// alone returns what is sent if whoever asked has to look at the function.
func (f *function) alone() *sent {
	return &sent{Function: f.entry.Name, Place: f.place(), Alone: true}
}

// compared returns what of an answer has to be the same whoever gives it.
func (s *sent) compared() []byte {
	t := *s
	t.Took, t.Unknown = 0, nil
	data, err := json.Marshal(t)
	if err != nil {
		panic("scan: cannot write an answer: " + err.Error())
	}
	return data
}

// unbuilt returns a memory without the functions that make objects, which follow from the function that is looked at.
func unbuilt(m *harness.Memory) *harness.Memory {
	if m == nil {
		return nil
	}
	m = m.Clone()
	for path, o := range m.Objects {
		o.Build = nil
		m.Objects[path] = o
	}
	if m.Before != nil {
		m.Before = &harness.Build{}
	}
	return m
}

// Limits of what is believed of a memory.
const (
	mostSent = 1 << 12 // objects, elements and bytes
	mostText = 1 << 10 // bytes of a name
)

// path is how C and harnesses name objects.
var path = regexp.MustCompile(`^[A-Za-z_][\w.\[\]]*$`)

// restored returns a memory that was sent as harnesses of the function are made of it. What no harness of it has is an
// error.
func (f *function) restored(sent *harness.Memory) (*harness.Memory, error) {
	if sent == nil {
		return nil, errors.New("found no memory, want one")
	}
	m := sent.Clone()
	if m.Arrays == nil {
		m.Arrays = map[string]int{}
	}
	if m.Objects == nil {
		m.Objects = map[string]harness.Object{}
	}
	if m.Unions == nil {
		m.Unions = map[string][]string{}
	}
	if m.Most == nil {
		m.Most = map[string]int64{}
	}
	var names []string
	numbers := []int{len(m.Objects), len(m.Unions), len(m.Arrays), len(m.Most)}
	for name, members := range m.Unions {
		names, numbers = append(append(names, name), members...), append(numbers, len(members))
	}
	for name, n := range m.Arrays {
		names, numbers = append(names, name), append(numbers, n)
	}
	for name := range m.Most {
		names = append(names, name)
	}
	for name := range m.Values {
		names = append(names, name)
	}
	var built *harness.Memory
	for name, o := range m.Objects {
		if names = append(names, name); o.With != "" {
			names = append(names, o.With)
		}
		numbers = append(numbers, o.Count, o.Room, len(o.Cells), o.Called)
		if o.Kind > harness.Nothing || o.Size > harness.Unbounded {
			return nil, fmt.Errorf("found an object of the kind %d and the size %d, want one that there is", o.Kind, o.Size)
		}
		if o.Kind != harness.Built {
			continue
		}
		if built == nil {
			if built = f.builtFrom(nil); built == nil {
				built = &harness.Memory{}
			}
		}
		if o.Build = built.Objects[name].Build; o.Build == nil {
			return nil, fmt.Errorf("found that functions make %.80q, want an object that they make", name)
		}
		if o.Called > 0 {
			o.Build = f.changing(named(f.entry, name), o.Build, o.Called)
		}
		m.Objects[name] = o
	}
	if m.Before != nil {
		if m.Before = f.module(); m.Before == nil {
			return nil, errors.New("found calls before anything is made, want none, for the function shares no variables")
		}
	}
	for _, name := range names {
		if len(name) > mostText || !path.MatchString(name) {
			return nil, fmt.Errorf("found the name %.80q, want one of an object", name)
		}
	}
	if n := slices.Max(numbers); n > mostSent || slices.Min(numbers) < 0 {
		return nil, fmt.Errorf("found sizes from %d to %d, want 0 to %d", slices.Min(numbers), n, mostSent)
	}
	return m, nil
}

// errAlone says that a worker leaves a function to whoever asked.
var errAlone = errors.New("the worker leaves the function to the process that asked")

// errBlame says that it does not show here that the function is to blame for a bug.
var errBlame = errors.New("found a bug for which the function is not to blame")

// received reads an answer about the function.
func (f *function) received(data []byte) (*sent, error) {
	s := &sent{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, err
	}
	if s.Function != f.entry.Name || s.Place != f.place() {
		return nil, fmt.Errorf("found an answer about %.80q at %.80q, want one about %s at %s", s.Function, s.Place,
			f.entry.Name, f.place())
	}
	if s.Alone {
		return nil, errAlone
	}
	if !slices.Contains([]Verdict{Bug, Latent, Safe, Unknown, Refused}, s.Outcome.Verdict) {
		return nil, fmt.Errorf("found the verdict %.80q, want one that there is", s.Outcome.Verdict)
	}
	return s, nil
}

// believe returns what an answer says, as far as it can be believed. The error says what is wrong with it.
func (f *function) believe(ctx context.Context, o Options, session *find.Session, s *sent) (out *Outcome, err error) {
	defer func() {
		if e := recover(); e != nil {
			out, err = nil, fmt.Errorf("found an answer that leads to a panic: %v", e)
		}
	}()
	k := s.Outcome
	out = &Outcome{Name: f.entry.Name, Where: f.entry.Where, Verdict: k.Verdict, Why: k.Why, Time: s.Took,
		faults: k.Latent, complete: k.Complete, hidden: k.Hidden, cut: k.Cut, any: k.Any, open: k.Open, own: k.Own,
		slow: s.Slow, harness: f.file(o)}
	if s.Shape != nil {
		if f.shape, err = f.restored(s.Shape); err != nil {
			return nil, err
		}
	}
	f.answers, f.frees = s.Answers, s.Frees
	if k.Verdict != Bug && k.Verdict != Safe {
		return out, nil
	}
	if err := f.proved(ctx, o, session, s, out); err != nil {
		return nil, err
	}
	return out, nil
}

// proved makes the result of an outcome of what was sent: bugs that are run and judged here, or a proof that the
// checker accepts of the program that is read here.
func (f *function) proved(ctx context.Context, o Options, session *find.Session, s *sent, out *Outcome) error {
	if err := f.typed(ctx); err != nil {
		return err
	}
	if o.Globals {
		if _, err := f.globals(ctx, out.harness); err != nil {
			return err
		}
	}
	memory, err := f.restored(s.Memory)
	if err != nil {
		return err
	}
	made, err := f.harness(out.harness).Make(memory)
	if err != nil {
		return err
	}
	// they decide about the size of the text, and about nothing else
	f.called, f.needed, f.defining, f.foreign = true, s.Outcome.Needed, s.Outcome.Within, s.Outcome.Foreign
	p, c, files, err := f.open(ctx, out.harness, made)
	if err != nil {
		return err
	}
	x := &explored{made: made, program: p, c: c, files: files, adds: map[string]bool{}}
	for _, name := range s.Adds {
		x.adds[name] = true
	}
	out.text, out.files, out.load, out.last = made.Text, files, p, x
	if out.Verdict == Safe {
		if out.result = session.Proved(program(files), c, p, s.Proof, s.Outcome.Far); out.result == nil {
			return errors.New("found a proof that the checker does not accept")
		}
		return nil
	}
	if len(s.Outcome.Bugs) == 0 {
		return errors.New("found no bug, want one")
	}
	out.bugs = map[target]bool{}
	for _, b := range s.Outcome.Bugs {
		out.bugs[targetOf(p, b.Fault)] = true
	}
	out.result = session.Again(program(files), c, p, s.Outcome.Bugs, s.Outcome.Far)
	if out.result == nil {
		return errors.New("found a bug that a run does not come to")
	}
	search := o.Find.Search
	search.Fixed = fixed(x.made, f.inside)
	for _, g := range out.result.Certain() {
		g.Avoidable = finder.Avoidable(ctx, finder.Program{Core: p.Core, About: p.About}, g.Inputs,
			int64(g.Bug.Trace.Steps)+1, search)
		if wants, _, genuine := f.blamed(x, p, g, out.harness, memory.Clone()); !genuine || wants != "" ||
			meant(p.Core, g) {
			out.result.Drop()
			return errBlame
		}
	}
	return nil
}

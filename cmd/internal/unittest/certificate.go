package unittest

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"vouch/checker"
	"vouch/cmd/internal/faults"
	"vouch/internal/view"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/lang"
)

// This file defines how the bug of a certificate becomes a test.

// Of returns a test, in a file of the given name, that shows the bug of a certificate that the checker has accepted: a
// call of the function with the memory that it had, or else the whole harness with its inputs. Hidden says why no
// sanitizer can see the bug; it is "" if one can.
func Of(v *checker.Verdict, f *Framework, out, hidden string) ([]byte, error) {
	s := &Suite{Framework: f, File: out, Sanitize: true}
	at := "?"
	if span := v.Fault.Span; span.IsValid() {
		at = fmt.Sprintf("%s:%d", pathOf(v, int(span.File)), span.Line)
	}
	about := faults.Describe(v.Fault.Kind) + " at " + at
	s.About = []string{"As long as the bug is there, the test fails under these sanitizers: " + about + "."}
	if hidden != "" {
		s.About = []string{"The bug: " + about + ". The test may pass although it is there: " + hidden + "."}
	}
	from := ""
	for _, fn := range v.Lowered.Funcs {
		if fn.Name == "main" && (v.Options["entry"] == "" || v.Options["entry"] == "main") {
			from = pathOf(v, int(fn.Span.File))
		}
	}
	err := s.ofCall(v, about, from)
	if err == nil {
		return s.Text(), nil
	}
	if from == "" {
		return nil, err
	}
	s.cut = v.Fault.Kind != semantics.MemoryLeak
	h, also := whole(v)
	if also != nil {
		return nil, fmt.Errorf("%w; and %v", err, also)
	}
	s.Entry = &c.Entry{Name: "the harness " + from}
	s.of(v, out, from, from)
	return h.text(s), nil
}

// ofCall adds the test that calls a function. From is the file with main; "" if there is none.
func (s *Suite) ofCall(v *checker.Verdict, about, from string) error {
	call, outcome, err := CallOf(v.Lowered, "", view.Inputs(v.Inputs), v.Steps)
	if err != nil {
		return err
	}
	if outcome.Fault == nil {
		return errors.New("found no fault in the run, want one")
	}
	var sources []c.Source
	for _, s := range v.Sources {
		sources = append(sources, c.Source{Name: s.Name, Text: []byte(s.Text)})
	}
	all, _, err := c.Entries(nil, sources, v.Options)
	if err != nil {
		return err
	}
	for _, e := range all {
		if e.Name == plain(call.Func.Name) && (s.Entry == nil || e.Where.Pos.Line == int(call.Func.Span.Line)) {
			s.Entry = e
		}
	}
	if s.Entry == nil {
		return fmt.Errorf("found no types of the parameters of %s, want them", call.Func.Name)
	}
	if len(call.Results) > 0 {
		undefined, err := c.Undefined(nil, sources, v.Options)
		if err != nil {
			return err
		}
		s.Undefined.Of = slices.DeleteFunc(undefined, func(e *c.Entry) bool {
			return !slices.ContainsFunc(call.Results, func(r Result) bool { return r.Name == e.Name })
		})
	}
	in := pathOf(v, int(call.Func.Span.File))
	s.of(v, s.File, in, from)
	if err := s.Fault(call, about); err != nil {
		return err
	}
	if in == from && len(v.Inputs) > 0 { // a test cannot be linked without the functions that this main calls
		return fmt.Errorf("found %s in the file of a main that asks for inputs, want another file", s.Entry.Name)
	}
	return nil
}

// of sets the files of a suite in a file of the name out: the one that it includes, and those that are compiled with
// it; the one with main is not.
func (s *Suite) of(v *checker.Verdict, out, in, from string) {
	s.Include, s.Flags, s.Others = Relative(out, in), Flags(v.Options, in), nil
	files := strings.Split(v.Options["files"], "\n")
	if v.Options["files"] == "" {
		files = nil
		for i := range v.Sources {
			if name := pathOf(v, i); lang.IsUnit(name) {
				files = append(files, name)
			}
		}
	}
	for _, name := range files {
		if name = path.Clean(name); name != in && name != from {
			s.Others = append(s.Others, Other{name, Flags(v.Options, name)})
		}
	}
}

package find

import (
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"syscall"
	"testing"

	"vouch/finder"
	"vouch/semantics/core"
)

// TestLogged shows that the log says of a bug what the checker has accepted, and of one that it has not, that it has
// not.
func TestLogged(t *testing.T) {
	for _, c := range []struct {
		title     string
		spoil     func(*finder.Finding)
		evidence  bool // whether there is a folder for certificates
		certified bool
		unwritten string
	}{
		{"written", func(*finder.Finding) {}, true, true, ""},
		{"not written", func(*finder.Finding) {}, false, true, "--no-certificate was given"},
		{"too large", func(f *finder.Finding) { f.Missing = errors.New("too large") }, true, false, "too large"},
	} {
		result, err := findIn(t, "if x > 3 { assert x > 10 }", finder.Options{Solver: "lia"})
		if err != nil || len(result.Certain()) != 1 {
			t.Fatalf("%s: %v", c.title, err)
		}
		c.spoil(&result.Findings[0])
		r := newFileResult("t.imp", &Options{})
		r.result, r.program = result, programOf(t, "if x > 3 { assert x > 10 }")
		var certificates *folder
		if c.evidence {
			if certificates, err = openFolder(t.TempDir()); err != nil {
				t.Fatal(err)
			}
		}
		r.certifyBug(certificates, result.Findings[0])
		(&publisher{target: "log"}).compare(r)
		b := r.logged().Bugs[0]
		if (b.Evidence != nil) != (c.unwritten == "") || b.Unwritten != c.unwritten {
			t.Errorf("%s: found %+v and %q, want %q", c.title, b.Evidence, b.Unwritten, c.unwritten)
		}
		if b.Certified != c.certified || (len(b.Flow) > 0) != c.certified || (b.Steps > 0) != c.certified ||
			b.Identity == "" {
			t.Errorf("%s: found certified %t with %d steps of the flow, want %t", c.title, b.Certified, len(b.Flow),
				c.certified)
		}
	}
}

// TestRetold: the runs that are repeated to tell about bugs have a limit together. A bug beyond it has no facts, or no
// flow, and the text says so each time.
func TestRetold(t *testing.T) {
	const text = "if x > 3 { assert x > 10 }"
	result, err := findIn(t, text, finder.Options{Solver: "lia"})
	if err != nil || len(result.Certain()) != 1 {
		t.Fatalf("found %v, %v, want one bug", result, err)
	}
	bug := result.Findings[0]
	steps := bug.Bug.Trace.Steps
	r := newFileResult("t.imp", &Options{})
	r.result, r.program = result, programOf(t, text)
	for _, c := range []struct {
		title string
		line  int32 // tells bugs apart
		steps uint64
		facts bool
		flow  bool
	}{
		{"the first bug", 1, steps, true, true},
		{"a bug whose facts take almost all of the rest", 2, maxRetold - 12*steps, true, false},
		{"a bug with facts and without a flow", 3, steps, true, false},
		{"a bug of too many steps", 4, 3 * steps, false, false},
		{"the most steps", 5, math.MaxUint64, false, false},
		{"the first bug again", 1, steps, true, true},
		{"the bug of too many steps again", 4, 3 * steps, false, false},
	} {
		f, certificate := bug, *bug.Bug
		certificate.Trace.Steps = c.steps
		f.Bug, f.Fault.Span.Line = &certificate, bug.Fault.Span.Line+c.line-1
		facts, flow := r.retelling.allows(f, byFacts), r.retelling.allows(f, byFlow)
		if facts != c.facts || flow != c.flow {
			t.Errorf("%s: found facts %t and a flow %t, want %t and %t", c.title, facts, flow, c.facts, c.flow)
		}
		if c.steps != steps && c.facts {
			continue // there is no such run
		}
		r.accepted[f.Fault] = true
		says := func(text string) bool { return strings.Contains(text, "was not repeated") }
		if found := r.facts(f); slices.ContainsFunc(found, says) == c.facts {
			t.Errorf("%s: found the facts %q, want facts: %t", c.title, found, c.facts)
		}
		if b := r.judged(f); (len(b.Flow) > 0) != c.flow || !b.Certified || says(b.Message) == c.facts {
			t.Errorf("%s: found a flow of %d steps and %q, want a flow: %t", c.title, len(b.Flow), b.Message, c.flow)
		}
		if b := r.shown(f); slices.ContainsFunc(b.Facts, func(f Fact) bool { return says(f.Text) }) == c.facts {
			t.Errorf("%s: found the facts %v in the editor, want facts: %t", c.title, b.Facts, c.facts)
		}
	}
	// no run has to be repeated if the state is known in which it ends
	f, certificate, last := bug, *bug.Bug, (&core.Machine{Program: r.program.Core}).Start()
	certificate.Trace.Steps = math.MaxUint64
	f.Bug, f.Last = &certificate, &last
	if found := r.facts(f); len(found) > 0 {
		t.Errorf("a bug of too many steps whose last state is known: found the facts %q, want those of that state", found)
	}
}

// full is a file without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestLost shows that no format hides that reports are lost.
func TestLost(t *testing.T) {
	result, err := findIn(t, "assert x > 3", finder.Options{Solver: "lia"})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range formats {
		p := publisher{format: format, stats: true}
		err := errors.Join(p.publish(&fileResult{file: "t.imp", asked: &Options{}, result: result,
			program: programOf(t, "assert x > 3")}, full{}, io.Discard), p.finish(full{}))
		if !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: found error %v, want %v", format.name, err, syscall.ENOSPC)
		}
	}
}

package find

import (
	"errors"
	"io"
	"syscall"
	"testing"

	"vouch/finder"
)

// TestLogged shows that the log says of a bug what the checker has accepted, and of one that it has not, that it has not.
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
		if b.Certified != c.certified || (len(b.Flow) > 0) != c.certified || (b.Steps > 0) != c.certified || b.Identity == "" {
			t.Errorf("%s: found certified %t with %d steps of the flow, want %t", c.title, b.Certified, len(b.Flow), c.certified)
		}
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
		err := errors.Join(p.publish(&fileResult{file: "t.imp", asked: &Options{}, result: result, program: programOf(t, "assert x > 3")}, full{}, io.Discard), p.finish(full{}))
		if !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: found error %v, want %v", format.name, err, syscall.ENOSPC)
		}
	}
}

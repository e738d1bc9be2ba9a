package find

import (
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"

	"vouch/finder"
)

// TestLogged shows that the log says of a bug what the checker has accepted, and of one that it has not, that it has not.
func TestLogged(t *testing.T) {
	for _, c := range []struct {
		title    string
		spoil    func(*finder.Finding)
		evidence bool // whether there is a folder for certificates
		unproved string
	}{
		{"certified", func(*finder.Finding) {}, true, ""},
		{"not written", func(*finder.Finding) {}, false, "--no-certificate was given"},
		{"refused", func(f *finder.Finding) { f.Bug.Digest[0]++ }, true, "the checker refuses it: "},
		{"neither written nor acceptable", func(f *finder.Finding) { f.Bug.Digest[0]++ }, false, "the checker refuses it: "},
	} {
		result, err := findIn(t, "if x > 3 { assert x > 10 }", finder.Options{Solver: "lia"})
		if err != nil || len(result.Certain()) != 1 {
			t.Fatalf("%s: %v", c.title, err)
		}
		c.spoil(&result.Findings[0])
		r := newFileResult("t.imp", &Options{})
		r.result, r.program = result, programOf(t, "if x > 3 { assert x > 10 }")
		if c.evidence {
			certificates, err := openFolder(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			r.writeBug(certificates, result.Findings[0])
		}
		(&publisher{target: "log"}).compare(r)
		b := r.logged().Bugs[0]
		if (b.Evidence != nil) != (c.unproved == "") || !strings.HasPrefix(b.Unproved, c.unproved) {
			t.Errorf("%s: found %+v and %q, want %q", c.title, b.Evidence, b.Unproved, c.unproved)
		}
		accepted := !strings.Contains(c.unproved, "checker")
		if b.Checked != accepted || (len(b.Flow) > 0) != accepted || (b.Steps > 0) != accepted || b.Identity == "" {
			t.Errorf("%s: found checked %t with %d steps of the flow, want %t", c.title, b.Checked, len(b.Flow), accepted)
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

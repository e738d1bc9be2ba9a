package c

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestAccepted: what gcc accepts in some standard from gnu89 to gnu17 is read. Each line of testdata/accepted.txt is a
// program that ends with status 0, or one of which vouch refuses a function, for the reason after //!. A line feed is
// \n there.
func TestAccepted(t *testing.T) {
	programs := accepted(t, "testdata/accepted.txt")
	for _, c := range programs {
		got := c.run(t)
		if c.why == "" && got != "" || !strings.Contains(got, c.why) || c.why != "" && strings.HasPrefix(got, "a.c:") {
			t.Errorf("%s\nfound %q, want %q", c.text, got, c.why)
		}
	}
	acceptedByGCC(t, programs)
}

// TestConstructs: whatever construct a file has, another function of it works. Each line of testdata/constructs.txt is
// a construct and, after //=, an expression that needs it: its value is 0, or vouch refuses it for the reason after
// //!.
func TestConstructs(t *testing.T) {
	programs := accepted(t, "testdata/constructs.txt")
	if len(programs) < 100 {
		t.Errorf("found %d constructs, want more", len(programs))
	}
	for i := range programs {
		c := &programs[i]
		construct, use, _ := strings.Cut(c.text, " //= ")
		construct += "\nint good(int n) { return n > 3; }\nint main(void) { return good(3)"
		without := acceptedProgram{text: construct + "; }\n"}
		c.text = construct + " + (int)(" + strings.TrimSpace(use) + "); }\n"
		if use == "" {
			t.Errorf("%s\nfound no expression that needs it", construct)
		}
		if got := without.run(t); got != "" {
			t.Errorf("%s\nfound %q", without.text, got)
		}
		if got := c.run(t); c.why == "" && got != "" || !strings.Contains(got, c.why) {
			t.Errorf("%s\nfound %q, want %q", c.text, got, c.why)
		}
	}
	acceptedByGCC(t, programs)
}

// acceptedProgram is a program that gcc accepts.
type acceptedProgram struct {
	text string
	why  string // vouch refuses a function of it; "" if it does not
}

// accepted reads the programs of a file, one a line.
func accepted(t *testing.T, file string) (list []acceptedProgram) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		program, why, _ := strings.Cut(strings.TrimSpace(line), " //! ")
		list = append(list, acceptedProgram{strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(program) + "\n", why})
	}
	return list
}

// run runs a program. It returns why that does not end with status 0; "" if it does.
func (c *acceptedProgram) run(t *testing.T) string {
	p, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(c.text)}}, nil)
	if err != nil {
		return err.Error()
	}
	r := executeProgram(t, p, "")
	if r.fault != "" || r.blocked != "" || r.status != 0 {
		return fmt.Sprintf("%s%s, status %d", r.fault, r.blocked, r.status)
	}
	return ""
}

// acceptedByGCC holds that gcc accepts programs, in some standard.
func acceptedByGCC(t *testing.T, programs []acceptedProgram) {
	dir := t.TempDir()
	var files []string
	texts := map[string]string{} // by file
	for i, c := range programs {
		file := filepath.Join(dir, fmt.Sprintf("%d.c", i))
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		files, texts[file] = append(files, file), c.text
	}
	for _, standard := range []string{"gnu17", "gnu89"} { // the older one for what the newer one refuses
		out, err := exec.Command("gcc", append([]string{"-std=" + standard, "-fsyntax-only", "-w"},
			files...)...).CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		files = slices.DeleteFunc(files, func(file string) bool {
			return !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(file) + `:.*: (fatal )?error: `).Match(out)
		})
	}
	for _, file := range files {
		t.Errorf("%s\ngcc refuses it", texts[file])
	}
}

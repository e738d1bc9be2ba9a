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

// TestAccepted: what gcc accepts in some standard from gnu89 to gnu17 is read. Each line of testdata/accepted.txt is a program that ends with status 0, or one of
// which vouch refuses a function, for the reason after //!. A line feed is \n there.
func TestAccepted(t *testing.T) {
	text, err := os.ReadFile("testdata/accepted.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var files []string
	programs := map[string]string{} // by file
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		program, why, _ := strings.Cut(strings.TrimSpace(line), " //! ")
		program = strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(program) + "\n"
		got := ""
		if p, _, err := Lower(nil, []Source{{"a.c", []byte(program)}}, nil); err != nil {
			got = err.Error()
		} else if r := executeProgram(t, p, ""); r.fault != "" || r.blocked != "" || r.status != 0 {
			got = fmt.Sprintf("%s%s, status %d", r.fault, r.blocked, r.status)
		}
		if why == "" && got != "" || !strings.Contains(got, why) || why != "" && strings.HasPrefix(got, "a.c:") {
			t.Errorf("%s\nfound %q, want %q", program, got, why)
		}
		file := filepath.Join(dir, fmt.Sprintf("%d.c", len(files)))
		if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
			t.Fatal(err)
		}
		files, programs[file] = append(files, file), program
	}
	for _, standard := range []string{"gnu17", "gnu89"} { // the older one for what the newer one refuses
		out, err := exec.Command("gcc", append([]string{"-std=" + standard, "-fsyntax-only", "-w"}, files...)...).CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		files = slices.DeleteFunc(files, func(file string) bool {
			return !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(file) + `:.*: (fatal )?error: `).Match(out)
		})
	}
	for _, file := range files {
		t.Errorf("%s\ngcc refuses it", programs[file])
	}
}

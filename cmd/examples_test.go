package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vouch/internal/effort"
)

// This file runs the programs of examples/ through find, check and run. What is expected stands in the file, on the
// line that it concerns: "# want: bug KIND" at the end of the line that fails, "# want: safe" or "# want: unknown" on
// line 1.

// wanted is what a program says of itself.
type wanted struct {
	Verdict string
	Kind    string // of a bug
	Line    int    // of a bug
}

// report is what find --json says.
type report struct {
	Verdict     string
	Certified   bool
	Certificate string
	Bugs        []struct {
		Kind         string
		Line, Column int
		Input        map[string]string
		Certificate  string
		Certain      bool
	}
}

func TestExamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../examples/*.imp")
	loops, also := filepath.Glob("../examples/loops/*.imp")
	if err != nil || also != nil || len(files) == 0 || len(loops) == 0 {
		t.Fatalf("found no examples (%v, %v)", err, also)
	}
	files = append(files, loops...)
	readme, err := os.ReadFile("../examples/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			want, err := expectation(file)
			if err != nil {
				t.Fatal(err)
			}
			if !listed(string(readme), strings.TrimPrefix(file, "../examples/"), want) {
				t.Errorf("examples/README.md has no row with %s and the verdict %s", filepath.Base(file), want)
			}
			first, second := t.TempDir(), t.TempDir()
			r := find(t, file, first, want)
			find(t, file, second, want)
			if a, b := contents(t, first), contents(t, second); !slices.Equal(a, b) {
				t.Errorf("two runs of find gave different certificates")
			}
			if want.Verdict == "safe" {
				if !r.Certified || r.Certificate == "" {
					t.Fatalf("found %+v, want a certificate", r)
				}
				if out := command(t, 0, "vouch-check", "--source", file, r.Certificate); !strings.HasPrefix(out,
					"valid safe  ") {
					t.Errorf("vouch-check found %s", out)
				}
			}
			if want.Verdict != "bug" {
				return
			}
			if len(r.Bugs) != 1 || !r.Bugs[0].Certain || !r.Certified || r.Bugs[0].Kind != want.Kind ||
				r.Bugs[0].Line != want.Line {
				t.Fatalf("found %+v, want %s", r, want)
			}
			check(t, file, r)
			run(t, file, r)
			reproduce(t, file, r, i)
		})
	}
}

// TestExamplesAreCanonical: no example is in another layout than the one that fmt gives it.
func TestExamplesAreCanonical(t *testing.T) {
	if found := command(t, 0, "vouch", "fmt", "--check", "../examples"); found != "" {
		t.Errorf("not in canonical layout; run vouch fmt -w examples:\n%s", found)
	}
}

func (w wanted) String() string {
	if w.Verdict == "bug" {
		return "bug: " + w.Kind
	}
	return w.Verdict
}

// expectation reads what the file expects of itself.
func expectation(file string) (wanted, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return wanted{}, err
	}
	var found []wanted
	for i, line := range strings.Split(string(text), "\n") {
		_, want, ok := strings.Cut(line, "# want: ")
		if !ok {
			continue
		}
		verdict, kind, _ := strings.Cut(want, " ")
		switch {
		case verdict == "bug" && kind != "":
			found = append(found, wanted{verdict, kind, i + 1})
		case (want == "safe" || want == "unknown") && i == 0:
			found = append(found, wanted{Verdict: want})
		default:
			return wanted{}, fmt.Errorf("%s:%d: found expectation %q, want bug KIND, or safe or unknown on line 1",
				file, i+1, want)
		}
	}
	if len(found) != 1 {
		return wanted{}, fmt.Errorf("%s: found %d expectations, want one, as in # want: safe", file, len(found))
	}
	return found[0], nil
}

// listed reports whether the table in the README has a row for the program with the verdict wanted.
func listed(readme, name string, want wanted) bool {
	for line := range strings.Lines(readme) {
		if strings.HasPrefix(line, "| `"+name+"` |") {
			return strings.HasSuffix(strings.TrimSpace(line), "| "+want.String()+" |")
		}
	}
	return false
}

// find runs vouch find, with certificates going to the folder out, and compares verdict and exit status with those
// wanted.
func find(t *testing.T, file, out string, want wanted) report {
	t.Helper()
	states := "0"
	if want.Verdict == "unknown" {
		states = "300" // what is not found within these is not looked for here
	}
	status := map[string]int{"safe": 0, "bug": 1, "unknown": 3}[want.Verdict]
	var r report
	decode(t, command(t, status, "vouch", "find", "--json", "--timeout", "0", "--max-states", states, "--out", out,
		file), &r)
	if r.Verdict != want.Verdict {
		t.Fatalf("found %+v, want %s", r, want)
	}
	return r
}

// check lets vouch-check judge the certificate of the bug, and compares what it says with what find said.
func check(t *testing.T, file string, r report) {
	t.Helper()
	bug := r.Bugs[0]
	var v struct {
		Verdict, Fault, Program string
		Line, Column            int
	}
	decode(t, command(t, 0, "vouch-check", "--json", "--source", file, bug.Certificate), &v)
	if v.Verdict != "valid" || v.Fault != bug.Kind || v.Program != filepath.Base(file) || v.Line != bug.Line ||
		v.Column != bug.Column {
		t.Errorf("vouch-check found %+v, want what find found, %+v", v, bug)
	}
}

// run executes the program on the input that find reported; it must fail in the same place.
func run(t *testing.T, file string, r report) {
	t.Helper()
	bug := r.Bugs[0]
	args := []string{"run", file}
	for name, value := range bug.Input {
		args = append(args, name+"="+value)
	}
	place := file + ":" + strconv.Itoa(bug.Line) + ":" + strconv.Itoa(bug.Column) + ": "
	if out := command(t, 1, "vouch", args...); !strings.HasPrefix(out, place) {
		t.Errorf("vouch %q: found %q, want it to begin with %q", args, out, place)
	}
}

// reproduce translates the bug to each language and runs the translation; it must fail in the same place. Where tests
// do not try all that they can, it is one language, the nth.
func reproduce(t *testing.T, file string, r report, n int) {
	t.Helper()
	bug, dir := r.Bugs[0], t.TempDir()
	program := filepath.Join(dir, "program")
	want := fmt.Sprintf("%s:%d:%d: ", filepath.Base(file), bug.Line, bug.Column)
	type language struct {
		name, file string
		build, run []string
	}
	languages := []language{
		{"go", "a.go", []string{"go", "build", "-o", program}, []string{program}},
		{"c", "a.c", []string{"gcc", "-o", program}, []string{program}},
		{"python", "a.py", nil, []string{"python3", filepath.Join(dir, "a.py")}},
	}
	if !effort.All() {
		languages = []language{languages[n%len(languages)]}
	}
	for _, l := range languages {
		text := filepath.Join(dir, l.file)
		command(t, 0, "vouch", "reproduce", bug.Certificate, "--lang", l.name, "-o", text)
		if l.build != nil {
			command(t, 0, l.build[0], append(l.build[1:], text)...)
		}
		var stderr strings.Builder
		cmd := exec.Command(l.run[0], l.run[1:]...)
		cmd.Stderr = &stderr
		cmd.Run()
		found := stderr.String()
		if cmd.ProcessState.ExitCode() != 1 || !strings.HasPrefix(found, want) || strings.Count(found, "\n") != 1 {
			t.Errorf("%s: found status %d and %q, want 1 and one line that begins with %q", l.name,
				cmd.ProcessState.ExitCode(), found, want)
		}
	}
}

// command runs a command, which must end with the given status, and returns its standard output.
func command(t *testing.T, status int, name string, args ...string) string {
	t.Helper()
	var stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited ||
		cmd.ProcessState.ExitCode() != status {
		t.Fatalf("%s %q: found %v, want exit status %d\n%s%s", name, args, err, status, out, &stderr)
	}
	return string(out)
}

func decode(t *testing.T, text string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// contents returns the names and contents of the files in a folder.
func contents(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e.Name(), string(data))
	}
	return all
}

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vouch/scripts/internal/trial"
)

func TestListed(t *testing.T) {
	for _, c := range []struct {
		title, text string
		want        []project
	}{
		{"nothing", "", nil},
		{"comments and empty lines", "# a b\n#c\n\n   \n", nil},
		{"a name", "zlib\n", []project{{"zlib", ""}}},
		{"a name without a newline", "zlib", []project{{"zlib", ""}}},
		{"a build", "zlib      ./configure && make libz.a  \n", []project{{"zlib", "./configure && make libz.a"}}},
		{"several", "a\n# b\nc   make\n", []project{{"a", ""}, {"c", "make"}}},
		{"a sign in a build", "a  make # all\n", []project{{"a", "make # all"}}},
	} {
		if got := listed(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: found %q, want %q", c.title, got, c.want)
		}
	}
	seen := map[string]bool{}
	for _, p := range listed(list) {
		if seen[p.name] {
			t.Errorf("list.txt: found %s twice", p.name)
		}
		seen[p.name] = true
	}
	if len(seen) < 60 {
		t.Errorf("list.txt: found %d projects, want at least 60", len(seen))
	}
}

// TestRead: what is kept of a run of vouch functions.
func TestRead(t *testing.T) {
	ended := &exec.ExitError{ProcessState: &os.ProcessState{}}
	const report = `{"files": 2, "functions": 9, "lower": 8, "refused": 1, "partly": 3, "memory": 1048576, "reasons": [{"reason": "found x", "functions": 1}]}`
	for _, c := range []struct {
		title, out, notes string
		err               error
		want              string // the row of the table
	}{
		{"all is read", report, "", nil, "| p 1.2 | 2 | 9 | 8 | 1 | 88.9 | 3 | 7 | 1 | 1: found x |"},
		{"some functions are refused", report, "note", ended,
			"| p 1.2 | 2 | 9 | 8 | 1 | 88.9 | 3 | 7 | 1 | 1: found x |"},
		{"the time is over", report, "", errors.New("it takes longer than 1m"),
			"| p 1.2 | 2 | 9 | 8 | 1 | 88.9 | 3 | 7 | 1 | 1: found x; reading ends early: it takes longer than 1m |"},
		{"there is no report", "", "a\nvouch: found nothing\n", errors.New("exit status 2"),
			"| p 1.2 | | | | | | | | | vouch functions: exit status 2: vouch: found nothing |"},
		{"half a report", report[:40], "killed", errors.New("signal: killed"),
			"| p 1.2 | | | | | | | | | vouch functions: signal: killed: killed |"},
		{"a report of something else", `[1]`, "", nil, "| p 1.2 | | | | | | | | | vouch functions: &lt;nil>: |"},
	} {
		before := result{Name: "p", Version: "1.2", Steps: 2, Files: 77, Error: "old"}
		r := before.read([]byte(c.out), []byte(c.notes), trial.Used{CPU: 7 * time.Second}, c.err)
		if r.Steps != len(steps) {
			t.Errorf("%s: found %d steps, want %d", c.title, r.Steps, len(steps))
		}
		if got := strings.Split(table([]result{r}), "\n")[2]; strings.ReplaceAll(got, ":  |", ": |") != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s", c.title, got, c.want)
		}
	}
}

func TestTable(t *testing.T) {
	reasons := result{}.Reasons
	for _, why := range []string{"a|b", "<c>", "d", "e"} {
		reasons = append(reasons, struct {
			Reason    string
			Functions int
		}{why, 4})
	}
	for _, c := range []struct {
		title string
		all   []result
		want  string // the rows below the head
	}{
		{"none", nil, "| together | 0 | 0 | 0 | 0 | 0.0 | 0 | 0 | 0 | |\n"},
		{"one", []result{{Name: "a", Version: "1", Files: 1, Functions: 3, Lower: 3, Seconds: 1.6, Memory: 5 << 20}},
			"| a 1 | 1 | 3 | 3 | 0 | 100.0 | 0 | 2 | 5 |  |\n| together | 1 | 3 | 3 | 0 | 100.0 | 0 | 2 | 5 | |\n"},
		{"time that was not measured", []result{{Name: "a", Version: "1", Files: 1, Functions: 1, Lower: 1}},
			"| a 1 | 1 | 1 | 1 | 0 | 100.0 | 0 |  | 0 |  |\n| together | 1 | 1 | 1 | 0 | 100.0 | 0 | 0 | 0 | |\n"},
		{"three reasons, and signs of the table in them", []result{{Name: "a", Version: "1", Functions: 16, Refused: 16,
			Reasons: reasons}},
			"| a 1 | 0 | 16 | 0 | 16 | 0.0 | 0 |  | 0 | 4: a\\|b; 4: &lt;c>; 4: d |\n| together | 0 | 16 | 0 | 16 | 0.0 | 0 | 0 | 0 | |\n"},
		{"a build that failed", []result{{Name: "a", Version: "1", Files: 1, Functions: 1, Lower: 1,
			Build: "the build ends early"}},
			"| a 1 | 1 | 1 | 1 | 0 | 100.0 | 0 |  | 0 | the build ends early |\n| together | 1 | 1 | 1 | 0 | 100.0 | 0 | 0 | 0 | |\n"},
		{"sums, the largest memory, and an error that does not count",
			[]result{{Name: "a", Version: "1", Files: 1, Functions: 2, Lower: 1, Refused: 1, Partly: 1, Seconds: 1,
				Memory: 3 << 20}, {Name: "b", Version: "2", Functions: 50, Error: "no"},
				{Name: "c", Version: "3", Files: 4, Functions: 2, Lower: 2, Seconds: 2, Memory: 2 << 20}},
			"| a 1 | 1 | 2 | 1 | 1 | 50.0 | 1 | 1 | 3 |  |\n| b 2 | | | | | | | | | no |\n| c 3 | 4 | 2 | 2 | 0 | 100.0 | 0 | 2 | 2 |  |\n" +
				"| together | 5 | 4 | 3 | 1 | 75.0 | 1 | 3 | 3 | |\n"},
	} {
		_, rows, _ := strings.Cut(table(c.all), "| --- |\n")
		if rows != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s", c.title, rows, c.want)
		}
	}
}

// TestKnown: what is kept of a project is known again; what is damaged is not.
func TestKnown(t *testing.T) {
	*work = t.TempDir()
	r := result{Name: "a", Version: "1", Steps: 2, Build: "failed"}
	if err := r.keep(); err != nil {
		t.Fatal(err)
	}
	if got := known("a"); got.Version != "1" || got.Steps != 2 || got.Build != "failed" {
		t.Errorf("found %+v, want %+v", got, r)
	}
	for _, text := range []string{"", "{", `{"Steps": "x"}`, "[]"} {
		if err := os.WriteFile(filepath.Join(*work, "b.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := known("b"); got.Name != "b" || got.Steps != 0 {
			t.Errorf("of %q: found %+v, want nothing", text, got)
		}
	}
}

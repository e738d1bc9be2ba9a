package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPrograms: which programs a compilation database has, with their files and macros.
func TestPrograms(t *testing.T) {
	for _, c := range []struct {
		title, commands string
		want            []string // the name, the files and the flags of each
	}{
		{"none", `[]`, nil},
		{"one", `[{"directory": "/w", "file": "src/cat.c", "output": "src/cat.o"}]`, []string{"cat src/cat.c"}},
		{"an object without main", `[{"directory": "/w", "file": "src/copy.c", "output": "src/copy.o"}]`, nil},
		{"another folder", `[{"directory": "/w", "file": "gnulib-tests/cat.c", "output": "cat.o"}]`, nil},
		{"programs that are not installed",
			`[{"directory": "/w", "file": "src/getlimits.c", "output": "src/getlimits.o"}]`, nil},
		{"the order of the names",
			`[{"directory": "/w", "file": "src/tr.c", "output": "src/tr.o"}, {"directory": "/w", "file": "src/cat.c", "output": "src/cat.o"}]`,
			[]string{"cat src/cat.c", "tr src/tr.c"}},
		{"several of one file", `[{"directory": "/w", "file": "src/digest.c", "output": "src/md5sum-digest.o", "arguments": ["gcc", "-DHAVE_CONFIG_H", "-DHASH_ALGO_MD5=1", "-O0"]},
			{"directory": "/w", "file": "src/digest.c", "output": "src/sum-digest.o", "arguments": ["gcc", "-DHASH_ALGO_SUM=1"]}]`,
			[]string{"md5sum src/digest.c -D HASH_ALGO_MD5=1", "sum src/digest.c -D HASH_ALGO_SUM=1"}},
		{"what a program of its own defines",
			`[{"directory": "/w", "file": "src/cat.c", "output": "src/cat.o", "arguments": ["gcc", "-DX"]}]`,
			[]string{"cat src/cat.c"}},
		{"ls and its brothers", `[{"directory": "/w", "file": "src/ls.c", "output": "src/ls.o"}]`,
			[]string{"dir src/ls.c src/ls-dir.c", "ls src/ls.c src/ls-ls.c", "vdir src/ls.c src/ls-vdir.c"}},
	} {
		list, err := programs([]byte(c.commands), func(object string) bool {
			return strings.HasPrefix(object, "/w/src/") && object != "/w/src/copy.o"
		})
		var got []string
		for _, p := range list {
			got = append(got, strings.Join(slices.Concat([]string{p.name}, p.files, p.flags), " "))
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: found %q, %v, want %q", c.title, got, err, c.want)
		}
	}
	for _, text := range []string{"", "{}", `[{"file": 1}]`} {
		if list, err := programs([]byte(text), func(string) bool { return true }); err == nil {
			t.Errorf("of %q: found %v, want an error", text, list)
		}
	}
}

func TestDefinesMain(t *testing.T) {
	object := filepath.Join(t.TempDir(), "a.o")
	if definesMain(object) {
		t.Error("of a file that is missing: found main")
	}
	if err := os.WriteFile(object, []byte("\x7fELF and no more"), 0o644); err != nil {
		t.Fatal(err)
	}
	if definesMain(object) {
		t.Error("of a file that is damaged: found main")
	}
	if self, err := os.Executable(); err != nil || definesMain(self) { // a program in Go has main.main
		t.Errorf("of this program: found main, %v", err)
	}
}

func TestReached(t *testing.T) {
	const trace = "TN:\nSF:src/cat.c\nDA:1,1\nLF:20\nLH:7\nend_of_record\nSF:lib/x.c\nLF:5\nLH:1\nend_of_record\n"
	for _, c := range []struct {
		title, trace, file string
		want               [2]int
	}{
		{"the first", trace, "src/cat.c", [2]int{7, 20}},
		{"the last", trace, "lib/x.c", [2]int{1, 5}},
		{"another", trace, "x.c", [2]int{}},
		{"nothing", "", "src/cat.c", [2]int{}},
		{"no numbers", "SF:src/cat.c\nLF:\nLH:x\n", "src/cat.c", [2]int{}},
		{"lines of another system", strings.ReplaceAll(trace, "\n", "\r\n"), "src/cat.c", [2]int{7, 20}},
	} {
		if got := reached(c.trace, c.file); got != c.want {
			t.Errorf("%s: found %d, want %d", c.title, got, c.want)
		}
	}
}

// TestTold: the row of the table for what vouch find says.
func TestTold(t *testing.T) {
	for _, c := range []struct {
		title, out, notes string
		err               error
		want              string
	}{
		{"safe", `{"verdict": "safe", "lines": {"reached": 4, "all": 8}}`, "", nil,
			"|  | safe | 0 | 0 of 0 |  | 50 | 0 | 0 |  |"},
		{"bugs", `{"verdict": "bug", "bugs": [{"certificate": "a"}, {}], "why": "the limit of 10 states was reached"}`,
			"", nil,
			"|  | bug | 2 | 0 of 0 |  |  | 0 | 0 | the limit of 10 states was reached |"},
		{"each reason once", `{"verdict": "unknown", "open": {"ends": [{"reason": "a|b"}, {"reason": "c"}, {"reason": "a|b"}]}, "why": "some paths are open"}`,
			"", nil,
			"|  | unknown | 0 | 0 of 0 |  |  | 0 | 0 | a\\|b; c |"},
		{"no time", `{"verdict": "unknown", "open": {"ends": [{"reason": "c"}]}, "why": "the time budget ran out"}`, "",
			nil,
			"|  | unknown | 0 | 0 of 0 |  |  | 0 | 0 | c; the time budget ran out |"},
		{"an error of the program", `{"error": "found no main"}`, "", nil,
			"|  | error | 0 | 0 of 0 |  |  | 0 | 0 | found no main |"},
		{"no output", "", "x\nvouch: out of memory\n", errors.New("signal: killed"),
			"|  | error | 0 | 0 of 0 |  |  | 0 | 0 | signal: killed: vouch: out of memory |"},
		{"half an output", `{"verdict": "safe"`, "", errors.New("exit status 2"),
			"|  | error | 0 | 0 of 0 |  |  | 0 | 0 | exit status 2:  |"},
	} {
		if got := strings.Split(table([]result{told([]byte(c.out), []byte(c.notes), c.err)}), "\n")[2]; got != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s", c.title, got, c.want)
		}
	}
}

// TestTable: the last row.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		title string
		all   []result
		want  string
	}{
		{"nobody counted", []result{{Name: "a", Verdict: "safe"}}, ""},
		{"one", []result{{Name: "a", Verdict: "safe", Written: 1, Valid: 1, Own: [2]int{1, 4}, All: [2]int{2, 4},
			Seconds: 3, Memory: 4 << 20}},
			"| 1 programs | 1 safe | 0 | 1 of 1 | 25 | 50 | 3 | 4 | mean of the programs 25 %, median 25 % |"},
		{"programs without lines are in no mean",
			[]result{{Verdict: "bug", Bugs: 2, Written: 2, Valid: 1, Own: [2]int{1, 2}, Seconds: 1, Memory: 1 << 20},
				{Verdict: "safe"}, {Error: "x"},
				{Verdict: "unknown", Own: [2]int{3, 3}, Seconds: 2, Memory: 5 << 20},
				{Verdict: "unknown", Own: [2]int{9, 10}}},
			"| 5 programs | 1 safe | 2 | 1 of 2 | 87 | 0 | 3 | 5 | mean of the programs 80 %, median 90 % |"},
	} {
		lines := strings.Split(strings.TrimSuffix(table(c.all), "\n"), "\n")
		if got := lines[len(lines)-1]; got != c.want && !(c.want == "" && len(lines) == 2+len(c.all)) {
			t.Errorf("%s: found\n%s\nwant\n%s", c.title, got, c.want)
		}
	}
}

// Command coreutils runs vouch find on the programs of GNU coreutils, as KLEE did.
//
//	go run ./scripts/coreutils -vouch bin/vouch -check bin/vouch-check -work ~/.cache/vouch-coreutils
//
// It gets the sources from Debian, builds them with `vouch build`, and runs `vouch find` on the file with main of each
// program: two arguments of up to four bytes, and up to eight bytes on standard input, are inputs. The other files of a
// program come from the build. What it found is kept in the folder -work, so the command goes on where it ended; -from
// begins anew with a step. At the end it writes the table of docs/coreutils.md. It needs apt-get, dpkg-source, gcc and
// make.
package main

import (
	"debug/elf"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"vouch/scripts/internal/trial"
)

var (
	vouch   = flag.String("vouch", "bin/vouch", "the command to try")
	check   = flag.String("check", "bin/vouch-check", "the command that checks its certificates")
	work    = flag.String("work", "", "the folder for sources and results; in the user's cache without it")
	page    = flag.String("page", "docs/coreutils.md", "the file with the table")
	timeout = flag.Duration("timeout", time.Minute, "how long the search of a program may take")
	limit   = flag.Duration("limit", 30*time.Minute, "how long getting and building may take")
	only    = flag.String("only", "", "take these programs only, separated by commas")
	from    = flag.String("from", "", "do this step and those after it anew: get, build or find")
	suite   = flag.String("suite", "bookworm", "the release of Debian")
)

// configure is how the package is built: with its own code in place of other libraries, as far as it has some.
const configure = "./configure --disable-acl --disable-xattr --disable-libcap --without-selinux --without-libgmp --without-openssl --with-included-regex --disable-nls && make -k"

// more names files that the symbols of the objects leave open: two objects define the same names.
var more = map[string]string{"ls": "src/ls-ls.c", "dir": "src/ls-dir.c", "vdir": "src/ls-vdir.c"}

// faults are the groups that are looked for: all of vouch's but arithmetic on pointers that no access follows, which
// ends paths in many programs of GNU.
const faults = "memory,alignment,overflow,uninitialised,calls,assertions"

// none are programs that are not installed.
var none = []string{"getlimits", "make-prime-list"}

// program is one of coreutils.
type program struct {
	name  string
	files []string
	flags []string
}

// result is what was found of a program. It is kept as JSON.
type result struct {
	Name           string
	Verdict        string
	Error          string
	Bugs           int
	Valid, Written int // certificates
	// lines that were reached, and lines that there are: of the file with main, and of the program
	Own, All [2]int
	Seconds  float64
	Memory   int64
	Why      []string
}

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "coreutils:", err)
		os.Exit(1)
	}
}

func run() error {
	if err := trial.Begin(work, "vouch-coreutils", vouch, check); err != nil {
		return err
	}
	const get, build, find = 0, 1, 2
	step := slices.Index([]string{"get", "build", "find", ""}, *from)
	if step < 0 {
		return fmt.Errorf("found -from %q, want get, build or find", *from)
	}
	folder := filepath.Join(*work, "coreutils", "src")
	if _, err := os.Stat(folder); err != nil || step == get {
		if err := trial.Source(*work, "coreutils", *suite, *limit); err != nil {
			return err
		}
	}
	database := filepath.Join(folder, "compile_commands.json")
	if _, err := os.Stat(database); err != nil || step <= build {
		settings := []string{"CFLAGS=-O0", "FORCE_UNSAFE_CONFIGURE=1", "LC_ALL=C"}
		_, notes, _, err := trial.Command(folder, *limit, settings, *vouch, "build", "--", "sh", "-c", configure)
		if _, missing := os.Stat(database); missing != nil {
			return fmt.Errorf("the build: %v: %s", err, trial.End(notes))
		}
	}
	text, err := os.ReadFile(database)
	if err != nil {
		return err
	}
	all, err := programs(text, definesMain)
	if err != nil {
		return fmt.Errorf("%s: %w", database, err)
	}
	var results []result
	for _, p := range all {
		file := filepath.Join(*work, p.name+".json")
		var r result
		text, err := os.ReadFile(file)
		known := err == nil && json.Unmarshal(text, &r) == nil
		if wanted := *only == "" || slices.Contains(strings.Split(*only, ","), p.name); wanted &&
			(!known || step <= find) {
			r = p.find(folder)
			text, err := json.MarshalIndent(r, "", " ")
			if err != nil {
				return err
			}
			if err := os.WriteFile(file, text, 0o644); err != nil {
				return err
			}
			fmt.Printf("%s: %s%s, %d of %d lines, %.0f s\n", r.Name, r.Verdict, r.Error, r.Own[0], r.Own[1], r.Seconds)
			known = true
		}
		if known {
			results = append(results, r)
		}
	}
	return trial.Write(*page, "coreutils", table(results))
}

// programs returns the programs of a build, in the order of their names: one for each object of the folder src for
// which isProgram holds.
func programs(database []byte, isProgram func(object string) bool) (list []program, err error) {
	var commands []struct {
		Directory, File, Output string
		Arguments               []string
	}
	if err := json.Unmarshal(database, &commands); err != nil {
		return nil, err
	}
	for _, c := range commands {
		if !strings.HasPrefix(c.File, "src/") || !isProgram(filepath.Join(c.Directory, c.Output)) {
			continue
		}
		base := strings.TrimSuffix(filepath.Base(c.File), ".c")
		p := program{name: strings.TrimSuffix(strings.TrimSuffix(filepath.Base(c.Output), ".o"), "-"+base),
			files: []string{c.File}}
		if p.name != base { // one of several that are made of the same file
			for _, a := range c.Arguments {
				if m, ok := strings.CutPrefix(a, "-D"); ok && m != "HAVE_CONFIG_H" {
					p.flags = append(p.flags, "-D", m)
				}
			}
		}
		if p.name == "ls" {
			for name, file := range more {
				list = append(list, program{name, append(p.files[:1:1], file), p.flags})
			}
		} else if !slices.Contains(none, p.name) {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b program) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

// definesMain reports whether an object file in the format ELF defines main.
func definesMain(object string) bool {
	file, err := elf.Open(object)
	if err != nil {
		return false
	}
	defer file.Close()
	symbols, _ := file.Symbols()
	return slices.ContainsFunc(symbols, func(s elf.Symbol) bool {
		return s.Name == "main" && s.Section != elf.SHN_UNDEF
	})
}

// find runs vouch find on a program, and checks the certificates.
func (p *program) find(folder string) result {
	evidence, lines := filepath.Join(*work, "evidence", p.name), filepath.Join(*work, p.name+".info")
	os.RemoveAll(evidence)
	args := slices.Concat([]string{"find"}, p.files, p.flags,
		[]string{"--args", "2x4", "--stdin", "8", "--all", "--check", faults, "--timeout", timeout.String(),
			"--format", "json", "--progress", "none", "--coverage", lines, "--out", evidence})
	out, notes, used, err := trial.Command(folder, 10**timeout, nil, *vouch, args...)
	r := told(out, notes, err)
	r.Name, r.Seconds, r.Memory = p.name, used.CPU.Seconds(), used.Memory
	if tracefile, err := os.ReadFile(lines); err == nil && r.Verdict != "" {
		r.Own = reached(string(tracefile), p.files[0])
	}
	certificates, _ := filepath.Glob(filepath.Join(evidence, "*.cbor"))
	for _, c := range certificates {
		r.Written++
		if _, _, _, err := trial.Command(folder, 10**timeout, nil, *check, c); err == nil {
			r.Valid++
		}
	}
	return r
}

// told returns what `vouch find` says of a program in JSON; or its last note and how it ended, if it says nothing.
func told(out, notes []byte, err error) (r result) {
	var found struct {
		Verdict, Why, Error string
		Bugs                []struct{ Certificate string }
		Lines               struct{ Reached, All int }
		Open                struct {
			Ends []struct {
				Place, Reason string
				Paths         int
			}
		}
	}
	if e := json.Unmarshal(out, &found); e != nil {
		r.Error = fmt.Sprintf("%v: %s", err, trial.End(notes))
		return r
	}
	r.Verdict, r.Error, r.Bugs = found.Verdict, found.Error, len(found.Bugs)
	r.All = [2]int{found.Lines.Reached, found.Lines.All}
	for _, e := range found.Open.Ends {
		if !slices.Contains(r.Why, e.Reason) {
			r.Why = append(r.Why, e.Reason)
		}
	}
	if found.Why != "" && len(r.Why) == 0 || strings.Contains(found.Why, "ran out") {
		r.Why = append(r.Why, found.Why)
	}
	return r
}

// reached returns how many lines of a file were reached, and how many there are, as a tracefile of lcov says.
func reached(tracefile, file string) (lines [2]int) {
	here := false
	for line := range strings.Lines(tracefile) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		n, _ := strconv.Atoi(value)
		switch {
		case key == "SF":
			here = value == file
		case here && key == "LH":
			lines[0] = n
		case here && key == "LF":
			lines[1] = n
		}
	}
	return lines
}

// table returns the table with a row for each program, and the sums.
func table(results []result) string {
	var b strings.Builder
	b.WriteString("| program | verdict | bugs | certificates | lines % | with library % | s | MB | why not more |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n")
	percent := func(l [2]int) float64 { return 100 * float64(l[0]) / float64(max(1, l[1])) }
	share := func(l [2]int) string { // empty for a file that has no lines of its own, and where nobody counted
		if l[1] == 0 {
			return ""
		}
		return fmt.Sprintf("%.0f", percent(l))
	}
	var sum result
	var shares []float64
	verdicts := map[string]int{}
	for _, r := range results {
		verdict := r.Verdict
		if r.Error != "" {
			verdict = "error"
			r.Why = []string{r.Error}
		}
		verdicts[verdict]++
		fmt.Fprintf(&b, "| %s | %s | %d | %d of %d | %s | %s | %.0f | %d | %s |\n", trial.Cell(r.Name), verdict, r.Bugs,
			r.Valid, r.Written, share(r.Own), share(r.All),
			r.Seconds, r.Memory>>20, trial.Cell(strings.Join(r.Why, "; ")))
		for i := range 2 {
			sum.Own[i] += r.Own[i]
			sum.All[i] += r.All[i]
		}
		sum.Bugs, sum.Valid, sum.Written, sum.Seconds = sum.Bugs+r.Bugs, sum.Valid+r.Valid, sum.Written+r.Written,
			sum.Seconds+r.Seconds
		sum.Memory = max(sum.Memory, r.Memory)
		if r.Own[1] > 0 {
			shares = append(shares, percent(r.Own))
		}
	}
	if len(shares) == 0 {
		return b.String()
	}
	slices.Sort(shares)
	mean := 0.0
	for _, s := range shares {
		mean += s / float64(len(shares))
	}
	fmt.Fprintf(&b, "| %d programs | %d safe | %d | %d of %d | %.0f | %.0f | %.0f | %d | mean of the programs %.0f %%, median %.0f %% |\n",
		len(results), verdicts["safe"], sum.Bugs,
		sum.Valid, sum.Written, percent(sum.Own), percent(sum.All), sum.Seconds, sum.Memory>>20, mean,
		shares[len(shares)/2])
	return b.String()
}

// Command projects shows how much of real projects in C vouch reads.
//
//	go run ./scripts/projects -vouch bin/vouch -work ~/.cache/vouch-projects
//
// It takes the projects of list.txt, one after another, and each goes through three steps. get: it gets the source from
// Debian, with a list of sources and a state of its own, so that those of the machine stay as they are. build: it runs
// `vouch build`. read: it runs `vouch functions` on what that wrote. It installs nothing: a project whose build needs a
// library that is missing is read as far as the build came. What it found is kept in the folder -work, so the command
// goes on where it ended; -from begins anew with a step. At the end it writes the table of docs/projects.md, with the
// projects that it has results of. It needs apt-get, dpkg-source, gcc and make; docs/projects.md names the packages
// that the builds want.
package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vouch/scripts/internal/trial"
)

var (
	vouch = flag.String("vouch", "bin/vouch", "the command to try")
	work  = flag.String("work", "", "the folder for sources and results; in the user's cache without it")
	page  = flag.String("page", "docs/projects.md", "the file with the table")
	limit = flag.Duration("limit", 45*time.Minute, "how long the build of a project may take, and how long reading it")
	only  = flag.String("only", "", "take these projects only, separated by commas")
	from  = flag.String("from", "", "do this step and those after it anew: get, build or read")
	to    = flag.String("to", "read", "the last step: get, build or read")
	suite = flag.String("suite", "bookworm", "the release of Debian")
)

//go:embed list.txt
var list string

// result is what was found of a project. It is kept as JSON.
type result struct {
	Name      string
	Version   string `json:"release"` // of the package
	Steps     int    // how many are done
	Build     string // how the build failed; "" if it did not
	Read      string // why not all files were read; "" if they were
	Error     string // why nothing was read; "" if something was
	Files     int
	Functions int
	Lower     int
	Refused   int
	Partly    int
	Seconds   float64 // of CPU; 0 if it was not measured
	Memory    int64
	Reasons   []struct {
		Reason    string
		Functions int
	}
}

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "projects:", err)
		os.Exit(1)
	}
}

func run() error {
	if err := trial.Begin(work, "vouch-projects", vouch); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(*work, "config.site"),
		[]byte("cache_file='"+filepath.Join(*work, "config.cache")+"'\n"), 0o644); err != nil {
		return err
	}
	first, last := slices.Index(steps, *from), slices.Index(steps, *to)
	if first < 0 && *from != "" || last < 0 {
		return fmt.Errorf("found -from %q and -to %q, want one of %s", *from, *to, strings.Join(steps, ", "))
	}
	var all []result
	for _, p := range listed(list) {
		r := known(p.name)
		if *only == "" || slices.Contains(strings.Split(*only, ","), p.name) {
			if *from != "" {
				r.Steps = min(r.Steps, first)
			}
			if r.Steps <= last {
				r.take(last+1, p.build)
				if err := r.keep(); err != nil {
					return err
				}
				fmt.Printf("%s %s: %d of %d functions lower, %.0f s %s%s\n", r.Name, r.Version, r.Lower, r.Functions,
					r.Seconds, r.Build, r.Error)
			}
		}
		if r.Steps == len(steps) {
			all = append(all, r)
		}
	}
	return trial.Write(*page, "projects", table(all))
}

// project is a line of the list.
type project struct {
	name, build string // build is empty for the usual way
}

// listed reads a list of projects, in which lines that begin with # are comments.
func listed(text string) (all []project) {
	for line := range strings.Lines(text) {
		name, build, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name != "" && name[0] != '#' {
			all = append(all, project{name, strings.TrimSpace(build)})
		}
	}
	return all
}

// steps are what is done with a project, in order.
var steps = []string{"get", "build", "read"}

func fileOf(name string) string { return filepath.Join(*work, name+".json") }

// known returns what is known of a project; nothing if there is no file about it.
func known(name string) (r result) {
	text, err := os.ReadFile(fileOf(name))
	if err != nil || json.Unmarshal(text, &r) != nil {
		return result{Name: name}
	}
	return r
}

func (r result) keep() error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(fileOf(r.Name), text, 0o644)
}

// take does the steps of a project that are not done, up to a number of them.
func (r *result) take(last int, build string) {
	folder := filepath.Join(*work, r.Name, "src")
	if r.Steps == 0 {
		*r = result{Name: r.Name}
		if err := trial.Source(*work, r.Name, *suite, *limit); err != nil {
			r.Error = err.Error()
			r.Steps = len(steps)
			return
		}
		version, _, _, _ := trial.Command(folder, time.Minute, settings(), "dpkg-parsechangelog", "-S", "Version")
		r.Version, r.Steps = strings.TrimSpace(string(version)), 1
	}
	if r.Steps == 1 && last > 1 {
		if build == "" {
			build = usual
		}
		r.Build, r.Steps = "", 2
		// by another program than ours, so that vouch writes what was noted until then
		stop := fmt.Sprintf("%.0f", limit.Seconds())
		if _, _, _, err := trial.Command(folder, *limit+time.Minute, settings(), *vouch, "build", "--", "timeout", stop,
			"sh", "-c", build); err != nil {
			r.Build = "the build ends early: " + err.Error()
		}
	}
	if r.Steps == 2 && last > 2 {
		out, notes, used, err := trial.Command(folder, *limit, settings(), *vouch, "functions", "--json", "--quiet",
			"--timeout", limit.String())
		*r = r.read(out, notes, used, err)
	}
}

// read returns what is known of a project that was built, once `vouch functions` has ended: what that says, its notes,
// what it used, and how it ended.
func (r *result) read(out, notes []byte, used trial.Used, err error) result {
	made := result{Name: r.Name, Version: r.Version, Build: r.Build, Steps: len(steps), Seconds: used.CPU.Seconds()}
	if e := json.Unmarshal(out, &made); e != nil {
		made.Error = fmt.Sprintf("vouch functions: %v: %s", err, trial.End(notes))
	}
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		made.Read = "reading ends early: " + err.Error()
	}
	return made
}

// usual is how a project is built where the list says nothing else. It goes on after what fails, makes no documents,
// and leaves what autoconf and automake made as it is.
const usual = `
if test -x configure; then ./configure
elif test -f CMakeLists.txt; then cmake -DBUILD_TESTING=OFF .
elif test -f configure.ac; then autoreconf -fi && ./configure
fi && make -k ACLOCAL=: AUTOCONF=: AUTOHEADER=: AUTOMAKE=: MAKEINFO=: HELP2MAN=:`

// table returns the table with a row for each project, and the sum.
func table(all []result) string {
	var b strings.Builder
	var sum result
	b.WriteString("| project | files | functions | lower | refused | % | partly | s | MB | most frequent reasons |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n")
	share := func(r result) float64 { return 100 * float64(r.Lower) / float64(max(1, r.Functions)) }
	seconds := func(r result) string {
		if r.Seconds == 0 {
			return ""
		}
		return fmt.Sprintf("%.0f", r.Seconds)
	}
	for _, r := range all {
		var notes []string
		for _, why := range r.Reasons[:min(3, len(r.Reasons))] {
			notes = append(notes, fmt.Sprintf("%d: %s", why.Functions, why.Reason))
		}
		for _, early := range []string{r.Build, r.Read} {
			if early != "" {
				notes = append(notes, early)
			}
		}
		if r.Error != "" {
			fmt.Fprintf(&b, "| %s %s | | | | | | | | | %s |\n", r.Name, r.Version, trial.Cell(r.Error))
			continue
		}
		fmt.Fprintf(&b, "| %s %s | %d | %d | %d | %d | %.1f | %d | %s | %d | %s |\n", r.Name, r.Version, r.Files,
			r.Functions, r.Lower, r.Refused, share(r), r.Partly,
			seconds(r), r.Memory>>20, trial.Cell(strings.Join(notes, "; ")))
		sum.Files, sum.Functions, sum.Lower = sum.Files+r.Files, sum.Functions+r.Functions, sum.Lower+r.Lower
		sum.Refused, sum.Partly, sum.Seconds = sum.Refused+r.Refused, sum.Partly+r.Partly, sum.Seconds+r.Seconds
		sum.Memory = max(sum.Memory, r.Memory)
	}
	fmt.Fprintf(&b, "| together | %d | %d | %d | %d | %.1f | %d | %.0f | %d | |\n", sum.Files, sum.Functions, sum.Lower,
		sum.Refused, share(sum), sum.Partly, sum.Seconds, sum.Memory>>20)
	return b.String()
}

// settings returns variables of the environment of builds. Without optimization they take less time, and what is read
// is the same. What one configure found of the machine the next one need not find again. Some configure refuse to run
// as root without the third variable.
func settings() []string {
	return []string{"CFLAGS=-O0", "CONFIG_SITE=" + filepath.Join(*work, "config.site"), "FORCE_UNSAFE_CONFIGURE=1",
		"LC_ALL=C"}
}

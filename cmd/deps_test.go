// Package cmd holds the commands, and the test of the law by which the packages of vouch import each other.
package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// law is the import law, as data. A line "a, b < c, d" says that c and d may import a and b. What no line allows is
// forbidden, but for the standard library; modules of others stand in parentheses.
//
// Who changes this law changes ARCHITECTURE.md too, and says there why.
const law = `
NONE                                                             < semantics/source
semantics/source                                                 < semantics
semantics                                                        < semantics/term
semantics, semantics/source                                      < semantics/core
semantics, semantics/source, semantics/core                      < semantics/imp
semantics, semantics/source, semantics/core                      < examples/language
semantics/source                                                 < semantics/lang
certs, semantics, semantics/source, semantics/core               < semantics/front
semantics/lang, semantics/imp, examples/language                 < semantics/front
semantics/front, semantics/lang, semantics/c                     < semantics/fronts
semantics, semantics/source, semantics/core                      < semantics/c
(modernc.org/cc/v4)                                              < semantics/c
semantics, semantics/c, (github.com/kballard/go-shellquote)      < internal/load
(github.com/fxamacker/cbor/v2)                                   < certs
semantics, semantics/source, semantics/core, semantics/term      < checker
certs                                                            < checker
certs, semantics/source, semantics/core, semantics/lang          < internal/load
semantics/fronts                                                 < internal/load, internal/hostile, proptest, scripts/kernel
semantics/fronts                                                 < cmd/internal/catalogue, cmd/internal/find, cmd/internal/intake
semantics/fronts                                                 < cmd/internal/report, cmd/internal/story, cmd/vouch, cmd/vouch-check
semantics/front                                                  < cmd/internal/checkcmd, cmd/vouch-check-core
cmd/internal/checkcmd                                            < cmd/vouch-check-core
certs, semantics, semantics/source, semantics/core               < internal/view
semantics/term, semantics/term/termview                          < internal/view
semantics/term                                                   < semantics/term/termview
NONE                                                             < kernel
kernel, certs, checker, semantics, semantics/source              < kernel/encode
semantics/core, semantics/term                                   < kernel/encode
kernel, kernel/encode, certs, checker, semantics/core            < elaborate
semantics/term, finder/solver, finder/solver/lia                 < elaborate
finder/solver/bits, finder/solver/sat                            < elaborate
kernel                                                           < cmd/vouch-kernel
kernel, kernel/encode                                            < cmd/internal/checkcmd
kernel/encode, elaborate                                         < cmd/vouch
kernel, checker, elaborate                                       < scripts/kernel
semantics                                                        < elaborate, cmd/vouch
semantics/term/termview                                          < finder, proptest, cmd/internal/checkcmd, cmd/internal/report
semantics/term/termview                                          < cmd/internal/tree, cmd/internal/story, cmd/internal/find
semantics/term/termview                                          < cmd/internal/run
semantics, semantics/source, semantics/term                      < semantics/symbolic
semantics, semantics/source, semantics/term, semantics/symbolic  < semantics/core/coresym
semantics/core                                                   < semantics/core/coresym
NONE                                                             < finder/search
semantics/term                                                   < finder/solver
finder/solver, semantics/term                                    < finder/bounds
finder/solver, semantics/term, (github.com/aclements/go-z3)      < finder/solver/z3
finder/solver, semantics/term                                    < finder/solver/lia
NONE                                                             < finder/solver/sat
finder/solver, finder/solver/sat, semantics/term                 < finder/solver/bits
semantics, semantics/core                                        < finder/fuzz
finder/fuzz                                                      < finder
NONE                                                             < finder/invariant
finder/invariant                                                 < finder
finder/invariant, semantics/term                                 < finder/horn
finder/horn                                                      < finder
semantics, semantics/term, semantics/symbolic, certs             < finder
finder/search, finder/bounds, finder/solver, finder/solver/lia   < finder
finder/solver/z3, finder/solver/bits                             < finder
semantics/source, semantics/core, semantics/core/coresym         < finder
(github.com/fxamacker/cbor/v2)                                   < finder
semantics, semantics/imp                                         < semantics/imp/imprepro
semantics/imp, semantics/source                                  < semantics/imp/impfmt
semantics/imp/impfmt                                             < cmd/internal/programs, internal/randimp, proptest
certs, semantics, semantics/core, internal/view                  < certs/identity
(github.com/fxamacker/cbor/v2), (github.com/veraison/go-cose)    < certs/statement
(github.com/consensys/gnark-crypto), certs/statement/bls         < certs/statement
(github.com/transparency-dev/merkle), (golang.org/x/mod)         < certs/statement
(github.com/transparency-dev/formats)                            < certs/statement
(github.com/consensys/gnark-crypto)                              < certs/statement/bls
(filippo.io/age)                                                 < certs/statement/keyfile
(github.com/transparency-dev/tessera), (golang.org/x/mod)        < certs/archive/tlog
(github.com/transparency-dev/merkle)                             < certs/archive/tlog, certs/archive
(k8s.io/klog/v2)                                                 < certs/archive/tlog
certs/archive/tlog, certs/statement                              < certs/archive
(github.com/fxamacker/cbor/v2)                                   < certs/archive
finder/solver, internal/load, internal/view, semantics/term      < cmd/internal/tree
semantics/core, semantics/core/coresym, semantics/symbolic       < cmd/internal/tree
cmd/internal/tree, finder/solver, finder/solver/lia              < cmd/vouch
checker, certs, certs/identity, certs/statement, semantics/core  < cmd/internal/checkcmd
checker, semantics/core                                          < cmd/internal/claim
cmd/internal/claim                                               < cmd/internal/checkcmd, cmd/internal/find, cmd/internal/story
cmd/internal/claim                                               < cmd/internal/report, cmd/internal/native, cmd/internal/catalogue
cmd/internal/report, cmd/internal/loops                          < cmd/internal/find
cmd/internal/claim                                               < cmd/vouch
semantics                                                        < cmd/internal/catalogue
NONE                                                             < cmd/internal/output, cmd/internal/exit
internal/view                                                    < cmd/internal/checkcmd
cmd/internal/output, cmd/internal/exit                           < cmd/internal/checkcmd, cmd/internal/find, cmd/vouch
cmd/internal/checkcmd                                            < cmd/internal/outfile
cmd/internal/outfile                                             < cmd/internal/find, cmd/vouch
cmd/internal/checkcmd                                            < cmd/internal/kept
cmd/internal/kept                                                < cmd/vouch
cmd/internal/checkcmd, cmd/internal/exit, cmd/internal/terminal  < cmd/internal/programs
internal/load, semantics/core                                    < cmd/internal/programs
semantics/lang, semantics/source                                 < cmd/internal/programs
cmd/internal/programs                                            < cmd/internal/find, cmd/vouch
cmd/internal/checkcmd, cmd/internal/exit, cmd/internal/faults    < cmd/internal/run
finder, internal/load, internal/view, semantics, semantics/core  < cmd/internal/run
semantics/source, cmd/internal/terminal                          < cmd/internal/run
cmd/internal/run                                                 < cmd/vouch
checker, certs, semantics, semantics/core, internal/view         < cmd/internal/native
semantics/c, semantics/lang                                      < cmd/internal/native
internal/view, semantics, semantics/core, semantics/source       < cmd/internal/native/way
cmd/internal/native/way, semantics/source                        < cmd/internal/native
certs, checker, cmd/internal/checkcmd, cmd/internal/claim        < cmd/internal/ways
cmd/internal/exit, cmd/internal/native, cmd/internal/terminal    < cmd/internal/ways
finder, internal/view, semantics/core, semantics/term/termview   < cmd/internal/ways
cmd/internal/ways                                                < cmd/vouch
(github.com/kballard/go-shellquote)                              < cmd/internal/native
cmd/internal/native                                              < cmd/vouch
checker, cmd/internal/checkcmd, cmd/internal/faults              < cmd/internal/unittest
cmd/internal/harness, finder, internal/view, semantics           < cmd/internal/unittest
semantics/c, semantics/core, semantics/source, semantics/lang    < cmd/internal/unittest
cmd/internal/unittest                                            < cmd/vouch
(github.com/kballard/go-shellquote), cmd/internal/outfile        < cmd/internal/build
internal/load, internal/bounded                                  < cmd/internal/build
cmd/internal/build                                               < cmd/vouch
cmd/internal/checkcmd, cmd/internal/memory, cmd/internal/output  < cmd/internal/functions
cmd/internal/terminal, internal/load, semantics/source           < cmd/internal/functions
cmd/internal/functions                                           < cmd/vouch
certs, cmd/internal/harness, cmd/internal/find               < cmd/internal/scan
cmd/internal/claim                                               < cmd/internal/scan
cmd/internal/functions                                           < cmd/internal/scan
cmd/internal/checkcmd, cmd/internal/exit, cmd/internal/faults    < cmd/internal/scan
cmd/internal/memory, cmd/internal/outfile, cmd/internal/output    < cmd/internal/scan
cmd/internal/terminal                                            < cmd/internal/scan
finder, finder/solver, internal/bounded, internal/load           < cmd/internal/scan
internal/view, semantics, semantics/c, semantics/core            < cmd/internal/scan
semantics/lang, semantics/source, semantics/term                 < cmd/internal/scan
semantics/term/termview, cmd/internal/baseline                   < cmd/internal/scan
cmd/internal/scan                                                < cmd/vouch
checker, certs, cmd/internal/checkcmd, semantics                 < cmd/internal/report
semantics/core, semantics/source, semantics/term, internal/view  < cmd/internal/report
finder, finder/solver, finder/solver/lia                         < cmd/internal/report
checker, certs, internal/view, semantics, semantics/source       < cmd/internal/loops
semantics/c, semantics/core, semantics/lang                      < cmd/internal/loops
certs, checker, cmd/internal/checkcmd, cmd/internal/loops        < cmd/internal/witness
internal/view, semantics, semantics/c, semantics/core            < cmd/internal/witness
semantics/lang, semantics/source, (go.yaml.in/yaml/v3)           < cmd/internal/witness
finder                                                           < cmd/internal/witness
cmd/internal/witness                                             < cmd/internal/find
certs, checker, cmd/internal/checkcmd, cmd/internal/report       < cmd/internal/story
cmd/internal/faults, cmd/internal/sarif, cmd/internal/terminal   < cmd/internal/story
semantics, semantics/source, semantics/term                      < cmd/internal/story
semantics/core, internal/view                                    < cmd/internal/story
certs, certs/identity, checker, finder, cmd/internal/checkcmd    < cmd/internal/find
cmd/internal/faults, cmd/internal/story, cmd/internal/terminal   < cmd/internal/find
cmd/internal/baseline, cmd/internal/sarif, cmd/internal/memory   < cmd/internal/find
semantics, semantics/source, semantics/lang, semantics/core      < cmd/internal/find
internal/bounded, internal/load, internal/view                   < cmd/internal/find
semantics/core/coresym                                           < cmd/internal/find
(github.com/jstemmer/go-junit-report/v2)                         < cmd/internal/find
(github.com/kballard/go-shellquote)                              < cmd/internal/find
certs, finder, semantics, semantics/core                         < cmd/internal/cluster
(github.com/fxamacker/cbor/v2)                                   < cmd/internal/cluster
(github.com/nats-io/nats.go), (github.com/nats-io/nats-server/v2) < cmd/internal/cluster
(github.com/prometheus/client_golang)                            < cmd/internal/cluster
cmd/internal/cluster, (github.com/nats-io/nats.go)               < cmd/vouch
cmd/internal/report, cmd/internal/story, cmd/internal/find       < cmd/vouch
cmd/internal/checkcmd, cmd/internal/faults, cmd/internal/find    < cmd/internal/lsp
cmd/internal/programs, cmd/internal/sarif, finder                < cmd/internal/lsp
internal/bounded, internal/load, semantics/lang                  < cmd/internal/lsp
semantics/source, (github.com/sourcegraph/jsonrpc2)              < cmd/internal/lsp
(github.com/kballard/go-shellquote)                              < cmd/internal/lsp
cmd/internal/lsp                                                 < cmd/vouch
semantics/c                                                      < cmd/internal/harness
cmd/internal/harness, semantics/source                           < cmd/vouch
(github.com/kballard/go-shellquote)                              < cmd/vouch
semantics                                                        < cmd/internal/faults, cmd/internal/sarif
semantics/source                                                 < cmd/internal/sarif, cmd/internal/checkcmd
semantics/lang                                                   < cmd/internal/checkcmd
semantics/c                                                      < cmd/internal/find
cmd/internal/faults                                              < cmd/internal/report, cmd/internal/sarif, cmd/vouch
checker, cmd/internal/checkcmd                                   < cmd/vouch-check
certs/statement, certs/statement/keyfile, cmd/internal/outfile   < cmd/internal/secret
(github.com/spf13/cobra), (golang.org/x/term)                    < cmd/internal/secret
certs, certs/archive, certs/statement, cmd/internal/checkcmd     < cmd/internal/intake, cmd/internal/catalogue
checker                                                          < cmd/internal/intake
cmd/internal/secret, cmd/internal/intake, cmd/internal/catalogue < cmd/vouch
certs/statement, certs/archive                                   < cmd/vouch
finder, finder/search, checker, certs, cmd/internal/checkcmd     < cmd/vouch
semantics/term, semantics/core, semantics/core/coresym           < cmd/vouch
semantics/imp/imprepro, internal/load, semantics/lang            < cmd/vouch
(github.com/fxamacker/cbor/v2)                                   < internal/cddl
NONE                                                             < internal/reduce, internal/bounded, internal/pages, cmd/internal/interrupt
internal/pages                                                   < internal/effort, cmd/internal/memory
 internal/reduce                                                  < cmd/internal/report
internal/bounded, internal/reduce                                < internal/load
 cmd/internal/interrupt                                           < cmd/vouch
(golang.org/x/sys/unix)                                          < cmd/internal/native
internal/bounded                                                 < certs/archive, certs/archive/tlog, certs/statement/keyfile
internal/bounded                                                 < finder/solver, cmd/internal/checkcmd, cmd/internal/run, cmd/vouch
NONE                                                             < internal/trusted, internal/benchc, scripts/csmith, scripts/dist
NONE                                                             < scripts/internal/trial
scripts/internal/trial                                           < scripts/projects, scripts/coreutils
certs, semantics, semantics/core, semantics/lang                 < internal/hostile
(github.com/rivo/uniseg)                                         < internal/screen
(github.com/chromedp/chromedp)                                   < scripts/pictures
internal/trusted                                                 < scripts/trusted
(gonum.org/v1/plot)                                              < internal/bench
semantics, semantics/imp                                         < internal/bigstep, internal/randimp
semantics, semantics/source, semantics/term, semantics/symbolic  < proptest
semantics/core, semantics/core/coresym, semantics/imp            < proptest
internal/load, checker, certs                                    < proptest
semantics, semantics/source, semantics/core                      < internal/randcore
NONE                                                             < internal/randc
semantics, semantics/source                                      < internal/bigc
internal/randc, internal/bigc                                    < proptest
semantics, semantics/source, semantics/core                      < internal/bigcore
internal/randimp, internal/bigstep                               < proptest
internal/randcore, internal/bigcore                              < proptest
finder, finder/search, finder/solver, finder/solver/lia          < proptest
finder/solver/bits                                               < proptest
finder/bounds                                                    < proptest
kernel, kernel/encode, elaborate                                 < proptest
NONE                                                             < proptest/mutants
(github.com/leanovate/gopter)                                    < proptest
(github.com/jstemmer/go-junit-report/v2)                         < proptest
proptest                                                         < cmd/vouch
certs, cmd/internal/checkcmd                                     < cmd/internal/baseline
cmd/internal/baseline, certs/identity                            < cmd/vouch
(github.com/spf13/cobra), (github.com/spf13/pflag)               < cmd/internal/checkcmd
(github.com/spf13/cobra), (github.com/spf13/pflag)               < cmd/vouch
(github.com/rivo/uniseg), (golang.org/x/term)                    < cmd/internal/terminal
cmd/internal/terminal                                            < cmd/vouch
(github.com/KimMachineGun/automemlimit)                          < cmd/internal/memory
(github.com/dustin/go-humanize)                                  < cmd/internal/memory, cmd/vouch
cmd/internal/memory                                              < cmd/vouch
`

// never lists what must not be in the closure of a package, however indirectly.
const never = `
finder, finder/search, finder/solver, finder/solver/z3 : checker
semantics/c, semantics/front, semantics/fronts         : checker, certs/identity, kernel/encode
semantics/lang, semantics/imp, examples/language       : checker, certs/identity, kernel/encode
semantics/c, semantics/fronts                          : cmd/internal/checkcmd, cmd/vouch-check-core
finder/bounds                                          : checker, cmd/vouch-check, cmd/vouch-check-core
finder/solver/lia                                      : checker, cmd/vouch-check
finder/solver/bits, finder/solver/sat                  : checker, cmd/vouch-check
semantics/symbolic, semantics/core/coresym             : checker
semantics/term/termview                                : checker
certs/statement, certs/statement/bls                   : checker
certs/archive, certs/archive/tlog                      : checker, cmd/vouch-check
certs/statement/keyfile                                : checker, cmd/vouch-check
certs/identity, internal/view                          : checker
internal/bounded, internal/view, internal/load         : certs, checker
checker, semantics, semantics/core, semantics/term     : certs
semantics/imp/impfmt                                   : checker
cmd/internal/baseline, cmd/internal/sarif              : checker, cmd/vouch-check
cmd/internal/find, cmd/internal/story                  : checker, cmd/vouch-check
cmd/internal/programs, cmd/internal/outfile            : checker, cmd/vouch-check
cmd/internal/memory, cmd/internal/native               : checker, cmd/vouch-check
semantics/imp/imprepro                                 : checker, cmd/vouch-check
finder, checker                                        : certs/identity, certs/statement, certs/archive
checker                                                : finder
finder, finder/search, finder/solver, finder/solver/z3 : cmd/vouch-check
semantics/symbolic, semantics/core/coresym             : cmd/vouch-check
`

const module = "vouch/"

// pkg is what `go list` says of a package.
type pkg struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func TestImportLaw(t *testing.T) {
	allowed := map[string][]string{}
	for _, line := range lines(law) {
		left, right, ok := strings.Cut(line, "<")
		if !ok {
			t.Fatalf("found line %q, want one with <", line)
		}
		for _, importer := range names(right) {
			allowed[importer] = append(allowed[importer], names(left)...)
		}
	}
	pkgs := list(t, "CGO_ENABLED=1")
	for name, p := range pkgs {
		rule, known := allowed[name]
		if !known {
			t.Errorf("package %s has no line in the law", name)
		}
		for _, imported := range p.Imports {
			if !strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") && !strings.HasPrefix(imported, module) {
				continue // the standard library
			}
			if !slices.ContainsFunc(rule, func(a string) bool { return permits(a, imported) }) {
				t.Errorf("%s imports %s, which the law does not allow", name, imported)
			}
		}
	}
	for name := range allowed {
		if _, ok := pkgs[name]; !ok {
			t.Errorf("the law speaks of the package %s, which does not exist", name)
		}
	}
}

func TestNeverInClosure(t *testing.T) {
	pkgs := list(t, "CGO_ENABLED=1")
	for _, line := range lines(never) {
		left, right, _ := strings.Cut(line, ":")
		for _, root := range names(right) {
			for _, banned := range names(left) {
				if slices.Contains(pkgs[root].Deps, module+banned) {
					t.Errorf("%s depends on %s", root, banned)
				}
			}
		}
	}
}

// TestCheckerIsPure establishes that vouch-check has no cgo and no solver in it; that it builds so, TestMain shows.
func TestCheckerIsPure(t *testing.T) {
	for _, dep := range list(t, "CGO_ENABLED=0")["cmd/vouch-check"].Deps {
		if dep == "C" || strings.Contains(dep, "z3") {
			t.Errorf("vouch-check depends on %s", dep)
		}
	}
}

// TestCheckerWithoutC establishes that vouch-check-core builds without the front end of C and the library that parses
// C, and then checks programs of other languages, certificates about C by their lowered program, and refuses to lower C
// by its name.
func TestCheckerWithoutC(t *testing.T) {
	pkgs := list(t, "CGO_ENABLED=0")
	for _, root := range []string{"checker", "cmd/vouch-check-core"} {
		if !slices.Contains(pkgs[root].Deps, module+"semantics/core") {
			t.Errorf("found no core among what %s is made of", root)
		}
		for _, dep := range pkgs[root].Deps {
			if strings.HasPrefix(dep, "modernc.org/") || dep == module+"semantics/c" {
				t.Errorf("%s depends on %s", root, dep)
			}
		}
	}
	folder := t.TempDir()
	check := folder + "/vouch-check-core"
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", check, "./vouch-check-core")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if msg, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	sources := map[string]string{
		"a.c":   "#include <assert.h>\nint main(int argc, char **argv) { assert(argc < 1); }\n",
		"a.imp": "assert 1 = 2\n",
	}
	for name, text := range sources {
		if err := os.WriteFile(folder+"/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		title, file string
		status      int
		says        string
	}{
		{"IMP", "a.imp", 0, "valid bug"},
		{"C", "a.c", 1, `found language "c" version 1, want one of imp 1, core 1, pebble 1`},
	} {
		evidence := folder + "/" + c.title
		find := exec.Command("vouch", "find", "--out", evidence, c.file)
		find.Dir = folder
		msg, _ := find.CombinedOutput() // whose status is that of a bug
		certificates, err := filepath.Glob(evidence + "/*.cbor")
		if err != nil || len(certificates) != 1 {
			t.Fatalf("%s: found certificates %q, want one: %v\n%s", c.title, certificates, err, msg)
		}
		cmd := exec.Command(check, certificates[0])
		msg, _ = cmd.CombinedOutput()
		if status := cmd.ProcessState.ExitCode(); status != c.status || !strings.Contains(string(msg), c.says) {
			t.Errorf("%s: found status %d and %q, want %d and %q", c.title, status, msg, c.status, c.says)
		}
		if c.file != "a.c" {
			continue
		}
		lower := exec.Command("vouch", "lower", c.file)
		lower.Dir = folder
		core, err := lower.Output()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(folder+"/lowered.core", core, 0o644); err != nil {
			t.Fatal(err)
		}
		if msg, err := exec.Command(check, "--lowered", folder+"/lowered.core",
			certificates[0]).CombinedOutput(); err != nil || !strings.Contains(string(msg), "valid bug") {
			t.Errorf("%s, lowered: found %v and %q, want a valid bug", c.title, err, msg)
		}
	}
}

// permits reports whether an entry of the law allows an import: a package of this module, or, in parentheses, any
// package of another module.
func permits(entry, imported string) bool {
	if other, ok := strings.CutPrefix(entry, "("); ok {
		other = strings.TrimSuffix(other, ")")
		return imported == other || strings.HasPrefix(imported, other+"/")
	}
	return imported == module+entry
}

// list returns the packages of the module by their paths in it.
func list(t *testing.T, env string) map[string]pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", "vouch/...")
	cmd.Env = append(os.Environ(), env)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	pkgs := map[string]pkg{}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p pkg
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if name := strings.TrimPrefix(p.ImportPath, module); name != "cmd" {
			pkgs[name] = p
		}
	}
	return pkgs
}

// lines returns the lines of a text that are not empty.
func lines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}

// names returns the names in a list separated by commas, NONE left out.
func names(list string) []string {
	var ns []string
	for n := range strings.SplitSeq(list, ",") {
		if n = strings.TrimSpace(n); n != "NONE" {
			ns = append(ns, n)
		}
	}
	return ns
}

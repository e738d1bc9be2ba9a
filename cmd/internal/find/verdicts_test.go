package find

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"vouch/certs"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/memory"
	"vouch/finder"
	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/semantics/term"
)

// This file tests what every format says in every situation. Safe and bounded are words for what the checker accepted,
// and for nothing else.

// answers is a solver with one answer to everything.
type answers solver.Answer

func (a answers) Solve(context.Context, []*term.Formula) solver.Answer { return solver.Answer(a) }

// always makes solvers with one answer to everything.
func always(status solver.Status) func(*term.Pool) solver.Solver {
	return func(*term.Pool) solver.Solver { return answers{Status: status, Reason: "why not"} }
}

// refuses is a checker that refuses certificates of a kind with an error. The others it gives to the checker.
func refuses(err error, kinds ...string) judging {
	return func(data []byte, threads int, shown func(checker.Shown)) (*checker.Verdict, error) {
		v, e := checked(data, threads, shown)
		for _, k := range kinds {
			if e == nil && v.Kind == k {
				return nil, err
			}
		}
		return v, e
	}
}

var (
	errWrong = fmt.Errorf("%w: chain 1: found 0 literals", checker.ErrInvalid)
	errLong  = fmt.Errorf("%w: %w", checker.ErrInvalid, checker.ErrLimit)
)

// situation is a way to a verdict.
type situation struct {
	title, source string
	change        func(*Options)
	verdict       string // in text
	status        int
	ended         finder.Ending
	contradiction string // what the refused certificate is of
	trusted       bool
}

// situations has a row for each kind of verdict, and for each way to it.
var situations = []situation{
	{"a bug", "input x\nassert x != 3", nil, "bug", exit.Bug, finder.FirstBug, "", false},
	{"a bug, not written", "input x\nassert x != 3", func(o *Options) { o.NoCertificate = true }, "bug", exit.Bug,
		finder.FirstBug, "", false},
	{"a bug, but a solver says no", "input x, y, z\nif x > y { if z > x { assert z > y + 5 } }", func(o *Options) {
		o.Search.NewSolver = always(solver.Unsat)
	}, "bug", exit.Bug, finder.Contradiction, "", false},
	{"a bug that is not found", "input x\nassert x * x != 12345678987654321", func(o *Options) {
		o.Search.NewSolver = always(solver.Unsat)
	}, "unknown", exit.Inconclusive, finder.Unproved, "", false},
	{"a bug whose certificate is too large", "input x\nassert x != 3", func(o *Options) {
		o.check = refuses(errLong, "bug")
	}, "bug", exit.Bug, finder.FirstBug, "", false},
	{"a bug whose certificate is refused", "input x\nassert x != 3", func(o *Options) {
		o.check = refuses(errWrong, "bug")
	}, "unknown", exit.Inconclusive, finder.Contradiction, "the bug at t.imp:2:1", false},
	{"the same, trusting solvers", "input x\nassert x != 3", func(o *Options) {
		o.check, o.TrustSolver = refuses(errWrong, "bug"), true
	}, "unknown", exit.Inconclusive, finder.Contradiction, "the bug at t.imp:2:1", false},
	{"the same, not written", "input x\nassert x != 3", func(o *Options) {
		o.check, o.NoCertificate = refuses(errWrong, "bug"), true
	}, "unknown", exit.Inconclusive, finder.Contradiction, "the bug at t.imp:2:1", false},
	{"one of two is refused", "input x\nif x > 3 { assert x > 9 }\nassert x != 3", func(o *Options) {
		o.Search.All = true
		o.check = func(data []byte, threads int, shown func(checker.Shown)) (*checker.Verdict, error) {
			if v, err := checked(data, threads, shown); err != nil || v.Fault.Line == 3 {
				return v, err
			}
			return nil, errWrong
		}
	}, "bug", exit.Bug, finder.Contradiction, "the bug at t.imp:2:12", false},
	{"safe", "input x\nif x > 3 { assert x > 2 }", nil, "safe", exit.OK, "", "", false},
	{"safe, not written", "input x\nif x > 3 { assert x > 2 }", func(o *Options) { o.NoCertificate = true }, "safe",
		exit.OK, "", "", false},
	{"safe, and a solver says no to everything", "input x, y, z\nif x > y { if z > x { assert z > y + 1 } }",
		func(o *Options) { o.Search.NewSolver = always(solver.Unsat) }, "unknown", exit.Inconclusive,
		finder.Contradiction, "", false},
	{"safe, but the certificate is refused", "input x\nif x > 3 { assert x > 2 }", func(o *Options) {
		o.check = refuses(errWrong, "safe")
	}, "unknown", exit.Inconclusive, finder.Contradiction, "absence", false},
	{"the same, trusting solvers", "input x\nif x > 3 { assert x > 2 }", func(o *Options) {
		o.check, o.TrustSolver = refuses(errWrong, "safe"), true
	}, "unknown", exit.Inconclusive, finder.Contradiction, "absence", false},
	{"the same, not written", "input x\nif x > 3 { assert x > 2 }", func(o *Options) {
		o.check, o.NoCertificate = refuses(errWrong, "safe"), true
	}, "unknown", exit.Inconclusive, finder.Contradiction, "absence", false},
	{"safe, but the certificate is too large", "input x\nif x > 3 { assert x > 2 }", func(o *Options) {
		o.check, o.TrustSolver = refuses(errLong, "safe"), true
	}, "unknown", exit.Inconclusive, finder.TooLarge, "", false},
	{"vacuous", "input x\nassume x > 3 and x < 2\nfail", nil, "safe (vacuous)", exit.OK, "", "", false},
	{"vacuous, but the certificate is refused", "input x\nassume x > 3 and x < 2\nfail", func(o *Options) {
		o.check = refuses(errWrong, "safe")
	}, "unknown", exit.Inconclusive, finder.Contradiction, "absence", false},
	{"vacuous, says a solver", "input x\nassume x * x = 2\nfail", func(o *Options) {
		o.Search.NewSolver = always(solver.Unsat)
	}, "unknown", exit.Inconclusive, finder.Unproved, "", false},
	{"bounded", "input x\nwhile x > 0 { x = x - 1 }", func(o *Options) { o.Search.Limits.Loop = 3 }, "bounded", exit.OK,
		"", "", false},
	{"bounded, but the certificate is refused", "input x\nwhile x > 0 { x = x - 1 }", func(o *Options) {
		o.Search.Limits.Loop, o.check = 3, refuses(errWrong, "bounded")
	}, "unknown", exit.Inconclusive, finder.Contradiction, "absence", false},
	{"bounded, says a solver", "input x\nassert x * x != 2\nwhile x > 0 { x = x - 1 }", func(o *Options) {
		o.Search.Limits.Loop, o.Search.NewSolver = 3, noRoot
	}, "unknown", exit.Inconclusive, finder.Unproved, "", false},
	{"a budget", "input x\nwhile x > 0 { x = x - 1 }", func(o *Options) {
		o.Search.Limits.States, o.Search.Engine = 5, finder.EngineExplore
	}, "unknown", exit.Inconclusive, finder.OutOfStates, "", false},
	{"a budget, trusting solvers", "input x\nwhile x > 0 { x = x - 1 }", func(o *Options) {
		o.Search.Limits.States, o.Search.Engine, o.TrustSolver = 5, finder.EngineExplore, true
	}, "unknown", exit.Inconclusive, finder.OutOfStates, "", false},
	{"undecided", "input x\nassert x * x != 2", func(o *Options) {
		o.Search.NewSolver, o.TrustSolver = always(solver.Unknown), true
	}, "unknown", exit.Inconclusive, finder.Undecided, "", false},
	{"unproved", "input x\nassert x * x != 2", func(o *Options) { o.Search.NewSolver = always(solver.Unsat) },
		"unknown", exit.Inconclusive, finder.Unproved, "", false},
	{"unproved, not written", "input x\nassert x * x != 2", func(o *Options) {
		o.Search.NewSolver, o.NoCertificate = always(solver.Unsat), true
	}, "unknown", exit.Inconclusive, finder.Unproved, "", false},
	{"unproved, trusting solvers", "input x\nassert x * x != 2", func(o *Options) {
		o.Search.NewSolver, o.TrustSolver = always(solver.Unsat), true
	}, "unknown", exit.OK, finder.Unproved, "", true},
}

// noRoot makes a solver that knows only that no product is 2.
func noRoot(p *term.Pool) solver.Solver { return rootless{} }

type rootless struct{}

func (rootless) Solve(_ context.Context, fs []*term.Formula) solver.Answer {
	if strings.HasSuffix(fs[len(fs)-1].String(), ") = 2") {
		return solver.Answer{Status: solver.Unsat}
	}
	return solver.Answer{Reason: "why not"}
}

// liar is a solver that sometimes calls impossible what it has not looked at.
type liar struct {
	*rand.Rand
	solver.Solver
}

func (l liar) Solve(ctx context.Context, fs []*term.Formula) solver.Answer {
	if l.IntN(3) == 0 {
		return solver.Answer{Status: solver.Unsat}
	}
	return l.Solver.Solve(ctx, fs)
}

// ran is what a run of find gave.
type ran struct {
	status         int
	stdout, stderr string
	log            string   // in SARIF
	files          []string // in the folder of the certificates
}

// runOn runs find on a program of IMP, in a new folder.
func runOn(t *testing.T, source, format string, change func(*Options)) (r ran) {
	t.Helper()
	return runIn(t, map[string]string{"t.imp": source}, "t.imp", format, change)
}

// runIn runs find on one of some files, in a new folder.
func runIn(t *testing.T, files map[string]string, name, format string, change func(*Options)) (r ran) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{
		Search: finder.Options{Solver: "lia", Strategy: "bfs", Pruning: finder.Eager}, Watch: &memory.Watch{}, Jobs: 1,
		Certificates: "evidence", Format: format, JUnitUnknown: JUnitUnknowns[0], Progress: "none", SARIF: "log.sarif",
		Given: []string{"--solver=lia"},
	}
	if change != nil {
		change(&o)
	}
	var stdout, stderr bytes.Buffer
	err := Run(t.Context(), o, []checkcmd.File{checkcmd.Named(name)}, &stdout, &stderr)
	if s, ok := errors.AsType[exit.Status](err); ok {
		r.status = int(s)
	} else if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile("log.sarif")
	if err != nil {
		t.Fatal(err)
	}
	r.files, err = filepath.Glob("evidence/*")
	if err != nil {
		t.Fatal(err)
	}
	about, _, _ := strings.Cut(string(log), `"tool": {`) // what it says of kinds of faults is the same everywhere
	r.stdout, r.stderr, r.log = stdout.String(), stderr.String(), about
	return r
}

// saidIn returns the verdict in what a format says.
var saidIn = map[string]func(string) string{
	"text":   verdictLine,
	"github": verdictLine,
	"junit": func(s string) string {
		var doc struct {
			Suites []struct {
				Cases []struct {
					Out string `xml:"system-out"`
				} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal([]byte(s), &doc); err != nil {
			return err.Error()
		}
		return verdictLine(doc.Suites[0].Cases[0].Out)
	},
	"json": func(s string) string {
		var j resultJSON
		if err := json.Unmarshal([]byte(s), &j); err != nil {
			return err.Error()
		}
		if j.Vacuous {
			j.Verdict += " (vacuous)"
		}
		return j.Verdict
	},
}

var verdictWord = regexp.MustCompile(`(?m)^t\.imp: (safe \(vacuous\)|bug|safe|bounded|unknown)(?: \(loop-limit=[0-9]+\))?: `)

func verdictLine(s string) string {
	if m := verdictWord.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}

// TestEveryFormatSaysTheVerdict walks all situations in all formats.
func TestEveryFormatSaysTheVerdict(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../../docs/json.schema.json#/$defs/report")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range situations {
		for _, f := range formats {
			t.Run(c.title+"/"+f.name, func(t *testing.T) {
				r := runOn(t, c.source, f.name, c.change)
				all := r.stdout + r.log
				if r.status != c.status || r.stderr != "" {
					t.Errorf("found status %d and %q, want %d", r.status, r.stderr, c.status)
				}
				if got := saidIn[f.name](r.stdout); got != c.verdict {
					t.Errorf("found the verdict %q, want %q\n%s", got, c.verdict, r.stdout)
				}
				if !strings.Contains(r.log, fmt.Sprintf(`"verdict": %q`, c.verdict)) {
					t.Errorf("the log says another verdict than %s\n%s", c.verdict, r.log)
				}
				if strings.Contains(strings.ToLower(all), "uncertified") {
					t.Errorf("found uncertified\n%s", all)
				}
				if f.name == "junit" {
					state := map[int]string{exit.OK: "", exit.Bug: "<failure", exit.Inconclusive: "<error"}[c.status]
					for _, other := range []string{"<failure", "<error"} {
						if strings.Contains(r.stdout, other) != (state == other) {
							t.Errorf("want %q\n%s", state, r.stdout)
						}
					}
				}
				if found := strings.Contains(r.log, `"trusted": true`); found != c.trusted {
					t.Errorf("the log says that solvers are trusted: %t", found)
				}
				c.contradictsIn(t, f.name, r)
				if f.name == "json" {
					c.inJSON(t, r, schema)
				}
			})
		}
	}
}

// contradictsIn compares what is said of a contradiction, and the file.
func (c *situation) contradictsIn(t *testing.T, format string, r ran) {
	var file string
	for _, f := range r.files {
		if strings.HasSuffix(f, ".contradiction.tar.gz") {
			file = f
		}
	}
	written := strings.Contains(r.stdout, "without --no-certificate")
	if (c.contradiction != "") != (file != "" || written) {
		t.Errorf("found the files %q\n%s", r.files, r.stdout)
	}
	if c.contradiction == "" {
		if strings.Contains(r.stdout, "checker refuses") {
			t.Errorf("found a refusal\n%s", r.stdout)
		}
		return
	}
	want := "the checker refuses the certificate of " + c.contradiction + ": invalid: chain 1: found 0 literals"
	switch format {
	case "text":
		want = "\nt.imp: contradiction: " + want + "\nt.imp: hint: please report it"
	case "github":
		want = "\n::error file=t.imp,title=vouch%3A contradiction::T" + want[1:]
	case "junit":
		want = "t.imp: contradiction: " + want
	case "json":
		want = fmt.Sprintf(`"contradictions":[{"about":%q,"reason":"invalid: chain 1: found 0 literals"`,
			c.contradiction)
	}
	if !strings.Contains(r.stdout, want) || !strings.Contains(r.stdout, file) {
		t.Errorf("want %q, and the file %q\n%s", want, file, r.stdout)
	}
	if !strings.Contains(r.log, "Vouch contradicts itself: the checker refuses the certificate of "+c.contradiction) {
		t.Errorf("the log does not say so\n%s", r.log)
	}
}

// inJSON compares what only JSON says.
func (c *situation) inJSON(t *testing.T, r ran, schema *jsonschema.Schema) {
	var j resultJSON
	if err := json.Unmarshal([]byte(r.stdout), &j); err != nil {
		t.Fatal(err)
	}
	if doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout)); err != nil || schema.Validate(doc) != nil {
		t.Errorf("%v %v", err, schema.Validate(doc))
	}
	certified := c.verdict != "unknown" && !strings.Contains(c.title, "too large")
	if j.Ended != c.ended || j.Certified != certified || j.Trusted != c.trusted ||
		(j.Unproved != nil) != (c.ended == finder.Unproved) {
		t.Errorf("found %s", r.stdout)
	}
	claims := j.Verdict == certs.KindSafe || j.Verdict == certs.KindBounded
	if claims && j.Certificate == "" && !strings.Contains(c.title, "not written") || !claims && j.Certificate != "" {
		t.Errorf("found the certificate %q", j.Certificate)
	}
}

// TestWrongFinder: whatever a finder with a wrong solver does, find calls no program with a bug safe or bounded, and
// its status is never 0 unless the user trusts solvers.
func TestWrongFinder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	said := map[string]int{}
	for n := range 60 {
		k, least := r.IntN(40), r.IntN(20)
		source := []string{
			"input x, y\nassume 0 <= x <= 40 and 0 <= y <= 40\nif x > %d { y = y + x } else { y = y - x }\nassert y != %d",
			"input x, y\nassume 0 <= x <= 40\nassert x * x + y * y != %d * %[1]d + %d * %[2]d",
			"input x\nassume 0 <= x\nwhile x > %d { x = x - 1 }\nassert x >= %[1]d or x != %[2]d or %[2]d < 0",
			"input x, y\nif x > y + %d { assert x > y - %d }",
		}[n%4]
		source = fmt.Sprintf(source, k, least)
		p := programOf(t, source)
		truth, err := finder.Find(t.Context(), finder.Program{Core: p.Core, About: p.About},
			finder.Options{Solver: "lia", Limits: finder.Limits{Loop: 4}})
		if err != nil {
			t.Fatal(err)
		}
		for _, limit := range []int{0, 4} {
			ran := runOn(t, source, "text", func(o *Options) {
				o.Search.Limits = finder.Limits{Loop: limit, States: 400}
				o.Search.NewSolver = func(p *term.Pool) solver.Solver { return liar{r, lia.New(p, lia.Options{})} }
			})
			verdict := verdictLine(ran.stdout)
			said[verdict]++
			if truth.Verdict == finder.Bug && (verdict == "safe" || verdict == "bounded" || ran.status == exit.OK) {
				t.Errorf("%s\nfound %s, status %d: it has a bug\n%s", source, verdict, ran.status, ran.stdout)
			}
			if (verdict == "safe" || verdict == "bounded") != (ran.status == exit.OK) {
				t.Errorf("%s\nfound %s, status %d", source, verdict, ran.status)
			}
		}
	}
	if others := said["unknown"] + said["safe"] + said["bounded"]; said["bug"] < 40 || others < 20 {
		t.Errorf("found %v, want more of some", said)
	}
}

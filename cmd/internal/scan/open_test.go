package scan

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// This file tests what is said of functions beside an unknown verdict.

const (
	orbit = "int f(unsigned n) { unsigned x = 1; int a[26] = { 0 };\n" +
		"  for (unsigned k = 0; k < n; k++) x = (7 * x) % 29;\n  return a[x]; }"
	rounds = "int f(unsigned n) { int a[10] = { 0 }; unsigned c = 0;\n" +
		"  for (unsigned i = 0; i < n; i++) c = c < 9 ? c + 1 : 0;\n  return a[c]; }"
	deeper = "int f(const char *s) { unsigned x = 1; int a[26] = { 0 };\n" +
		"  for (; *s; s++) x = (7 * x) % 29;\n  return a[x]; }"
)

var opened = []struct {
	title, text string
	only        []string
	texts       []string
	verdict     Verdict
	lines       []string // what is told beside the verdict
	json        string   // how the obstacle begins; "" if there is none
}{
	{"a loop goes on", orbit, nil, nil, Unknown,
		[]string{"  a.c:2:24: not finished: a run goes on in this loop after "}, `"obstacle":{"iterations":`},
	{"a function that is named", orbit, []string{"f"}, nil, Unknown,
		[]string{"  a.c:3:10: not excluded: read out of bounds; at the loop at a.c:2:3 it is known that x >= 1, x <= 28, ",
			"  a.c:2:3: no invariant: x <= 25 would exclude that fault, but a turn of this loop leads from x = 4, k = 0, n = 1 to x = 28, k = 1, n = 1"},
		`"obstacle":{"kind":"out of bounds read","file":"a.c","line":3,"column":10,"open":1,"loop":{"file":"a.c","line":2,"column":3},`},
	{"objects of any size", deeper, nil, []string{"s"}, Unknown,
		[]string{"  a.c:3:10: not excluded: read out of bounds; at the loop at a.c:2:3 it is known that ",
			"  a.c:2:3: no invariant: x <= 25 would exclude that fault, but a turn of this loop leads from x = 4, "},
		`"obstacle":{"kind":"out of bounds read","file":"a.c","line":3,"column":10,`},
	{"what goes on has a proof if the function is named", rounds, []string{"f"}, nil, Safe, nil, ""},
	{"the same if it is not named", rounds, nil, nil, Unknown,
		[]string{"  a.c:2:24: not finished: a run goes on in this loop after "}, `"obstacle":{"iterations":`},
	{"what is not supported", "int f(int n) { __asm__(\"nop\"); return n; }", []string{"f"}, nil, Unknown, nil, ""},
	{"safe", "int f(int n) { return n > 3; }", []string{"f"}, nil, Safe, nil, ""},
	{"a bug that a loop leads to", "int f(unsigned n) { int a[4] = { 0 }; unsigned i = 0; while (i <= 4) i++; return a[i]; }",
		[]string{"f"}, nil, Bug, nil, ""},
}

// TestOpen: the text has what could not be proved or finished below the verdict, programs and the log have it, too.
func TestOpen(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../../docs/json.schema.json#/$defs/function")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range opened {
		t.Run(c.title, func(t *testing.T) {
			sized := sizedRow{texts: c.texts}.sized(t)
			for _, format := range []string{"text", "json"} {
				o, files := prepared(t, []string{c.text}, nil, func(o *Options) {
					sized(o)
					o.Only, o.Find.Format, o.Find.SARIF, o.Every, o.Work = c.only, format, "log.sarif", true, 60_000_000
				})
				var out, complaints bytes.Buffer
				_ = Run(t.Context(), o, files, &out, &complaints) // its error is an exit status
				log, err := os.ReadFile("log.sarif")
				if err != nil || complaints.Len() > 0 {
					t.Fatalf("%v %s", err, complaints.String())
				}
				if !strings.Contains(out.String(), string(c.verdict)) {
					t.Errorf("want %s\n%s", c.verdict, out.String())
				}
				if format == "text" && c.lines == nil && strings.Contains(out.String(), "\n  a.c:") {
					t.Errorf("found an obstacle, want none\n%s", out.String())
				}
				for _, line := range c.lines {
					if format == "text" && !strings.Contains(out.String(), "\n"+line) {
						t.Errorf("want %q\n%s", line, out.String())
					}
					_, said, _ := strings.Cut(strings.TrimPrefix(line, "  a.c"), ": ")
					if said = strings.ToUpper(said[:1]) + said[1:]; !strings.Contains(string(log), said) {
						t.Errorf("the log lacks %q", said)
					}
				}
				if c.lines == nil && (strings.Contains(string(log), "ot excluded") || strings.Contains(string(log), "ot finished")) {
					t.Errorf("the log has an obstacle, want none")
				}
				if format == "text" {
					continue
				}
				if c.json == "" && strings.Contains(out.String(), `"obstacle"`) || !strings.Contains(out.String(), c.json) {
					t.Errorf("want the obstacle %s\n%s", c.json, out.String())
				}
				first, _, _ := strings.Cut(out.String(), "\n")
				doc, err := jsonschema.UnmarshalJSON(strings.NewReader(first))
				if err == nil {
					err = schema.Validate(doc)
				}
				if err != nil {
					t.Errorf("%v\n%s", err, first)
				}
			}
		})
	}
}

// TestOpenIsKept: what the cache has of a function has what could not be proved.
func TestOpenIsKept(t *testing.T) {
	for _, f := range project(t, []string{orbit}, nil) { // which compares what is printed with a cache
		if f.Verdict != Unknown || !bytes.Contains(f.Obstacle, []byte(`"iterations":`)) {
			t.Errorf("found %s and the obstacle %s, want one of iterations", f.Verdict, f.Obstacle)
		}
	}
}

// TestNamedIsKept: what is proved where a function is named is not said by a scan of all, which leaves it open; nor the
// other way round.
func TestNamedIsKept(t *testing.T) {
	for _, first := range []bool{true, false} {
		set := func(o *Options) { o.Cache, o.Every, o.Work, o.Find.Format = "kept", true, 60_000_000, "json" }
		o, files := prepared(t, []string{rounds}, nil, set)
		work := 0
		o.here = func(string) { work++ }
		for i, named := range []bool{first, !first, first, !first} {
			want := Unknown
			if o.Only = nil; named {
				o.Only, want = []string{"f"}, Safe
			}
			var out, complaints bytes.Buffer
			_ = Run(t.Context(), o, files, &out, &complaints) // its error is an exit status
			if verdict := `"verdict":"` + string(want) + `"`; !strings.Contains(out.String(), verdict) {
				t.Errorf("run %d, named %t: want %s\n%s%s", i, named, verdict, out.String(), complaints.String())
			}
		}
		if work != 2 {
			t.Errorf("looked at the function %d times, want once where it is named and once where it is not", work)
		}
	}
}

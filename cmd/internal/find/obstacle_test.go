package find

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"vouch/cmd/internal/exit"
	"vouch/finder"
)

// This file tests what every format says of what could not be proved.

// obstructed has a row for each way in which a proof by invariants ends. Said is in every format, and its place before
// it where the format has places.
var obstructed = []struct {
	title, name, source string
	change              func(*Options)
	at, said            string // of the fault or the search; "" if nothing is to be said
	loop, also          string // of the loop; "" if nothing more is said
	json                string // the obstacle
}{
	{"a guess would be enough", "t.imp",
		"x = 1\nk = 0\nwhile k < n {\n  x = (7 * x) % 29\n  k = k + 1\n}\nassert x <= 25", nil,
		"7:1", "not excluded: assertion fails; at the loop at 3:1 it is known that k >= 0, x >= 1 and x <= 28",
		"3:1", "no invariant: x <= 25 would exclude that fault, but a turn of this loop leads from x = 4, k = 0, n = 1 to x = 28, k = 1, n = 1",
		`{"kind":"assertion","line":7,"column":1,"open":1,"loop":{"line":3,"column":1},"known":["k >= 0","x >= 1","x <= 28"],"from":{"k":"0","n":"0","x":"26"},"wanted":"x <= 25","before":{"k":"0","n":"1","x":"4"},"after":{"k":"1","n":"1","x":"28"}}`},
	{"no guess would be enough", "t.imp",
		"assume a >= 1\nassume b >= 1\nx = a\ny = b\nwhile x != y {\n  if x > y { x = x - y } else { y = y - x }\n}\nassert a % x = 0",
		nil,
		"8:1", "not excluded: assertion fails; at the loop at 5:1 it is known that x >= 1, y >= 1 and x <= a",
		"5:1", "not excluded: a turn of this loop leads from x = 2, y = 4, a = 3 to x = 2, y = 2, a = 3, and from there a run comes to that fault",
		`{"kind":"assertion","line":8,"column":1,"open":1,"loop":{"line":5,"column":1},"known":["x >= 1","y >= 1","x <= a"],"from":{"a":"3","x":"2","y":"2"},"before":{"a":"3","x":"2","y":"4"},"after":{"a":"3","x":"2","y":"2"}}`},
	{"C", "t.c", "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\nint main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), x = 1, k;\n  for (k = 0; k < n; k++)\n    x = 7 * x % 29;\n  if (x > 25) reach_error();\n}",
		nil,
		"6:15", "not excluded: assertion fails; at the loop at 4:3 it is known that x >= 1, x <= 28, k >= 0, k <= 4294967295 and k <= n",
		"4:3", "no invariant: x <= 25 would exclude that fault, but a turn of this loop leads from x = 4, k = 0, n = 1 to x = 28, k = 1, n = 1",
		`{"kind":"assertion","line":6,"column":15,"open":1,"loop":{"line":4,"column":3},"known":["x >= 1","x <= 28","k >= 0","k <= 4294967295","k <= n"],"from":{"k":"0","n":"0","x":"26"},"wanted":"x <= 25","before":{"k":"0","n":"1","x":"4"},"after":{"k":"1","n":"1","x":"28"}}`},
	{"a loop that makes objects", "t.c",
		"#include <stdlib.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nstruct node { struct node *next; };\nint main(void) {\n  unsigned n = __VERIFIER_nondet_uint(); struct node *last = 0;\n  for (unsigned k = 0; k < n; k++) {\n    struct node *p = malloc(sizeof *p);\n    if (!p) return 0;\n    p->next = last;\n    last = p;\n  }\n  return last ? last->next != last : 0;\n}",
		nil,
		"6:3", "no invariant: vouch found none of this loop: it changes more than integers", "", "",
		`{"reason":"it changes more than integers","loop":{"line":6,"column":3}}`},
	{"nobody looked for invariants", "t.imp",
		"x = 1\nk = 0\nwhile k < n {\n  x = (7 * x) % 29\n  k = k + 1\n}\nassert x <= 25", func(o *Options) {
			o.Search.Engine = finder.EngineExplore
		}, "3:1", "not finished: a run goes on in this loop after 43 iterations (the limit of 300 states was reached)", "", "",
		`{"iterations":43,"reason":"the limit of 300 states was reached","loop":{"line":3,"column":1}}`},
	{"a limit of iterations, and nobody looked for invariants", "t.imp",
		"k = 0\nwhile k < n { k = k + 1 }", func(o *Options) {
			o.Search.Limits.Loop = 1000
		}, "2:1", "not finished: a run goes on in this loop after 60 iterations (the limit of 300 states was reached)", "", "",
		`{"iterations":60,"reason":"the limit of 300 states was reached","loop":{"line":2,"column":1}}`},
	{"a run goes on in a function of the library", "t.c",
		"#include <string.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  static char s[4000];\n  memset(s, 'a', 3999);\n  return strcspn(s, \"b\") == __VERIFIER_nondet_uint();\n}",
		func(o *Options) { o.Search.Engine = finder.EngineExplore }, "", "", "", "", ""},
	{"no loop", "t.imp", "input x\nassert x * x != 12345678987654320", nil, "", "", "", "", ""},
	{"a bug behind a loop", "t.imp", "x = 0\nwhile x < n { x = x + 1 }\nassert x < 5", nil, "", "", "", "", ""},
	{"safe", "t.imp", "x = 0\nwhile x < n { x = x + 1 }\nassert x >= 0", nil, "", "", "", "", ""},
}

// TestEveryFormatSaysTheObstacle walks all formats, and the log.
func TestEveryFormatSaysTheObstacle(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../../docs/json.schema.json#/$defs/report")
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	for _, c := range obstructed {
		for _, f := range formats {
			t.Run(c.title+"/"+f.name, func(t *testing.T) {
				r := runIn(t, map[string]string{c.name: c.source}, c.name, f.name, func(o *Options) {
					o.Search.Limits.States, o.Search.Engine = 300, finder.EngineInvariants
					if c.change != nil {
						c.change(o)
					}
				})
				if c.said == "" {
					if strings.Contains(r.stdout+r.log, "not excluded") || strings.Contains(r.stdout+r.log, "not finished") ||
						strings.Contains(r.stdout+r.log, "o invariant:") || strings.Contains(r.stdout, `"obstacle"`) {
						t.Errorf("found an obstacle, want none\n%s\n%s", r.stdout, r.log)
					}
					return
				}
				if r.status != exit.Inconclusive {
					t.Errorf("found status %d and %q, want %d\n%s", r.status, r.stderr, exit.Inconclusive, r.stdout)
				}
				said++
				for _, x := range [][2]string{{c.at, c.said}, {c.loop, c.also}} {
					if x[1] == "" {
						continue
					}
					line, column, _ := strings.Cut(x[0], ":")
					want := c.name + ":" + x[0] + ": " + x[1] + "\n"
					switch f.name {
					case "github":
						want = "::notice file=" + c.name + ",line=" + line + ",col=" + column +
							",title=vouch%3A not proved::" + sentence(x[1]) + "\n"
					case "json":
						want = ""
					}
					if !strings.Contains(r.stdout, want) {
						t.Errorf("want %q\n%s", want, r.stdout)
					}
					if text, _ := json.Marshal(sentence(x[1]) + "."); !strings.Contains(plainly(r.log),
						plainly(string(text))) || !strings.Contains(r.log, `"level": "note"`) {
						t.Errorf("the log lacks %s\n%s", text, r.log)
					}
				}
				if f.name != "json" {
					return
				}
				doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
				if err == nil {
					err = schema.Validate(doc)
				}
				if err != nil {
					t.Errorf("%v\n%s", err, r.stdout)
				}
				if !strings.Contains(plainly(r.stdout), `"obstacle":`+c.json) {
					t.Errorf("want the obstacle %s\n%s", c.json, r.stdout)
				}
			})
		}
	}
	if said == 0 {
		t.Error("nothing was said")
	}
}

// plainly undoes the escapes of JSON for characters that HTML has a use for.
func plainly(text string) string {
	for _, c := range []string{"<", ">", "&"} {
		quoted, _ := json.Marshal(c)
		text = strings.ReplaceAll(text, strings.Trim(string(quoted), `"`), c)
	}
	return text
}

// The schema refuses obstacles that vouch never writes.
func TestObstacleSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../../docs/json.schema.json#/$defs/report")
	if err != nil {
		t.Fatal(err)
	}
	c := obstructed[0]
	r := runIn(t, map[string]string{c.name: c.source}, c.name, "json", func(o *Options) {
		o.Search.Limits.States = 300
	})
	for title, spoil := range map[string]func(o map[string]any){
		"a fault without its place":        func(o map[string]any) { delete(o, "line") },
		"a place without a fault":          func(o map[string]any) { delete(o, "kind") },
		"a turn without its end":           func(o map[string]any) { delete(o, "after") },
		"a turn without its beginning":     func(o map[string]any) { delete(o, "before") },
		"a candidate and no state":         func(o map[string]any) { delete(o, "from") },
		"no loop":                          func(o map[string]any) { delete(o, "loop") },
		"a number":                         func(o map[string]any) { o["from"] = map[string]any{"x": 4} },
		"no number":                        func(o map[string]any) { o["from"] = map[string]any{"x": "y"} },
		"integers without names":           func(o map[string]any) { o["from"] = map[string]any{} },
		"nothing that is known, in a list": func(o map[string]any) { o["known"] = []any{} },
		"nothing at all": func(o map[string]any) {
			maps.DeleteFunc(o, func(string, any) bool { return true })
		},
		"a kind of fault that there is not":      func(o map[string]any) { o["kind"] = "bad luck" },
		"a field that nobody has described":      func(o map[string]any) { o["seen"] = true },
		"a fault that is open nought times":      func(o map[string]any) { o["open"] = 0 },
		"a loop with a place of another nature":  func(o map[string]any) { o["loop"] = "3:1" },
		"a fault in a loop that is not finished": func(o map[string]any) { o["iterations"] = 3 },
		"iterations without a reason": func(o map[string]any) {
			maps.DeleteFunc(o, func(name string, _ any) bool { return name != "loop" })
			o["iterations"] = 3
		},
		"what is shown of bytes that all have values": func(o map[string]any) { o["shown"] = []any{"x"} },
		"a guess about bytes beside what is known":    func(o map[string]any) { o["reason"], o["tried"] = "why", []any{"x"} },
		"no iteration": func(o map[string]any) {
			maps.DeleteFunc(o, func(name string, _ any) bool { return name != "loop" })
			o["iterations"], o["reason"] = 0, "the time budget ran out"
		},
	} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Fatal(err)
		}
		spoil(doc.(map[string]any)["obstacle"].(map[string]any))
		if schema.Validate(doc) == nil {
			t.Errorf("%s: the schema allows it", title)
		}
	}
	for _, verdict := range []string{"safe", "bug", "bounded"} {
		doc, _ := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		doc.(map[string]any)["verdict"] = verdict
		if schema.Validate(doc) == nil {
			t.Errorf("the schema allows an obstacle of the verdict %s", verdict)
		}
	}
}

// What is known may be much: a line says some of it, and how much more there is.
func TestSaid(t *testing.T) {
	known := strings.Fields("a b c d e f g h")
	for n, want := range map[int]string{1: "a", 2: "a and b", 6: "a, b, c, d, e and f", 7: "a, b, c, d, e, f and g",
		8: "a, b, c, d, e, f and 2 more"} {
		if found := said(slices.Clone(known[:n])); found != want {
			t.Errorf("found %q, want %q", found, want)
		}
	}
}

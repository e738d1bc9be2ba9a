package find

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"vouch/cmd/internal/exit"
)

// TestEveryFormatWarns walks all kinds of warnings in all formats, and in the log.
func TestEveryFormatWarns(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../../docs/json.schema.json#/$defs/report")
	if err != nil {
		t.Fatal(err)
	}
	const rest = "; what is declared there is refused where a run needs it"
	for _, c := range []struct {
		title, name string
		files       map[string]string
		status      int
		want        map[string][]string // by format
	}{
		{"two errors outside of functions, one of them in a header", "a.c", map[string]string{
			"h.h": "\nint f(foo x);",
			"a.c": "#include \"h.h\"\nint table[2] = {1+};\nint main(void) { return 0; }",
		}, exit.OK, map[string][]string{
			"text": {`h.h:2:11: warning: found "x", want ")"` + rest,
				`a.c:2:19: warning: found "}", want an expression` + rest},
			"json": {`{"file":"h.h","line":2,"column":11,"text":"found \"x\", want \")\"` + rest + `"}`,
				`{"line":2,"column":19,"text":"found \"}\", want an expression` + rest + `"}`},
			"junit": {`h.h:2:11: warning: found "x", want ")"` + rest,
				`a.c:2:19: warning: found "}", want an expression` + rest},
			"github": {`::warning file=h.h,line=2,title=vouch%3A left out::Found "x", want ")"` + rest,
				`::warning file=a.c,line=2,title=vouch%3A left out::Found "}", want an expression` + rest},
			"log": {`Found \"x\", want \")\"` + rest + `.`, `Found \"}}\", want an expression` + rest + `.`},
		}},
		{"an error beside a bug", "a.c",
			map[string]string{"a.c": "int f(foo x);\nint main(void) { int a[1] = {0}; return a[1]; }"}, exit.Bug,
			map[string][]string{
				"text": {`a.c:1:11: warning: found "x"`}, "json": {`{"line":1,"column":11,"text":"found `},
				"junit":  {`a.c:1:11: warning: found "x`},
				"github": {`::warning file=a.c,line=1,title=vouch%3A left out::Found "x"`},
				"log":    {`Found \"x\", want`},
			}},
		{"an error in a program that needs what has it", "a.c",
			map[string]string{"a.c": "int f(foo x);\nint main(void) { return f(1); }"}, exit.Inconclusive,
			map[string][]string{
				"text": {`a.c:1:11: warning: found "x"`}, "json": {`{"line":1,"column":11,"text":"found `},
				"junit":  {`a.c:1:11: warning: found "x`},
				"github": {`::warning file=a.c,line=1,title=vouch%3A left out::Found "x"`},
				"log":    {`Found \"x\", want`},
			}},
		{"a vacuous verdict", "a.imp", map[string]string{"a.imp": "input x\nassume x < x\nfail"}, exit.OK,
			map[string][]string{
				"text":   {"a.imp:2:8: warning: no input satisfies the assumption x < x"},
				"json":   {`"warnings":[{"line":2,"column":8,"text":"no input satisfies`},
				"junit":  {"a.imp:2:8: warning: no input satisfies the assumption x < x", "<skipped message="},
				"github": {"::warning file=a.imp,line=2,col=8,title=vouch%3A vacuous::No input satisfies the assumption"},
				"log":    {"No input satisfies the assumption x < x"},
			}},
		{"nothing to warn of", "a.c", map[string]string{"a.c": "int main(void) { return 0; }"}, exit.OK, nil},
	} {
		for _, f := range formats {
			t.Run(c.title+"/"+f.name, func(t *testing.T) {
				r := runIn(t, c.files, c.name, f.name, nil)
				if r.status != c.status || r.stderr != "" {
					t.Errorf("found status %d and %q, want %d", r.status, r.stderr, c.status)
				}
				for in, text := range map[string]string{f.name: r.stdout, "log": r.log} {
					if c.want == nil && strings.Contains(strings.ToLower(text), "warning") {
						t.Errorf("%s: found a warning\n%s", in, text)
					}
					if c.want != nil && len(c.want[in]) == 0 {
						t.Errorf("no row says what %s has", in)
					}
					for _, want := range c.want[in] {
						if !strings.Contains(text, want) {
							t.Errorf("want %s\n%s", want, text)
						}
					}
				}
				if f.name != "json" {
					return
				}
				if doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout)); err != nil ||
					schema.Validate(doc) != nil {
					t.Errorf("%v %v", err, schema.Validate(doc))
				}
				if err := json.Unmarshal([]byte(r.stdout), new(resultJSON)); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

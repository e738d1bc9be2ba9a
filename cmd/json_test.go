package cmd

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"vouch/finder"
	"vouch/semantics"
)

// This file tests that what commands print as JSON is as docs/json.schema.json and docs/json.md say: no field beside
// those, and each of those in some output.

const schemaFile = "../docs/json.schema.json"

// jsonCase is a command that prints JSON, in the folder of the test of lost output.
type jsonCase struct {
	status int
	def    string // what its lines are in the schema
	lines  int    // how many there are at least
	line   string // for the shell; what is not to be looked at goes elsewhere
}

// moreJSON makes what else the commands read.
const moreJSON = `set -e
printf 'input x\nassume x > 3\nassume x < 2\nassert x == 9\n' >vacuous.imp
printf 'i = 0\nwhile true { i = i + 1 }\n' >endless.imp
printf 'input x\nif x = -3 { fail }\ny = 1 / x\n' >two.imp
printf 'x =\n' >bad.imp
printf 'input x\nassert x > 0\n' >fixed.imp
printf 'input x\nwhile x > 0 { x = x - 1 }\nassume x != -7\n' >loop.imp
vouch find --all --out known two.imp fixed.imp >out || test $? = 1
vouch baseline update known.baseline known --date 2026-01-31 --reason tolerated >out
printf 'input x\nskip\n' >fixed.imp
vouch find --loop-limit 2 --out bounded loop.imp >out
printf 'x = 0\nwhile true {\n  if x < 5 { x = x + 1 } else { x = 0 }\n}\n' >turns.imp
vouch find --engine explore --out turns turns.imp >out
printf 'x = 0\nwhile x < n { x = x + 1 }\nassert x >= 0\n' >open.imp
vouch find --out open open.imp >out
printf 'int down(int n) { return n <= 0 ? 0 : 1 + down(n - 1); }\n' >down.c
vouch find --entry down --out down down.c >out
printf 'int main(void) { return 0; }\n' >none.c
(echo 'input a, b, c, d, e, f, g, h, i, j, k, l, m'; echo 's = 0'; for v in a b c d e f g h i j k l m; do echo "if $v > 0 { s = s + 1 }"; done; echo 'assert s <= 13') >wide.imp
vouch find --cache kept --out cached none.c >out
vouch find --cache kept --out cached bug.imp >out || test $? = 1
printf 'int a(char *s) { return s ? s[0] && s[1] : 0; } int b(int *p) { return *p; } int c(int *p) { return p ? 1 : *p; } int d(void) { __asm__("hlt"); return 0; }\n' >words.c
vouch scan --json --cache none words.c >scan.json || test $? = 1
printf 'int f(unsigned n) { unsigned x = 1; int a[26] = { 0 }; for (unsigned k = 0; k < n; k++) x = (7 * x) %% 29; return a[x]; }\n' >orbit.c
printf '#include <stdlib.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nint main(void) { unsigned n = __VERIFIER_nondet_uint(), i; if (n < 64 || n > 1000) return 0; char *s = calloc(n, 1); if (!s) return 0; for (i = 0; i < n && !s[i]; i++) s[i / 2] = 1; return 0; }\n' >zeroes.c
printf 'int len(const char *s) { int n = 0; while (s[n]) n++; return n; }\n' >len.c
vouch baseline update latent.baseline scan.json --date 2026-01-31 --reason tolerated >out
printf 'void put(int *p) { p[1] = 1; }\n' >put.c
printf 'void put(int *); int main(void) { int x; put(&x); }\n' >main.c
vouch find --check memory --out chosen none.c >out
printf 'int read(char *b) { return *(int *)b; }\nint main(void) { char b[8] = {0}; int *p = 0; read(b + 1); return *p; }\n' >null.c
vouch find --check memory --out null null.c >out || test $? = 1
printf '#include <stdio.h>\nint main(void) { printf("%%d", 1.5); }\n' >format.c
vouch find --out format format.c >out || test $? = 1
vouch find --out vacuous vacuous.imp >out
head -c 200 bug.cbor >broken.cbor
LC_ALL=C sed 's/x < 4/x < 5/' bug.cbor >changed.cbor
vouch archive add archive anna.statement --key log.key --trust trust --passphrase-fd 0 <pass >out
vouch archive export archive 1 -o both.vouch >out
cp -r archive pruned
vouch archive prune pruned 1 --key log.key --passphrase-fd 0 <pass >out
vouch sign null/*.cbor -o null.statement --key ci.key --issuer https://example.org/ci --passphrase-fd 0 <pass >out
vouch archive add archive null/*.cbor null.statement --key log.key --trust trust --passphrase-fd 0 <pass >out
rm -r known
printf 'int main(void) { int a[2] = {0}, *p = a; p += 3; return *p; }' >leaves.c
printf '#include <vouch.h>\nint main(void) { int a = vouch_symbolic_int("a"); return a + 1 + a; }' >sum.c
mkdir past
cp sum.c past/sum.c
printf 'int b(int *p) { return p ? *p : 0; }\n' >past/words.c
vouch find --all --out sums past/sum.c >out || test $? = 1
vouch baseline update sum.baseline sums >out
printf 'int main(void) { return 0; }' >past/sum.c
printf 'int main(int n, char **v) { if (n > 1) __asm__("hlt"); return 0; }' >partly.c
printf 'int object = no; int wrong(void) { return no; } int partly(int x) { if (x) __asm__("hlt"); return x; }' >wrong.c
printf 'int f(foo x);\n#include "out.h"\nint main(void) { return 0; }' >out.c
printf 'int g(foo x);' >out.h
printf '#include "no.h"\nint g(void) { return 0; }' >unread.c
printf 'int klee_range(int, int, const char *);\nint main(void) { int n = klee_range(0, 9, "n"); if (n > 3) return 1; return 0; }' >ways.c
vouch find --out ways ways.c >out
printf '#!/bin/sh\ncase "$*" in *-emit-llvm*) sed -i "s/3/5/" *.c;; esac\nexec clang "$@"\n' >cc-lies
chmod 755 cc-lies
printf 'int klee_range(int, int, const char *);\nint main(void) { int n = klee_range(0, 9, "n"), k = n > 3 ? 1 : 0; if (n > 3 && k) n += 2147483647; for (;;); }' >lost.c
vouch find --out lost lost.c >out || test $? = 1
printf 'int main(void) { double d = nondet_double(); return d == 3 ? 1 / (int)(d - 3) : 0; }' >undeclared.c
vouch find --out undeclared undeclared.c >out || test $? = 1
printf 'int main(void) { int n, k = (unsigned long)&n > 1ul << 40; k = k ? 3 : 0; if (k) return 1; return 0; }' >address.c
vouch find --out address address.c >out
printf 'int klee_range(int, int, const char *);\nint main(void) { int k = 0; for (int i = 0; i < 11; i++) if (klee_range(0, 2, "n")) k++; return k > 20; }' >many.c
vouch find --out many many.c >out
printf '[{"directory": ".", "file": "wrong.c", "command": "cc wrong.c"}, {"directory": ".", "file": "unread.c", "command": "cc unread.c"}]' >wrong.json
`

var jsonCases = []jsonCase{
	{1, "report", 1, "vouch find --json bug.imp"},
	{1, "report", 1, "vouch find --json --stats bug.imp"},
	{0, "report", 2, "vouch find --json safe.imp vacuous.imp"},
	{0, "report", 1, "vouch find --json --loop-limit 2 endless.imp"},
	{0, "report", 1, "vouch find --json --cache kept none.c"},
	{1, "report", 1, "vouch find --json --cache kept bug.imp"},
	{0, "report", 1, "vouch find --json --no-certificate open.imp"},
	{0, "report", 1, "vouch find --json --no-certificate --entry down down.c"},
	{0, "report", 1, "vouch find --json --check memory --out again none.c"},
	{1, "report", 1, "vouch find --json --no-certificate main.c put.c"},
	{1, "report", 1, "vouch find --json --no-certificate leaves.c"},
	{0, "report", 1, "vouch find --json --no-certificate out.c"},
	{1, "report", 1, "vouch find --json --no-certificate --all sum.c"},
	{0, "report", 2, "vouch find --json --no-certificate safe.imp vacuous.imp"},
	{1, "report", 1, "vouch find --json --no-certificate bug.imp"},
	{1, "report", 2, "vouch find --json --all two.imp bug.imp"},
	{3, "report", 1, "vouch find --json --no-certificate --args 1x1 partly.c"},
	{3, "report", 1, "vouch find --json --engine explore --max-states 7 endless.imp"},
	{3, "report", 1, "vouch find --json --engine invariants --max-states 300 zeroes.c"},
	{3, "report", 1, "vouch find --json --engine explore --timeout 1ms endless.imp"},
	{3, "report", 1, "vouch find --json --pruning none two.imp"},
	{2, "report", 3, "vouch find --json nowhere bad.imp archive"},
	{2, "report", 2, "ulimit -f 0; vouch find --json --out full bug.imp safe.imp"},
	{0, "report", 2, "vouch find --json --baseline known.baseline two.imp fixed.imp"},
	{0, "report", 1, "vouch find --json --baseline known.baseline --max-states 2 two.imp"},
	{1, "report", 1, "vouch find --json --baseline known.baseline bug.imp"},
	{0, "report", 1, "vouch find --json --baseline sum.baseline past/sum.c"},
	{1, "progress", 2, "vouch find --progress json bug.imp safe.imp 2>&1 >out"},
	{3, "progress", 2, "vouch find --progress json --engine explore --max-states 50000 --timeout 0 endless.imp 2>&1 >out"},
	{0, "check", 3, "vouch check --json bug.cbor safe.cbor vacuous/*.cbor"},
	{0, "check", 2, "vouch-check --json bounded/*.cbor bug.cbor"},
	{0, "check", 1, "vouch-check --json chosen/*.cbor"},
	{0, "check", 1, "vouch-check --json turns/*.cbor"},
	{0, "check", 1, "vouch-check --json open/*.cbor"},
	{0, "check", 1, "vouch-check --json down/*.cbor"},
	{2, "check", 4, "vouch check --json changed.cbor broken.cbor nowhere bug.vouch"},
	{2, "check", 4, "vouch-check --json changed.cbor broken.cbor nowhere bug.vouch"},
	{0, "check", 2, "vouch-check --json bug.vouch both.vouch --trust trust"},
	{1, "check", 1, "vouch-check --json bug.vouch --trust trust --quorum 2"},
	{0, "confirm", 1, "vouch confirm --json --clang none null"},
	{0, "confirm", 1, "vouch confirm --json --clang none null --key ci.key --issuer https://example.org/ci --passphrase-fd 0 <pass"},
	{0, "confirm", 2, "vouch confirm --json --ways 1 null ways"},
	{3, "confirm", 1, "vouch confirm --json --clang none ways/*.cbor"},
	{4, "confirm", 1, "vouch confirm --json --no-sandbox --clang ./cc-lies ways"},
	{4, "confirm", 1, "vouch confirm --json --no-sandbox --gcc none --clang ./cc-lies lost --timeout 1s"},
	{0, "confirm", 1, "vouch confirm --json --gcc none lost --timeout 1s"},
	{1, "confirm", 1, "vouch confirm --json --gcc none undeclared"},
	{3, "confirm", 1, "vouch confirm --json address"},
	{0, "confirm", 1, "vouch confirm --json many --ways 1"},
	{0, "check", 1, "vouch-check --json ways/*.cbor"},
	{0, "verify", 1, "vouch verify --json null/*.statement null/*.cbor --trust trust"},
	{3, "confirm", 1, "vouch confirm --json --clang none format"},
	{2, "confirm", 3, "vouch confirm --json --clang none changed.cbor bug.cbor nowhere"},
	{0, "verify", 1, "vouch verify --json bug.statement bug.cbor --trust trust"},
	{0, "verify", 1, "vouch verify --json bug.statement anna.statement bug.cbor --trust trust"},
	{1, "verify", 1, "vouch verify --json ben.statement bug.cbor --trust trust"},
	{1, "verify", 1, "vouch verify --json bug.statement changed.cbor --trust trust"},
	{1, "verify", 1, "vouch verify --json bug.statement safe.cbor --trust trust"},
	{2, "verify", 1, "vouch verify --json bug.statement nowhere --trust trust"},
	{2, "verify", 1, "vouch verify --json nowhere bug.cbor --trust trust"},
	{2, "verify", 1, "vouch verify --json bug.cbor bug.cbor --trust trust"},
	{2, "verify", 1, "vouch verify --json bug.statement bug.statement --trust trust"},
	{0, "entry", 2, "vouch archive list --json archive"},
	{0, "entry", 2, "vouch archive list --json pruned"},
	{0, "project", 1, "vouch functions --json --compile-commands made.json"},
	{1, "function", 3, "vouch scan --json --cache none words.c >out; s=$?; grep -v summary out; exit $s"},
	{3, "function", 4, "vouch scan --json --cache none --max-work 1us words.c >out; s=$?; grep -v summary out; exit $s"},
	{1, "function", 3, "vouch scan --json --cache none --baseline latent.baseline words.c >out; s=$?; grep -v summary out; exit $s"},
	{0, "scan", 1, "vouch scan --json --cache none --latent --baseline latent.baseline past/words.c >out; s=$?; grep summary out; exit $s"},
	{3, "function", 1, "vouch scan --json --cache none --no-certificate --function f orbit.c >out; s=$?; grep -v summary out; exit $s"},
	{0, "function", 1, "vouch scan --json --cache none --no-certificate --string s len.c >out; s=$?; grep -v summary out; exit $s"},
	{3, "scan", 1, "vouch scan --json --cache none --timeout 1ns words.c >out; s=$?; grep summary out; exit $s"},
	{2, "project", 1, "vouch functions --json --compile-commands wrong.json"},
	{0, "build", 1, "vouch version --json 2>&1"},
	{0, "build", 1, "vouch-check version --json"},
	{2, "failure", 1, "vouch archive list --json nowhere"},
	{0, "progress", 2, "vouch find --merge never --loop-limit 3 --no-certificate --workers 1 --progress json wide.imp 2>&1 >out"},
	{0, "cluster", 1, "vouch cluster status --json --cluster $CLUSTER"},
	{2, "cluster", 0, "vouch cluster status --json --cluster nats://127.0.0.1:1"},
}

func TestJSON(t *testing.T) {
	schemas := readSchemas(t)
	folder := prepared(t)
	more := exec.Command("sh", "-c", moreJSON)
	more.Dir = folder
	if msg, err := more.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	for command := range commands(t) {
		help, err := exec.Command("sh", "-c", command+" --help").Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, flag := range []string{"--json ", "--progress "} {
			tried := func(c jsonCase) bool { return strings.Contains(c.line, command+" "+flag) }
			if strings.Contains(string(help), " "+flag) && !slices.ContainsFunc(jsonCases, tried) {
				t.Errorf("%s %sis not tried", command, flag)
			}
		}
	}
	cluster := "CLUSTER=" + clustered(t)
	for _, c := range jsonCases {
		cmd := exec.Command("sh", "-c", c.line)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), cluster)
		out, _ := cmd.Output()
		if found := cmd.ProcessState.ExitCode(); found != c.status {
			t.Errorf("%s: found exit status %d, want %d", c.line, found, c.status)
		}
		lines := 0
		for line := range strings.Lines(string(out)) {
			if !strings.HasPrefix(line, "{") && c.def == "progress" {
				continue // a diagnostic
			}
			lines++
			schemas.hold(t, c, line)
		}
		if lines < c.lines {
			t.Errorf("%s: found %d lines, want %d at least", c.line, lines, c.lines)
		}
	}
	// What is in no output of a vouch that is right, and with the solvers of every build. A test of cmd/internal/find
	// compares these with the schema. That no input is found for a way takes a solver long.
	for _, name := range []string{"report.contradictions", "report.unproved", "report.trusted", "ways.no_input"} {
		if schemas.seen[name] {
			t.Errorf("%s is in some output", name)
		}
		schemas.seen[name] = true
	}
	for name := range schemas.fields() {
		if !schemas.seen[name] {
			t.Errorf("the schema has %s, which is in no output", name)
		}
	}
}

// schemas is the schema, to be held against output.
type schemas struct {
	raw  map[string]any // of $defs
	defs map[string]*jsonschema.Schema
	root *jsonschema.Schema
	seen map[string]bool // fields that were in some output, as definition.field
}

func readSchemas(t *testing.T) *schemas {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	s := &schemas{defs: map[string]*jsonschema.Schema{}, seen: map[string]bool{}}
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	s.raw = file.Defs
	if s.root, err = compiler.Compile(schemaFile); err != nil {
		t.Fatal(err)
	}
	for name := range s.raw {
		if s.defs[name], err = compiler.Compile(schemaFile + "#/$defs/" + name); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// hold holds a line that a command printed against its definition, and against the whole, and notes the fields in it.
func (s *schemas) hold(t *testing.T, c jsonCase, line string) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
	if err != nil {
		t.Fatalf("%s: %v in %s", c.line, err, line)
	}
	if err := s.defs[c.def].Validate(doc); err != nil {
		t.Errorf("%s: %v\nin %s", c.line, err, line)
	}
	if err := s.root.Validate(doc); err != nil {
		t.Errorf("%s: %s is in none of the definitions", c.line, line)
	}
	s.note(map[string]any{"$ref": "#/$defs/" + c.def}, doc)
}

// note notes the fields of a value that has a schema.
func (s *schemas) note(schema, value any) {
	of, _ := schema.(map[string]any)
	name, ok := strings.CutPrefix(fmt.Sprint(of["$ref"]), "#/$defs/")
	if ok {
		of, _ = s.raw[name].(map[string]any)
	}
	switch value := value.(type) {
	case map[string]any:
		properties, _ := of["properties"].(map[string]any)
		for field, v := range value {
			s.seen[name+"."+field] = true
			s.note(properties[field], v)
		}
	case []any:
		for _, v := range value {
			s.note(of["items"], v)
		}
	}
}

// fields returns the fields of all objects that the schema describes.
func (s *schemas) fields() map[string]bool {
	all := map[string]bool{}
	for name, def := range s.raw {
		properties, _ := def.(map[string]any)["properties"].(map[string]any)
		for field := range properties {
			all[name+"."+field] = true
		}
	}
	return all
}

// TestJSONRefuses shows that the schema refuses what no command may print.
func TestJSONRefuses(t *testing.T) {
	s := readSchemas(t)
	const stats = `"open":{"frontier":0,"cut":0,"undecided":0,"unknown":0,"unsupported":0},"stats":{"states":1,"branches":0,"merged":0,"queries":0,"fuzz_runs":0,"fuzz_kept":0,"solver_ms":0,"elapsed_ms":0,` +
		`"proving_ms":0,"depth":0,"cached":0,"layers":{"bounds":0,"implied":0,"model":0,"left":0,"satisfied":0,"refuted":0,"unknown":0}}`
	for _, c := range []struct {
		title, def, line string
		ok               bool
	}{
		{"a report", "report", `{"version":1,"file":"a","verdict":"safe","certified":true,"bugs":[],` + stats + `}`,
			true},
		{"no version", "report", `{"file":"a","verdict":"safe","certified":true,"bugs":[],` + stats + `}`, false},
		{"another version", "report", `{"version":2,"file":"a","verdict":"safe","certified":true,"bugs":[],` + stats +
			`}`, false},
		{"a field that is not documented", "report",
			`{"version":1,"x":1,"file":"a","verdict":"safe","certified":true,"bugs":[],` + stats + `}`, false},
		{"another verdict", "report", `{"version":1,"file":"a","verdict":"fine","certified":true,"bugs":[],` + stats +
			`}`, false},
		{"an ending that is not on the list", "report",
			`{"version":1,"file":"a","verdict":"unknown","certified":false,"bugs":[],"ended":"tired","why":"x",` +
				stats + `}`, false},
		{"an unknown without an ending", "report",
			`{"version":1,"file":"a","verdict":"unknown","certified":false,"bugs":[],` + stats + `}`, false},
		{"an unknown", "report",
			`{"version":1,"file":"a","verdict":"unknown","certified":false,"bugs":[],"ended":"timeout","why":"x","next":"try --timeout 5m",` + stats + `}`,
			true},
		{"an unknown without advice", "report",
			`{"version":1,"file":"a","verdict":"unknown","certified":false,"bugs":[],"ended":"timeout","why":"x",` +
				stats + `}`, false},
		{"an unknown that is certified", "report",
			`{"version":1,"file":"a","verdict":"unknown","certified":true,"bugs":[],"ended":"timeout","why":"x","next":"try x",` + stats + `}`,
			false},
		{"a safe that is not certified", "report",
			`{"version":1,"file":"a","verdict":"safe","certified":false,"bugs":[],` + stats + `}`, false},
		{"a bounded that is not certified", "report",
			`{"version":1,"file":"a","verdict":"bounded","certified":false,"bugs":[],` + stats + `}`, false},
		{"a safe without a proof", "report",
			`{"version":1,"file":"a","verdict":"safe","certified":true,"bugs":[],"unproved":{"by":["z3"],"ways":1,"more":false,"path":"x","reason":"y"},` + stats + `}`,
			false},
		{"a safe that contradicts itself", "report",
			`{"version":1,"file":"a","verdict":"safe","certified":true,"bugs":[],"contradictions":[{"about":"x","reason":"y"}],"next":"please report it",` + stats + `}`,
			false},
		{"a bug beside a contradiction", "report",
			`{"version":1,"file":"a","verdict":"bug","certified":true,"bugs":[],"contradictions":[{"about":"x","reason":"y"}],"next":"please report it",` + stats + `}`,
			true},
		{"trust without a reason", "report",
			`{"version":1,"file":"a","verdict":"unknown","certified":false,"bugs":[],"ended":"unproved","why":"x","next":"try x","trusted":true,` + stats + `}`,
			false},
		{"a contradiction that nobody is asked to report", "report",
			`{"version":1,"file":"a","verdict":"bug","certified":true,"bugs":[],"contradictions":[{"about":"x","reason":"y"}],` + stats + `}`,
			false},
		{"advice to who is safe", "report",
			`{"version":1,"file":"a","verdict":"safe","certified":true,"bugs":[],"next":"try --timeout 5m",` + stats +
				`}`, false},
		{"vacuous, and nothing named", "report",
			`{"version":1,"file":"a","verdict":"safe","certified":true,"bugs":[],"vacuous":true,` + stats + `}`, false},
		{"vacuous", "report", `{"version":1,"file":"a","verdict":"safe","certified":true,"bugs":[],"vacuous":true,"conflict":[{"line":1,"column":8,"text":"x < x"}],"least":true,` + stats + `}`,
			true},
		{"a warning", "report", `{"version":1,"file":"a","verdict":"safe","certified":true,"bugs":[],"warnings":[{"line":1,"column":8,"text":"x"}],` + stats + `}`,
			true},
		{"a warning without a place", "report",
			`{"version":1,"file":"a","verdict":"safe","certified":true,"bugs":[],"warnings":[{"text":"x"}],` + stats +
				`}`, false},
		{"no warnings, and said so", "report",
			`{"version":1,"file":"a","verdict":"safe","certified":true,"bugs":[],"warnings":[],` + stats + `}`, false},
		{"an error", "report", `{"version":1,"file":"a","verdict":"error","certified":false,"bugs":[],"error":"no such file"}`,
			true},
		{"an error without a text", "report", `{"version":1,"file":"a","verdict":"error","certified":false,"bugs":[]}`,
			false},
		{"an error that is certified", "report",
			`{"version":1,"file":"a","verdict":"error","certified":true,"bugs":[],"error":"no such file"}`, false},
		{"a number for an integer of a program", "input", `{"x":1}`, false},
		{"a value that is none", "input", `{"x":"1.5"}`, false},
		{"no certificate for a valid one", "check", `{"version":1,"certificate":"a","verdict":"valid"}`, false},
		{"invalid without a reason", "check", `{"version":1,"certificate":"a","verdict":"invalid"}`, false},
		{"invalid", "check", `{"version":1,"certificate":"a","verdict":"invalid","reason":"x"}`, true},
		{"unreadable as invalid", "check", `{"version":1,"certificate":"a","verdict":"invalid","error":"x"}`, false},
		{"a file that is not named", "verify", `{"version":1,"certificate":"a","verdict":"error","error":"x"}`, false},
		{"a time without a zone", "time", `"2026-01-31T12:00:00"`, false},
		{"a failure without a version", "failure", `{"error":"x"}`, false},
	} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(c.line))
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		if err := s.defs[c.def].Validate(doc); (err == nil) != c.ok {
			t.Errorf("%s: found %v", c.title, err)
		}
	}
}

// TestJSONDocument shows that the document names every field and every ending, and the schema the same endings as the
// finder.
func TestJSONDocument(t *testing.T) {
	s := readSchemas(t)
	data, err := os.ReadFile(filepath.Join("..", "docs", "json.md"))
	if err != nil {
		t.Fatal(err)
	}
	document := string(data)
	names := map[string]bool{}
	for field := range s.fields() {
		names[field[strings.IndexByte(field, '.')+1:]] = true
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !strings.Contains(document, "`"+name+"`") {
			t.Errorf("docs/json.md does not name the field %s", name)
		}
	}
	ended := s.raw["report"].(map[string]any)["properties"].(map[string]any)["ended"].(map[string]any)["enum"].([]any)
	var words []finder.Ending
	for _, word := range ended {
		words = append(words, finder.Ending(word.(string)))
	}
	if want := slices.Sorted(maps.Keys(finder.Endings)); !slices.Equal(slices.Sorted(slices.Values(words)), want) {
		t.Errorf("found the endings %q in the schema, want %q", words, want)
	}
	var kinds []semantics.Kind
	for _, kind := range s.raw["fault"].(map[string]any)["enum"].([]any) {
		kinds = append(kinds, semantics.Kind(kind.(string)))
	}
	if want := append(slices.Clone(semantics.Kinds), semantics.EndlessLoop); !slices.Equal(kinds, want) {
		t.Errorf("found the kinds of faults %q in the schema, want %q", kinds, want)
	}
	for word, text := range finder.Endings {
		if !strings.Contains(document, "| `"+string(word)+"` | "+text) {
			t.Errorf("docs/json.md has no row for the ending %q: %s", word, text)
		}
	}
}

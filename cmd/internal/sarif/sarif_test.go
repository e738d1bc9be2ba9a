package sarif

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata; review the difference")

// official compiles the schema of SARIF 2.1.0, errata 01, as OASIS has published it.
func official(t *testing.T) *jsonschema.Schema {
	t.Helper()
	const name = "testdata/sarif-schema-2.1.0.json"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(schema, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(schema)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func valid(s *jsonschema.Schema, log []byte) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(log))
	if err != nil {
		return err
	}
	return s.Validate(doc)
}

const gcd = "input a, b\nx = 1 / b\nfail\nx = a\nwhile x != y {\n  x = x + 1\n}\n\n# ready?\nif true {\n\tassert x < y # \"漢\", they say\n}\n"

// sample has everything that a log can have.
func sample() *Log {
	id := "urn:vouch:v1:bug:assertion:" + strings.Repeat("0a", 32)
	sum := strings.Repeat("5c", 32)
	return &Log{
		Version: "0.1.0", Folder: "/home/me/work", ExitCode: 1, ExitReason: "a bug was found", Successful: true,
		Compared: true,
		Files: []File{
			{
				Name: "src/gcd.imp", Language: "imp", Sources: []Source{{"src/gcd.imp", []byte(gcd)}}, Verdict: "bug",
				Summary: "bug: 3 bugs found", Bugs: []Bug{
					{
						Kind: "assertion", Message: `Assertion fails for a = 1, {b} [2] \.`, Identity: id,
						Region: Region{0, 11, 2, 14},
						Input:  map[string]string{"a": "1", "properties": "2"},
						Start:  map[string]string{"a": "1", "properties": "2"}, Class: "a < b", Steps: 7,
						Certified: true,
						Evidence:  &Evidence{"evidence/gcd-3c01d46a.bug.cbor", sum},
						Flow: []Step{
							{Region: Region{Line: 4, Column: 1}, Text: "x = a: x is now 1",
								Values: map[string]string{"x": "1"}},
							{Region: Region{Line: 5, Column: 1}, Text: "while x != y: true", Depth: 1},
							{Region: Region{Line: 5, Column: 1}, Text: "... 3 rounds ...", Depth: 1, Elided: true},
							{Region: Region{Line: 11, Column: 3}, Text: "assertion fails", Essential: true},
						},
					},
					{Kind: "division by zero", Message: "Division by zero.", Identity: id + "1",
						Region: Region{Line: 2, Column: 5}, Certified: true, Unwritten: "--no-certificate was given",
						Known: &Known{"2026-01-31", "it's fine"}},
					{Kind: "fail", Message: "Fail is reached.", Region: Region{Line: 3, Column: 1},
						Unwritten: "the certificate would be too large", Known: &Known{}},
				},
				Gone: []Gone{{"fail", id + "2", Known{"2026-01-31", ""}, true}, {"fail", id + "3", Known{}, false},
					{"of-old", id + "4", Known{}, true}},
			},
			{Name: "safe.imp", Language: "imp", Sources: []Source{{"safe.imp", []byte("skip")}}, Verdict: "safe",
				Summary: "safe: every path was explored", Evidence: &Evidence{"evidence/safe-00.safe.cbor", sum}},
			{Name: "./safe.imp", Language: "imp", Sources: []Source{{"./safe.imp", []byte("skip")}}, Verdict: "safe",
				Evidence: &Evidence{"evidence/safe-00.safe.cbor", sum}},
			{Name: "open.imp", Language: "imp", Sources: []Source{{"open.imp", []byte{}}}, Verdict: "unknown",
				Notes: []Note{{Region: Region{Line: 1, Column: 2}, Text: "A potential bug."}}},
			{Name: "/etc/passwd", Verdict: "unknown", Notes: []Note{{Error: true, Region: Region{Line: 1},
				Text: `found ":", want a statement`}}},
		},
		Latent: []Latent{
			{
				Source: Source{"src/list.c", []byte("int head(struct list *l) { return l->value; }\n")},
				Region: Region{Line: 1, Column: 35}, Kind: "null dereference",
				Message:  "Null pointer is dereferenced in head for l = 0.",
				Function: "head", Requires: "l != NULL", Input: "l = 0", Rank: "passed", Callers: []string{"main bug"},
				Identity: "urn:vouch:v1:latent:null-dereference:" + strings.Repeat("0b", 32),
			},
			{Source: Source{Name: "gone.c"}, Region: Region{Line: 7, Column: 1}, Kind: "assertion",
				Message: "Assertion fails.", Function: "f", Requires: "n > 0", Callers: []string{},
				Known: &Known{"2026-01-31", "callers know"}},
			{Source: Source{Name: "src/list.c"}, Kind: "assertion", Identity: id + "5", Known: &Known{}, Gone: true,
				Fixed: true},
			{Source: Source{Name: "src/list.c"}, Kind: "assertion", Identity: id + "6", Known: &Known{}, Gone: true},
		},
	}
}

func TestGolden(t *testing.T) {
	found, err := sample().Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if err := valid(official(t), found); err != nil {
		t.Error(err)
	}
	const name = "testdata/sample.golden"
	if *update {
		if err := os.WriteFile(name, found, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(found, want) {
		t.Errorf("found\n%s\nwant %s", found, name)
	}
}

// TestSchema shows that the validation notices what is wrong.
func TestSchema(t *testing.T) {
	s := official(t)
	good, err := sample().Marshal()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ title, old, new string }{
		{"a level that is none", `"level": "error"`, `"level": "fatal"`},
		{"an unknown state", `"baselineState": "new"`, `"baselineState": "old"`},
		{"a line 0", `"startLine": 11`, `"startLine": 0`},
		{"a URI with a wrong escape", `"uri": "safe.imp"`, `"uri": "sa%zz.imp"`},
		{"a text that is a number", `"text": "Fail is reached."`, `"text": 1`},
		{"no status of the run", `"executionSuccessful": true`, `"successful": true`},
		{"another version", `"version": "2.1.0"`, `"version": "2.2"`},
	} {
		bad := strings.Replace(string(good), c.old, c.new, 1)
		if bad == string(good) {
			t.Errorf("%s: found no %s in the log", c.title, c.old)
		} else if valid(s, []byte(bad)) == nil {
			t.Errorf("%s: the log is valid", c.title)
		}
	}
}

// TestEmpty shows that a run without findings says that it has none.
func TestEmpty(t *testing.T) {
	for _, l := range []*Log{{Folder: "/"}, {Folder: "/", Files: []File{{Name: "a"}}}} {
		data, err := l.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(official(t), data); err != nil {
			t.Error(err)
		}
		if !strings.Contains(string(data), `"results": []`) {
			t.Errorf("found no empty list of results in %s", data)
		}
	}
}

func TestURI(t *testing.T) {
	for _, c := range []struct{ title, name, want string }{
		{"a name", "a.imp", "a.imp"},
		{"a path", "x/./y//a.imp", "x/y/a.imp"},
		{"below the folder, absolute", "/w/x/a.imp", "x/a.imp"},
		{"beside the folder", "../a.imp", "file:///a.imp"},
		{"elsewhere", "/tmp/a b.imp", "file:///tmp/a%20b.imp"},
		{"there and back", "../w/a.imp", "a.imp"},
		{"a colon is no scheme", "http:a.imp", "http%3Aa.imp"},
		{"what URIs mean something by", "a?b#c%d.imp", "a%3Fb%23c%25d.imp"},
		{"quotes and ends of lines", "\"a\"\r\n'b'.imp", "%22a%22%0D%0A%27b%27.imp"},
		{"the end of CDATA", "]]>.imp", "%5D%5D%3E.imp"},
		{"another writing direction", "\u202epmi.exe", "%E2%80%AEpmi.exe"},
		{"no UTF-8", "\xff.imp", "%FF.imp"},
	} {
		l := Log{Folder: "/w", Files: []File{{Name: c.name, Bugs: []Bug{{Kind: "fail", Message: c.name,
			Region: Region{Line: 1, Column: 1}}}}}}
		data, err := l.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(official(t), data); err != nil {
			t.Errorf("%s: %v", c.title, err)
		}
		var log struct {
			Runs []struct {
				Artifacts []struct {
					Location struct{ URI, URIBaseID string }
				}
			}
		}
		if err := json.Unmarshal(data, &log); err != nil {
			t.Fatal(err)
		}
		at := log.Runs[0].Artifacts[0].Location
		if at.URI != c.want || (at.URIBaseID == root) == strings.HasPrefix(c.want, "file:") {
			t.Errorf("%s: found %+v, want %s", c.title, at, c.want)
		}
	}
}

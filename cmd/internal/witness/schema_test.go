package witness

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// This file defines what a witness must look like, as the format's description has it, and tests that.

// conforms returns an error unless a text is a witness in the format 2.0.
func conforms(text []byte) error {
	var entries []any
	if err := yaml.Unmarshal(text, &entries); err != nil {
		return err
	}
	if len(entries) == 0 {
		return fmt.Errorf("found no entry, want one at least")
	}
	for i, e := range entries {
		if err := entry(e); err != nil {
			return fmt.Errorf("entry %d: %w", i+1, err)
		}
	}
	return nil
}

// keys returns a mapping that has certain keys, and perhaps others, but no more.
func keys(v any, want string, optional string) (map[string]any, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("found %v, want a mapping", v)
	}
	for _, k := range strings.Fields(want) {
		if m[k] == nil {
			return nil, fmt.Errorf("found no %s in %v", k, slices.Sorted(maps.Keys(m)))
		}
	}
	for k := range m {
		if !slices.Contains(strings.Fields(want+" "+optional), k) {
			return nil, fmt.Errorf("found %s, want one of %s %s", k, want, optional)
		}
	}
	return m, nil
}

// text returns an error unless a value is a text of a form.
func text(v any, form string) error {
	s, ok := v.(string)
	if !ok || !regexp.MustCompile(`^(?s:`+form+`)$`).MatchString(s) {
		return fmt.Errorf("found %v, want %s", v, form)
	}
	return nil
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func entry(v any) error {
	e, err := keys(v, "entry_type metadata content", "")
	if err != nil {
		return err
	}
	meta, err := keys(e["metadata"], "format_version uuid creation_time producer task", "")
	if err != nil {
		return err
	}
	producer, err := keys(meta["producer"], "name version", "configuration command_line description")
	if err != nil {
		return err
	}
	task, err := keys(meta["task"], "input_files input_file_hashes specification data_model language", "")
	if err != nil {
		return err
	}
	files, ok := task["input_files"].([]any)
	hashes, is := task["input_file_hashes"].(map[string]any)
	if !ok || !is || len(files) == 0 || len(files) != len(hashes) {
		return fmt.Errorf("found files %v and hashes %v, want as many", task["input_files"], task["input_file_hashes"])
	}
	for _, f := range files {
		if err := first(text(f, ".+"), text(hashes[fmt.Sprint(f)], "[0-9a-f]{64}")); err != nil {
			return err
		}
	}
	err = first(
		text(e["entry_type"], InvariantSet+"|"+ViolationSequence), text(meta["format_version"], `2\.0`),
		text(meta["uuid"], "[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
		text(producer["name"], ".+"), text(producer["version"], ".+"), text(task["data_model"], "LP64|ILP32"),
		text(task["language"], "C"),
		text(task["specification"],
			`CHECK\( init\(main\(\)\), LTL\(G (! call\(\w+\(\)\)|! overflow|valid-(deref|free|memtrack))\) \)`))
	if err != nil {
		return err
	}
	created, ok := meta["creation_time"].(string)
	if _, err := time.Parse(time.RFC3339, created); !ok || err != nil {
		return fmt.Errorf("found the time %v, want one as in RFC 3339", meta["creation_time"])
	}
	list, ok := e["content"].([]any)
	if !ok {
		return fmt.Errorf("found the content %v, want a list", e["content"])
	}
	if e["entry_type"] == InvariantSet {
		for _, c := range list {
			if err := invariant(c); err != nil {
				return err
			}
		}
		return nil
	}
	for i, c := range list {
		target, err := segment(c)
		if err != nil {
			return fmt.Errorf("segment %d: %w", i+1, err)
		}
		if target != (i == len(list)-1) {
			return fmt.Errorf("segment %d of %d has a target: %t, want one in the last segment only", i+1, len(list),
				target)
		}
	}
	if len(list) == 0 {
		return fmt.Errorf("found no segment, want one at least")
	}
	return nil
}

func invariant(v any) error {
	c, err := keys(v, "invariant", "")
	if err != nil {
		return err
	}
	in, err := keys(c["invariant"], "type location value format", "")
	if err != nil {
		return err
	}
	return first(text(in["type"], LoopInvariant+"|"+LocationInvariant), text(in["value"], ".+"),
		text(in["format"], CExpression), location(in["location"]))
}

// segment reports whether a segment ends with a target.
func segment(v any) (target bool, err error) {
	c, err := keys(v, "segment", "")
	if err != nil {
		return false, err
	}
	list, ok := c["segment"].([]any)
	if !ok || len(list) == 0 {
		return false, fmt.Errorf("found %v, want waypoints", c["segment"])
	}
	for i, v := range list {
		s, err := keys(v, "waypoint", "")
		if err != nil {
			return false, err
		}
		w, err := keys(s["waypoint"], "type action location", "constraint")
		if err != nil {
			return false, err
		}
		action := Avoid
		if i == len(list)-1 {
			action = Follow
		}
		if err = first(text(w["action"], action), location(w["location"])); err != nil {
			return false, err
		}
		switch constraint := w["constraint"]; w["type"] {
		case Target, FunctionEnter:
			target = w["type"] == Target
			if constraint != nil {
				return false, fmt.Errorf("found the constraint %v of %v, want none", constraint, w["type"])
			}
		case Branching:
			c, e := keys(constraint, "value", "")
			if err = e; err == nil {
				err = text(c["value"], `true|false|default|-?\d+`)
			}
		case FunctionReturn, Assumption:
			c, e := keys(constraint, "value format", "")
			if err = e; err == nil && w["type"] == FunctionReturn {
				err = first(text(c["value"], `\\result (==|!=|<=|<|>=|>) -?\d+U?`), text(c["format"], ACSLExpression))
			} else if err == nil {
				err = first(text(c["value"], `.+`), text(c["format"], CExpression))
			}
		default:
			err = fmt.Errorf("found the type %v", w["type"])
		}
		if err != nil {
			return false, err
		}
	}
	return target, nil
}

func location(v any) error {
	l, err := keys(v, "file_name line", "column function")
	if err != nil {
		return err
	}
	for _, k := range []string{"line", "column"} {
		if n, ok := l[k].(int); l[k] != nil && (!ok || n < 1) {
			return fmt.Errorf("found the %s %v, want a number from 1", k, l[k])
		}
	}
	return text(l["file_name"], ".+")
}

// sample is a witness as other tools write it.
const sample = `- entry_type: violation_sequence
  metadata:
    format_version: "2.0"
    uuid: 01234567-89ab-8def-8123-456789abcdef
    creation_time: "2026-01-02T03:04:05Z"
    producer: {name: a, version: b}
    task:
      input_files: [a.c]
      input_file_hashes: {a.c: ` + "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef" + `}
      specification: CHECK( init(main()), LTL(G ! overflow) )
      data_model: LP64
      language: C
  content:
  - segment:
    - waypoint: {type: branching, action: avoid, constraint: {value: "true"}, location: {file_name: a.c, line: 1}}
    - waypoint: {type: function_return, action: follow, constraint: {value: \result == 3, format: acsl_expression}, location: {file_name: a.c, line: 2, column: 3}}
  - segment:
    - waypoint: {type: target, action: follow, location: {file_name: a.c, line: 4, function: main}}
`

// TestSchema establishes that the tests' schema accepts a witness, and none that is wrong in one place.
func TestSchema(t *testing.T) {
	if err := conforms([]byte(sample)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ title, old, new string }{
		{"another type of entry", "violation_sequence", "violation"},
		{"a version that is a number", `"2.0"`, "2.0"},
		{"another version", `"2.0"`, `"2.1"`},
		{"no identifier", "    uuid: 01234567-89ab-8def-8123-456789abcdef\n", ""},
		{"an identifier in another form", "01234567-", "01234567"},
		{"a time in another form", "T03", " 03"},
		{"a key more", "producer: {name: a,", "producer: {name: a, more: 1,"},
		{"no hash", "{a.c: 0", "{b.c: 0"},
		{"a short hash", "{a.c: 0", "{a.c: "},
		{"a specification in another form", "LTL(G ! overflow)", "LTL(G overflow)"},
		{"a data model", "LP64", "LP32"},
		{"a language", "language: C", "language: D"},
		{"follow before the end", "action: avoid", "action: follow"},
		{"avoid at the end", "action: follow, location", "action: avoid, location"},
		{"a constraint of a target", "type: target, action: follow,",
			"type: target, action: follow, constraint: {value: a},"},
		{"a decision with a format", `{value: "true"}`, `{value: "true", format: c_expression}`},
		{"a decision that is a truth value", `{value: "true"}`, `{value: true}`},
		{"a result in another form", `\result == 3`, `\result = 3`},
		{"a result as an expression of C", "acsl_expression", "c_expression"},
		{"a line that is a text", "line: 4", `line: "4"`},
		{"a column 0", "column: 3", "column: 0"},
		{"no line", "line: 1", "column: 1"},
		{"another waypoint", "type: branching", "type: branch"},
		{"no target", "type: target", "type: function_enter"},
	} {
		text := strings.Replace(sample, c.old, c.new, 1)
		if text == sample {
			t.Errorf("%s: found no %q in the sample", c.title, c.old)
		} else if conforms([]byte(text)) == nil {
			t.Errorf("%s: accepted", c.title)
		}
	}
}

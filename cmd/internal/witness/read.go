package witness

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// This file reads witnesses: as texts of strangers, of a bounded size and form.

// MaxBytes is the size of the largest witness that is read.
const MaxBytes = 8 << 20

// The bounds of the form of a witness.
const (
	maxLevels  = 40      // of lists and mappings
	maxNodes   = 400_000 // scalars, lists and mappings
	maxEntries = 1000
)

// Placed is a part of a witness with its place there: the line and the column, from 1.
type Placed[T any] struct {
	Line, Column int
	Is           T
}

// Witness is what a witness says.
type Witness struct {
	Hashes     map[string]string // of its files, by their names
	DataModel  string
	Producer   string
	Invariants []Placed[Invariant]
	Waypoints  []Placed[Waypoint] // those to follow, in their order
	Avoided    int                // how many waypoints say what the run does not do
}

// errGraph is the error for a witness of the version before.
var errGraph = errors.New("found XML, as in a witness of the format 1.0, want YAML, as in one of the format 2.0")

// Parse reads a witness in the format 2.0. Entries and keys that this version of the format does not have are errors.
// Errors have the place in the text.
func Parse(text []byte) (*Witness, error) {
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("found more than %d bytes", MaxBytes)
	}
	if start := bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n"); bytes.HasPrefix(start,
		[]byte("<")) {
		return nil, errGraph
	}
	var doc yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&doc); err != nil {
		return nil, fmt.Errorf("found no YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if err := d.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.New("found a second document, want one")
	}
	r := &walker{}
	if err := r.check(&doc, 0); err != nil {
		return nil, err
	}
	w := &Witness{Hashes: map[string]string{}}
	if len(doc.Content) != 1 {
		return nil, errors.New("found an empty document, want a list of entries")
	}
	list, err := items(doc.Content[0], "a list of entries")
	if err == nil && (len(list) == 0 || len(list) > maxEntries) {
		err = refused(doc.Content[0], "%d entries, want 1 to %d", len(list), maxEntries)
	}
	for _, n := range list {
		if err == nil {
			err = w.entry(n)
		}
	}
	if err != nil {
		return nil, err
	}
	return w, nil
}

// walker counts the parts of a document.
type walker struct{ nodes int }

// check returns an error if a document is too large or too deep, or has aliases, which could stand for much more than
// they are.
func (r *walker) check(n *yaml.Node, level int) error {
	r.nodes++
	switch {
	case r.nodes > maxNodes:
		return refused(n, "more than %d parts", maxNodes)
	case level > maxLevels:
		return refused(n, "more than %d levels", maxLevels)
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		return refused(n, "an alias or an anchor, want the text itself")
	}
	for _, m := range n.Content {
		if err := r.check(m, level+1); err != nil {
			return err
		}
	}
	return nil
}

// refused returns an error at a part.
func refused(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%d:%d: found %s", max(n.Line, 1), max(n.Column, 1), fmt.Sprintf(format, args...))
}

// shown returns a part for people.
func shown(n *yaml.Node) string {
	switch n.Kind {
	case yaml.ScalarNode:
		return strconv.Quote(clip(n.Value))
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	return "nothing"
}

func items(n *yaml.Node, want string) ([]*yaml.Node, error) {
	if n.Kind != yaml.SequenceNode {
		return nil, refused(n, "%s, want %s", shown(n), want)
	}
	return n.Content, nil
}

// mapping returns the values of a mapping by their keys, which must be among some; those before "" must be there.
func mapping(n *yaml.Node, keys ...string) (map[string]*yaml.Node, error) {
	if n.Kind != yaml.MappingNode {
		return nil, refused(n, "%s, want a mapping", shown(n))
	}
	m := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		switch {
		case k.Kind != yaml.ScalarNode || k.Value == "" || !slices.Contains(keys, k.Value):
			return nil, refused(k, "the key %s, want one of %s", shown(k),
				strings.Join(slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return k == "" }), ", "))
		case m[k.Value] != nil:
			return nil, refused(k, "the key %s twice, want it once", k.Value)
		}
		m[k.Value] = n.Content[i+1]
	}
	for _, k := range keys {
		if k == "" {
			break
		}
		if m[k] == nil {
			return nil, refused(n, "no key %s, want one", k)
		}
	}
	return m, nil
}

// word returns a text, which must be among some if there are some.
func word(n *yaml.Node, among ...string) (string, error) {
	if n.Kind != yaml.ScalarNode || len(among) == 0 && n.Value == "" {
		return "", refused(n, "%s, want a text", shown(n))
	}
	if len(among) > 0 && !slices.Contains(among, n.Value) {
		return "", refused(n, "%s, want %s", shown(n), strings.Join(among, " or "))
	}
	return n.Value, nil
}

// entry reads an entry.
func (w *Witness) entry(n *yaml.Node) error {
	e, err := mapping(n, "entry_type", "metadata", "content")
	if err != nil {
		return err
	}
	kind, err := word(e["entry_type"], InvariantSet, ViolationSequence)
	if err == nil {
		err = w.metadata(e["metadata"])
	}
	if err != nil {
		return err
	}
	content, err := items(e["content"], "a list")
	for _, c := range content {
		switch {
		case err != nil:
		case kind == InvariantSet:
			err = w.invariant(c)
		default:
			err = w.segment(c)
		}
	}
	return err
}

func (w *Witness) metadata(n *yaml.Node) error {
	m, err := mapping(n, "format_version", "producer", "task", "", "uuid", "creation_time")
	if err != nil {
		return err
	}
	version, err := word(m["format_version"])
	if err == nil && version != Version && !strings.HasPrefix(version, Version+".") {
		err = refused(m["format_version"], "the version %s, want %s", shown(m["format_version"]), Version)
	}
	if err != nil {
		return err
	}
	producer, err := mapping(m["producer"], "name", "version", "", "configuration", "command_line", "description")
	if err != nil {
		return err
	}
	if w.Producer, err = word(producer["name"]); err != nil {
		return err
	}
	task, err := mapping(m["task"], "input_files", "input_file_hashes", "data_model", "language", "", "specification")
	if err != nil {
		return err
	}
	if w.DataModel, err = word(task["data_model"], "LP64", "ILP32"); err != nil {
		return err
	}
	if _, err = word(task["language"], "C"); err != nil {
		return err
	}
	if n := task["input_file_hashes"]; n.Kind != yaml.MappingNode {
		return refused(n, "%s, want a mapping", shown(n))
	} else {
		for i := 0; i+1 < len(n.Content); i += 2 {
			hash, err := word(n.Content[i+1])
			if err != nil {
				return err
			}
			w.Hashes[n.Content[i].Value] = strings.ToLower(hash)
		}
	}
	return nil
}

func (w *Witness) invariant(n *yaml.Node) error {
	c, err := mapping(n, "invariant")
	if err != nil {
		return err
	}
	m, err := mapping(c["invariant"], "type", "location", "value", "format")
	if err != nil {
		return err
	}
	var in Invariant
	if in.Type, err = word(m["type"], LoopInvariant, LocationInvariant); err != nil {
		return err
	}
	if in.Format, err = word(m["format"], CExpression); err != nil {
		return err
	}
	if in.Value, err = word(m["value"]); err != nil {
		return err
	}
	if in.Location, err = locationOf(m["location"]); err != nil {
		return err
	}
	w.Invariants = append(w.Invariants, Placed[Invariant]{m["value"].Line, m["value"].Column, in})
	return nil
}

func locationOf(n *yaml.Node) (l Location, err error) {
	m, err := mapping(n, "line", "", "file_name", "column", "function", "identifier", "file_hash")
	if err != nil {
		return l, err
	}
	number := func(n *yaml.Node, to *int) error {
		v, err := strconv.Atoi(n.Value)
		if err != nil || v < 1 || n.Kind != yaml.ScalarNode || v > 1<<30 {
			return refused(n, "%s, want a number from 1", shown(n))
		}
		*to = v
		return nil
	}
	if err := number(m["line"], &l.Line); err != nil {
		return l, err
	}
	if m["column"] != nil {
		if err := number(m["column"], &l.Column); err != nil {
			return l, err
		}
	}
	for key, to := range map[string]*string{"file_name": &l.FileName, "function": &l.Function} {
		if m[key] != nil && m[key].Kind == yaml.ScalarNode {
			*to = m[key].Value
		}
	}
	return l, nil
}

func (w *Witness) segment(n *yaml.Node) error {
	c, err := mapping(n, "segment")
	if err != nil {
		return err
	}
	steps, err := items(c["segment"], "a list of waypoints")
	for _, s := range steps {
		if err == nil {
			err = w.waypoint(s)
		}
	}
	return err
}

func (w *Witness) waypoint(n *yaml.Node) error {
	s, err := mapping(n, "waypoint")
	if err != nil {
		return err
	}
	m, err := mapping(s["waypoint"], "type", "action", "location", "", "constraint")
	if err != nil {
		return err
	}
	var p Waypoint
	if p.Type, err = word(m["type"], Assumption, Branching, FunctionEnter, FunctionReturn, Target); err != nil {
		return err
	}
	if p.Action, err = word(m["action"], Follow, Avoid); err != nil {
		return err
	}
	if p.Location, err = locationOf(m["location"]); err != nil {
		return err
	}
	if m["constraint"] != nil {
		c, err := mapping(m["constraint"], "value", "", "format")
		if err != nil {
			return err
		}
		p.Constraint = &Constraint{}
		if p.Constraint.Value, err = word(c["value"]); err != nil {
			return err
		}
		if c["format"] != nil {
			if p.Constraint.Format, err = word(c["format"], CExpression, ACSLExpression); err != nil {
				return err
			}
		}
	}
	if p.Action == Avoid {
		w.Avoided++
		return nil
	}
	w.Waypoints = append(w.Waypoints, Placed[Waypoint]{s["waypoint"].Line, s["waypoint"].Column, p})
	return nil
}

// names reports whether a place in a witness is in a file, whose name may have other folders before it there.
func (l Location) names(file string) bool {
	return l.FileName == "" || filepath.Base(l.FileName) == filepath.Base(file)
}

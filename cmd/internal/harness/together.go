package harness

import (
	"fmt"
	"strings"
)

// This file defines texts of many harnesses. To lower them at once takes less than to lower each by itself, because
// what they declare is read once.

// Together is the text of harnesses, each of which is written without the file of its function.
type Together struct {
	d     *declarer
	lines []string
	said  map[string]bool // declarations of functions of vouch
	parts []Section
	whole bool // whether no more can be added
}

// Section says where a harness is in such a text. Its lines have the columns there that they have by themselves: names
// that take the place of others are as long as these. So the text needs no macros, which are read twice.
type Section struct {
	Main   string // the name of its main
	Prefix string // begins the names of its other functions
	Own    string // begins them by itself
	Lines  int    // how many lines stand in front of it
}

// mostSections is how many harnesses such a text has at most.
const mostSections = 100

// NewTogether returns a text without harnesses.
func NewTogether() *Together { return &Together{d: newDeclarer(), said: map[string]bool{}} }

// Add adds a harness that Make wrote for a function. It returns false if it cannot be written without the file of the
// function, as Alone may say; then no more can be added.
func (t *Together) Add(f *Function, m *Made) (p Section, ok bool) {
	if t.whole || len(t.parts) == mostSections {
		return p, false
	}
	declared := len(t.d.lines)
	text, ok := f.apart(t.d, m)
	if !ok {
		t.d.lines, t.whole = t.d.lines[:declared], true
		return p, false
	}
	n := len(t.parts)
	p.Main, p.Prefix, p.Own = fmt.Sprintf("m_%02d", n), fmt.Sprintf("%s%02d_", unknown[:len(unknown)-3], n), unknown
	t.lines = append(t.lines, strings.Join(t.d.lines[declared:], " "))
	text = renamed(renamed(text, "int main(", "int "+p.Main+"("), unknown, p.Prefix)
	p.Lines = len(t.lines)
	head := true
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
			line, head = "", false
		case head && t.said[line]:
			line = ""
		case head:
			t.said[line] = true
		}
		t.lines = append(t.lines, line)
	}
	t.parts = append(t.parts, p)
	return p, true
}

// renamed returns a text with something else for the beginning of names, but for what is between quotes.
func renamed(text, name, other string) string {
	if !strings.Contains(text, name) {
		return text
	}
	parts := strings.Split(text, `"`) // no literal in a harness has a quote inside
	for i := 0; i < len(parts); i += 2 {
		parts[i] = strings.ReplaceAll(parts[i], name, other)
	}
	return strings.Join(parts, `"`)
}

// Text returns the text, with a main that calls those of all harnesses.
func (t *Together) Text() []byte {
	w := &strings.Builder{}
	w.WriteString(strings.Join(t.lines, "\n") + "\nint main(void)\n{\n")
	for _, p := range t.parts {
		w.WriteString("\t" + p.Main + "();\n")
	}
	w.WriteString("\treturn 0;\n}\n")
	return []byte(w.String())
}

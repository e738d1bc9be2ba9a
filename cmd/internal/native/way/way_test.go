package way

import (
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file tests which branches are compared, and how the text with the trace looks.

var update = flag.Bool("update", false, "rewrite the golden files")

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestMatched compares the sites of a file with a golden file: each with its place, its text, and what the edges of
// each branch of clang say about it. The file has every statement that branches. What is left out comes last.
func TestMatched(t *testing.T) {
	for _, name := range []string{"plain", "several", "loops", "choose", "macros", "values"} {
		t.Run(name, func(t *testing.T) {
			text := read(t, "branches.c")
			p, _, err := c.Lower(nil, []c.Source{{Name: "branches.c", Text: text}},
				map[string]string{"entry": name, "undefined": "any"})
			if err != nil {
				t.Fatal(err)
			}
			m, err := Read(string(read(t, "branches.ll")), func(path string) (string, bool) {
				return path, path == "branches.c"
			})
			if err != nil {
				t.Fatal(err)
			}
			s := Matched(p, p.Sources, []*Module{m}, func(*core.Func) bool { return false })
			var b strings.Builder
			for i, site := range s.List {
				fmt.Fprintf(&b, "%s %s", site.Span, site.Span.Text(string(text)))
				for _, f := range m.functions {
					for _, l := range f.leaves {
						for _, c := range s.codes[l] {
							if n, ok := s.numbers[c.key]; !ok || n != i {
								continue
							}
							fmt.Fprintf(&b, "\n\t%d:%d %s: %s %d, %s %d", l.at.line, l.at.column, l.value, l.then,
								c.then, l.els, c.els)
						}
					}
				}
				b.WriteString("\n")
			}
			var left []string
			for at := range s.others {
				left = append(left, fmt.Sprintf("left out: %s %s\n", at.f.Code[at.pc].Span,
					at.f.Code[at.pc].Span.Text(string(text))))
			}
			slices.Sort(left)
			b.WriteString(strings.Join(left, ""))
			golden := "testdata/" + name + ".sites"
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want := string(read(t, name+".sites")); b.String() != want {
				t.Errorf("found\n%s\nwant\n%s", b.String(), want)
			}
		})
	}
}

// TestCompare tries pairs of ways.
func TestCompare(t *testing.T) {
	file := func(line int32) source.Span { return source.Span{Line: line, Column: 5, EndLine: line, EndColumn: 9} }
	sites := []Site{
		{Span: file(1), Goes: [2]source.Span{file(4), file(2)}},
		{Span: file(2), Goes: [2]source.Span{file(4), file(3)}},
		{Span: file(3), Switch: true},
		{Span: file(4), Goes: [2]source.Span{file(4), file(4)}},
	}
	all := []Event{{0, 1}, {1, 1}, {2, -7}, {3, 0}}
	changed := func(i int, e Event) []Event {
		list := slices.Clone(all)
		list[i] = e
		return list
	}
	for _, c := range []struct {
		title         string
		vouch, native []Event
		beginning     bool
		want          string // "" if they agree
	}{
		{"the same", all, all, false, ""},
		{"nothing", nil, nil, false, ""},
		{"a bug, behind which the native run goes on", all[:2], all, true, ""},
		{"a bug in the first step", nil, all, true, ""},
		{"no bug, and the native run goes on", all[:2], all, false,
			"way differs at 3:5: the certificate comes to no other branch, the native run comes to 3:5"},
		{"no bug, and only the native run decides anything", nil, all, false,
			"way differs at 1:5: the certificate comes to no other branch, the native run comes to 1:5"},
		{"the native run ends early", all, all[:3], false,
			"way differs at 4:5: the certificate comes to 4:5, the native run comes to no other branch"},
		{"the native run ends before the bug", all, all[:3], true,
			"way differs at 4:5: the certificate comes to 4:5, the native run comes to no other branch"},
		{"the native run decides nothing", all, nil, true,
			"way differs at 1:5: the certificate comes to 1:5, the native run comes to no other branch"},
		{"another outcome", all, changed(1, Event{1, 0}), true,
			"way differs at 2:5: the certificate goes on with line 3, the native run with line 4"},
		{"another outcome of the first branch", all, changed(0, Event{0, 0}), true,
			"way differs at 1:5: the certificate goes on with line 2, the native run with line 4"},
		{"another outcome, where both go on in one line", all, changed(3, Event{3, 1}), false,
			"way differs at 4:5: the condition is false in the certificate, and true in the native run"},
		{"another value of a switch", all, changed(2, Event{2, 7}), true,
			"way differs at 3:5: the switch is on -7 in the certificate, and on 7 in the native run"},
		{"another branch", all, changed(1, Event{3, 1}), true,
			"way differs at 2:5: the certificate comes to 2:5, the native run comes to 4:5"},
		{"two that changed places", all, []Event{all[0], all[2], all[1], all[3]}, true,
			"way differs at 2:5: the certificate comes to 2:5, the native run comes to 3:5"},
		{"one more in the middle", all, slices.Insert(slices.Clone(all), 1, Event{1, 1}), true,
			"way differs at 3:5: the certificate comes to 3:5, the native run comes to 2:5"},
		{"one less in the middle", all, slices.Delete(slices.Clone(all), 1, 2), true,
			"way differs at 2:5: the certificate comes to 2:5, the native run comes to 3:5"},
		{"a difference behind the bug", all[:1], changed(1, Event{1, 0}), true, ""},
	} {
		got := ""
		if d := Compare(c.vouch, c.native, c.beginning); d != nil {
			got = d.Words(sites, source.Span.String)
		}
		if got != c.want {
			t.Errorf("%s: found %q, want %q", c.title, got, c.want)
		}
	}
}

// TestRead changes what clang writes: a branch whose place or form says nothing is left out, and so are those of its
// region.
func TestRead(t *testing.T) {
	text := string(read(t, "branches.ll"))
	count := func(text string, file string) int {
		p, _, err := c.Lower(nil, []c.Source{{Name: "branches.c", Text: read(t, "branches.c")}},
			map[string]string{"entry": "several", "undefined": "any"})
		if err != nil {
			t.Fatal(err)
		}
		m, err := Read(text, func(path string) (string, bool) { return path, path == file })
		if err != nil {
			t.Fatal(err)
		}
		return len(Matched(p, p.Sources, []*Module{m}, func(*core.Func) bool { return false }).List)
	}
	all := count(text, "branches.c")
	for _, c := range []struct {
		title, old, new, file string
		want                  int
	}{
		{"nothing changed", "", "", "branches.c", all},
		{"another file", "", "", "other.c", 0},
		{"another function", "@several(", "@other(", "branches.c", 0},
		{"a function without a place", "@several(i32 noundef %a, i32 noundef %b, i32 noundef %c) #0 !dbg",
			"@several(i32 noundef %a, i32 noundef %b, i32 noundef %c) #0 !not", "branches.c", 0},
		{"a branch of a sanitizer", "br i1 %tobool13, label %land.lhs.true14, label %if.end18,",
			"br i1 %tobool13, label %land.lhs.true14, label %if.end18, !nosanitize !2,", "branches.c", all - 1},
		{"a constant", "br i1 %tobool13,", "br i1 true,", "branches.c", all - 1},
		{"a condition with three exits", "br i1 %tobool, label %land.lhs.true, label %if.end,",
			"br i1 %tobool, label %land.lhs.true, label %if.then17,", "branches.c", all - 1},
		{"a condition with one exit", "br i1 %tobool1, label %if.then, label %if.end,",
			"br i1 %tobool1, label %if.end, label %if.end,", "branches.c", all - 1},
		{"another operator as a value", "br i1 %tobool31, label %land.rhs,", "br i1 %tobool31, label %lor.rhs,",
			"branches.c", all - 1},
		{"one branch less in a condition", "br i1 %tobool1, label %if.then, label %if.end,", "br label %if.then,",
			"branches.c", all - 1},
		{"one branch more in a region", "br i1 %tobool13, label %land.lhs.true14, label %if.end18, ",
			"br i1 %tobool13, label %again, label %if.end18, !dbg !2\n\nagain:\n  br i1 %tobool13, label %land.lhs.true14, label %if.end18, ",
			"branches.c", all - 1},
	} {
		changed := strings.Replace(text, c.old, c.new, 1)
		if c.old != "" && changed == text {
			t.Errorf("%s: found no %q in the text", c.title, c.old)
		}
		if got := count(changed, c.file); got != c.want {
			t.Errorf("%s: found %d sites, want %d", c.title, got, c.want)
		}
	}
}

// TestReadFile reads traces that a program may have spoilt.
func TestReadFile(t *testing.T) {
	word := func(n ...uint64) (b []byte) {
		for _, x := range n {
			b = binary.LittleEndian.AppendUint64(b, x)
		}
		return b
	}
	for _, c := range []struct {
		title string
		data  []byte
		want  string // the events, or the error
	}{
		{"none", word(0, 0), "[] 0"},
		{"two", word(2, 0, 1, 1, 0, ^uint64(6)), "[{1 1} {0 -7}] 2"},
		{"more than there is room for", word(Most+1, 0), fmt.Sprint(Most + 1)},
		{"a number of no site", word(1, 0, 2, 1),
			"found the number 2 in the trace of the native run, want one of 2 sites"},
		{"a large number of no site", word(1, 0, 1<<63, 1),
			"found the number 9223372036854775808 in the trace of the native run, want one of 2 sites"},
		{"more events than bytes", word(1<<63, 0), fmt.Sprint(uint64(1) << 63)},
	} {
		f, err := NewFile(t.TempDir() + "/way")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteAt(c.data, 0); err != nil {
			t.Fatal(err)
		}
		events, n, err := ReadFile(f, 2)
		got := fmt.Sprint(events, n)
		if err != nil {
			got = err.Error()
		}
		if n > Most {
			got = fmt.Sprint(n)
		}
		if got != c.want {
			t.Errorf("%s: found %.80s, want %s", c.title, got, c.want)
		}
	}
}

// calls returns what the calls before a branch say, in their order: the text of the site, and the values on both edges.
func calls(t *testing.T, function, old, new string, more ...string) func(value string) string {
	t.Helper()
	source := string(read(t, "branches.c"))
	p, _, err := c.Lower(nil, []c.Source{{Name: "branches.c", Text: []byte(source)}},
		map[string]string{"entry": function, "undefined": "any"})
	if err != nil {
		t.Fatal(err)
	}
	var modules []*Module
	for _, text := range append([]string{strings.Replace(string(read(t, "branches.ll")), old, new, 1)}, more...) {
		m, err := Read(text, func(path string) (string, bool) { return path, true })
		if err != nil {
			t.Fatal(err)
		}
		modules = append(modules, m)
	}
	s := Matched(p, p.Sources, modules, func(*core.Func) bool { return false })
	traced := string(s.Traced(modules[0]))
	begin := strings.Index(traced, "@"+function+"(")
	body := traced[begin : begin+strings.Index(traced[begin:], "\n}")]
	return func(value string) string {
		var list []string
		for line := range strings.Lines(body) {
			var site, then, els int
			if before, after, ok := strings.Cut(line, ", i1 zeroext "+value+", "); ok {
				fmt.Sscanf(before, "  call void @vouch_way_branch(i32 %d", &site)
				fmt.Sscanf(after, "i32 %d, i32 %d)", &then, &els)
				list = append(list, fmt.Sprintf("%s %d %d", s.List[site].Span.Text(source), then, els))
			}
		}
		return strings.Join(list, "; ")
	}
}

// TestTraced: the calls before a branch, where the order or the direction matters.
func TestTraced(t *testing.T) {
	text := string(read(t, "branches.ll"))
	more := strings.Replace(text, "br i1 %tobool13, label %land.lhs.true14, label %if.end18, ",
		"br i1 %tobool13, label %again, label %if.end18, !dbg !2\n\nagain:\n  br i1 %tobool13, label %land.lhs.true14, label %if.end18, ",
		1)
	for _, c := range []struct {
		title, function, old, new string
		more                      []string
		value, want               string
	}{
		{"an operand is decided before the condition", "several", "", "", nil, "%tobool23",
			"a 2 1; a && f(b) && c 0 1"},
		{"a condition of one operand", "several", "", "", nil, "%tobool13", "f(a) 2 1"},
		{"another copy of the function is the same", "several", "", "", []string{text}, "%tobool13", "f(a) 2 1"},
		{"another copy has another number of branches", "several", "", "", []string{more}, "%tobool13", ""},
		{"a loop that goes on", "loops", "", "", nil, "%lnot18", "!m 2 1"},
		{"a loop that goes on if the value is 0", "loops", "br i1 %lnot18, label %do.body, label %do.end",
			"br i1 %lnot18, label %do.end, label %do.body", nil, "%lnot18", "!m 1 2"},
		{"a loop whose body has no name", "loops", "br i1 %lnot18, label %do.body, label %do.end",
			"br i1 %lnot18, label %do.cond, label %do.end", nil, "%lnot18", ""},
	} {
		if got := calls(t, c.function, c.old, c.new, c.more...)(c.value); got != c.want {
			t.Errorf("%s: found %q, want %q", c.title, got, c.want)
		}
	}
}

package report

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/finder"
	"vouch/internal/load"
)

// This file tests what a page says without a browser: the static part against golden files, and that nothing in a
// certificate can be markup.

var update = flag.Bool("update", false, "rewrite golden files")

// find returns the certificate of the first finding of a program.
func find(t testing.TB, name, source string, states, loop int) []byte {
	t.Helper()
	p, err := load.File(name, []byte(source))
	if err != nil {
		t.Fatalf("%v\n%.999s", err, source)
	}
	return search(t, p, states, loop)
}

// findAll is find for a program in C with several files.
func findAll(t testing.TB, main string, files map[string]string) []byte {
	t.Helper()
	return findWith(t, load.C{}, main, files)
}

// findWith is findAll with options of C.
func findWith(t testing.TB, c load.C, main string, files map[string]string) []byte {
	t.Helper()
	dir := t.TempDir()
	var names []string
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(name) == ".c" && name != main {
			names = append(names, filepath.Join(dir, name))
		}
	}
	p, _, err := c.Files(append([]string{filepath.Join(dir, main)}, names...)...)
	if err != nil {
		t.Fatal(err)
	}
	return search(t, p, 10_000, 0)
}

// search returns the certificate of the first finding of a program.
func search(t testing.TB, p *load.Program, states, loop int) []byte {
	t.Helper()
	source := p.About.Sources[0].Text
	o := finder.Options{Prove: true, Limits: finder.Limits{States: int64(states), Loop: loop}}
	r, err := finder.Find(context.Background(), finder.Program{Core: p.Core, About: p.About}, o)
	if err != nil {
		t.Fatalf("%v\n%.999s", err, source)
	}
	if bugs := r.Certain(); len(bugs) > 0 {
		return certs.Encode(bugs[0].Bug)
	}
	if r.Absence == nil {
		t.Fatalf("found no certificate: %v\n%.999s", r.Held, source)
	}
	return certs.Encode(r.Absence)
}

func example(t testing.TB, name string) []byte {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("../../../examples", name))
	if err != nil {
		t.Fatal(err)
	}
	return find(t, name, string(source), 50_000, 0)
}

func examine(t testing.TB, id, file string, data []byte) *Entry {
	t.Helper()
	return Examine(id, file, data, checker.DefaultLimits, 2<<20)
}

func html(t testing.TB, index bool, entries ...*Entry) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, "0.0.0", entries, index); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// damaged returns a certificate with one byte changed.
func damaged(data []byte) []byte {
	data = bytes.Clone(data)
	data[len(data)-40] ^= 1
	return data
}

// several returns the entries of a page with an index.
func several(t testing.TB) []*Entry {
	gcd := example(t, "gcd_buggy.imp")
	bounded := find(t, "count.imp", "input n\ni = 0\nwhile i < n {\n  i = i + 1\n}\nassert i >= 0\n", 2000, 3)
	return []*Entry{
		examine(t, "c1", "evidence/gcd.cbor", gcd),
		examine(t, "c2", "evidence/isqrt.cbor", example(t, "isqrt.imp")),
		examine(t, "c3", "evidence/div.cbor", example(t, "div_zero.imp")),
		examine(t, "c4", "evidence/bounded.cbor", bounded),
		examine(t, "c5", "evidence/damaged.cbor", damaged(gcd)),
		examine(t, "c6", "evidence/text.cbor", []byte("no certificate")),
	}
}

var embedded = regexp.MustCompile(`(?s)<style>.*?</style>|<script>.*?</script>|&#39;sha256-[^&]*(&#43;[^&]*)*&#39;`)

func TestGolden(t *testing.T) {
	pages := map[string]string{"index": html(t, true, several(t)...)}
	for _, name := range []string{"gcd_buggy", "ledger", "unbound", "deep_bug", "isqrt", "suspicious_truncate"} {
		pages[name] = html(t, false, examine(t, "c1", name+".cbor", example(t, name+".imp")))
	}
	pages["queue"] = html(t, false, examine(t, "c1", "queue.cbor", example(t, "c/queue.c")))
	for name, found := range pages {
		t.Run(name, func(t *testing.T) {
			found = embedded.ReplaceAllString(found, "")
			golden := "testdata/" + name + ".html"
			if *update {
				if err := os.WriteFile(golden, []byte(found), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if found != string(want) {
				t.Errorf("the page differs from %s; run make golden and review the difference", golden)
			}
		})
	}
}

// hostile are texts that programs may hold in comments, with what is shown of them.
var hostile = []struct{ name, text, shown string }{
	{"end of script", "</script><script>window.evil=1</script>", "&lt;/script&gt;&lt;script&gt;"},
	{"image", "<img src=x onerror=window.evil=1>", "&lt;img src=x onerror=window.evil=1&gt;"},
	{"quotes", `"' onmouseover="window.evil=1" x='`, "&#34;&#39; onmouseover="},
	{"backticks", "`${window.evil=1}`", "`${window.evil=1}`"},
	{"template", "{{.Title}}", "{{.Title}}"},
	{"comment", "--><!-- <![CDATA[", "--&gt;&lt;!-- &lt;![CDATA["},
	{"style", "</style><style>*{display:none}</style>", "&lt;/style&gt;&lt;style&gt;"},
	{"annotation", "a\ufff9b\ufffac\ufffbd", "U+FFF9"},
	{"tag", "a\U000e0041b", "U+E0041"},
	{"private use", "a\ue000b", "U+E000"},
	{"zero width", "a\u200bb\u2060c", "U+200B"},
	{"entity", "&lt;b&gt; &amp;", "&amp;lt;b&amp;gt;"},
}

// hostileEntry returns the entry of a program that has all hostile texts in it, under a hostile name.
func hostileEntry(t testing.TB) *Entry {
	var b strings.Builder
	b.WriteString("input x\n")
	for _, h := range hostile {
		b.WriteString("# " + h.text + "\n")
	}
	b.WriteString("if x == 3 { fail } # </script><img src=x onerror=window.evil=1>\n")
	return examine(t, "c1", "dir/<img src=x onerror=window.evil=1>\u202e.cbor",
		find(t, "<img src=x onerror=window.evil=1>.imp", b.String(), 1000, 0))
}

func TestHostile(t *testing.T) {
	found := html(t, false, hostileEntry(t))
	body := found[strings.Index(found, "<body>"):]
	for _, h := range hostile {
		if !strings.Contains(body, strings.ReplaceAll(h.shown, "+", "&#43;")) {
			t.Errorf("%s: found no %s on the page", h.name, h.shown)
		}
		if strings.ContainsAny(h.text, "<\ufff9\U000e0041\ue000\u200b") && strings.Contains(found, h.text) {
			t.Errorf("%s: found %q on the page", h.name, h.text)
		}
	}
	if i := strings.IndexAny(found, "\ufff9\ufffa\ufffb\U000e0041\ue000\u200b\u2060\u202e"); i >= 0 {
		t.Errorf("found a character that is not shown: %q", found[i:i+20])
	}
}

func TestMembers(t *testing.T) {
	for _, c := range []struct {
		name, source string
		members      int
		every, none  bool
	}{
		{"a half line", "input x\nassert x < 1000", 3, false, false},
		{"one input only", "input x, y\nif x == 3 and y == x * 7 { fail }", 0, false, true},
		{"three inputs", "input x\nassume 5 <= x <= 7\nassert x < 5", 2, false, true},
		{"far apart", "input x\nassume x % 1000003 == 77 and x > 0\nassert x < 0", 3, false, false},
		{"far apart, and two", "input x\nassume x % 1000003 == 77 and 0 < x < 2000007\nassert x < 0", 1, false, true},
		{"towards zero", "option division truncate\ninput x\nassume x / 7 == -3 and x % 7 == -2\nfail", 0, false, true},
		{"every input", "input x\nfail", 0, true, false},
		{"no input", "x = 1\nassert x == 2", 0, true, false},
		{"an input that does not matter", "input x, y\nassert x != 3", 0, false, true},
		{"a diagonal", "input x, y\nif x == y { fail }", 3, false, false},
		{"a product, of which nothing is proved", "input x, y\nassume x > 10 and y > 10\nassert x * y != 143 or x > y",
			0, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := examine(t, "c1", "x", find(t, "x.imp", c.source, 1000, 0)).Bug.Members
			if len(m.Inputs) != c.members || m.Every != c.every || m.None != c.none {
				t.Errorf("found %+v, want %d, every %t, none %t", m, c.members, c.every, c.none)
			}
		})
	}
}

func TestConjuncts(t *testing.T) {
	source := "input a, b\nassume a > 0\nx = a + 1\nif b > x {\n  y = 10 / (b - 9)\n}\nassert b != 20\n"
	e := examine(t, "c1", "x", find(t, "x.imp", source, 1000, 0))
	for i, c := range e.Bug.Conjuncts {
		if c.Line == nil {
			t.Errorf("conjunct %d, %s: found no line", i+1, c.Text)
		}
	}
	if first, last := e.Bug.Conjuncts[0], e.Bug.Conjuncts[len(e.Bug.Conjuncts)-1]; first.Line.Text != "2" ||
		first.Step != -1 || *last.Line != *e.Bug.FaultLine {
		t.Errorf("found first %+v, last %+v", first, last)
	}
}

// TestTree: the tree of ways is there for programs of all shapes, and agrees with the checker's numbers, or else it
// would be nil.
func TestTree(t *testing.T) {
	for _, c := range []struct {
		name, source string
		loop, nodes  int
	}{
		{"one fork", "input x\nif x > 0 { y = 1 } else { y = 2 }\nassert y > 0", 0, 1},
		{"division", "input x\nif x != 0 { y = 10 / x }", 0, 2},
		{"an assumption on the way", "input x\nif x > 3 { assume x < 2 }", 0, 2},
		{"loop limit, symbolic", "input n\ni = 0\nwhile i < n { i = i + 1 }", 2, 3},
		{"loop limit, concrete", "input n\nif n > 0 { skip }\nwhile true { skip }", 2, 3},
		{"empty blocks", "input n\nwhile n > 5 { n = n - 1 }\nif n > 0 { } else { }\nassert n <= 5", 2, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := examine(t, "c1", "x", find(t, "x.imp", c.source, 2000, c.loop)).Absence
			if a == nil || a.Tree == nil {
				t.Fatal("found no tree")
			}
			if c.nodes > 0 && a.Nodes != c.nodes {
				t.Errorf("found %d nodes, want %d", a.Nodes, c.nodes)
			}
		})
	}
}

// TestTreeFolded: a tree of more decisions than are drawn is folded up, and nothing of it is lost.
func TestTreeFolded(t *testing.T) {
	var b strings.Builder
	b.WriteString("input a, b, c, d, e, f, g\nn = 0\n")
	for _, x := range "abcdefg" {
		fmt.Fprintf(&b, "if %c > 0 { n = n + 1 }\n", x)
	}
	b.WriteString("m = 10 / (n + 1)\nassert m >= 0\n")
	a := examine(t, "c1", "x", find(t, "x.imp", b.String(), 5000, 0)).Absence
	drawn, folded := 0, 0
	for _, d := range a.Drawing.Dots {
		if d.Class == "node" {
			drawn++
		}
		folded += int(d.Fold)
		if d.Fold > 0 && d.Node < 0 {
			t.Errorf("found %s without the node in the list that it leads to", d.Title)
		}
	}
	if drawn != maxDrawn || drawn+folded != a.Nodes || a.Drawing.Folded != folded {
		t.Errorf("found %d nodes drawn and %d folded up, want %d and %d", drawn, folded, maxDrawn, a.Nodes-maxDrawn)
	}
	ways := map[string]int{}
	for _, l := range a.Drawing.Labels {
		ways[l.Text]++
	}
	if ways["true"] == 0 || ways["true"] != ways["false"] {
		t.Errorf("found the labels %v, want as many of true as of false", ways)
	}
}

// TestGroups: an index goes by programs, those with bugs before the others, and of a program its bugs come first.
func TestGroups(t *testing.T) {
	bug := &Bug{}
	entries := []*Entry{{File: "1", Program: "b.c"}, {File: "2"}, {File: "3", Program: "a.c"},
		{File: "4", Program: "c.c"}, {File: "5", Program: "c.c", Bug: bug}, {File: "6", Program: "b.c", Bug: bug}}
	found := ""
	for _, g := range groups(entries) {
		found += fmt.Sprintf("%q %d", g.Program, g.Bugs)
		for _, e := range g.Entries {
			found += " " + e.File
		}
		found += "; "
	}
	if want := `"b.c" 1 6 1; "c.c" 1 5 4; "a.c" 0 3; "" 0 2; `; found != want {
		t.Errorf("found %s, want %s", found, want)
	}
}

// TestChanged: evidence is stale if a source of its program is there and is another text.
func TestChanged(t *testing.T) {
	for _, c := range []struct {
		title, text string
		there, want bool
	}{{"the same", "fail\n", true, false}, {"another", "fail\n\n", true, true}, {"none", "", false, false}} {
		e := examine(t, "c1", "x", find(t, "x.imp", "fail\n", 10, 0))
		e.Compare(func(string) ([]byte, bool) { return []byte(c.text), c.there })
		if (len(e.Changed) > 0) != c.want || strings.Contains(html(t, true, e), "has changed since") != c.want {
			t.Errorf("%s: found %v changed", c.title, e.Changed)
		}
	}
}

func TestColours(t *testing.T) {
	for _, c := range []struct{ title, file, text, want string }{
		{"keywords, numbers and comments", "a.c", "int x = 0x1F; // int", "int=kw 0x1F=nu // int=cm"},
		{"a name that has a keyword in it", "a.c", "integer int_ _int", ""},
		{"a literal with a quote and a comment in it", "a.c", `s = "a\"//b" + 'c';`, `"a\"//b"=st 'c'=st`},
		{"a literal without end", "a.c", `"ab`, `"ab=st`},
		{"a backslash at the end", "a.c", `"ab\`, `"ab\=st`},
		{"a directive", "a.c", "  # include <a.h>", "# include=pp"},
		{"a sign in the middle is none", "a.c", "a # b", ""},
		{"a comment over several lines", "a.c", "a /* b\nint\nc */ int", "/* b=cm int=cm c */=cm int=kw"},
		{"a comment that begins at the end of a line", "a.c", "/*\nint\n*/\nint a; /*\nint */ int",
			"/*=cm int=cm */=cm int=kw /*=cm int */=cm int=kw"},
		{"a comment that ends at once", "a.c", "/**/int", "/**/=cm int=kw"},
		{"IMP", "a.IMP", "while x < 3 { skip } # if", "while=kw 3=nu skip=kw # if=cm"},
		{"another language", "a.txt", "int 3 // x", ""},
		{"carriage returns", "a.c", "// a\r\nint", "// a=cm int=kw"},
	} {
		lines := strings.Split(c.text, "\n")
		var found []string
		for i, tokens := range colours(c.file, lines) {
			for _, k := range tokens {
				found = append(found, lines[i][k.from:k.to]+"="+k.class)
			}
		}
		if list := strings.Join(found, " "); list != c.want {
			t.Errorf("%s: found %s, want %s", c.title, list, c.want)
		}
	}
}

// million is a program of about a million steps, with integers of both signs and all sizes.
const million = `input x
assume x > 3
i = 0
big = 1
neg = 0 - 7
while i < 151000 {
  i = i + 1
  if i % 3000 == 0 { big = big * 1000003 }
  neg = neg - i / (0 - 2) - i
  q = neg / 7 + neg % 7
}
assert x < 0
`

func TestMillion(t *testing.T) {
	data := find(t, "million.imp", million, 2_000_000, 0)
	e := examine(t, "c1", "million.cbor", data)
	page := html(t, false, e)
	t.Logf("%d steps, %d points, %d bytes", e.Bug.Steps, len(e.Bug.Replay.Points), len(page))
	if e.Bug.Steps < 900_000 || len(page) > 3<<20 {
		t.Errorf("found %d steps in %d bytes, want about a million in less than 3 MB", e.Bug.Steps, len(page))
	}
}

func TestLimits(t *testing.T) {
	long := "input x\n" + strings.Repeat("x = x + 1\n", 3000) + "assert x < 0\n" + "# " + strings.Repeat("y", 100_000) +
		"\n"
	e := examine(t, "c1", "x", find(t, "x.imp", long, 100_000, 0))
	if n := len(e.Bug.Files[0].Lines); n > maxLines+10 {
		t.Errorf("found %d lines", n)
	}
	small := Examine("c1", "x", find(t, "x.imp", long, 100_000, 0), checker.DefaultLimits, 10_000)
	if small.Bug.Replay != nil {
		t.Error("found a replay in 10000 bytes")
	}
	html(t, false, small)
}

// TestInputs: of many inputs those are shown that matter, and the page stays small.
func TestInputs(t *testing.T) {
	var names []string
	for i := range 300 {
		names = append(names, fmt.Sprintf("a%d", i))
	}
	source := "input " + strings.Join(names, ", ") + ", z\nassert z < 5"
	b := examine(t, "c1", "x", find(t, "x.imp", source, 1000, 0)).Bug
	if b.Input[0].Name != "z" || b.Input[0].Any || len(b.Input)+b.MoreInput != 301 {
		t.Errorf("found %+v first, %d in all", b.Input[0], len(b.Input)+b.MoreInput)
	}
}

// TestPlotStart: an initial value that is overwritten in the first column is in the plot.
func TestPlotStart(t *testing.T) {
	source := "input x\nassume x >= 1000\ny = x\nx = 0\ni = 0\nwhile i < 400 { i = i + 1 }\nassert false"
	found := ""
	for _, r := range examine(t, "c1", "x", find(t, "x.imp", source, 2000, 0)).Bug.Plot.Rows {
		if r.Name == "x" {
			found = r.Low + " to " + r.High
		}
	}
	if found != "0 to 1000" {
		t.Errorf("found x from %s, want it from 0 to 1000", found)
	}
}

// TestHeavySource: a page stays small whatever the source has in it.
func TestHeavySource(t *testing.T) {
	for _, c := range []struct{ title, comment string }{
		{"characters of no width", strings.Repeat("\u200b", 630)},
		{"characters of no width of two sorts", strings.Repeat("\u200b\u2060", 315)},
		{"markup", strings.Repeat("<&\"'>", 380)},
		{"tags", strings.Repeat("\U000e0041\U000e0042", 230)},
	} {
		source := strings.Repeat("# "+c.comment+"\n", 2000) + "fail"
		if found := html(t, false, examine(t, "c1", "x", find(t, "x.imp", source, 10, 0))); len(found) > 3_000_000 {
			t.Errorf("%s: found a page of %d bytes", c.title, len(found))
		}
	}
}

package baseline

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// id returns the identity of an assertion.
func id(n int) string { return fmt.Sprintf("urn:vouch:v1:bug:assertion:%064x", n) }

// failed returns the identity of a fail.
func failed(n int) string { return strings.Replace(id(n), "assertion", "fail", 1) }

// line returns the line of an entry.
func line(file string, n int, rest string) string {
	return fmt.Sprintf(`{"file":%q,"identity":%q,"kind":"assertion","place":"3:1"%s}`, file, id(n), rest) + "\n"
}

// latent returns the line of an entry about a latent fault instead of one about a bug, with another field.
func latent(line, field string) string {
	return strings.Replace(strings.Replace(line, ":bug:", ":latent:", 1), `"kind"`, field+`"kind"`, 1)
}

func TestParse(t *testing.T) {
	good := line("a.imp", 1, "")
	for _, c := range []struct{ title, text, want string }{
		{"empty baseline", Header + "\n", ""},
		{"an entry", Header + "\n" + good, ""},
		{"blank lines, line ends of Windows, no line end at the end",
			"\n" + Header + "\r\n\r\n" + strings.TrimSpace(good), ""},
		{"any order", Header + "\n" + line("b.imp", 1, "") + good, ""},
		{"date and reason", Header + "\n" + line("a.imp", 1, `,"since":"2026-01-31","reason":"x"`), ""},
		{"a path", Header + "\n" + line("x/a.imp", 1, ""), ""},
		{"one finding in two files", Header + "\n" + good + line("x/a.imp", 1, ""), ""},
		{"white space between fields", Header + "\n" + strings.ReplaceAll(good, `,"`, `, "`), ""},
		{"fields in another order", Header + "\n" + line("a.imp", 1, `,"reason":"x","since":"2026-01-31"`), ""},
		{"a field twice", Header + "\n" + line("a.imp", 1, `,"file":"b.imp"`), `it has the field "file" twice`},
		{"a field twice, in other letters", Header + "\n" + line("a.imp", 1, `,"FILE":"b.imp"`),
			`it has the field "FILE" twice`},
		{"a field twice, once with a long s", Header + "\n" +
			line("a.imp", 1, `,"since":"2026-01-31","ſince":"2026-02-28"`), `it has the field "ſince" twice`},
		{"a field twice, escaped", Header + "\n" + line("a.imp", 1, `,"f\u0069le":"b.imp"`),
			`it has the field "file" twice`},
		{"a field of the header twice", strings.Replace(Header, "{", `{"version":7,`, 1) + "\n" + good, "b:1: found "},
		{"no object", Header + "\n[]\n", "want a finding"},
		{"null", Header + "\nnull\n", "found file \"\""},
		{"text that is not UTF-8", Header + "\n" + line("a.imp", 1, ",\"reason\":\"\xff\""), "it is not UTF-8"},
		{"nothing", "", "b: found no line"},
		{"no header", good, "b:1: found "},
		{"another version", `{"vouch":"baseline","version":2}`, "b:1: found version 2 of baselines, want 1"},
		{"another file of vouch", `{"vouch":"journal","version":1}`, "b:1: found "},
		{"a second header", Header + "\n" + Header + "\n", "b:2: found "},
		{"not JSON", Header + "\n<<<<<<< HEAD\n", "b:2: found \"<<<<<<< HEAD\", want a finding"},
		{"an unknown field", Header + "\n" + line("a.imp", 1, `,"severity":"low"`), `unknown field "severity"`},
		{"two values in a line", Header + "\n" + strings.TrimSpace(good) + good, "something follows it"},
		{"a finding twice", Header + "\n" + good + "\n" + line("a.imp", 1, `,"reason":"other"`),
			"b:4: found a second line about " + id(1)},
		{"no file", Header + "\n" + line("", 1, ""), "found file \"\""},
		{"a path with a detour", Header + "\n" + line("x/../a.imp", 1, ""), `want a name, or a path as "a.imp"`},
		{"an absence", Header + "\n" + strings.Replace(good, ":bug:", ":safe:", 1),
			"found identity \"urn:vouch:v1:safe:"},
		{"a latent fault", Header + "\n" + latent(good, `"function":"f",`), ""},
		{"a latent fault and a bug", Header + "\n" + latent(good, `"function":"f",`) + good, ""},
		{"a latent fault of no function", Header + "\n" + latent(good, ""),
			`found function "" of "urn:vouch:v1:latent:assertion:`},
		{"a bug of a function", Header + "\n" + line("a.imp", 1, `,"function":"f"`),
			`found function "f" of "urn:vouch:v1:bug:assertion:`},
		{"a function that is no text", Header + "\n" + latent(good, `"function":7,`), "want a finding"},
		{"no hash", Header + "\n" + strings.Replace(good, id(1), "urn:vouch:v1:bug:assertion:", 1),
			"found identity \"urn:vouch:v1:bug:assertion:\""},
		{"no date", Header + "\n" + line("a.imp", 1, `,"since":"yesterday"`), `found date "yesterday"`},
		{"a date that is none", Header + "\n" + line("a.imp", 1, `,"since":"2026-02-30"`), `found date "2026-02-30"`},
	} {
		b, err := Parse("b", []byte(c.text))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.title, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: found error %v, want one with %q", c.title, err, c.want)
		case err == nil:
			again, err := Parse("b", b.Format())
			if err != nil || string(again.Format()) != string(b.Format()) {
				t.Errorf("%s: the file that is written is read as another (%v)", c.title, err)
			}
		}
	}
}

// TestFormat shows that the file does not depend on the order in which findings are recorded, and that any name
// survives in it.
func TestFormat(t *testing.T) {
	hostile := []string{"a.imp", `"quoted" 'name'.imp`, "line\nend.imp", "100%.imp", "]]>.imp", "\u202eimp.exe",
		"<script>&.imp", "x/a.imp", "-dash", "\t"}
	want := New()
	for i, file := range hostile {
		put(t, want, Entry{File: file, Identity: id(i), Kind: "assertion", Place: "1:1", Reason: file})
	}
	slices.Reverse(hostile)
	found := New()
	for i, file := range hostile {
		put(t, found, Entry{File: file, Identity: id(len(hostile) - 1 - i), Kind: "assertion", Place: "1:1",
			Reason: file})
	}
	if string(found.Format()) != string(want.Format()) {
		t.Errorf("found\n%swant\n%s", found.Format(), want.Format())
	}
	if n := strings.Count(string(want.Format()), "\n"); n != 1+len(hostile) {
		t.Errorf("found %d lines, want one for each of %d findings and the header", n, len(hostile))
	}
	again, err := Parse("b", want.Format())
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range again.Entries() {
		if w := want.Entries()[i]; *e != *w {
			t.Errorf("found %q, want %q", *e, *w)
		}
	}
}

func put(t *testing.T, b *Baseline, e Entry) bool {
	t.Helper()
	isNew, err := b.Put(e)
	if err != nil {
		t.Fatal(err)
	}
	return isNew
}

func TestPut(t *testing.T) {
	b := New()
	if !put(t, b, Entry{"a.imp", id(1), "", "assertion", "3:1", "x < 3", "entry=f", "2026-01-31", "wait"}) {
		t.Error("found the first finding known, want it new")
	}
	if put(t, b, Entry{"a.imp", id(1), "", "assertion", "9:2", "x < 9", "entry=f", "2026-02-28", ""}) {
		t.Error("found the same finding new, want it known")
	}
	if found, want := *b.Find("a.imp", id(1)), (Entry{"a.imp", id(1), "", "assertion", "9:2", "x < 9", "entry=f",
		"2026-01-31", "wait"}); found != want {
		t.Errorf("found %v, want the place of now and the rest of before, %v", found, want)
	}
	put(t, b, Entry{"a.imp", id(1), "", "assertion", "9:2", "x < 9", "entry=f", "2026-03-31", "another"})
	if found, want := *b.Find("a.imp", id(1)), (Entry{"a.imp", id(1), "", "assertion", "9:2", "x < 9", "entry=f",
		"2026-01-31", "wait"}); found != want {
		t.Errorf("found %v, want date and reason of before, %v", found, want)
	}
	put(t, b, Entry{"a.imp", failed(2), "", "fail", "1:1", "x < 1", "entry=f", "", ""})
	put(t, b, Entry{"a.imp", failed(2), "", "fail", "1:1", "x < 1", "entry=f", "2026-03-31", "given later"})
	if found := *b.Find("a.imp", failed(2)); found.Since != "2026-03-31" || found.Reason != "given later" {
		t.Errorf("found %v, want date and reason of the first time that there were any", found)
	}
	for _, bad := range []Entry{{File: "a.imp", Identity: "urn:vouch:v1:safe:00"}, {File: "", Identity: id(1)},
		{File: "a.imp", Identity: id(1), Since: "now"},
		{File: "\xff.imp", Identity: id(1)}, {File: "a.imp", Identity: id(1), Reason: "\xff"}} {
		if _, err := b.Put(bad); err == nil {
			t.Errorf("%v is taken", bad)
		}
	}
	dropped := b.Keep(func(*Entry) bool { return false })
	if len(dropped) != 2 || len(b.Entries()) != 0 {
		t.Errorf("found %d dropped and %d kept, want 2 and 0", len(dropped), len(b.Entries()))
	}
}

func TestFind(t *testing.T) {
	b := New()
	put(t, b, Entry{File: "a.imp", Identity: id(1), Reason: "by name"})
	put(t, b, Entry{File: "x/a.imp", Identity: id(1), Reason: "by path"})
	put(t, b, Entry{File: "x/b.imp", Identity: id(1), Reason: "by path"})
	for _, c := range []struct {
		file     string
		identity string
		want     string
	}{
		{"a.imp", id(1), "by name"},
		{"y/a.imp", id(1), "by name"},
		{"/abs/a.imp", id(1), "by name"},
		{"x/a.imp", id(1), "by path"},
		{"./x//a.imp", id(1), "by path"},
		{"x/a.imp", id(2), ""},
		{"b.imp", id(1), ""},
		{"y/x/b.imp", id(1), ""},
		{"x/b.imp", id(1), "by path"},
	} {
		found := ""
		if e := b.Find(c.file, c.identity); e != nil {
			found = e.Reason
		}
		if found != c.want {
			t.Errorf("%s: found %q, want %q", c.file, found, c.want)
		}
	}
}

// TestGone shows when a finding that was not found again is said to be fixed.
// TestWhat: the expression of a finding is said where another one of its kind and file has its place.
func TestWhat(t *testing.T) {
	b := New()
	for i, e := range []Entry{
		{File: "a.c", Kind: "overflow", Place: "3:1", Expression: "a + b"},
		{File: "a.c", Kind: "overflow", Place: "3:1", Expression: "a + b + c"},
		{File: "a.c", Kind: "overflow", Place: "4:1", Expression: "a * b"},
		{File: "a.c", Kind: "division by zero", Place: "3:1", Expression: "a / b"},
		{File: "b.c", Kind: "overflow", Place: "4:1", Expression: "c - b"},
		{File: "c.c", Kind: "overflow", Place: "3:1"}, {File: "c.c", Kind: "overflow", Place: "3:1"},
	} {
		e.Identity = id(i)
		put(t, b, e)
	}
	var found []string
	for _, e := range b.Entries() {
		found = append(found, b.What(e))
	}
	if want := "overflow in a + b, overflow in a + b + c, overflow, division by zero, overflow, overflow, overflow"; strings.Join(found,
		", ") != want {
		t.Errorf("found %q, want %q", found, want)
	}
}

func TestGone(t *testing.T) {
	b := New()
	put(t, b, Entry{File: "a.imp", Identity: id(1), Kind: "assertion", Place: "3:1"})
	put(t, b, Entry{File: "a.imp", Identity: id(2), Kind: "assertion", Place: "5:1"})
	put(t, b, Entry{File: "a.imp", Identity: id(3), Kind: "assertion", Place: "5:1"})
	put(t, b, Entry{File: "b.imp", Identity: failed(4), Kind: "fail", Place: "1:1"})
	for _, c := range []struct {
		title    string
		file     string
		seen     []string
		explored bool
		want     string
	}{
		{"all seen", "a.imp", []string{id(1), id(2), id(3)}, true, ""},
		{"nothing seen, search finished", "a.imp", nil, true, "1 fixed, 2 fixed, 3 fixed"},
		{"nothing seen, search not finished", "a.imp", nil, false, "1 not seen, 2 not seen, 3 not seen"},
		{"one seen that was in another place than the first, and in the third's", "a.imp", []string{id(2)}, true,
			"1 fixed, 3 not seen"},
		{"a new one may be an old one under another name", "a.imp", []string{id(9)}, true,
			"1 not seen, 2 not seen, 3 not seen"},
		{"a new one of another kind may fail before the old ones", "a.imp", []string{failed(9)}, true,
			"1 not seen, 2 not seen, 3 not seen"},
		{"another file", "b.imp", nil, true, "4 fixed"},
		{"a file of which nothing is known", "c.imp", nil, true, ""},
	} {
		if found := said(b.Run([]string{c.file}).Gone(c.file, c.seen, c.explored)); found != c.want {
			t.Errorf("%s: found %q, want %q", c.title, found, c.want)
		}
	}
}

// said says which of the findings are fixed, by the last digits of their identities.
func said(gone []Gone) string {
	var parts []string
	for _, g := range gone {
		what := "not seen"
		if g.Fixed {
			what = "fixed"
		}
		parts = append(parts, g.Identity[len(g.Identity)-1:]+" "+what)
	}
	return strings.Join(parts, ", ")
}

// TestRun shows that a finding of several files is missed only once the last of them does not have it either.
func TestRun(t *testing.T) {
	b := New()
	put(t, b, Entry{File: "a.imp", Identity: id(1), Kind: "assertion", Place: "3:1"})
	put(t, b, Entry{File: "a.imp", Identity: id(2), Kind: "assertion", Place: "5:1"})
	put(t, b, Entry{File: "x/a.imp", Identity: id(3), Kind: "assertion", Place: "7:1"})
	type file struct {
		name     string
		seen     []string
		explored bool
		want     string
	}
	for _, c := range []struct {
		title string
		files []file
	}{
		{"each has one", []file{{"a.imp", []string{id(1)}, true, ""}, {"x/a.imp", []string{id(2), id(3)}, true, ""}}},
		{"the other way round", []file{{"x/a.imp", []string{id(2), id(3)}, true, ""},
			{"a.imp", []string{id(1)}, true, ""}}},
		{"one is in none", []file{{"a.imp", []string{id(1)}, true, ""}, {"b.imp", nil, true, ""},
			{"y/a.imp", nil, true, "2 fixed"}, {"b.imp", nil, true, ""}}},
		{"the first not explored", []file{{"a.imp", []string{id(1)}, false, ""}, {"y/a.imp", nil, true, "2 not seen"}}},
		{"the last not explored", []file{{"a.imp", nil, true, ""}, {"y/a.imp", []string{id(1)}, false, "2 not seen"}}},
		{"something new in the first", []file{{"a.imp", []string{id(9)}, true, ""},
			{"y/a.imp", []string{id(1)}, true, "2 not seen"}}},
		{"a path is one file", []file{{"x/a.imp", []string{id(1)}, true, "3 fixed"},
			{"y/a.imp", []string{id(2)}, true, ""}}},
		{"a file twice", []file{{"x/a.imp", nil, true, ""}, {"./x//a.imp", nil, true, "1 fixed, 2 fixed, 3 fixed"}}},
	} {
		var names []string
		for _, f := range c.files {
			names = append(names, f.name)
		}
		run := b.Run(names)
		for i, f := range c.files {
			if found := said(run.Gone(f.name, f.seen, f.explored)); found != f.want {
				t.Errorf("%s: file %d: found %q, want %q", c.title, i, found, f.want)
			}
		}
	}
}

// FuzzParse shows that what is read is written in one way, which is read as the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte(Header + "\n" + line("a.imp", 1, "") + line("x/a.imp", 2, `,"since":"2026-01-31","reason":"\u202e"`)))
	f.Add([]byte(Header))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Parse("b", data)
		if err != nil {
			return
		}
		once := b.Format()
		again, err := Parse("b", once)
		if err != nil || string(again.Format()) != string(once) {
			t.Errorf("found\n%s\nwant\n%s (%v)", again.Format(), once, err)
		}
	})
}

// TestLatent shows that a file that is searched as a program says nothing about latent faults of its functions.
func TestLatent(t *testing.T) {
	b, err := Parse("b", []byte(Header+"\n"+latent(line("a.imp", 1, ""), `"function":"f",`)))
	if err != nil {
		t.Fatal(err)
	}
	if gone := b.Run([]string{"a.imp"}).Gone("a.imp", nil, true); len(gone) > 0 || len(b.About("a.imp")) > 0 {
		t.Errorf("found %v gone, want none", gone)
	}
	if e := b.Entries()[0]; !e.Latent() || b.What(e) != "latent assertion of f" || KindOf(e.Identity) != "assertion" {
		t.Errorf("found %s of kind %s, want a latent assertion of f", b.What(e), KindOf(e.Identity))
	}
}

package cmd

import (
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// This file tests that lines of Go are no wider than a page.

// Widths in columns: of a page, and of a tab.
const (
	page     = 120
	tabWidth = 4
)

// TestColumns establishes that no line of a Go file is wider than a page, but for what its texts take.
func TestColumns(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != ".." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		files++
		for _, wide := range tooWide(text) {
			t.Errorf("%s:%s", name, wide)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 1000 {
		t.Errorf("found %d files, want all", files)
	}
}

// tooWide says which lines are wider than a page. The characters of a text count for nothing. A comment without a
// space, such as an address, may be wider, and so may a row of a table in a comment.
func tooWide(text []byte) (wide []string) {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, scanner.ScanComments)
	lines := strings.Split(string(text), "\n")
	for pos, tok, lit := s.Scan(); tok != token.EOF; pos, tok, lit = s.Scan() {
		if tok != token.STRING {
			continue
		}
		at := file.Position(pos)
		for i, part := range strings.Split(lit, "\n") {
			l := &lines[at.Line-1+i]
			*l = strings.Replace(*l, part, strings.Repeat("\x00", len(part)), 1)
		}
	}
	for i, l := range lines {
		l = strings.ReplaceAll(strings.ReplaceAll(l, "\x00", ""), "\t", strings.Repeat(" ", tabWidth))
		comment, is := strings.CutPrefix(strings.TrimSpace(l), "//")
		may := is && (!strings.Contains(strings.TrimSpace(comment), " ") || tableRow.MatchString(comment))
		if n := utf8.RuneCountInString(l); n > page && !may {
			wide = append(wide, fmt.Sprintf("%d: found %d columns, want %d at most, besides texts", i+1, n, page))
		}
	}
	return wide
}

// tableRow matches a row of a table in a comment: it begins with a tab, and has columns.
var tableRow = regexp.MustCompile(`^    .*\S(  +|\t)\S`)

func TestTooWide(t *testing.T) {
	long := strings.Repeat("x", page)
	for _, c := range []struct {
		title, text string
		want        int // the line, or 0
	}{
		{"as wide as a page", "package a\n\n// " + long[3:] + "\n", 0},
		{"a comment", "package a\n\n// a " + long[4:] + "\n", 3},
		{"a comment behind code", "package a\n\nvar x int // a " + long[14:] + "\n", 3},
		{"an address", "package a\n\n// https://" + long + "\n", 0},
		{"a row of a table", "package a\n\n//\ta   " + long + "\n", 0},
		{"an example", "package a\n\n//\ta " + long + "\n", 3},
		{"code", "package a\n\nvar " + long[:60] + ", " + long[:59] + " int\n", 3},
		{"tabs", "package a\n\nfunc f() {\n\t" + long[4:] + "++\n}\n", 4},
		{"a text", "package a\n\nvar x = \"" + long + "\"\n", 0},
		{"code behind a text", "package a\n\nvar x = \"" + long + "\" + " + long[10:] + "\n", 3},
		{"a text of several lines", "package a\n\nvar x = `\n" + long + "x\n`\n", 0},
		{"code behind a text of several lines", "package a\n\nvar x = `\n" + long + "` + " + long + "\n", 4},
	} {
		found := strings.Join(tooWide([]byte(c.text)), "\n")
		if c.want == 0 && found != "" || c.want > 0 && !strings.HasPrefix(found, fmt.Sprint(c.want, ": ")) {
			t.Errorf("%s: found %q, want line %d", c.title, found, c.want)
		}
	}
}

package c

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// This file defines the files that #include finds: those of the program, by their paths, and then our headers.

// ours is the directory of our headers in the file system that cc sees.
const ours = "<include>"

// fromRoot stands before a name in #include that begins with a /, because cc looks for each name in directories.
const fromRoot = "|root|"

// nowhere is a directory without headers. Units look there last if other headers replace ours.
const nowhere = "<nowhere>"

// files is the file system that cc sees.
type files struct {
	text   map[string]*file // by path
	root   string           // the directory of the paths; "" if nobody said which
	system []string         // directories of the machine's headers, whose paths begin with a /
	words  words            // of the program
	// whether L may stand for u or U somewhere; nil until something asks, once all files are read
	wide    *bool
	mention *bool             // whether a file mentions attributes of names; nil until something asks
	ours    map[string][]byte // our headers, as far as the program can see them, by name

	// While headers are collected: how to read a file of the machine, and the files that were read, in order.
	more    func(path string) (text []byte, ok bool)
	found   []Source
	missing []string // the headers that are not there, by their names in #include
}

// file is a file of the program.
type file struct {
	index int // among the sources
	path  string
	text  []byte
	given []byte // what cc sees: the text with line markers that cc knows; nil if nobody asked yet
	utf   bool   // whether L in it may stand for u or U
	lines []int  // where the lines of the text begin; nil if nobody asked yet

	least  int      // the number of elements that makes a list a table
	plain  bool     // whether no table is replaced
	tables []*table // those that given has calls for

	removed  []region // what cc does not see, because it has errors
	physical bool     // whether cc counts the lines of this file, whatever #line says
}

func newFiles(sources []Source, o *Options) *files {
	f := &files{text: map[string]*file{}, root: o.root, system: o.system, ours: map[string][]byte{}}
	for i, s := range sources {
		f.text[o.paths[i]] = &file{index: i, path: o.paths[i], text: o.standIns.text(s.Text), least: o.table}
	}
	return f
}

// Open is the method of fs.FS.
func (f *files) Open(name string) (fs.File, error) {
	text, err := f.look(name)
	switch {
	case err == errMissing:
		return &opened{name: name, missing: true, Reader: *bytes.NewReader(text)}, nil
	case err != nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &opened{name: name, Reader: *bytes.NewReader(text)}, nil
}

// errMissing is the error of a file that does not exist. cc gets a text in its place.
var errMissing = errors.New("found no such file")

// look returns the text of a file for cc.
func (f *files) look(name string) ([]byte, error) {
	dir, absolute, ok := strings.Cut(name, fromRoot+"/")
	if ok && dir != ours+"/" && dir != nowhere+"/" {
		name = f.within("/" + absolute)
	}
	if s, ok := f.text[path.Clean(name)]; ok {
		if f.more != nil {
			return Directives(s.seen()), nil
		}
		return s.seen(), nil
	}
	if f.more != nil && !strings.HasPrefix(name, ours) && !strings.HasPrefix(name, nowhere) {
		if text, ok := f.more(path.Clean(name)); ok {
			s := &file{index: len(f.found), path: path.Clean(name), text: text, plain: true}
			f.text[s.path] = s
			f.found = append(f.found, Source{Name: s.path, Text: text})
			return Directives(s.seen()), nil
		}
	}
	header, own := strings.CutPrefix(name, ours+"/")
	last := own
	if !own {
		header, last = strings.CutPrefix(name, nowhere+"/")
	}
	if last {
		header = strings.TrimPrefix(header, fromRoot)
		if text, err := embedded.ReadFile("include/" + header); err == nil &&
			(own || slices.Contains(harnessHeaders, header)) {
			return f.header(header, text), nil
		}
		if f.more != nil {
			f.missing = append(f.missing, header)
		}
		// Our headers come last. If cc finds no file it stops, and may wait for ever for more tokens. So cc gets a text
		// here that tells us that the file is missing.
		return []byte("#pragma " + missingPragma + " \"" + header + "\"\n"), errMissing
	}
	return nil, fs.ErrNotExist
}

// within returns the path of a file with a name that begins with a /.
func (f *files) within(name string) string {
	name = path.Clean(name)
	inside := func(dir string) bool { return strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/") }
	if f.root == "" || slices.ContainsFunc(f.system, inside) {
		return name
	}
	up := ""
	for dir := f.root; ; dir, up = path.Dir(dir), up+"../" {
		if inside(dir) {
			return up + strings.TrimPrefix(name[len(strings.TrimSuffix(dir, "/")):], "/")
		}
	}
}

// NamesRoot reports whether an #include of a text, or a condition that asks for a file, has a name that begins with a
// /.
func NamesRoot(text []byte) bool {
	return bytes.Contains(text, []byte("include")) && anyAbsoluteName().Match(text)
}

// header returns one of our headers as far as the program can see it.
func (f *files) header(name string, text []byte) []byte {
	if f.more != nil {
		return Directives(text)
	}
	if f.words == nil || slices.Contains(harnessHeaders, name) {
		return text
	}
	seen, ok := f.ours[name]
	if !ok {
		seen = f.words.within(text)
		f.ours[name] = seen
	}
	return seen
}

// utf reports whether L may stand for u or U somewhere.
func (f *files) utf() bool {
	if f.wide == nil {
		found := false
		for _, s := range f.text {
			found = found || s.utf
		}
		f.wide = &found
	}
	return *f.wide
}

// seen returns the text for cc. It begins with a pragma, which tells us each time that the file is included.
func (s *file) seen() []byte {
	if s.given == nil {
		text := s.prepare()
		if !s.plain {
			text, s.tables = extract(text, s.index, s.least)
		}
		s.given = append([]byte("#pragma "+beginPragma+"\n#line 1 \""+s.path+"\"\n"), text...)
	}
	return s.given
}

// withTables reports whether cc sees calls instead of tables somewhere, which it no longer does afterwards.
func (f *files) withTables() bool {
	found := false
	for _, s := range f.text {
		if !s.plain && len(s.tables) > 0 {
			s.plain, s.given, found = true, nil, true
		}
	}
	return found
}

// beginPragma is the name of the pragma with which files begin.
const beginPragma = "__vouch_file"

// missingPragma is the name of the pragma that stands for a missing file.
const missingPragma = "__vouch_missing"

// opened is a file that is being read.
type opened struct {
	name    string
	missing bool // whether there is no such file
	bytes.Reader
}

func (o *opened) Close() error { return nil }

func (o *opened) Stat() (fs.FileInfo, error) {
	if o.missing {
		return nil, fs.ErrNotExist
	}
	return o, nil
}

// The methods of fs.FileInfo.

func (o *opened) Name() string { return path.Base(o.name) }

func (o *opened) Mode() fs.FileMode { return 0o444 }

func (o *opened) ModTime() time.Time { return time.Time{} }

func (o *opened) IsDir() bool { return false }

func (o *opened) Sys() any { return nil }

// prepare rewrites the parts of a text that cc does not know. All keep their lines and, outside of directives, their
// columns. A line marker of a preprocessor (# 1 "f" 2) becomes a #line; respell does the rest.
func (s *file) prepare() []byte {
	var text []byte
	text, s.utf = rewritten(bytes.TrimPrefix(s.left(), []byte("\xef\xbb\xbf")))
	out := make([]byte, 0, len(text)+64)
	whole := text
	var numbers map[string][]byte // the macros that are numbers; nil until something asks
	for len(text) > 0 {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line = text[:i+1]
		}
		text = text[len(line):]
		if bytes.IndexByte(line, '#') < 0 { // as most lines
		} else if rest, ok := marker(line); ok {
			out = append(out, "#line "...)
			line = rest
		} else if number := lineByMacro(&numbers, whole, line); number != nil {
			out = append(out, "#line "...)
			line = number
		} else if isDirective(line) && absoluteName().Match(line) {
			line = absoluteName().ReplaceAll(line, []byte("${1}"+fromRoot+"${2}"))
		}
		out = append(out, line...)
	}
	if end := bytes.TrimRight(out, "\r\n"); bytes.HasSuffix(end, []byte("\\")) {
		out = append(out, "\n\n"...) // cc waits for ever for the end of a string
	}
	for _, r := range respelled {
		if bytes.Contains(out, []byte(r.given)) {
			return respell(out)
		}
	}
	return out
}

// respelled are tokens with another spelling of the same width for cc. The date and the time get names that
// predefined.h defines, so that a program means the same every day. cc takes __has_include__ for defined. The other
// signs are those of C11 6.4.6; the longest come first.
var respelled = []struct{ given, seen string }{
	{"__DATE__", "__date__"}, {"__TIME__", "__time__"}, {"__has_include__", "__had_include__"},
	{"%:%:", "##  "}, {"%:", "# "}, {"<%", "{ "}, {"%>", "} "}, {"<:", "[ "}, {":>", "] "},
}

// respell rewrites tokens outside of strings and comments.
func respell(text []byte) []byte {
	for i := 0; i < len(text); {
		rest := text[i:]
		switch end := commentEnd(rest); {
		case end > 0:
			i += end
		case rest[0] == '"' || rest[0] == '\'':
			i += literalEnd(rest)
		default:
			n := 1
			for n < len(rest) && isLetter(rest[0]) && (isLetter(rest[n]) || isDigit(rest[n])) {
				n++
			}
			for _, r := range respelled {
				if bytes.HasPrefix(rest, []byte(r.given)) && (n == 1 || n == len(r.given)) {
					n = copy(rest, r.seen)
					break
				}
			}
			i += n
		}
	}
	return text
}

// lineByMacro returns the number of a #line directive that names a macro of the same file; nil if the line is no such
// directive.
func lineByMacro(numbers *map[string][]byte, text, line []byte) []byte {
	if !isDirective(line) {
		return nil
	}
	m := lineDirective().FindSubmatch(line)
	if m == nil {
		return nil
	}
	if *numbers == nil {
		*numbers = map[string][]byte{}
		for _, d := range numberMacro().FindAllSubmatch(text, -1) {
			if name := string(d[1]); (*numbers)[name] == nil {
				(*numbers)[name] = append(d[2][:len(d[2]):len(d[2])], '\n')
			}
		}
	}
	return (*numbers)[string(m[1])]
}

var numberMacro = pattern(`(?m)^[ \t]*#[ \t]*define[ \t]+([A-Za-z_][A-Za-z_0-9]*)[ \t]+([0-9]+)[ \t]*$`)

var lineDirective = pattern(`^[ \t]*#[ \t]*line[ \t]+([A-Za-z_][A-Za-z_0-9]*)[ \t\r]*\n?$`)

// absoluteName matches the beginning of an #include, or of a condition that asks for a file, up to a name that begins
// with a /.
var absoluteName, anyAbsoluteName = pattern(absoluteNames), pattern(`(?m)^[ \t]*#.*?(?:` + absoluteNames + `)`)

const absoluteNames = `(\binclude(?:_next)?[ \t]*["<]|\b__has_include(?:_next)?[ \t]*\([ \t]*["<])(/+[^">/\n])`

// isDirective reports whether a line begins with a #.
func isDirective(line []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("#")) }

// marker returns the number and the name of a line marker.
func marker(line []byte) (rest []byte, ok bool) {
	s := bytes.TrimLeft(line, " \t")
	if len(s) == 0 || s[0] != '#' {
		return nil, false
	}
	s = bytes.TrimLeft(s[1:], " \t")
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	if n == 0 {
		return nil, false
	}
	end := n
	if i := bytes.IndexByte(s[n:], '"'); i >= 0 && len(bytes.TrimSpace(s[n:n+i])) == 0 {
		for end = n + i + 1; end < len(s) && s[end] != '"' && s[end] != '\n'; end++ {
			if s[end] == '\\' {
				end++
			}
		}
		end = min(end+1, len(s))
	}
	return append(bytes.TrimRight(s[:end:end], "\r\n"), '\n'), true
}

// left returns what is left of the text of a file: directives, comments, ends of lines, and everything outside of what
// is taken out.
func (s *file) left() []byte {
	text := s.text
	if len(s.removed) > 0 {
		text = bytes.Clone(text)
		list := lexemes(s.text)
		for _, r := range s.removed {
			i, _ := slices.BinarySearchFunc(list, r.start, func(l lexeme, start int) int { return l.start - start })
			include := false // whether list[i] is in a directive that includes a file
			for first := 0; i < len(list) && list[i].start < r.end; i++ {
				if l := list[i]; l.directive && l.first != first {
					first = l.first
					include = i+1 < len(list) && bytes.HasPrefix(text[list[i+1].start:], []byte("include"))
				}
				if !list[i].directive || include {
					blank(text[list[i].start:list[i].end])
				}
			}
		}
	}
	if s.physical {
		text = withoutMarkers(text)
	}
	return text
}

// withoutMarkers returns a text without line markers.
func withoutMarkers(text []byte) []byte {
	if !hasMarkers(text) {
		return text
	}
	text = bytes.Clone(text)
	at := 0
	for line := range bytes.Lines(text) {
		if isMarker(line) {
			blank(text[at : at+len(line)])
		}
		at += len(line)
	}
	return text
}

// programWords returns the words of the files and of the command line.
func programWords(files *files, commands string) words {
	w := words{}
	for _, f := range files.text {
		if makesNames(f.seen()) {
			return nil
		}
		w.add(f.seen())
	}
	if w.add([]byte(commands)); makesNames([]byte(commands)) || slices.ContainsFunc(pasting, w.has) {
		return nil
	}
	return w
}

// commands returns the options that are directives, for the main files of these paths.
func (o *Options) commands(paths ...string) string {
	var b strings.Builder
	for _, d := range o.define {
		file, d := OfFile(d)
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		if file == "" || slices.Contains(paths, path.Clean(file)) {
			fmt.Fprintf(&b, "#define %s %s\n", name, value)
		}
	}
	for _, n := range o.undefine {
		if file, n := OfFile(n); file == "" || slices.Contains(paths, path.Clean(file)) {
			fmt.Fprintf(&b, "#undef %s\n", n)
		}
	}
	for _, f := range o.prelude {
		fmt.Fprintf(&b, "#include \"%s\"\n", path.Clean(f))
	}
	return string(withoutOptional(o.standIns.text([]byte(b.String()))))
}

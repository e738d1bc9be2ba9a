package scan

import (
	"bytes"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"vouch/internal/bounded"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines what texts in C say to those who do not read them as programs.

// spoken returns a text of as many lines and columns, with blanks for comments and literals.
func spoken(text []byte) []byte {
	text = bytes.Clone(text)
	for i := 0; i < len(text); {
		n := silent(text[i:])
		for end := i + n; i < end; i++ {
			if text[i] != '\n' {
				text[i] = ' '
			}
		}
		if n == 0 {
			i++
		}
	}
	return text
}

// silent returns how many bytes at the beginning of a text in C are a comment or a literal; 0 if there is none.
func silent(text []byte) int {
	switch c := text[0]; {
	case bytes.HasPrefix(text, []byte("//")):
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			return n
		}
		return len(text)
	case bytes.HasPrefix(text, []byte("/*")):
		if n := bytes.Index(text[2:], []byte("*/")); n >= 0 {
			return n + 4
		}
	case c == '\'' || c == '"':
		for i := 1; i < len(text) && text[i] != '\n'; i++ {
			switch {
			case text[i] == c && (c == '"' || i > 1):
				return i + 1
			case text[i] == c:
				return 0
			case text[i] == '\\':
				if i++; i < len(text) && text[i] == '\n' {
					return 0
				}
			}
		}
	}
	return 0
}

// said is a file in C without comments and literals, and where it says each word.
type said struct {
	lined
	at map[string][]int

	once    sync.Once
	repeats repeats // see statement
}

// sayings reads files in C, each once.
type sayings struct {
	read  func(name string) ([]byte, error) // nil reads the file system
	mu    sync.Mutex
	files map[string]*said // nil stands for one that cannot be read
	reads int              // how often one was read
}

// of returns what a file says; nil if it cannot be read.
func (r *sayings) of(file string) *said {
	name := file
	file = absolute(file)
	r.mu.Lock()
	defer r.mu.Unlock()
	s, known := r.files[file]
	if known {
		return s
	}
	r.reads++
	text, err := r.text(name, file)
	if err == nil {
		s = &said{lined: inLines(spoken(text)), at: map[string][]int{}}
		for from, to := range wordsIn(s.text) {
			name := string(s.text[from:to])
			s.at[name] = append(s.at[name], from)
		}
	}
	if r.files == nil {
		r.files = map[string]*said{}
	}
	r.files[file] = s
	return s
}

// text returns the text of a file, which has an absolute path.
func (r *sayings) text(name, path string) ([]byte, error) {
	if r.read != nil {
		return r.read(name)
	}
	return bounded.ReadFile(path, lang.MaxSource)
}

// word is a name in a text in C, or what looks like one.
var word = regexp.MustCompile(`[A-Za-z_]\w*`)

// wordsIn returns where each word of a text begins and ends, as word finds them.
func wordsIn(text []byte) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(text); {
			if !isLetter[text[i]] {
				i++
				continue
			}
			from := i
			for i < len(text) && (isLetter[text[i]] || '0' <= text[i] && text[i] <= '9') {
				i++
			}
			if !yield(from, i) {
				return
			}
		}
	}
}

// isLetter says of each byte whether it is a letter, or an underscore.
var isLetter = func() (is [256]bool) {
	for c := range is {
		is[c] = c == '_' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
	}
	return is
}()

// where returns the places at which a text says a name, and whether they are known: a name may be no word.
func (s *said) where(name string) (at []int, known bool) {
	return s.at[name], word.FindString(name) == name
}

// stands returns the names of macros without arguments that a file defines: they take the place of functions of these
// names.
func (s *said) stands() map[string]bool {
	list := map[string]bool{}
	if s == nil {
		return list
	}
	for _, m := range plainMacro.FindAllSubmatch(s.text, -1) {
		list[string(m[1])] = true
	}
	return list
}

var plainMacro = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?:[ \t]|$)`)

// sets reports whether a file gives a member with a name a value, or has its address. If it does not, those who have
// the structure do.
func (s *said) sets(member string) bool {
	if s == nil || member == "" {
		return true
	}
	is := `(->|\.)\s*` + regexp.QuoteMeta(member)
	set := regexp.MustCompile(is + `(\s*\[[^;]*\]|\s*\.\s*\w+)*\s*=[^=]|(?:[^&\w\s)\]]\s*|\breturn\s*|\))&[^&;,]*` + is + `\b`)
	at, known := s.where(member)
	if !known {
		return set.Match(s.text)
	}
	end := 0
	for _, i := range at { // in the statement around it
		if i < end {
			continue
		}
		begin := bytes.LastIndexByte(s.text[:i], ';') + 1
		if end = len(s.text); bytes.IndexByte(s.text[i:], ';') >= 0 {
			end = i + bytes.IndexByte(s.text[i:], ';') + 1
		}
		if set.Match(s.text[begin:end]) {
			return true
		}
	}
	return false
}

// lined is a text in which places are found by their lines.
type lined struct {
	text  []byte
	lines []int // where they begin
}

func inLines(text []byte) lined {
	l := lined{text: text, lines: []int{0}}
	for i, b := range text {
		if b == '\n' {
			l.lines = append(l.lines, i+1)
		}
	}
	return l
}

// offset returns where a place is in the text; its end, if the text has no such line.
func (l lined) offset(at source.Pos) int {
	if at.Line < 1 || at.Line > len(l.lines) {
		return len(l.text)
	}
	return min(l.lines[at.Line-1]+max(at.Column-1, 0), len(l.text))
}

// here is the folder where the process works, while it looks at functions; nil at other times. Then nobody changes it,
// and to ask the system for it at each of many thousand names takes time.
var here atomic.Pointer[string]

// stays notes where the process works until the function is called that it returns.
func stays() (end func()) {
	if folder, err := os.Getwd(); err == nil {
		here.Store(&folder)
	}
	return func() { here.Store(nil) }
}

// absolute returns the absolute path of a file.
func absolute(file string) string {
	if folder := here.Load(); folder != nil && !filepath.IsAbs(file) {
		return filepath.Join(*folder, file)
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return filepath.Clean(file)
	}
	return path
}

// plain returns the name of a variable as its file has it: a program tells those of one name apart.
func plain(name string) string {
	name, _, _ = strings.Cut(name, "~")
	return name
}

// token is a name or a number in a text in C, or one other character.
var token = regexp.MustCompile(`\w+|[^\w\s]`)

// repeats is where a text has lines that are alike but for blanks and comments, and where functions end.
type repeats struct {
	lines map[string][]int // the numbers of the lines with some tokens
	ends  []int            // those of the lines that begin with a brace
}

// statement says what is at a place: the tokens of its line, which of them is at the place, and how many lines with the
// same tokens come before it in its function; "" if the text is not known, or has no such place.
func (s *said) statement(at source.Pos) string {
	if s == nil || at.Line < 1 || at.Line > len(s.lines) {
		return ""
	}
	s.once.Do(func() {
		s.repeats.lines = map[string][]int{}
		for n := range s.lines {
			line := s.line(n + 1)
			key := strings.Join(token.FindAllString(line, -1), " ")
			s.repeats.lines[key] = append(s.repeats.lines[key], n+1)
			if strings.HasPrefix(line, "}") {
				s.repeats.ends = append(s.repeats.ends, n+1)
			}
		}
	})
	line := s.line(at.Line)
	key := strings.Join(token.FindAllString(line, -1), " ")
	before := len(token.FindAllString(line[:min(max(at.Column-1, 0), len(line))], -1))
	begin := 0
	if i, _ := slices.BinarySearch(s.repeats.ends, at.Line); i > 0 {
		begin = s.repeats.ends[i-1]
	}
	first, _ := slices.BinarySearch(s.repeats.lines[key], begin)
	own, _ := slices.BinarySearch(s.repeats.lines[key], at.Line)
	return fmt.Sprintf("%s\n%d %d", key, before, own-first)
}

// line returns the line with a number, which the text has.
func (s *said) line(n int) string {
	end := len(s.text)
	if n < len(s.lines) {
		end = s.lines[n]
	}
	return string(s.text[s.lines[n-1]:end])
}

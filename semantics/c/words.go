package c

import "bytes"

// This file removes functions from our headers if the program does not contain their names, because reading their
// declarations takes longer than reading most programs.

// words are the names that occur in a program; nil if it may have any.
type words map[string]bool

// pasting are headers and macros of ours that make names out of parts. A program that does so has one of these words.
var pasting = []string{"tgmath", "__CONCAT"}

// makesNames reports whether a text may make names that do not occur in it: by pasting tokens, or with a word that is
// split over lines.
func makesNames(text []byte) bool {
	if bytes.Contains(text, []byte("##")) || bytes.Contains(text, []byte("??")) {
		return true
	}
	for rest := text; ; {
		before, after, found := bytes.Cut(rest, []byte("\\"))
		if !found {
			return false
		}
		next := bytes.TrimLeft(after, " \t\r")
		if len(before) > 0 && inWord(before[len(before)-1]) && len(next) > 1 && next[0] == '\n' && inWord(next[1]) {
			return true
		}
		rest = after
	}
}

func inWord(c byte) bool { return isLetter(c) || isDigit(c) }

// add adds the words of a text.
func (w words) add(text []byte) {
	if w == nil {
		return
	}
	for i := 0; i < len(text); {
		n := i
		for n < len(text) && inWord(text[n]) {
			n++
		}
		if n > i && isLetter(text[i]) && !w[string(text[i:n])] {
			w[string(text[i:n])] = true
		}
		i = max(n, i+1)
	}
}

func (w words) has(name string) bool { return w == nil || w[name] }

// within returns a header of ours without the functions that the program does not name. Functions that the header
// itself uses stay: their names begin with a _, or their declarations take more than one line.
func (w words) within(header []byte) []byte {
	out := make([]byte, 0, len(header))
	for line := range bytes.Lines(header) {
		if name := declares(line); name != "" && !w[name] {
			line = line[len(line)-1:]
		}
		out = append(out, line...)
	}
	return out
}

// declares returns the name of the function if a line of a header declares a function and nothing else; "" if it does
// not, or if the name begins with a _.
func declares(line []byte) string {
	open := bytes.IndexByte(line, '(')
	if open < 0 || !isLetter(line[0]) || !bytes.HasSuffix(line, []byte(");\n")) ||
		bytes.HasPrefix(line, []byte("typedef ")) {
		return ""
	}
	start := open
	for start > 0 && inWord(line[start-1]) {
		start--
	}
	if start == 0 || line[start] == '_' {
		return ""
	}
	return string(line[start:open])
}

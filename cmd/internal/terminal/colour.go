package terminal

import (
	"io"
	"os"
	"strings"
)

// This file defines the colours of verdicts on a terminal.

// colours are the escape sequences (ECMA-48, SGR) for the words that say something about a program or a place.
var colours = []struct{ word, code string }{
	{"known bug", "33"}, {"potential bug", "33"}, {"bug", "1;31"}, {"unknown", "33"}, {"contradiction", "1;31"},
	{"safe (vacuous)", "33"}, {"warning", "33"}, {"safe", "32"}, {"bounded", "32"},
}

// Coloured returns a line, and gives the word after the prefix its colour if w is a terminal that wants colours:
// NO_COLOR is empty, and TERM is not dumb.
func Coloured(w io.Writer, line, prefix string) string {
	if !Is(w) || os.Getenv("NO_COLOR") != "" {
		return line
	}
	return paint(line, prefix)
}

func paint(line, prefix string) string {
	rest, ok := strings.CutPrefix(line, prefix)
	for _, c := range colours {
		if ok && strings.HasPrefix(rest, c.word) {
			return prefix + "\x1b[" + c.code + "m" + c.word + "\x1b[0m" + rest[len(c.word):]
		}
	}
	return line
}

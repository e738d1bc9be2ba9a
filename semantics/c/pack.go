package c

import (
	"strconv"

	"modernc.org/cc/v4"
)

// This file defines #pragma pack.

// pragma is a #pragma pack: what the limit of alignments is from there on.
type pragma struct {
	file  string
	line  int
	limit int64 // in bytes; 0 if there is none
	stack []int64
}

// include says that a file begins: the limit in force there is that of the text before.
func (t *types) include(file string) {
	p := pragma{file: file}
	if n := len(t.pragmas); n > 0 {
		p.limit, p.stack = t.pragmas[n-1].limit, t.pragmas[n-1].stack
		t.pragmas = append(t.pragmas, p)
	}
}

// pragma takes the tokens behind #pragma, as the preprocessor meets them.
func (t *types) pragma(toks []cc.Token) {
	var words []string
	for i := range toks {
		if w := toks[i].SrcStr(); w != "" {
			words = append(words, w)
		}
	}
	if len(words) < 3 || words[0] != "pack" || words[1] != "(" {
		return
	}
	at := toks[0].Position()
	p := pragma{file: at.Filename, line: at.Line}
	if n := len(t.pragmas); n > 0 {
		p.limit, p.stack = t.pragmas[n-1].limit, t.pragmas[n-1].stack
	}
	set := false
	for _, w := range words[2:] {
		switch w {
		case "push":
			p.stack = append(p.stack[:len(p.stack):len(p.stack)], p.limit)
			set = true
		case "pop":
			if n := len(p.stack); n > 0 {
				p.limit, p.stack = p.stack[n-1], p.stack[:n-1]
			}
			set = true
		case ")":
			if !set { // #pragma pack()
				p.limit = 0
			}
		default:
			if n, err := strconv.ParseInt(w, 0, 64); err == nil && n >= 0 && n <= 16 && n&(n-1) == 0 {
				p.limit = n
				set = true
			}
		}
	}
	t.pragmas = append(t.pragmas, p)
}

// packLimit returns the limit that #pragma pack sets at a token: the last one before it in its file, else the one in force where the file was included.
func (u *unit) packLimit(at *cc.Token) int64 {
	pos := at.Position()
	limit := int64(0)
	for _, p := range u.types.pragmas {
		if p.file == pos.Filename && p.line < pos.Line {
			limit = p.limit
		}
	}
	return limit
}

package c

import (
	"strconv"

	"modernc.org/cc/v4"
)

// This file defines #pragma pack and #pragma ms_struct.

// last returns the settings after the last line that has been read.
func (t *types) last() pragma {
	if n := len(t.pragmas); n > 0 {
		return t.pragmas[n-1]
	}
	return pragma{}
}

// include notes that a file begins. The settings of the including text hold there.
func (t *types) include(file string) {
	if p := t.last(); len(t.pragmas) > 0 {
		p.file, p.line = file, 0
		t.pragmas = append(t.pragmas, p)
	}
}

// pragma takes the tokens after #pragma when the preprocessor meets them.
func (t *types) pragma(toks []cc.Token) {
	var words []string
	for i := range toks {
		if w := toks[i].SrcStr(); w != "" {
			words = append(words, w)
		}
	}
	at := toks[0].Position()
	p := t.last()
	p.file, p.line = at.Filename, at.Line
	if len(words) == 2 && words[0] == "ms_struct" {
		p.ms = words[1] == "on"
		t.pragmas = append(t.pragmas, p)
		return
	}
	if len(words) < 3 || words[0] != "pack" || words[1] != "(" {
		return
	}
	set := false
	for _, w := range words[2:] {
		switch w {
		case "push":
			p.stack = &pushed{p.limit, p.stack}
			set = true
		case "pop":
			if p.stack != nil {
				p.limit, p.stack = p.stack.limit, p.stack.rest
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

// pragmaAt returns the settings at a token: those of the last pragma before it in its file, or if there is none, those
// at the #include of the file.
func (u *unit) pragmaAt(at *cc.Token) (holds pragma) {
	pos := at.Position()
	u.p.charge(len(u.types.pragmas))
	for _, p := range u.types.pragmas {
		if p.file == pos.Filename && p.line < pos.Line {
			holds = p
		}
	}
	return holds
}

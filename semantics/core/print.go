package core

import (
	"crypto/sha256"
	"math"
	"math/big"
	"strconv"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines the text form of programs, as it is written (grammar.txt). Every program that Check has accepted
// has one text.

// Text returns the text form of p, which Check has accepted.
func (p *Program) Text() []byte {
	var text []byte
	p.Lines(nil, true, func(line []byte) bool {
		text = append(text, line...)
		return true
	})
	return text
}

// Digest returns the SHA-256 of the text form of p, which Check has accepted. It means nothing if the meter is
// exhausted.
func (p *Program) Digest(meter *semantics.Meter) (digest [sha256.Size]byte) {
	h := sha256.New()
	p.Lines(meter, true, func(line []byte) bool {
		h.Write(line)
		return true
	})
	h.Sum(digest[:0])
	return digest
}

// Lines gives the lines of the text form of p, which Check has accepted, to emit, each with its line end, until that
// returns false or the meter has no more; without the sources and the places in them if places is false. A line is
// valid until the next.
func (p *Program) Lines(meter *semantics.Meter, places bool, emit func(line []byte) bool) {
	defer meter.Settle(meter.Made())
	w := printer{p: p, meter: meter, places: places, emit: emit}
	w.word("core 1")
	w.end()
	for _, name := range p.Sources {
		if !places {
			break
		}
		w.word("source")
		w.quoted(name)
		w.end()
	}
	w.word("entry")
	w.word(p.Funcs[p.Entry].Name)
	w.end()
	for _, g := range p.Globals {
		w.global(g)
	}
	for _, f := range p.Funcs {
		w.function(f)
	}
}

// printer writes a program line by line.
type printer struct {
	p      *Program
	f      *Func // that is being written
	meter  *semantics.Meter
	places bool // whether places in sources are written
	emit   func(line []byte) bool
	line   []byte // that is being written
	ended  bool   // whether nobody wants more
}

// end ends the line.
func (w *printer) end() {
	w.line = append(w.line, '\n')
	w.ended = w.ended || !w.emit(w.line)
	w.line = w.line[:0]
}

// word writes a word, with a blank before it but at the start of a line and behind a parenthesis.
func (w *printer) word(s string) {
	n := len(w.line)
	more := n+len(s)+2 > cap(w.line)
	// which a line that grows takes for a while
	if w.ended || !w.meter.Charge(len(s)+1) || more && !w.meter.Make((n+len(s))/4+1) {
		w.ended = true
		return
	}
	if n > 0 && w.line[n-1] != ' ' && w.line[n-1] != '(' {
		w.line = append(w.line, ' ')
	}
	w.line = append(w.line, s...)
}

func (w *printer) number(n int64) { w.word(strconv.FormatInt(n, 10)) }

func (w *printer) integer(v *big.Int) {
	if v.IsInt64() {
		w.number(v.Int64())
	} else if !w.ended && w.meter.Charge(conversion(v.BitLen())) {
		w.word(v.String())
	}
}

// conversion is the work of writing an integer with so many bits in decimal, or of reading it.
func conversion(bits int) int {
	words := bits/64 + 1
	return words * words
}

// bounds writes a range; what is open is left out.
func (w *printer) bounds(lo, hi *big.Int) {
	if lo != nil {
		w.integer(lo)
	}
	w.word("..")
	if hi != nil {
		w.integer(hi)
	}
}

// quoted writes a string.
func (w *printer) quoted(s string) {
	w.word(`"`)
	for i := range len(s) {
		w.line = appendEscaped(w.line, s[i])
	}
	w.line = append(w.line, '"')
}

// appendEscaped appends a byte of a string as it stands between quotes.
func appendEscaped(text []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch {
	case c == '"' || c == '\\':
		return append(text, '\\', c)
	case c == '\n':
		return append(text, `\n`...)
	case c == '\t':
		return append(text, `\t`...)
	case c < ' ' || c > '~':
		return append(text, '\\', 'x', hex[c>>4], hex[c&15])
	}
	return append(text, c)
}

// span writes a place, if one is known. A place in the text itself goes without saying.
func (w *printer) span(s source.Span) {
	if !w.places || !s.IsValid() || s.File < 0 {
		return
	}
	w.word("@")
	if s.File > 0 {
		w.line = append(strconv.AppendInt(w.line, int64(s.File), 10), '/')
	}
	for i, n := range [...]int32{s.Line, s.Column, s.EndLine, s.EndColumn} {
		if i > 0 {
			w.line = append(w.line, ":-:"[i-1])
		}
		w.line = strconv.AppendInt(w.line, int64(n), 10)
	}
}

func (w *printer) global(g *Global) {
	if w.ended {
		return
	}
	w.end()
	w.word("global")
	w.word(g.Name)
	if g.Literal {
		w.word("literal")
	}
	if g.ReadOnly {
		w.word("readonly")
	}
	w.word("size")
	w.number(g.Size)
	w.span(g.Span)
	w.end()
	for _, x := range g.Init {
		if w.ended {
			return
		}
		w.word("  init")
		w.number(x.Offset)
		if x.Value == nil {
			w.word("bytes")
			w.quoted(x.Bytes)
		} else {
			w.word(x.Type.String())
			w.expr(x.Value)
		}
		w.end()
	}
}

func (w *printer) function(f *Func) {
	if w.ended {
		return
	}
	w.f = f
	w.end()
	w.word("func")
	w.word(f.Name)
	w.line = append(w.line, '(')
	for i, s := range f.Slots[:f.Params] {
		if i > 0 {
			w.line = append(w.line, ',')
		}
		w.slot(s)
	}
	w.line = append(w.line, ')')
	if f.Result != NoType {
		w.word(f.Result.String())
	}
	if f.Library {
		w.word("library")
	}
	w.signature(f.Signature)
	if f.Loops > 0 {
		w.word("loops")
		w.number(int64(f.Loops))
	}
	w.span(f.Span)
	w.end()
	for _, s := range f.Slots[f.Params:] {
		if w.ended {
			return
		}
		w.word("  slot")
		w.slot(s)
		w.end()
	}
	for i := range f.Code {
		if w.ended {
			return
		}
		w.word("  ")
		w.number(int64(i))
		w.line = append(w.line, ':')
		w.instr(&f.Code[i])
		w.end()
	}
}

// signature writes a signature, if it is there.
func (w *printer) signature(s string) {
	if s != "" {
		w.word("sig")
		w.quoted(s)
	}
}

func (w *printer) slot(s Slot) {
	w.word(s.Name)
	w.word(s.Type.String())
}

func (w *printer) instr(in *Instr) {
	row := &instructions[in.Op]
	w.word(row.name)
	if in.Dst >= 0 {
		w.word(w.f.Slots[in.Dst].Name)
	} else if row.dst != free {
		w.word("-")
	}
	if row.life {
		w.word(in.Life.String())
	}
	if row.scalar {
		w.word(in.Type.String())
	}
	if in.Loose {
		w.word("loose")
	}
	if row.input {
		w.word(in.Name)
		w.bounds(in.Lo, in.Hi)
	}
	for _, x := range in.Args {
		w.expr(x)
	}
	w.signature(in.Signature)
	if in.Kind != "" {
		w.quoted(string(in.Kind))
	}
	if row.reason {
		w.quoted(in.Name)
	}
	if row.then {
		if row.els {
			w.word("then")
		}
		w.number(int64(in.Then))
	}
	if row.els {
		w.word("else")
		w.number(int64(in.Else))
	}
	if in.Loop >= 0 {
		if row.loop == may {
			w.word("loop")
		}
		w.number(int64(in.Loop))
	}
	w.span(in.Span)
}

// expr writes an expression. Its depth is at most MaxDepth.
func (w *printer) expr(e *Expr) {
	switch e.Op {
	case Const:
		w.integer(e.Int)
		return
	case Read:
		w.word(w.f.Slots[e.Slot].Name)
		return
	}
	w.word("(")
	w.word(e.Op.String())
	switch e.Op {
	case Address:
		w.word(w.p.Globals[e.Ref].Name)
	case Function:
		w.word(w.p.Funcs[e.Ref].Name)
	case Single:
		w.float(float64(math.Float32frombits(uint32(e.Bits))), 32, e.Bits)
	case Double:
		w.float(math.Float64frombits(e.Bits), 64, e.Bits)
	case Truth:
		w.number(int64(e.Bits))
	}
	if e.X != nil {
		w.expr(e.X)
	}
	if e.Y != nil {
		w.expr(e.Y)
	}
	if e.Op == Within {
		w.bounds(e.Lo, e.Hi)
	}
	if e.Kind != "" {
		w.quoted(string(e.Kind))
		w.span(e.Span)
	}
	w.line = append(w.line, ')')
}

// float writes the shortest decimal number that rounds to v, or the encoding of what is not a number.
func (w *printer) float(v float64, size int, encoding uint64) {
	switch {
	case math.IsNaN(v):
		w.word("0x" + strconv.FormatUint(encoding, 16))
	case math.IsInf(v, 0):
		w.word([...]string{"-inf", "", "inf"}[1+int(math.Copysign(1, v))])
	default:
		w.word(strconv.FormatFloat(v, 'g', -1, size))
	}
}

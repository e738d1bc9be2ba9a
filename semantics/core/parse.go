package core

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file defines the parser of the text form of programs, line by line along grammar.txt.

// MaxText is the size of the largest text of a program that is read, in bytes.
const MaxText = 64 << 20

// maxDigits is the number of digits of the largest integer of MaxBits bits.
const maxDigits = 157_827

// The memory of a program, in machine words, with its places in lists and maps.
const (
	wordsPerLine = 60
	wordsPerExpr = 18
)

// Parse reads a program in the text form and checks it. Name is what the user calls the text. The text is exactly what
// Text returns. The error is a source.ErrorList.
func Parse(name string, src []byte) (*Program, error) { return ParseWithin(nil, name, src) }

// ParseWithin is Parse within the bounds of a meter, which holds the program.
func ParseWithin(meter *semantics.Meter, name string, src []byte) (*Program, error) {
	text := string(src)
	p, err := parse(meter, name, text)
	if err != nil {
		return nil, err
	}
	if err := p.sameText(meter, name, text); err != nil {
		return nil, err
	}
	return p, nil
}

// ParseLoose is Parse for people who write by hand: blanks are free, an instruction needs no index, and it may have a
// label in its place, a name that targets use, and x! is short for (def x "uninitialised value"). Text gives the
// program the form that Parse wants.
func ParseLoose(name string, src []byte) (*Program, error) { return parse(nil, name, string(src)) }

func parse(meter *semantics.Meter, name, src string) (*Program, error) {
	r := reader{file: name, meter: meter, p: &Program{}}
	r.globals = names{what: "a global", declared: map[string]int{}}
	r.funcs = names{what: "a function", declared: map[string]int{}}
	if len(src) > MaxText {
		r.list = append(r.list, &source.Error{File: name,
			Msg: fmt.Sprintf("found more than %d bytes, the limit on the size of a program", MaxText)})
		return nil, r.list
	}
	r.hold(2 * len(src) / 8) // the text, and the strings of the program
	r.scan = scanner{src: src, line: 1}
	r.tok = r.scan.next()
	r.program()
	if len(r.list) > 0 {
		sort.SliceStable(r.list, func(i, j int) bool { return r.list[i].Pos.Before(r.list[j].Pos) })
		return nil, r.list
	}
	if list := r.p.check(meter, &r.places, name); len(list) > 0 {
		return nil, list
	}
	return r.p, nil
}

// sameText compares the text of p with src, from which it was read.
func (p *Program) sameText(meter *semantics.Meter, name, src string) error {
	rest, number := src, 0
	var list source.ErrorList
	differ := func(found, want string) {
		list = source.ErrorList{{File: name, Pos: source.Pos{Line: number, Column: 1},
			Msg:  fmt.Sprintf("found %s, want %s", found, want),
			Hint: "vouch fmt -w mends the layout"}}
	}
	p.Lines(meter, true, func(line []byte) bool {
		number++
		if strings.HasPrefix(rest, string(line)) {
			rest = rest[len(line):]
			return true
		}
		found, _, ended := strings.Cut(rest, "\n")
		switch want := string(line[:len(line)-1]); {
		case rest == "":
			differ("the end of the text", strconv.Quote(shorten(want)))
		case found == want && !ended:
			differ("no line end at the end of the text", "one")
		default:
			found, want = fromDifference(found, want)
			differ(found, want)
		}
		return false
	})
	switch {
	case meter.Exhausted():
		list = source.ErrorList{{File: name, Msg: "the program is too large to read: it takes " + meter.Why()}}
	case list == nil && rest != "":
		number++
		differ("more lines", "the end of the text")
	}
	return list.Err()
}

// fromDifference quotes two lines that differ; of long ones it leaves out where they begin alike.
func fromDifference(a, b string) (string, string) {
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	far := same > 30 && max(len(a), len(b)) > 60
	cut := func(s string) string {
		if far {
			s = "..." + s[same-20:]
		}
		return strconv.Quote(shorten(s))
	}
	return cut(a), cut(b)
}

// reader reads a program line by line. After the first error in a line, the token in the way is hidden behind one that
// nothing accepts, and the reader goes on with the next line.
type reader struct {
	file           string
	list           source.ErrorList
	meter          *semantics.Meter
	scan           scanner
	tok            token      // the next token
	last           source.Pos // directly after the token before
	broken         bool       // whether there was an error in this line
	stopped        bool       // whether the text was left before its end
	p              *Program
	places         places
	globals, funcs names
	entry          bool     // whether the line entry was there
	g              *Global  // whose lines are read
	f              *Func    // whose lines are read
	lost           bool     // whether a slot of f may be unknown because its line has an error
	misnumbered    bool     // whether an instruction of f had another index
	slots, labels  names    // of f
	targets        []target // in f
}

// names has the indices of the names of one sort.
type names struct {
	what     string
	declared map[string]int
	refs     []reference
}

// declare gives a name its index. Check looks for names that are there twice.
func (n *names) declare(name string, index int) {
	if _, ok := n.declared[name]; !ok {
		n.declared[name] = index
	}
}

// reference is a name that may be declared later, and what takes its index.
type reference struct {
	name  string
	pos   source.Pos
	index *int
}

// target is a label that may stand further down, and what jumps there.
type target struct {
	label string
	pos   source.Pos
	instr int
	els   bool // whether it is Else
}

// Errors.

// report records an error.
func (r *reader) report(pos source.Pos, msg, hint string) {
	if r.stopped {
		return
	}
	if len(r.list) == maxErrors {
		msg, hint = "too many errors", ""
		r.stop()
	}
	r.list = append(r.list, &source.Error{File: r.file, Pos: pos, Msg: msg, Hint: hint})
}

// fail reports an error in this line, if it is the first.
func (r *reader) fail(pos source.Pos, msg, hint string) {
	if !r.broken {
		r.report(pos, msg, hint)
	}
	r.broken = true
	if r.tok.kind != lineEnd && r.tok.kind != fileEnd {
		r.tok.kind = hidden
	}
}

// stop makes the text end here.
func (r *reader) stop() {
	r.stopped = true
	r.scan.off = len(r.scan.src)
	r.tok = token{pos: r.tok.pos}
}

// unexpected reports the present token.
func (r *reader) unexpected(want string) {
	if r.tok.kind == bad {
		r.fail(r.tok.pos, r.tok.wrong(), "")
	} else {
		r.fail(r.tok.pos, fmt.Sprintf("found %v, want %s", r.tok, want), "")
	}
}

// hold counts n words that the program takes, and as much work. If that is too much, it ends the work.
func (r *reader) hold(n int) {
	if !r.meter.Charge(n) || !r.meter.Hold(n) {
		r.tooLarge("the program is too large to read: it takes " + r.meter.Why())
	}
}

func (r *reader) tooLarge(msg string) {
	r.fail(r.tok.pos, msg, "")
	r.stop()
}

// Tokens.

func (r *reader) next() {
	r.last = source.Pos{Line: r.tok.pos.Line, Column: r.tok.pos.Column + r.tok.end - r.tok.start}
	r.tok = r.scan.next()
}

// accept moves past the present token if it is of kind k.
func (r *reader) accept(k kind, want string) string {
	text := r.tok.text
	if r.tok.kind != k {
		r.unexpected(want)
		return ""
	}
	r.next()
	return text
}

func (r *reader) word(want string) string { return r.accept(word, want) }

// optional moves past the given word if it comes next.
func (r *reader) optional(w string) bool {
	if r.tok.kind != word || r.tok.text != w {
		return false
	}
	r.next()
	return true
}

func (r *reader) expect(w string) {
	if !r.optional(w) {
		r.unexpected(strconv.Quote(w))
	}
}

func (r *reader) name(want string) string {
	if r.tok.kind != word || !isName(r.tok.text) {
		r.unexpected("the name of " + want)
		return ""
	}
	return r.word("")
}

func (r *reader) string(want string) string {
	pos := r.tok.pos
	text := r.accept(quoted, want+" in quotes")
	if r.broken {
		return ""
	}
	s, err := strconv.Unquote(text)
	if err != nil {
		r.fail(pos, fmt.Sprintf(`found %s, want no other escapes than \" \\ \n \t \x..`, shorten(text)), "")
	}
	return s
}

// number reads a number that is at least 0.
func (r *reader) number(want string) int64 {
	if r.tok.kind == word {
		if n, err := strconv.ParseInt(r.tok.text, 10, 64); err == nil && n >= 0 {
			r.next()
			return n
		}
	}
	r.unexpected(want)
	return 0
}

// index is number for what is an int.
func (r *reader) index(want string) int {
	pos := r.tok.pos
	n := r.number(want)
	if n > math.MaxInt32 {
		r.fail(pos, fmt.Sprintf("found %d, want %s", n, want), "")
		return 0
	}
	return int(n)
}

// isInteger reports whether the present token is an integer.
func (r *reader) isInteger() bool {
	digits := strings.TrimPrefix(r.tok.text, "-")
	if r.tok.kind != word || digits == "" {
		return false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return true
}

// integer reads an integer of any size.
func (r *reader) integer(want string) *big.Int {
	if !r.isInteger() {
		r.unexpected(want)
		return nil
	}
	text := r.tok.text
	if len(text) < 18 {
		n, _ := strconv.ParseInt(text, 10, 64)
		r.next()
		return big.NewInt(n)
	}
	if digits := len(strings.TrimPrefix(text, "-")); digits > maxDigits {
		r.fail(r.tok.pos, fmt.Sprintf("found a number of %d digits, want at most %d", digits, maxDigits), "")
		return nil
	}
	if r.hold(len(text) / 16); !r.meter.Charge(conversion(len(text) * 10 / 3)) {
		r.hold(0)
		return nil
	}
	n, _ := new(big.Int).SetString(text, 10)
	r.next()
	return n
}

// bounds reads a range.
func (r *reader) bounds() (lo, hi *big.Int) {
	if r.isInteger() {
		lo = r.integer("")
	}
	r.expect("..")
	if r.isInteger() {
		hi = r.integer("")
	}
	return lo, hi
}

// pick reads one of the names of a table, from the first to the last.
func pick[T named](r *reader, first, last T, want string) T {
	for x := first; x <= last; x++ {
		if r.optional(x.String()) {
			return x
		}
	}
	r.unexpected(want)
	return first
}

// scalar reads the scalar type of a load or a store.
func (r *reader) scalar() Scalar {
	if t, ok := bitFieldNamed(r.tok.text); ok && r.tok.kind == word {
		r.next()
		return t
	}
	return pick(r, U8, Float64, "a scalar type")
}

// named is an index in one of the tables of ops.go.
type named interface {
	~byte | ~uint16
	fmt.Stringer
}

// span reads a place if there is one.
func (r *reader) span() (s source.Span, ok bool) {
	if !r.atSpan() {
		return s, false
	}
	if s, ok = parseSpan(r.tok.text[1:]); !ok {
		r.unexpected("a place such as @3:1-3:9, or @1/3:1-3:9 in the second source")
		return s, false
	}
	r.next()
	return s, true
}

// place returns the place that s is; without one and in a text that names no sources, that from the given position to
// the last token.
func (r *reader) place(s source.Span, ok bool, from source.Pos) source.Span {
	if ok || len(r.p.Sources) > 0 {
		return s
	}
	return source.Span{File: -1, Line: int32(from.Line), Column: int32(from.Column), EndLine: int32(r.last.Line),
		EndColumn: int32(r.last.Column)}
}

// lineSpan reads the place at the end of a line that begins at the given position.
func (r *reader) lineSpan(from source.Pos) source.Span {
	s, ok := r.span()
	return r.place(s, ok, from)
}

// parseSpan reads a place without its @.
func parseSpan(text string) (s source.Span, ok bool) {
	if file, rest, ok := strings.Cut(text, "/"); ok {
		n, err := strconv.ParseInt(file, 10, 32)
		if err != nil || n < 0 {
			return s, false
		}
		s.File, text = int32(n), rest
	}
	for i, to := range [...]*int32{&s.Line, &s.Column, &s.EndLine, &s.EndColumn} {
		part := text
		if i < 3 {
			if part, text, ok = strings.Cut(text, ":-:"[i:i+1]); !ok {
				return s, false
			}
		}
		n, err := strconv.ParseInt(part, 10, 32)
		if err != nil || n < 1 {
			return s, false
		}
		*to = int32(n)
	}
	return s, true
}

// Lines.

// lines has what is read behind the first word of a line that is no instruction.
var lines = map[string]func(*reader, source.Pos){
	"source": (*reader).source,
	"entry":  (*reader).entryLine,
	"global": (*reader).global,
	"init":   (*reader).init,
	"func":   (*reader).function,
	"slot":   (*reader).slotLine,
}

func (r *reader) program() {
	r.blankLines()
	r.expect("core")
	if r.expect("1"); r.broken {
		r.stop()
		return
	}
	r.endLine()
	for r.blankLines(); r.tok.kind != fileEnd; r.blankLines() {
		r.hold(wordsPerLine)
		from := r.tok.pos
		if read := lines[r.tok.text]; read != nil && r.tok.kind == word {
			r.next()
			read(r, from)
		} else {
			r.instr()
		}
		r.endLine()
	}
	r.endFunction()
	if !r.entry {
		r.report(r.tok.pos, fmt.Sprintf("found %v, want a line that says where the program begins", r.tok),
			`such as "entry main"`)
	}
	r.resolve(&r.globals)
	r.resolve(&r.funcs)
}

// blankLines moves past line ends.
func (r *reader) blankLines() {
	for r.tok.kind == lineEnd {
		r.next()
	}
}

// endLine moves to the end of the line, where the token in the way is an error if it is the first.
func (r *reader) endLine() {
	if r.tok.kind != lineEnd && r.tok.kind != fileEnd {
		r.unexpected("the end of the line")
	}
	for r.tok.kind != lineEnd && r.tok.kind != fileEnd {
		r.next()
	}
	r.broken = false
}

// resolve gives every reference the index of what it names.
func (r *reader) resolve(n *names) {
	for _, ref := range n.refs {
		i, ok := n.declared[ref.name]
		if !ok {
			r.report(ref.pos, fmt.Sprintf("found %q, want the name of %s", shorten(ref.name), n.what), "")
		}
		*ref.index = i
	}
}

// refer reads a name, whose index goes to the given place.
func (r *reader) refer(n *names, index *int) {
	pos := r.tok.pos
	if name := r.name(n.what); !r.broken {
		n.refs = append(n.refs, reference{name, pos, index})
	}
}

func (r *reader) source(source.Pos) {
	if len(r.p.Funcs)+len(r.p.Globals) > 0 {
		r.unexpected("no more sources behind a global or a function")
		return
	}
	r.p.Sources = append(r.p.Sources, r.string("the name of a source"))
}

func (r *reader) entryLine(source.Pos) {
	if r.entry {
		r.unexpected("one entry")
		return
	}
	r.entry = true
	r.refer(&r.funcs, &r.p.Entry)
}

func (r *reader) global(from source.Pos) {
	r.endFunction()
	g := &Global{Name: strings.Clone(r.name(r.globals.what))}
	r.globals.declare(g.Name, len(r.p.Globals))
	r.p.Globals, r.g = append(r.p.Globals, g), g
	r.places.globals = append(r.places.globals, from)
	g.Literal = r.optional("literal")
	g.ReadOnly = r.optional("readonly")
	r.expect("size")
	g.Size = r.number("how many bytes it has")
	g.Span = r.lineSpan(from)
}

func (r *reader) init(from source.Pos) {
	if r.g == nil {
		r.fail(from, `found "init", want it behind a global`, "")
		return
	}
	x := Init{Offset: r.number("an offset in bytes")}
	if r.optional("bytes") {
		x.Type, x.Bytes = U8, r.string("bytes")
	} else {
		x.Type = pick(r, U8, Float64, "bytes or a scalar type")
		x.Value = r.expr(0)
	}
	r.g.Init = append(r.g.Init, x)
}

func (r *reader) function(from source.Pos) {
	r.endFunction()
	f := &Func{Name: strings.Clone(r.name(r.funcs.what))}
	r.funcs.declare(f.Name, len(r.p.Funcs))
	r.p.Funcs, r.f = append(r.p.Funcs, f), f
	r.places.funcs = append(r.places.funcs, from)
	r.places.code = append(r.places.code, nil)
	r.slots = names{what: "a slot", declared: map[string]int{}}
	r.labels = names{what: "a label", declared: map[string]int{}}
	r.accept(open, `"("`)
	if r.tok.kind != closed {
		for r.slot(); r.tok.kind == comma; r.slot() {
			r.hold(wordsPerExpr)
			r.next()
		}
	}
	r.accept(closed, `")"`)
	f.Params = len(f.Slots)
	if r.tok.kind == word && !slices.Contains(headerWords, r.tok.text) && !r.atSpan() {
		f.Result = pick(r, Int, F64, slotType.String())
	}
	f.Library = r.optional("library")
	f.Signature = r.signature()
	if r.optional("loops") {
		f.Loops = r.index("how many loops it has")
	}
	f.Span = r.lineSpan(from)
	r.lost = r.broken
}

// headerWords are the words that may follow the parameters of a function instead of its result.
var headerWords = []string{"library", "sig", "loops"}

// signature reads a signature if there is one.
func (r *reader) signature() string {
	if !r.atSignature() {
		return ""
	}
	r.next()
	return r.string("a signature")
}

// atSignature reports whether a signature comes next, and not a slot that is called sig.
func (r *reader) atSignature() bool {
	if r.tok.kind != word || r.tok.text != "sig" {
		return false
	}
	ahead := r.scan
	return ahead.next().kind == quoted
}

func (r *reader) slotLine(from source.Pos) {
	if r.f == nil || len(r.f.Code) > 0 {
		r.fail(from, `found "slot", want it before the instructions of a function`, "")
		return
	}
	r.slot()
	r.lost = r.lost || r.broken
}

// slot reads the name and the type of a slot.
func (r *reader) slot() {
	s := Slot{Name: strings.Clone(r.name(r.slots.what))}
	s.Type = pick(r, Int, F64, "its type: "+slotType.String())
	r.slots.declare(s.Name, len(r.f.Slots))
	r.f.Slots = append(r.f.Slots, s)
}

// endFunction ends the function or the global whose lines were read.
func (r *reader) endFunction() {
	for _, t := range r.targets {
		i, ok := r.labels.declared[t.label]
		if !ok {
			r.report(t.pos, fmt.Sprintf("found %q, want the index or the label of an instruction", shorten(t.label)),
				"")
		}
		r.setTarget(t.instr, t.els, i)
	}
	r.f, r.g, r.lost, r.misnumbered, r.targets = nil, nil, false, false, nil
}

// Instructions and expressions.

// opcodes and ops have the instructions and the operators by their names in the text form.
var (
	opcodes = sync.OnceValue(func() map[string]Opcode { return byName[Opcode](len(instructions)) })
	ops     = sync.OnceValue(func() map[string]Op { return byName[Op](len(operators)) })
)

func byName[T Opcode | Op](n int) map[string]T {
	m := map[string]T{}
	for i := range T(n) {
		m[fmt.Sprint(i)] = i
	}
	return m
}

func (r *reader) instr() {
	if r.f == nil {
		r.unexpected("source, entry, global or func")
		return
	}
	r.label()
	from := r.tok.pos
	places := &r.places.code[len(r.places.code)-1]
	*places = append(*places, from)
	r.f.Code = append(r.f.Code, Instr{Dst: -1, Loop: -1})
	in := &r.f.Code[len(r.f.Code)-1]
	op, ok := opcodes()[r.tok.text]
	if !ok || r.tok.kind != word {
		r.unexpected("an instruction")
		return
	}
	r.next()
	in.Op = op
	row := &instructions[op]
	if row.dst == must || row.dst == may && !r.optional("-") {
		in.Dst = r.slotName()
	}
	if row.life {
		in.Life = pick(r, Heap, Local, "heap or local")
	}
	if row.scalar {
		in.Type = r.scalar()
	}
	if row.loose {
		in.Loose = r.optional("loose")
	}
	if row.input {
		in.Name = strings.Clone(r.name("an input"))
		in.Lo, in.Hi = r.bounds()
	}
	for range row.args {
		in.Args = append(in.Args, r.expr(0))
	}
	for row.more && !r.broken && r.tok.kind != lineEnd && r.tok.kind != fileEnd && !r.atSpan() &&
		!(row.signature && r.atSignature()) {
		in.Args = append(in.Args, r.expr(0))
	}
	if row.signature {
		in.Signature = r.signature()
	}
	if row.kind == must || row.kind == may && r.tok.kind == quoted {
		in.Kind = r.kind()
	}
	if row.reason {
		in.Name = r.string("a reason")
	}
	if row.els {
		r.expect("then")
	}
	if row.then {
		r.target(false)
	}
	if row.els {
		r.expect("else")
		r.target(true)
	}
	if row.loop == must || row.loop == may && r.optional("loop") {
		in.Loop = r.index("the number of a loop")
	}
	in.Span = r.lineSpan(from)
}

// label reads the index of an instruction, or a label in its place, if there is one.
func (r *reader) label() {
	text, ok := strings.CutSuffix(r.tok.text, ":")
	if !ok || r.tok.kind != word {
		return
	}
	at := len(r.f.Code)
	if n, err := strconv.Atoi(text); err == nil {
		if n != at && !r.misnumbered {
			r.misnumbered = true
			r.report(r.tok.pos, fmt.Sprintf(`found %v, want "%d:"`, r.tok, at),
				"vouch fmt -w numbers instructions that have labels or nothing in front")
		}
	} else if !isName(text) {
		r.report(r.tok.pos, fmt.Sprintf(`found %v, want "%d:" or a label`, r.tok, at), "")
	} else if _, again := r.labels.declared[text]; again {
		r.report(r.tok.pos, fmt.Sprintf("found the label %v again, want another", r.tok), "")
	} else {
		r.labels.declare(text, at)
	}
	r.next()
}

// target reads an index or a label for the last instruction.
func (r *reader) target(els bool) {
	const want = "the index or the label of an instruction"
	at := len(r.f.Code) - 1
	if r.tok.kind == word && isName(r.tok.text) {
		r.targets = append(r.targets, target{r.tok.text, r.tok.pos, at, els})
		r.next()
		return
	}
	r.setTarget(at, els, r.index(want))
}

func (r *reader) setTarget(instr int, els bool, to int) {
	if in := &r.f.Code[instr]; els {
		in.Else = to
	} else {
		in.Then = to
	}
}

// slotName reads the name of a slot of the function.
func (r *reader) slotName() int {
	pos := r.tok.pos
	name := r.name(r.slots.what)
	if r.f == nil {
		r.fail(pos, fmt.Sprintf("found %q, want a constant: an integer, (null), (global x), (func f), (f32 1) or (f64 1)",
			shorten(name)),
			"")
	}
	i, ok := r.slots.declared[name]
	if !ok && !r.broken {
		if r.lost {
			r.broken = true // no news
		}
		r.fail(pos, fmt.Sprintf("found %q, want the name of a slot of the function", shorten(name)), "")
	}
	return i
}

// kind reads the kind of a fault. Check looks whether it is one.
func (r *reader) kind() semantics.Kind {
	return semantics.Kind(strings.Clone(r.string("the kind of a fault")))
}

func (r *reader) atSpan() bool { return r.tok.kind == word && r.tok.text[0] == '@' }

// expr reads an expression that stands so deep in others.
func (r *reader) expr(depth int) *Expr {
	e, from := &Expr{}, r.tok.pos
	if r.hold(wordsPerExpr); depth > MaxDepth {
		r.tooLarge(fmt.Sprintf("expressions nest deeper than %d levels", MaxDepth))
	}
	switch {
	case r.isInteger():
		e.Int = r.integer("")
	case r.tok.kind == word && isName(r.tok.text):
		e.Op, e.Slot = Read, r.slotName()
	case r.tok.kind == open:
		r.operation(e, depth)
	case r.tok.kind == word && isName(strings.TrimSuffix(r.tok.text, "!")):
		r.tok.text = strings.TrimSuffix(r.tok.text, "!")
		e.Op, e.X, e.Kind = Defined, r.expr(depth+1), semantics.UninitialisedValue
		e.Span = r.place(source.Span{}, false, from)
	default:
		r.unexpected("an operand: a slot, an integer or ( with an operator")
	}
	if !r.broken {
		e.Type = e.valueType(r.f)
	}
	return e
}

// operation reads an operator with its operands in parentheses.
func (r *reader) operation(e *Expr, depth int) {
	from := r.tok.pos
	r.next()
	op, ok := ops()[r.tok.text]
	if !ok || r.tok.kind != word || op == Const || op == Read {
		r.unexpected("an operator")
		return
	}
	r.next()
	e.Op = op
	switch op {
	case Address:
		r.refer(&r.globals, &e.Ref)
	case Function:
		r.refer(&r.funcs, &e.Ref)
	case Single:
		e.Bits = r.float(32)
	case Double:
		e.Bits = r.float(64)
	case Truth:
		e.Bits = uint64(r.number("0 or 1"))
	}
	row := &operators[op]
	if row.x != NoType {
		e.X = r.expr(depth + 1)
	}
	if row.y != NoType {
		e.Y = r.expr(depth + 1)
	}
	if op == Within {
		e.Lo, e.Hi = r.bounds()
	}
	var placed bool
	if row.obligation == must || row.obligation == may && r.tok.kind == quoted {
		e.Kind = r.kind()
		e.Span, placed = r.span()
	}
	if r.accept(closed, `")"`); e.Kind != "" {
		e.Span = r.place(e.Span, placed, from)
	}
}

// float reads an IEEE number of the given size and returns its encoding.
func (r *reader) float(size int) uint64 {
	pos := r.tok.pos
	text := r.word("a number")
	if hex, ok := strings.CutPrefix(text, "0x"); ok {
		if bits, err := strconv.ParseUint(hex, 16, size); err == nil {
			return bits
		}
	} else if v, err := strconv.ParseFloat(text, size); err == nil {
		if size == 32 {
			return uint64(math.Float32bits(float32(v)))
		}
		return math.Float64bits(v)
	}
	r.fail(pos, fmt.Sprintf("found %q, want a number of %d bits in decimal, inf, or an encoding such as 0x7fc00000",
		shorten(text), size), "")
	return 0
}

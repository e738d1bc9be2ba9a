package view

import (
	"fmt"
	"slices"
	"strings"

	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines what the story of a fault says of variable arguments. Of a format: at which of its conversions the
// library was, what that conversion wants, and which argument it got. Of va_arg: which argument it takes.
// Of a format of strftime: its conversion, and what that reads.
// It reads the variables of the functions in semantics/c/libc that follow a format, and the records of variable
// arguments that semantics/c/vararg.go describes.

// engines are these functions, with the letters of the conversions that each knows.
var engines = map[string]map[byte]string{"__vouch_print": printed, "__vouch_scan": scanned}

// printed says what a conversion of printf wants; a star stands for a whole number of the size that the conversion
// names.
var printed = map[byte]string{
	'd': "*", 'i': "*", 'u': "unsigned *", 'x': "unsigned *", 'X': "unsigned *", 'o': "unsigned *", 'c': "int",
	's': "char *", 'p': "void *", 'n': "* *",
	'a': "double", 'A': "double", 'e': "double", 'E': "double", 'f': "double", 'F': "double", 'g': "double",
	'G': "double", '%': "",
}

// scanned says the same of scanf.
var scanned = map[byte]string{
	'd': "* *", 'i': "* *", 'u': "unsigned * *", 'x': "unsigned * *", 'X': "unsigned * *", 'o': "unsigned * *",
	'n': "* *", 'c': "char *", 's': "char *", '[': "char *",
	'p': "void **", 'a': "float *", 'A': "float *", 'e': "float *", 'E': "float *", 'f': "float *", 'F': "float *",
	'g': "float *", 'G': "float *", '%': "",
}

// conversion is a part of a format that begins with %.
type conversion struct {
	text    string // "" behind the last one
	number  int    // the first has 1
	letter  byte   // what ends it; 0 if the format ends before
	size    int    // how many l it has, minus how many h
	ignored bool   // whether scanf stores nothing for it
}

// conversions returns those of a format that begin before the byte at, and whether at lies in the last of them or just
// behind it.
func conversions(format string, at int, scan bool) (last conversion, inside bool) {
	number := 0
	for i := 0; i < len(format); {
		if format[i] != '%' {
			i++
			continue
		}
		if i >= at {
			break
		}
		number++
		c := conversion{number: number}
		j := i + 1
		for ; j < len(format) && c.letter == 0; j++ {
			switch b := format[j]; {
			case b == 'h':
				c.size--
			case b == 'L':
				c.size += 2
			case strings.IndexByte("ljztq", b) >= 0 || b == 'Z' && !scan:
				c.size++
			case b == '*':
				c.ignored = scan
			case strings.IndexByte("0123456789", b) >= 0 || !scan && strings.IndexByte("-+ #'.", b) >= 0:
			default:
				c.letter = b
			}
		}
		if c.letter == '[' {
			if j < len(format) && format[j] == '^' {
				j++
			}
			for j++; j < len(format) && format[j] != ']'; j++ {
			}
			j = min(j+1, len(format))
		}
		c.text = format[i:j]
		if last, inside = c, at <= j || j == len(format); inside {
			break
		}
		i = j
	}
	return last, inside
}

// wants says which type a conversion wants; "" if it wants no argument or has an unknown letter.
func (c *conversion) wants(types map[byte]string) string {
	want := types[c.letter]
	if c.ignored {
		return ""
	}
	if strings.HasPrefix(want, "float") || want == "double" {
		switch {
		case c.size > 1:
			return strings.NewReplacer("float", "long double", "double", "long double").Replace(want)
		case c.size > 0:
			return strings.Replace(want, "float", "double", 1)
		}
		return want
	}
	if c.size > 0 && (c.letter == 's' || c.letter == 'c' || c.letter == '[') {
		return strings.NewReplacer("char", "wchar_t", "int", "wint_t").Replace(want)
	}
	if !strings.Contains(want, "*") || strings.HasPrefix(want, "char") || strings.HasPrefix(want, "void") {
		return want
	}
	size := "int"
	switch {
	case c.size > 0:
		size = "long"
	case c.size == -1:
		size = "short"
	case c.size < -1:
		size = "char"
		if want[0] != 'u' {
			size = "signed char"
		}
	}
	return strings.Replace(want, "*", size, 1)
}

// format tells at which conversion of a format the library was, if it was at one.
func (t *storyteller) format(kind semantics.Kind) {
	f, ok := t.s.Frame, true
	for ; ok && engines[f.Func().Name] == nil; f, ok = f.Caller() {
		if !f.Func().Library {
			return
		}
	}
	if !ok || !f.Func().Library {
		return
	}
	types := engines[f.Func().Name]
	from, ok := f.Caller()
	if !ok {
		return
	}
	id, at, ok := t.offset(slot(f, "format"))
	begin, start, known := t.offset(slot(f, "start"))
	if !known {
		begin, start, known = t.offset(slot(from, "format"))
	}
	if !ok || !known || begin != id || at < start {
		return
	}
	text, ended := t.characters(id, start)
	scan := f.Func().Name == "__vouch_scan"
	end := start + int64(len(text))
	if !ended && slices.ContainsFunc(t.accesses, func(a Access) bool {
		return a.ID == id && a.Offset == end && a.How == "reads"
	}) {
		t.say("the format has no zero byte at its end")
		return
	}
	if at > end+1 { // the format is longer than what is read of it
		return
	}
	c, inside := conversions(text, int(at-start), scan)
	if !inside {
		return
	}
	name := fmt.Sprintf("conversion %d (%s)", c.number, quoted([]byte(c.text)))
	want, known := types[c.letter]
	mismatch := kind == semantics.FormatMismatch
	switch {
	case mismatch && c.letter == 0:
		t.say("%s ends without a letter that says what to convert", name)
		return
	case mismatch && !known:
		t.say("%s has a letter that is none of a conversion", name)
		return
	case mismatch && c.letter == '[' && !strings.HasSuffix(c.text, "]"):
		t.say("%s has no ] at its end", name)
		return
	}
	want = c.wants(types)
	if !scan && mismatch && int(at-start) < len(text) && text[at-start] == '*' {
		want = "int for its *"
	}
	if want == "" {
		return
	}
	if !scan && !mismatch && c.letter == 's' {
		want += " to a text with a zero at its end"
		if strings.Contains(c.text, ".") {
			want = strings.Replace(want, "with", "of this length or with", 1)
		}
	}
	t.argument(f, name, want, mismatch)
}

// dated says which members of a struct tm a conversion of strftime reads.
var dated = map[byte]string{
	'a': "tm_wday", 'A': "tm_wday", 'u': "tm_wday", 'w': "tm_wday", 'b': "tm_mon", 'B': "tm_mon", 'h': "tm_mon",
	'm': "tm_mon", 'd': "tm_mday", 'e': "tm_mday",
	'C': "tm_year", 'y': "tm_year", 'Y': "tm_year", 'H': "tm_hour", 'I': "tm_hour", 'k': "tm_hour", 'l': "tm_hour",
	'p': "tm_hour", 'P': "tm_hour",
	'j': "tm_yday", 'M': "tm_min", 'S': "tm_sec", 'Z': "tm_zone", 'z': "", '%': "", 'n': "", 't': "",
	'U': "tm_yday and tm_wday", 'W': "tm_yday and tm_wday", 'g': "tm_year, tm_yday and tm_wday",
	'G': "tm_year, tm_yday and tm_wday", 'V': "tm_year, tm_yday and tm_wday",
	'D': "tm_mon, tm_mday and tm_year", 'x': "tm_mon, tm_mday and tm_year", 'F': "tm_year, tm_mon and tm_mday",
	'R': "tm_hour and tm_min", 'T': "tm_hour, tm_min and tm_sec", 'X': "tm_hour, tm_min and tm_sec",
	'r': "tm_hour, tm_min and tm_sec",
	'c': "tm_wday, tm_mon, tm_mday, tm_hour, tm_min, tm_sec and tm_year", 's': "the members that mktime reads",
}

// dates returns the conversion of a format of strftime in which the byte at lies, behind its %; ok is false if there is
// none.
func dates(format string, at int) (c conversion, ok bool) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		begin := i
		c = conversion{number: c.number + 1}
		for i++; i < len(format) && strings.IndexByte("-_0", format[i]) >= 0 && i == begin+1; i++ {
		}
		if i < len(format) && (format[i] == 'E' || format[i] == 'O') {
			i++
		}
		if i < len(format) {
			c.letter = format[i]
		}
		c.text = format[begin:min(i+1, len(format))]
		if begin < at && at <= i {
			return c, true
		}
	}
	return c, false
}

// date tells at which conversion of a format strftime was, if it was at one. It calls itself for conversions that stand
// for several.
func (t *storyteller) date(kind semantics.Kind) {
	f, ok := t.s.Frame, true
	for ; ok && f.Func().Library; f, ok = f.Caller() {
		if f.Func().Name != "strftime" {
			continue
		}
		if from, ok := f.Caller(); ok && from.Func().Library && from.Func().Name == "strftime" {
			continue
		}
		id, at, ok := t.offset(slot(f, "format"))
		begin, start, known := t.offset(slot(f, "start"))
		if !ok || !known || begin != id || at < start {
			return
		}
		text, _ := t.characters(id, start)
		c, ok := dates(text, int(at-start))
		if !ok {
			return
		}
		name := fmt.Sprintf("conversion %d (%s)", c.number, quoted([]byte(c.text)))
		switch reads, known := dated[c.letter]; {
		case kind == semantics.InvalidArgument && c.letter == 0:
			t.say("%s ends without a letter that says what to convert", name)
		case kind == semantics.InvalidArgument && !known:
			t.say("%s has a letter that is none of a conversion", name)
		case reads == "":
			t.say("this is at %s", name)
		default:
			t.say("this is at %s, which reads %s of argument 4", name, reads)
		}
		return
	}
}

// argument tells which argument a conversion got: the next one if that is why it failed, else the one that was taken
// last.
func (t *storyteller) argument(f core.Frame, name, want string, next bool) {
	list, at, ok := t.offset(slot(f, "ap"))
	if !ok {
		return
	}
	o, _ := t.s.Object(list)
	records, at, ok := t.offset(t.s.Pointer(o.Load(at, core.Pointer)))
	if !ok {
		return
	}
	if !next {
		at -= record
	}
	o, _ = t.s.Object(records)
	if o.Dead || at < 0 || at+record > o.Size {
		return
	}
	n, ok := o.Load(at, core.U64).Integer()
	if !ok {
		return
	}
	which, given := t.numbered(f, records, int(at/record))
	kind := byte(n.Int64())
	if kind == 0 {
		t.say("%s wants %s, and there is no %s: the call gives %d", name, article(want), which, given)
		return
	}
	what := t.typed(o, at, n.Int64())
	if next {
		t.say("%s wants %s, %s is %s", name, article(want), which, article(what))
	} else {
		t.say("this is at %s, which wants %s; %s is %s", name, article(want), which, article(what))
	}
}

// typed returns the type and the value of an argument, whose record begins at an offset with its kind and size.
func (t *storyteller) typed(o *core.Object, at, kind int64) string {
	what := map[byte]string{'i': "int", 'u': "unsigned int", 'l': "long", 'm': "unsigned long", 'd': "double",
		'D': "long double", 'p': "pointer"}[byte(kind)]
	if byte(kind) == 's' {
		what = fmt.Sprintf("struct, union or wide number of %d bytes", kind>>8)
	}
	switch value, ok := t.passed(o, at, byte(kind)); {
	case !ok:
		return what
	case value == "":
		return what + " without a value"
	default:
		return what + ": " + value
	}
}

// taken tells which argument va_arg takes, where it fails because there is none or because it has another type. The
// last load of a kind in the code before the fault was from its record.
func (t *storyteller) taken(kind semantics.Kind) {
	f := t.s.Frame
	if kind != semantics.MissingArgument && kind != semantics.InvalidArgument || f.Func().Library {
		return
	}
	for i := int(f.PC()) - 1; i >= 0; i-- {
		in := &f.Func().Code[i]
		if in.Op != core.Load || in.Type != core.U64 {
			continue
		}
		v, ok := t.value(in.Args[0])
		if in.Args[0].Op == core.Move || !ok { // of the argument itself
			continue
		}
		id, at, ok := t.offset(v)
		if !ok {
			return
		}
		o, _ := t.s.Object(id)
		if o.Dead || at < 0 || at%record != 0 || at+record > o.Size {
			return
		}
		n, ok := o.Load(at, core.U64).Integer()
		if !ok {
			return
		}
		switch which, given := t.numbered(f, id, int(at/record)); {
		case !strings.HasPrefix(which, "argument"): // no records of a call
		case kind == semantics.MissingArgument && n.Sign() == 0:
			t.say("va_arg takes %s, and the call gives %d", which, given)
		case kind == semantics.InvalidArgument && n.Sign() != 0:
			t.say("va_arg asks for another type than that of %s, which is %s", which,
				article(t.typed(o, at, n.Int64())))
		}
		return
	}
}

// record is the size of the record of an argument, in bytes.
const record = 16

// passed returns the value of an argument as people read it, "" if it is undefined. It knows those of one scalar.
func (t *storyteller) passed(o *core.Object, at int64, kind byte) (value string, ok bool) {
	s, ok := map[byte]core.Scalar{'i': core.I64, 'u': core.U64, 'l': core.I64, 'm': core.U64, 'd': core.Float64,
		'p': core.Pointer}[kind]
	if !ok {
		return "", false
	}
	v := o.Load(at+record/2, s)
	if s == core.Pointer {
		v = t.s.Pointer(v)
	}
	return t.names.Value(t.s, v), true
}

// numbered returns the name of the argument with an index among the variable ones, and how many arguments there are in
// all. They may be those of a function that people wrote and that passes them on: then the name says so.
func (t *storyteller) numbered(f core.Frame, records, index int) (name string, given int) {
	o, _ := t.s.Object(records)
	given = int(o.Size/record) - 1
	for ok := true; ok; f, ok = f.Caller() {
		id, _, found := t.offset(slot(f, "$va"))
		if !found || id != records {
			continue
		}
		first := f.Func().Params - 1 // behind the fixed ones; the records are a parameter too
		name = fmt.Sprintf("argument %d", first+index+1)
		if !f.Func().Library {
			name += " of " + f.Func().Name
		}
		return name, first + given
	}
	return fmt.Sprintf("variable argument %d", index+1), given
}

// slot returns the value of a variable of a call; an undefined one if there is none of that name.
func slot(f core.Frame, name string) core.Value {
	i := slices.IndexFunc(f.Func().Slots, func(s core.Slot) bool { return s.Name == name })
	if i < 0 {
		return core.Value{}
	}
	return f.Slot(i)
}

// offset returns where a pointer into an object that lives points to.
func (t *storyteller) offset(v core.Value) (id int, at int64, ok bool) {
	id, offset, ok := v.Object()
	if !ok || !offset.IsInt64() {
		return 0, 0, false
	}
	_, ok = t.s.Object(id)
	return id, offset.Int64(), ok
}

// maxFormat is how many bytes of a format are read at most.
const maxFormat = 4096

// characters returns the bytes of an object from an offset on up to a 0, and whether there is one.
func (t *storyteller) characters(id int, at int64) (text string, ended bool) {
	o, _ := t.s.Object(id)
	var b []byte
	for ; at >= 0 && at < o.Size && len(b) < maxFormat; at++ {
		n, ok := o.Load(at, core.U8).Integer()
		if !ok || n.Sign() == 0 {
			return string(b), ok
		}
		b = append(b, byte(n.Int64()))
	}
	return string(b), false
}

// article puts the article in front of a type.
func article(what string) string {
	if strings.HasPrefix(what, "int") {
		return "an " + what
	}
	if strings.HasPrefix(what, "unsigned") {
		return "an " + what
	}
	return "a " + what
}

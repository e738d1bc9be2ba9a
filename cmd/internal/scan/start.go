package scan

import (
	"regexp"
	"slices"
	"strings"

	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/harness"
	"vouch/semantics/c"
)

// This file defines what a function gets before it is known what it needs: conventions of C about pointers and lengths.

// How large inputs are.
const (
	mostBytes    = 64 // of an object that grows as it is accessed
	mostElements = 16 // the same, if its elements are larger
	mostRecords  = 3  // the same, if they are structures
	mostRoom     = 64 // bytes behind a text
	mostArray    = 128
	mostDepth    = 3 // pointers that follow each other
	mostNull     = 5 // pointers that may be null
)

// lengths of texts, and of buffers whose length is another parameter, at most: one after another, as long as all paths
// can be followed.
var sizes = []int{2, 4, 8}

// Names of parameters that say how long something is, or where it ends.
var (
	lengths = regexp.MustCompile(`(?i)^(n|len|length|size|sz|cnt|count|num|nbytes|bytes|nmemb|amount|l)$|(len|length|size|_sz|cnt|count|_n|_num|bytes)$|^(n|num|len|size)_?[a-z]|^(n|l|len|length|size|sz)_?\d$`)
	// of structures: others may be sizes in bytes
	counts = regexp.MustCompile(`(?i)^(n|num|count|cnt)$|^n(um)?_?[a-z]+s$|(count|_num|_n|_cnt)$`)
	// of what may be of any size, if the pointer does not say it
	sizeless = regexp.MustCompile(`(?i)elem|nmemb|items|entries`)
	limits   = regexp.MustCompile(`(?i)^(max|cap|capacity|room|avail)$|[a-z]sz$`) // of bytes
	// for how much there is room
	rooms = regexp.MustCompile(`(?i)(size|sz|cap|capacity|room|limit|avail)$|^size|max`)
	// of what is written, where it does not stand beside the pointer
	mosts = regexp.MustCompile(`(?i)^max(imum)?_?(chars?|bytes?|len|length|size|out(put)?(_?(size|len|length|chars|bytes))?|write|written)$`)
	ends  = regexp.MustCompile(`(?i)(^|_)(end|limit|last|stop|eof|eot)$|end$|(?-i:[a-z](Last|Limit|Stop))$`)
	// words
	noEnds  = regexp.MustCompile(`(?i)(^|_)(add|app|att|b|back|bl|def|dep|divid|ext|fri|front|leg|pret|s|sp|susp|tr|up|v)end$`)
	outputs = regexp.MustCompile(`(?i)^(out|dst|dest|to|result|res|ret|target|output|buf|buffer)`)
)

// start returns the memory that a function gets first, with the sizes that the user has chosen.
func start(e *c.Entry, chosen []Size) *harness.Memory {
	m := &harness.Memory{Objects: map[string]harness.Object{}, Unions: map[string][]string{}, Arrays: map[string]int{},
		Most: map[string]int64{}, Values: map[string]int64{}}
	taken := map[string]bool{} // integers that are lengths
	for i, p := range e.Parameters {
		if p.Of.Class != c.Pointer {
			continue
		}
		o := object(p.Of, p.Name)
		if n := lengthOf(e.Parameters, i, taken); n != "" {
			taken[n] = true
			o = counted(p, n)
			m.Most[n] = int64(o.Count)
		} else if i > 0 && ends.MatchString(p.Name) && !noEnds.MatchString(p.Name) && isBegin(e.Parameters[i-1], p) {
			with := e.Parameters[i-1].Name
			m.Objects[with] = harness.Object{Kind: harness.Counted, Count: sizes[0], With: "vouch_" + with + "_count",
				Own: true}
			o = harness.Object{Kind: harness.End, With: with}
		}
		o.Null = o.Null && nullable(m) < mostNull
		o.MayBeText = o.Cells != nil && p.Of.Elem.Const && !slices.ContainsFunc(e.Parameters,
			func(p c.EntryParameter) bool { return p.Of.Class == c.Integer && lengths.MatchString(p.Name) })
		m.Objects[p.Name] = o
	}
	resize(m, e, chosen)
	return m
}

// resize gives the objects to which parameters point the sizes that the user has chosen.
func resize(m *harness.Memory, e *c.Entry, chosen []Size) {
	for _, s := range chosen {
		o := harness.Object{Kind: harness.Text, Count: sizes[0], Size: harness.Any}
		switch {
		case s.Chosen == claim.ByNumber:
			o.Kind, o.Count, o.Size = harness.Elements, s.count, harness.Chosen
			if s.text {
				o.Kind = harness.Text
			}
		case s.Chosen == claim.ByParameter:
			o.Kind, o.With = harness.Counted, s.Text
		case !s.text:
			o.Kind, o.With, o.Own = harness.Counted, harness.Inner+s.Pointer+"_count", true
		}
		m.Objects[s.Pointer] = o
		for _, q := range e.Parameters { // a text does not say where it ends
			if end := m.Objects[q.Name]; end.Kind == harness.End && end.With == s.Pointer && s.text {
				m.Objects[q.Name] = object(q.Of, q.Name)
			}
		}
	}
	if len(chosen) == 0 {
		return
	}
	clear(m.Most)
	for _, o := range m.Objects {
		if o.Kind == harness.Counted && !o.Own {
			m.Most[o.With] = int64(o.Count)
		}
	}
}

// isBegin reports whether a parameter may point to the beginning of that of which the next one points to the end.
func isBegin(p, next c.EntryParameter) bool {
	return p.Of.Class == c.Pointer && p.Of.Elem.Class != c.Pointer && p.Of.Elem.Class == next.Of.Elem.Class &&
		p.Of.Elem.Size == next.Of.Elem.Size && p.Of.Elem.Size > 0
}

// lengthOf returns the parameter that says how many elements there are at the pointer number i; "" if there is none.
// One beside it is not, if it has the name of another pointer.
func lengthOf(params []c.EntryParameter, i int, taken map[string]bool) string {
	t := params[i].Of.Elem
	for k, n := range params {
		if k != i && !taken[n.Name] && isNamedAfter(n, params[i]) && isLength(params[i], n) {
			return n.Name
		}
	}
	for _, k := range []int{i + 1, i - 1} {
		if k < 0 || k >= len(params) || taken[params[k].Name] || k == i-1 &&
			(t.Class != c.Void && t.Size > 1 || k > 0 && isPointers(params[k-1])) {
			continue
		}
		if isLength(params[i], params[k]) && !slices.ContainsFunc(params, func(p c.EntryParameter) bool {
			return isNamedAfter(params[k], p)
		}) {
			return params[k].Name
		}
	}
	return mostOf(params, i, taken)
}

// mostOf returns the parameter that says how much a function writes at the pointer number i at most, though it does not
// stand beside it: it stands beside no pointer of which it may be the length, and the function has no other output. It
// returns "" if there is none.
func mostOf(params []c.EntryParameter, i int, taken map[string]bool) string {
	writes := func(p c.EntryParameter) bool {
		return p.Of.Class == c.Pointer && p.Of.Elem.Class == c.Integer && !p.Of.Elem.Const &&
			outputs.MatchString(p.Name)
	}
	if !writes(params[i]) || slices.ContainsFunc(params, func(p c.EntryParameter) bool {
		return p.Name != params[i].Name && writes(p)
	}) {
		return ""
	}
	for k, n := range params {
		if n.Of.Class == c.Integer && !n.Of.Enum && n.Of.Size >= 2 && !taken[n.Name] && mosts.MatchString(n.Name) &&
			!slices.ContainsFunc(params[max(k-1, 0):min(k+2, len(params))], func(p c.EntryParameter) bool {
				return p.Of.Class == c.Pointer && isLength(p, n)
			}) {
			return n.Name
		}
	}
	return ""
}

// isPointers reports whether a parameter leads to pointers: a number behind it is how many there are.
func isPointers(p c.EntryParameter) bool {
	return p.Of.Class == c.Pointer && p.Of.Elem.Class == c.Pointer
}

// isNamedAfter reports whether a number is called like a pointer, with something behind: as dst_size is, and dst.
func isNamedAfter(n, pointer c.EntryParameter) bool {
	return pointer.Of.Class == c.Pointer && len(pointer.Name) > 1 && len(n.Name) > len(pointer.Name) &&
		strings.HasPrefix(n.Name, pointer.Name) && lengths.MatchString(n.Name)
}

// isLength reports whether a number may say how many elements there are at a pointer. It is not that of s1 if it is
// called n2.
func isLength(pointer, n c.EntryParameter) bool {
	t, named := pointer.Of.Elem, lengths
	which, of := number.FindString(pointer.Name), number.FindString(n.Name)
	switch {
	case which != "" && of != "" && which != of:
		return false
	case t.Class == c.Integer && t.Size > 1 && lengths.MatchString(pointer.Name): // it leads to a length
		return false
	case t.Class == c.Void && sizeless.MatchString(n.Name):
		return false
	case t.Class == c.Struct && t.Size > 0:
		named = counts
	case t.Class != c.Void && t.Class != c.Integer && t.Class != c.Float:
		return false
	}
	return n.Of.Class == c.Integer && !n.Of.Enum && n.Of.Size >= 2 &&
		!((t.Class == c.Void && !t.Const || t.Class == c.Integer && t.Size == 1 && t.Signed) &&
			isOfOther(pointer.Name, n.Name)) &&
		(named.MatchString(n.Name) || t.Size <= 1 && limits.MatchString(n.Name) ||
			strings.HasPrefix(n.Name, pointer.Name) && lengths.MatchString(n.Name))
}

// number matches what stands behind the names of parameters of which there are several.
var number = regexp.MustCompile(`\d+$`)

// isOfOther reports whether a number is called as the length of something that a text or a handle is not called: as
// prompt_len beside unit, which is a length of the prompt. A word that may stand for any text, or for a part of it, is
// not another.
func isOfOther(pointer, n string) bool {
	word := strings.ToLower(strings.Trim(ofWhat.ReplaceAllString(n, ""), "_"))
	pointer = strings.ToLower(strings.Trim(pointer, "_"))
	return ofWhat.MatchString(n) && len(word) >= 4 && len(pointer) >= 4 && word[0] != pointer[0] &&
		!strings.Contains(pointer, word) && !strings.Contains(word, pointer) &&
		!anyText.MatchString(pointer) && !anyLength.MatchString(word)
}

var (
	ofWhat    = regexp.MustCompile(`(?i)(len|length|size)$`)
	anyText   = regexp.MustCompile(`^(buf|str|text|data|src|sour|dst|dest|in$|input|out|mem|block|bytes|char|line|cont|ptr|arr|chunk)`)
	anyLength = regexp.MustCompile(`^(max|min|buf|str|text|data|byte|total|array|block|mem|in|out|array|char|cont|chunk)`)
)

// named returns the parameter of a function that has a name.
func named(e *c.Entry, name string) c.EntryParameter {
	return e.Parameters[slices.IndexFunc(e.Parameters, func(p c.EntryParameter) bool { return p.Name == name })]
}

// counted returns an object that has as many elements as a number says.
func counted(p c.EntryParameter, n string) harness.Object {
	o := harness.Object{Kind: harness.Counted, Count: sizes[0], With: n, Records: p.Of.Elem.Record != nil}
	if o.Records {
		o.Count = mostRecords
	}
	return o
}

// nullable returns how many pointers may be null.
func nullable(m *harness.Memory) (n int) {
	for _, o := range m.Objects {
		if o.Null {
			n++
		}
	}
	return n
}

// file is the tag of FILE.
const file = "_IO_FILE"

// object returns what a pointer leads to at first. It grows as it is accessed.
func object(t *c.Type, name string) harness.Object {
	elem := t.Elem
	switch {
	case elem.Class == c.Function:
		return harness.Object{Kind: harness.Code, Null: true}
	case elem.Record != nil && (elem.Record.Tag == file || elem.Record.Tag == "__vouch_file"):
		return harness.Object{Kind: harness.Stream}
	case elem.Class == c.Integer && elem.Size == 1 && t.Len > 1: // declared as an array
		return harness.Object{Count: int(min(t.Len, mostBytes)), Null: true}
	case elem.Class == c.Integer && elem.Size == 1 && elem.Signed && !(outputs.MatchString(name) && !elem.Const):
		return harness.Object{Kind: harness.Text, Count: sizes[0], Null: true}
	case elem.Class == c.Integer && elem.Size == 1:
		return harness.Object{Count: 4, Null: true}
	case elem.Size == 0:
		return harness.Object{Count: 8, Null: true, Cells: map[int64]harness.Cell{}}
	}
	return harness.Object{Count: int(max(t.Len, 1)), Null: true}
}

// makers matches names of functions that make objects, but for those that noMakers matches.
var (
	makers   = regexp.MustCompile(`(?i)(^|_)(init|new|create|alloc|make|open|start|setup|begin)|(Init|New|Create|Alloc|Make|Open|Start|Setup)`)
	noMakers = regexp.MustCompile(`(?i)(^|_)(un|de|re)_?(init|new|create|alloc|make|open|start|setup)|(?-i:(Un|De|Re)_?[iI]nit|(De|Re)[aA]lloc|Re(New|new|Create|create|Open|open|Start|start))`)
)

// isMaker reports whether a function makes objects, as its name says.
func isMaker(name string) bool { return makers.MatchString(name) && !noMakers.MatchString(name) }

// isInner reports whether only functions of the project call a function: it is static, or its name begins with _, which
// a project keeps for itself.
func isInner(e *c.Entry) bool { return e.Static || strings.HasPrefix(e.Name, "_") }

// clearers matches names of functions after which an object is as it was at first, or nearly so.
var clearers = regexp.MustCompile(`(?i)(^|_)(clear|reset|flush|purge|truncate|trim|rewind)|` +
	`(?-i:[a-z](Clear|Reset|Flush|Purge|Truncate|Trim|Rewind))`)

// adders matches names of functions that add something to an object.
var adders = regexp.MustCompile(`(?i)(^|_)(add|push|append|enqueue|insert|put)(_last|_back|_tail)?$|(Add|Push|Append|Enqueue|Insert|Put)$`)

// adds reports whether something is added to an object that is made.
func adds(b *harness.Build) bool {
	return b.Adder != nil || slices.ContainsFunc(b.Calls, func(call harness.Call) bool {
		return adders.MatchString(call.Name)
	})
}

// packs reports whether one of the functions of a file that make objects makes bytes: then bytes that others of the
// file get, and may change, are as it makes them.
func packs(makers []*c.Entry) bool {
	return slices.ContainsFunc(makers, func(e *c.Entry) bool {
		r := e.Result
		return r.Class == c.Pointer && r.Elem.Class == c.Integer && r.Elem.Size == 1 && !r.Elem.Signed && !r.Elem.Const
	})
}

// destroyers match names of functions that take what was made apart, and whole those of functions that make all of it:
// others begin or open what was made.
var (
	destroyers = regexp.MustCompile(`(?i)(free([^z]|$)|destroy|delete|dispose|release|clean_?up|uninit|deinit|fini|(^|_)term(_|$))`)
	whole      = regexp.MustCompile(`(?i)(init|new|create|alloc|make|setup)`)
)

// takesApart reports whether a function destroys an object, as its name says and as it gets nothing else and returns
// nothing, that another one makes as a whole: then all that it reads has to be there.
func takesApart(m *harness.Memory, e *c.Entry) bool {
	if len(e.Parameters) != 1 || e.Result.Class != c.Void || !destroyers.MatchString(e.Name) {
		return false
	}
	o := m.Objects[e.Parameters[0].Name]
	return o.Kind == harness.Built && !o.Build.Part && whole.MatchString(o.Build.Maker.Name)
}

package native

import (
	"strings"

	"vouch/semantics/c"
)

// This file defines what an input of an entry function sets, by its name and the types of the parameters: a scalar,
// bytes, or what an unknown function is and returns.

// role is what an input is for.
type role int

// The roles of inputs.
const (
	other      role = iota // it is for no parameter
	unionOf                // a byte of a union without a name, whose first member is set
	scalar                 // a number, or a pointer: 1 if it is not null
	bytesOf                // a byte of a text, or of an object of no type
	sizeOf                 // the size of an object of no type
	lengthOf               // the number of integers in an object of any length
	memberIs               // whether a union has this member; the member is set too
	functionIs             // whether an unknown function is this function
	real                   // of a complex number
	imaginary
	fraction // of a long double
	exponent
)

// part is what an input sets.
type part struct {
	role     role
	t        *c.Type // of what is set; nil for bytes of no type
	at       string  // how C writes that, inside of the unknown function if there is one
	function string  // the path of the unknown function that is called, or whose result the input is; else ""
	result   *c.Type // what that function returns
	is       string  // for functionIs: the name of the function
}

// partOf returns what the input of a name sets.
func partOf(name string, params []c.EntryParameter) part {
	for _, p := range params {
		if isPart(name, p.Name) {
			return walk(part{t: p.Of, at: p.Name}, p.Name, name[len(p.Name):])
		}
	}
	return part{}
}

// walk goes from an object at a path on to what the rest of the name says.
func walk(p part, path, rest string) part {
	for rest != "" {
		step := rest[:1+nextStep(rest[1:])]
		path, rest = path+step, rest[len(step):]
		word := step[1:]
		if step[0] == '[' {
			if p.t == nil || p.t.Elem == nil {
				return part{}
			}
			if step == "[]" {
				p.role = bytesOf
				return p
			}
			p.t, p.at = p.t.Elem, p.at+step
			continue
		}
		switch {
		case p.t == nil:
			return part{}
		case p.t.Class == c.Pointer && p.t.Elem.Class == c.Function:
			p.function, p.result = strings.TrimSuffix(path, step), p.t.Elem.Elem
			if word == "is" {
				p.role, p.is = functionIs, strings.TrimPrefix(rest, ".")
				return p
			}
			p.t, p.at = p.result, "result"
		case word == "bytes" && member(p.t, word) == nil:
			p.role = unionOf
			return p
		case p.t.Class == c.Pointer && word == "size":
			p.role = sizeOf
			return p
		case p.t.Class == c.Pointer && word == "length":
			p.role = lengthOf
			return p
		case p.t.Class == c.Complex:
			p.role, p.t = map[bool]role{true: real, false: imaginary}[word == "real"], p.t.Elem
			return p
		case p.t.Class == c.LongDouble:
			p.role = map[bool]role{true: fraction, false: exponent}[word == "fraction"]
			return p
		default:
			t := member(p.t, word)
			if t == nil && word == "is" {
				p.role = memberIs
				return p
			}
			p.t, p.at = t, p.at+step
		}
	}
	p.role = scalar
	return p
}

// isPart reports whether an input is a parameter or a part of it.
func isPart(name, param string) bool {
	rest, ok := strings.CutPrefix(name, param)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// nextStep returns where the next [ or . of a path is.
func nextStep(path string) int {
	if i := strings.IndexAny(path, "[."); i >= 0 {
		return i
	}
	return len(path)
}

// member returns the type of a member of a structure or union; nil if it has none of this name.
func member(t *c.Type, name string) *c.Type {
	if t.Record == nil {
		return nil
	}
	for _, m := range t.Record.Fields {
		if m.Name == name {
			return m.Type
		}
		if m.Name == "" {
			if inner := member(m.Type, name); inner != nil {
				return inner
			}
		}
	}
	return nil
}

// isOpaque reports whether a pointer leads to bytes of no type.
func isOpaque(t *c.Type) bool {
	to := t.Elem
	return to.Class == c.Void || to.Unknown || to.Record != nil && !to.Record.Complete
}

package bigc

import (
	"math/big"
	"strconv"
	"strings"
)

// This file defines the reader of programs, and how it reads types and the names that declarations give to them.

// reader reads a program, from its tokens.
type reader struct {
	tokens []token
	k      int
	scopes []*scope
	tags   map[string]*ctype

	vars   []*variable // of the blocks that are open: the innermost last
	result *ctype      // of the function that is read
	inside []*stmt     // the switches around what is read
	loops  int         // how many loops are around it
	all    []*variable // with static storage, in the order of their declarations
}

// scope has the names of a block.
type scope struct {
	vars  map[string]*variable
	types map[string]*ctype
	enums map[string]*big.Int
}

func newScope() *scope {
	return &scope{map[string]*variable{}, map[string]*ctype{}, map[string]*big.Int{}}
}

func (r *reader) token() token { return r.tokens[r.k] }

// is reports whether the next token is the sign or the word s.
func (r *reader) is(s string) bool {
	t := r.token()
	return (t.class == sign || t.class == word) && t.s == s
}

// accept skips the sign or the word s, if it is next.
func (r *reader) accept(s string) bool {
	if !r.is(s) {
		return false
	}
	r.k++
	return true
}

func (r *reader) want(s string) token {
	t := r.token()
	if !r.accept(s) {
		refuse(t.at, "found %q, want %q", t.s, s)
	}
	return t
}

func (r *reader) name() token {
	t := r.token()
	if t.class != word {
		refuse(t.at, "found %q, want a name", t.s)
	}
	r.k++
	return t
}

func (r *reader) open() { r.scopes = append(r.scopes, newScope()) }

func (r *reader) close() { r.scopes = r.scopes[:len(r.scopes)-1] }

func (r *reader) innermost() *scope { return r.scopes[len(r.scopes)-1] }

// typeNamed returns the type that a typedef gave a name, and nil if the name is none of these.
func (r *reader) typeNamed(name string) *ctype {
	for i := len(r.scopes) - 1; i >= 0; i-- {
		s := r.scopes[i]
		if t := s.types[name]; t != nil {
			return t
		}
		if s.vars[name] != nil || s.enums[name] != nil {
			return nil
		}
	}
	return nil
}

// words are those of which the names of integer types are made.
var words = []string{"void", "_Bool", "char", "short", "int", "long", "signed", "unsigned"}

// isWord reports whether the next token is one of words.
func (r *reader) isWord() bool {
	for _, w := range words {
		if r.is(w) {
			return true
		}
	}
	return false
}

// isType reports whether a type begins here.
func (r *reader) isType() bool {
	if r.isWord() || r.token().class == word && r.typeNamed(r.token().s) != nil {
		return true
	}
	for _, w := range []string{"const", "struct", "union", "enum", "static", "typedef", "extern"} {
		if r.is(w) {
			return true
		}
	}
	return false
}

// storage says where a declaration puts its objects.
type storage struct{ static, extern, typedef bool }

// specifiers reads what a declaration begins with.
func (r *reader) specifiers() (t *ctype, s storage) {
	at := r.token().at
	var integer []string
	constant := false
	for {
		switch {
		case r.accept("const"):
			constant = true
		case r.accept("static"):
			s.static = true
		case r.accept("extern"):
			s.extern = true
		case r.accept("typedef"):
			s.typedef = true
		case r.accept("struct"):
			t = r.record(false)
		case r.accept("union"):
			t = r.record(true)
		case r.accept("enum"):
			t = r.enumeration()
		case r.isWord():
			integer = append(integer, r.name().s)
		case t == nil && integer == nil && r.token().class == word && r.typeNamed(r.token().s) != nil:
			t = r.typeNamed(r.name().s)
		default:
			if integer != nil {
				t = integerOf(integer)
			}
			if t == nil {
				refuse(at, "found %q, want a type", r.token().s)
			}
			if constant {
				t = constantOf(t)
			}
			return t, s
		}
	}
}

// integerOf returns the type with a name of several words; nil if there is none.
func integerOf(words []string) *ctype {
	count := map[string]int{}
	for _, w := range words {
		count[w]++
	}
	pick := func(with, without *ctype) *ctype {
		if count["unsigned"] > 0 {
			return without
		}
		return with
	}
	switch {
	case count["void"] > 0:
		return voidType
	case count["_Bool"] > 0:
		return boolType
	case count["char"] > 0 && count["signed"] > 0:
		return scharType
	case count["char"] > 0:
		return pick(charType, ucharType)
	case count["short"] > 0:
		return pick(shortType, ushortType)
	case count["long"] > 1:
		return pick(llongType, ullongType)
	case count["long"] > 0:
		return pick(longType, ulongType)
	}
	return pick(intType, uintType)
}

// record reads a structure or a union behind that word.
func (r *reader) record(union bool) *ctype {
	tag := r.name().s
	t := r.tags[tag]
	if t == nil {
		t = &ctype{kind: record, name: tag}
		r.tags[tag] = t
	}
	if !r.accept("{") {
		return t
	}
	for !r.accept("}") {
		base, _ := r.specifiers()
		for {
			m, name := r.declarator(base)
			t.members = append(t.members, member{name: name.s, t: m})
			if !r.accept(",") {
				break
			}
		}
		r.want(";")
	}
	t.lay(union)
	return t
}

// enumeration reads the constants of an enumeration, each with its value or the next one. Its type is unsigned, as in
// gcc, if none of them is negative.
func (r *reader) enumeration() *ctype {
	tag := ""
	if !r.is("{") {
		tag = r.name().s
	}
	if !r.accept("{") {
		return r.tags["enum "+tag]
	}
	t, value := uintType, new(big.Int)
	for !r.accept("}") {
		name := r.name()
		if r.accept("=") {
			minus := r.accept("-")
			if value = r.constant(); minus {
				value = new(big.Int).Neg(value)
			}
		}
		if value.Sign() < 0 {
			t = intType
		}
		r.innermost().enums[name.s] = value
		value = new(big.Int).Add(value, big.NewInt(1))
		r.accept(",")
	}
	r.tags["enum "+tag] = t
	return t
}

// constant reads a number that a declaration needs: it stands there as it is, or an enumeration has it.
func (r *reader) constant() *big.Int {
	t := r.token()
	r.k++
	for i := len(r.scopes) - 1; i >= 0 && t.class == word; i-- {
		if n := r.scopes[i].enums[t.s]; n != nil {
			return n
		}
	}
	n, err := strconv.ParseInt(strings.TrimRight(t.s, "uUlL"), 0, 64)
	if err != nil {
		refuse(t.at, "found %q, want a number", t.s)
	}
	return big.NewInt(n)
}

// declarator reads the name that a declaration gives to an object, with what it says of its type beyond the base. The
// name of a type has none.
func (r *reader) declarator(t *ctype) (*ctype, token) {
	for r.accept("*") {
		t = pointerTo(t)
		if r.accept("const") {
			t = constantOf(t)
		}
	}
	if r.is("(") && r.tokens[r.k+1].s == "*" { // a pointer to what stands behind it: a function, or an array
		r.k += 2
		name := token{}
		if r.token().class == word {
			name = r.name()
		}
		n := int64(0)
		if r.accept("[") {
			n = r.constant().Int64()
			r.want("]")
		}
		r.want(")")
		if t = pointerTo(r.suffix(t)); n > 0 {
			t = arrayOf(t, n)
		}
		return t, name
	}
	name := token{at: r.token().at}
	if r.token().class == word {
		name = r.name()
	}
	return r.suffix(t), name
}

// suffix reads the lengths of an array, or the parameters of a function.
func (r *reader) suffix(t *ctype) *ctype {
	switch {
	case r.accept("["):
		n := int64(-1)
		if !r.is("]") {
			n = r.constant().Int64()
		}
		r.want("]")
		return arrayOf(r.suffix(t), n)
	case r.accept("("):
		params := []*ctype{}
		for !r.accept(")") {
			base, _ := r.specifiers()
			p, _ := r.declarator(base)
			if p.kind != void {
				params = append(params, decayed(p))
			}
			r.accept(",")
		}
		return &ctype{kind: function, size: 1, align: 1, elem: t, params: params}
	}
	return t
}

// decayed returns the type of a value that is written as something of type t: of an array, that of a pointer to its
// first element.
func decayed(t *ctype) *ctype {
	switch t.kind {
	case array:
		return pointerTo(t.elem)
	case function:
		return pointerTo(t)
	}
	return plain(t)
}

package view

import (
	"fmt"
	"math/big"
	"strings"

	"vouch/certs"
	"vouch/semantics/term"
	"vouch/semantics/term/termview"
)

// This file defines how people read conditions on inputs. Conditions about one byte, or about another input with few
// values, are shown as the values that it may have.

// The limits of making a condition readable: how many values of an input are tried, how much work that may be in the
// units of terms, and how many parts the text of the values may have.
const (
	maxTried  = 512
	classWork = 1 << 24
	maxParts  = 4
)

// Conditions returns the conjunction of fs as people read it. Conjuncts about a single input with few values become the
// set of values that it may have. So what conversions make of a byte reads as "s[] = '%'". Other conjuncts are written
// by termview.Conditions.
func Conditions(fs []*term.Formula, inputs []certs.Input, room int) string {
	text, others, bytes := "", fs, newByteClass(inputs)
	if bytes != nil {
		others = bytes.take(fs)
		text = bytes.text(room)
	}
	if text == "" {
		return termview.Conditions(fs, room)
	}
	if len(others) == 0 {
		return text
	}
	kept, implied := termview.Simplify(others)
	rest := termview.Formulas(kept, max(room-len(text), room/2))
	if len(kept) == 1 {
		rest = termview.Conjunct(kept[0], max(room-len(text), room/2))
	}
	return text + " and " + rest + termview.Implied(implied, len(kept)+1)
}

// byteClass holds what conditions say about single inputs.
type byteClass struct {
	pool  *term.Pool
	few   map[string]certs.Input // the inputs with few values
	order []string
	may   map[string][]bool // for each value in the range of an input: whether it is allowed
}

// newByteClass returns nil if no input has few values.
func newByteClass(inputs []certs.Input) *byteClass {
	c := &byteClass{pool: term.NewPool(), few: map[string]certs.Input{}, may: map[string][]bool{}}
	c.pool.Limit(classWork)
	for _, in := range inputs {
		if in.Lo != nil && in.Hi != nil && new(big.Int).Sub(in.Hi, in.Lo).Cmp(big.NewInt(maxTried)) < 0 {
			c.few[in.Name] = in
		}
	}
	if len(c.few) == 0 {
		return nil
	}
	return c
}

// take records what conditions say about single inputs, and returns the other conditions. A condition that this would
// not make shorter stays as it is.
func (c *byteClass) take(fs []*term.Formula) (others []*term.Formula) {
	about := map[string][]*term.Formula{}
	for _, f := range fs {
		names := term.NewTable([]*term.Formula{f}).Inputs()
		if len(names) != 1 || c.few[names[0]].Name == "" || !c.note(names[0], f) {
			others = append(others, f)
			continue
		}
		about[names[0]] = append(about[names[0]], f)
	}
	kept := c.order[:0]
	for _, name := range c.order {
		if c.values(name) == "" {
			others = append(others, about[name]...)
		} else {
			kept = append(kept, name)
		}
	}
	c.order = kept
	return others
}

// note excludes the values of an input for which f is false. It returns false if it could not decide that for all
// values.
func (c *byteClass) note(name string, f *term.Formula) bool {
	in := c.few[name]
	n := int(new(big.Int).Sub(in.Hi, in.Lo).Int64()) + 1
	holds := make([]bool, n)
	for k := range holds {
		v := new(big.Int).Add(in.Lo, big.NewInt(int64(k)))
		truth, ok := c.pool.Valuation(func(string) *big.Int { return v }).Formula(f)
		if !ok || c.pool.Exhausted() {
			return false
		}
		holds[k] = truth
	}
	if c.may[name] == nil {
		c.may[name] = holds
		c.order = append(c.order, name)
		return true
	}
	for k, h := range holds {
		c.may[name][k] = c.may[name][k] && h
	}
	return true
}

// text returns the text of what was recorded.
func (c *byteClass) text(room int) string {
	return termview.List(len(c.order), " and ", "condition", room, func(i int) string { return c.values(c.order[i]) })
}

// values writes down which values an input may have; "" if that takes more than a few words.
func (c *byteClass) values(name string) string {
	in, may := c.few[name], c.may[name]
	if !in.Lo.IsInt64() {
		return ""
	}
	lo := int(in.Lo.Int64())
	type part struct{ from, to int }
	var parts, gaps []part
	for k, ok := range may {
		list := &gaps
		if ok {
			list = &parts
		}
		if n := len(*list); n > 0 && (*list)[n-1].to == lo+k-1 {
			(*list)[n-1].to++
		} else {
			*list = append(*list, part{lo + k, lo + k})
		}
	}
	isByte := lo >= -1 && in.Hi.Cmp(big.NewInt(255)) == 0
	value := func(n int) string {
		if isByte && n >= ' ' && n <= '~' {
			if n == '\'' || n == '\\' {
				return `'\` + string(rune(n)) + `'`
			}
			return "'" + string(rune(n)) + "'"
		}
		return fmt.Sprint(n)
	}
	single := func(list []part) bool {
		for _, p := range list {
			if p.from != p.to {
				return false
			}
		}
		return true
	}
	join := func(list []part, word string) string {
		var texts []string
		for _, p := range list {
			if p.from == p.to {
				texts = append(texts, value(p.from))
			} else {
				texts = append(texts, value(p.from)+" to "+value(p.to))
			}
		}
		if last := len(texts) - 1; last > 0 {
			return strings.Join(texts[:last], ", ") + " " + word + " " + texts[last]
		}
		return texts[0]
	}
	shown := termview.Name(name)
	switch {
	case len(gaps) == 0:
		return shown + " is anything"
	case len(parts) == 0 || len(parts) > maxParts && len(gaps) > maxParts:
		return ""
	case len(parts) == 1 && parts[0].from == parts[0].to:
		return shown + " = " + value(parts[0].from)
	case len(gaps) == 1 && gaps[0].from == gaps[0].to:
		return shown + " != " + value(gaps[0].from)
	case len(gaps) < len(parts) || len(gaps) == len(parts) && single(gaps):
		return shown + " is not " + join(gaps, "or")
	case len(parts) <= maxParts:
		return shown + " is " + join(parts, "or")
	}
	return shown + " is not " + join(gaps, "or")
}

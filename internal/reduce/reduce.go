// Package reduce finds what of the text of a C program a run needs.
//
// [Texts] empties the declarations at file scope, and the macros, to which nothing leads from the functions with which
// runs begin. It keeps lines and columns. It does not read C: it looks at words and brackets. So it keeps too much
// where it is in doubt, and nothing may rest on it: whoever lowers the rest gets a program that has a meaning of its
// own, and compares it with that of the whole where this matters.
package reduce

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// Text is a file of a program.
type Text struct {
	Path  string // by which #include finds it; its last element counts
	Text  []byte
	Main  bool // whether it is compiled by itself
	Known bool // whether every program has it, as the headers of a compiler: only its macros and conditions count
	Built bool // whether the text is built in, so that it stays in its place as it is
	// of a main file: a name that means nothing there, because a macro of this file alone gives it another one; "" if
	// there is none
	Without string
}

// Result is what is left of a program.
type Result struct {
	Texts [][]byte             // in the order of the files; one that is whole is the same slice
	names []map[string][]*item // see reducer.names
	kept  map[*item]bool
	read  []bool // which files are
}

// IsBlank reports whether nothing is left of a file.
func (r *Result) IsBlank(i int) bool { return len(bytes.Trim(r.Texts[i], "/*\n")) == 0 }

// Dropped reports whether something of the given name was left out.
func (r *Result) Dropped(name string) bool {
	return r.has(name, func(d *item) bool { return !r.kept[d] || !r.read[d.in] })
}

// Defined reports whether the program may define a function of the given name.
func (r *Result) Defined(name string) bool { return r.has(name, func(d *item) bool { return d.body }) }

// Bodies returns how many functions a text in C defines, as its brackets show: an estimate, for texts that nobody can
// read.
func Bodies(text []byte) (n int) {
	for _, d := range (&reducer{ids: map[string]word{}}).scan(text).items {
		if d.body {
			n++
		}
	}
	return n
}

// Texts returns what a run needs that begins with the functions of the given names; nil if it needs all, or if that is
// not known. Of the functions that files define, but for the first, those are left out that are no roots and not in
// needed, if that is not nil, even if words lead to them. What has to declare such a function keeps its head.
func Texts(files []Text, roots []string, needed []string) *Result {
	r := read(files, nil)
	if r == nil {
		return nil
	}
	return r.reduced(files, roots, needed)
}

// read takes files apart, and finds what may declare each word; nil if nobody knows what they include.
func read(files []Text, known *Scans) *reducer {
	r := &reducer{ids: map[string]word{}}
	for _, f := range files {
		k := known
		if f.Built && known != nil {
			k = &built
		}
		s := k.scan(r, f.Text)
		if f.Known {
			s.items, s.roots, s.whole, s.rest = slices.DeleteFunc(s.items, func(d *item) bool { return !d.define }),
				nil, false, nil
			s.keepChoices()
		}
		r.files = append(r.files, s)
	}
	r.macros, r.users = map[word]*macro{}, map[*item][]*scanned{}
	for _, s := range r.files {
		r.collect(s)
	}
	if !r.includes(files) {
		return nil
	}
	r.irregular()
	r.names = map[string][]*item{}
	for i, s := range r.files {
		r.unite(i, files[i].Text)
		s.settle(i, files[i])
		s.without = files[i].Without
		if !files[i].Known {
			r.name(r.names, s)
		}
	}
	r.grow()
	for _, s := range r.files {
		r.index(s)
	}
	return r
}

// settle notes the place of a file in the items that it has, and what of it is always kept.
func (s *scanned) settle(i int, f Text) {
	for _, d := range s.items {
		d.in, d.always = i, d.keep
	}
	for _, c := range s.choices {
		c.always = c.keep
	}
	s.place(i, f)
}

// place notes of the items of a file in which main file they are, if it is one.
func (s *scanned) place(i int, f Text) {
	if !f.Main {
		i = global
	}
	for _, d := range s.items {
		d.file = i
	}
}

// name enters the items of a file into a list by the names that they may declare, as far as the text shows them.
func (r *reducer) name(list map[string][]*item, s *scanned) {
	for _, d := range s.items {
		for _, w := range slices.Concat(d.declares, slices.Concat(d.runs...)) {
			list[r.words[w]] = append(list[r.words[w]], d)
		}
	}
}

// reduced returns what a run needs.
func (r *reducer) reduced(files []Text, roots, needed []string) *Result {
	r.want(roots, needed)
	r.begin()
	for _, name := range roots {
		r.need(r.word([]byte(name)), global)
	}
	for more := true; more; {
		if !r.close() {
			return nil
		}
		more = r.count(files)
		for _, s := range r.files {
			more = r.choose(s) || more
		}
	}
	return r.result(files)
}

// includes keeps whole what is included in the middle of a declaration. It returns false if nobody knows which file
// that is.
func (r *reducer) includes(files []Text) bool {
	for _, s := range r.files {
		for _, m := range s.inside {
			if m.after != nil && r.areNothing(m.after) {
				continue
			}
			if m.name == "" {
				return false
			}
			for i, f := range files {
				if path.Base(f.Path) == path.Base(m.name) {
					r.files[i].whole = true
					r.files[i].within = append(r.files[i].within, m.item)
				}
			}
		}
	}
	for i, f := range files { // whether others include it
		n := 0
		for _, s := range r.files {
			for _, name := range s.included {
				if path.Base(f.Path) == path.Base(name) {
					n++
				}
			}
		}
		s := r.files[i]
		if f.Main || n != len(s.within) || slices.Contains(s.within, nil) {
			s.within = nil
		}
		for _, d := range s.within {
			r.users[d] = append(r.users[d], s)
		}
	}
	return true
}

// computes reports whether a macro names a file that a file includes.
func computes(s *scanned) bool { return s.computed }

// areNothing reports whether words are macros that stand for nothing, whichever of their definitions counts.
func (r *reducer) areNothing(words []word) bool {
	return !slices.ContainsFunc(words, func(w word) bool { return !r.isNothing(w, map[word]bool{}) })
}

func (r *reducer) isNothing(w word, seen map[word]bool) bool {
	m := r.macros[w]
	if m == nil || seen[w] {
		return m != nil
	}
	seen[w] = true
	return !slices.ContainsFunc(m.items, func(d *item) bool {
		return !d.bare || slices.ContainsFunc(d.words, func(b word) bool {
			return r.words[b] != "_Pragma" && !r.isNothing(b, seen)
		})
	})
}

// collect collects the macros of a file.
func (r *reducer) collect(s *scanned) {
	for _, d := range s.items {
		if !d.define {
			continue
		}
		m := r.macros[d.declares[0]]
		if m == nil {
			m = &macro{}
			r.macros[d.declares[0]] = m
		}
		m.items = append(m.items, d)
		m.pastes = m.pastes || len(d.pastes) > 0
		m.odd = m.odd || s.odd[d]
		m.whole = m.whole || d.whole
		m.args = m.args || d.args
	}
}

// irregular keeps those files whole whose brackets cannot be counted without expanding macros, and those that end in
// the middle of a declaration.
func (r *reducer) irregular() {
	for _, s := range r.files {
		s.whole = s.whole || !r.areNothing(s.rest)
		for _, d := range s.items {
			if d.define || s.whole {
				continue
			}
			isOdd := func(w word) bool { m := r.macros[w]; return m != nil && m.odd }
			s.whole = slices.ContainsFunc(d.words, isOdd) || slices.ContainsFunc(d.names, isOdd)
		}
	}
}

// unite makes a file that is kept whole one item.
func (r *reducer) unite(i int, text []byte) {
	s := r.files[i]
	if !s.whole {
		return
	}
	var defines []*item
	// where a macro names a file, that may be any
	all := &item{keep: s.within == nil || slices.ContainsFunc(r.files, computes), sets: true, inner: s.within != nil}
	for _, d := range s.items {
		all.words = append(append(all.words, d.words...), d.names...)
		if d.define {
			d.keep = all.keep
			defines = append(defines, d)
		} else {
			r.users[all] = append(r.users[all], r.users[d]...)
		}
	}
	all.words = append(all.words, r.wordsOf(text)...)
	s.items = append(defines, all)
}

// grow makes room for all words.
func (r *reducer) grow() {
	n := len(r.words)
	r.declaring = append(r.declaring, make([][]*item, n-len(r.declaring))...)
	r.needed, r.tested = append(r.needed, make([]bool, n-len(r.needed))...),
		append(r.tested, make([]bool, n-len(r.tested))...)
	r.last = append(r.last, make([]int, n-len(r.last))...)
	if r.parts == nil {
		r.parts = map[word][]*item{}
	}
}

// index finds what of a file may declare each word.
func (r *reducer) index(s *scanned) {
	for _, d := range s.items {
		r.serial++
		var all []word
		declare := func(words ...word) {
			for _, w := range words {
				if r.last[w] != r.serial && r.words[w] != s.without && !isDigit(r.words[w][0]) &&
					!keywords[r.words[w]] && !attributes[r.words[w]] {
					r.last[w] = r.serial
					all = append(all, w)
					r.declaring[w] = append(r.declaring[w], d)
					r.entered = append(r.entered, w)
				}
			}
		}
		var seen map[word]bool
		pastes := false
		declare(d.declares...)
		var alone []word // macros
		for _, g := range d.groups {
			m := r.macros[g.w]
			switch {
			case !g.alone:
			case m != nil:
				alone = append(alone, g.w)
			default:
				declare(g.w)
			}
			if m != nil && m.args {
				declare(g.words...)
			}
		}
		for _, run := range d.runs {
			open := true // whether all words behind stand for nothing
			for _, w := range slices.Backward(run) {
				if s.without != "" && r.words[w] == s.without { // nor does it mean there what a macro of others gives it
					open = false
					continue
				}
				m, vanishes := r.macros[w], r.vanishes(w)
				if open && !vanishes && !slices.Contains(alone, w) {
					declare(w)
				}
				if m != nil && (open || m.whole) {
					if seen == nil {
						seen = map[word]bool{}
					}
					pastes = r.made(w, declare, seen) || pastes
				}
				open = open && vanishes
			}
		}
		if pastes {
			for _, g := range d.groups {
				all = append(all, g.words...)
			}
			d.parts = map[word]bool{}
			for _, w := range all {
				d.parts[w] = true
			}
			for w := range d.parts {
				r.parts[w] = append(r.parts[w], d)
			}
		}
		d.may = all
	}
}

// begin keeps what is kept in any case, and nothing else.
func (r *reducer) begin() {
	clear(r.needed)
	clear(r.tested)
	r.asks, r.todo, r.shapes = map[need]bool{}, nil, nil
	for _, s := range r.files {
		for _, d := range s.items {
			d.keep, d.head, d.used, d.tested = false, false, false, false
		}
		for _, c := range s.choices {
			c.keep = c.always
		}
	}
	for _, s := range r.files {
		for _, c := range s.choices {
			if c.keep {
				r.testAll(c.words)
			}
		}
	}
	for _, s := range r.files {
		for _, d := range s.items {
			if d.always {
				r.retain(d)
			}
		}
		for _, w := range s.roots {
			r.need(w, global)
		}
	}
}

// vanishes reports whether a word may stand for nothing, or for attributes alone.
func (r *reducer) vanishes(w word) bool {
	m := r.macros[w]
	if m == nil || m.asked {
		return m != nil && m.vanishes
	}
	m.asked = true
	m.vanishes = slices.ContainsFunc(m.items, func(d *item) bool {
		return !d.whole && !d.expr && !slices.ContainsFunc(slices.Concat(d.gives, d.calls), func(b word) bool {
			return !storage[r.words[b]] && !r.vanishes(b)
		})
	})
	return m.vanishes
}

// made notes that an item may declare what the macro w stands for. It reports whether it may also declare what is
// pasted of these words. Of a macro that was seen before nothing is noted again.
func (r *reducer) made(w word, declare func(...word), seen map[word]bool) (pastes bool) {
	m := r.macros[w]
	if m == nil || seen[w] {
		return false
	}
	seen[w] = true
	for _, x := range m.items {
		for _, b := range x.gives {
			if !r.vanishes(b) {
				declare(b)
			}
		}
		for _, b := range x.calls {
			if r.macros[b] == nil {
				declare(b)
			}
		}
		for _, b := range slices.Concat(x.gives, x.calls) {
			pastes = r.made(b, declare, seen) || pastes
		}
	}
	return m.pastes || pastes
}

// isNeeded reports whether something that is kept has a word.
func (r *reducer) isNeeded(w word) bool { return int(w) < len(r.needed) && r.needed[w] }

// need notes that something that is kept has a word.
func (r *reducer) need(w word, file int) {
	if int(w) >= len(r.needed) { // a root that no file has
		return
	}
	n := need{w, file}
	if r.asks[n] || r.asks[need{w, global}] {
		return
	}
	r.needed[w], r.asks[n] = true, true
	r.todo = append(r.todo, n)
	if name, is := strings.CutPrefix(r.words[w], builtin); is { // the function of that name, whoever defines it
		if f, ok := r.ids[name]; ok {
			r.need(f, file)
		}
	}
}

// builtin is what the names of functions begin with that a compiler declares itself.
const builtin = "__builtin_"

// retain keeps an item.
func (r *reducer) retain(d *item) {
	if d.keep {
		return
	}
	d.keep = true
	if !d.tested {
		r.shapes = append(r.shapes, d.pastes...)
	}
	r.wantAll(d)
	r.needAll(d, d.words, d.names)
	for _, s := range r.users[d] { // which are included in it
		for _, e := range s.items {
			e.used = true
			r.retain(e)
			r.wantAll(e) // perhaps it was kept before
		}
	}
}

// needAll notes that an item has some words that are kept, and some names.
func (r *reducer) needAll(d *item, words, names []word) {
	for _, w := range words {
		r.need(w, d.file)
	}
	for _, w := range names {
		if r.macros[w] != nil {
			r.need(w, d.file)
		}
	}
}

// retainHead keeps the head of a function without its body, as a declaration. It returns false if it may be none.
func (r *reducer) retainHead(d *item) bool {
	seen := map[word]bool{}
	var defines func(w word) bool // whether a word may stand for more than a part of a declaration
	defines = func(w word) bool {
		m := r.macros[w]
		if m == nil || seen[w] {
			return false
		}
		seen[w] = true
		return m.whole || slices.ContainsFunc(m.items, func(e *item) bool {
			return slices.ContainsFunc(e.words, defines)
		})
	}
	words, names := d.words[:d.heads], d.names[:d.headNames]
	if d.brace == 0 || slices.ContainsFunc(words, defines) || slices.ContainsFunc(names, defines) {
		return false
	}
	if !d.head {
		d.head = true
		r.needAll(d, words, names)
	}
	return true
}

// test keeps the macro that a condition has, and those of which it is made.
func (r *reducer) test(w word) {
	if int(w) >= len(r.tested) || r.tested[w] {
		return
	}
	r.tested[w] = true
	if m := r.macros[w]; m != nil {
		for _, d := range m.items {
			if !d.tested && !d.keep {
				r.shapes = append(r.shapes, d.pastes...)
			}
			d.tested = true
			for _, b := range d.words {
				r.test(b)
			}
		}
	}
}

func (r *reducer) testAll(words []word) {
	for _, w := range words {
		r.test(w)
	}
}

// keepChoices keeps all conditions of a file.
func (s *scanned) keepChoices() {
	for _, c := range s.choices {
		c.keep = true
	}
}

// choose keeps the conditions of a file in which something is kept, or which may expand counter, and tests their words.
// It reports whether there is one that was not kept before.
func (r *reducer) choose(s *scanned) (more bool) {
	if !slices.ContainsFunc(s.choices, func(c *choice) bool { return !c.keep }) {
		return false
	}
	var kept []int // where what is kept begins
	for _, d := range s.items {
		switch {
		case d.keep || d.tested:
			for _, p := range d.pieces {
				kept = append(kept, p.start)
			}
		case d.head:
			kept = append(kept, d.pieces[0].start)
		}
	}
	for _, d := range s.fixed {
		if r.holds(d) {
			kept = append(kept, d.start)
		}
	}
	slices.Sort(kept)
	for _, c := range s.choices {
		first, _ := slices.BinarySearch(kept, c.pieces[0].start)
		inside := first < len(kept) && kept[first] < c.pieces[len(c.pieces)-1].end
		if !c.keep && (inside || slices.ContainsFunc(c.words, func(w word) bool { return r.counts[w] })) {
			c.keep, more = true, true
			r.testAll(c.words)
		}
	}
	return more
}

// holds reports whether a directive is kept.
func (r *reducer) holds(d fixed) bool {
	return d.w < 0 || r.isNeeded(d.w) || int(d.w) < len(r.tested) && r.tested[d.w]
}

// maxShapes is of how many kinds the words may be that macros paste.
const maxShapes = 1 << 10

// close keeps what is needed, and what that needs. It returns false if macros paste so many words that it would take
// too long.
func (r *reducer) close() bool {
	for len(r.todo) > 0 {
		for len(r.todo) > 0 {
			n := r.todo[len(r.todo)-1]
			r.todo = r.todo[:len(r.todo)-1]
			for _, d := range r.declaring[n.w] {
				switch {
				case n.file != global && d.file != global && d.file != n.file && d.local:
				case r.needless(d):
					r.without = append(r.without, absent{n, d})
				default:
					r.retain(d)
				}
			}
			r.assemble(r.words[n.w])
		}
		if len(r.shapes) > maxShapes {
			return false
		}
		for _, a := range r.without { // else it may get a type that it does not have
			if r.needless(a.item) && !r.declared(a) && !r.retainHead(a.item) {
				r.wantWord(a.w, a.need.file)
			}
		}
		for w, list := range r.declaring {
			if len(r.shapes) > 0 && len(list) > 0 && !r.needed[w] &&
				slices.ContainsFunc(r.shapes, func(parts []word) bool { return r.pasted(r.words[w], parts) }) {
				r.need(word(w), global)
			}
		}
	}
	return true
}

// counter is the macro whose value is how often it was expanded before in its main file.
const counter = "__COUNTER__"

// count keeps, of the headers and of the main files of which something is kept, what may expand counter: so it has the
// values that it has in the whole. It reports whether that is more than was kept.
func (r *reducer) count(files []Text) (more bool) {
	if r.counts == nil {
		r.counts = map[word]bool{}
		if w, ok := r.ids[counter]; ok {
			r.counting(w)
		}
	}
	if len(r.counts) == 0 {
		return false
	}
	for i, s := range r.files {
		if files[i].Main && !slices.ContainsFunc(s.items, (*item).isLeft) {
			continue
		}
		for _, d := range s.items {
			if !d.keep && !d.define && r.mayCount(d) {
				r.retain(d)
				more = true
			}
		}
	}
	return more
}

// counting notes that a word may stand for counter, and the macros that are made of it.
func (r *reducer) counting(w word) {
	users := map[word][]word{} // by word: the macros that have it
	for name, m := range r.macros {
		for _, d := range m.items {
			for _, part := range slices.Concat(d.words, d.names) {
				users[part] = append(users[part], name)
			}
		}
	}
	for todo := []word{w}; len(todo) > 0; {
		w, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if !r.counts[w] {
			r.counts[w] = true
			todo = append(todo, users[w]...)
		}
	}
}

// mayCount reports whether an item has a word that may stand for counter.
func (r *reducer) mayCount(d *item) bool {
	counts := func(w word) bool { return r.counts[w] }
	return slices.ContainsFunc(d.words, counts) || slices.ContainsFunc(d.names, counts)
}

// pasted reports whether a name may be pasted of parts, where an argument may be anything that is needed.
func (r *reducer) pasted(name string, parts []word) bool {
	switch {
	case len(parts) == 0:
		return name == ""
	case parts[0] != anything:
		rest, ok := strings.CutPrefix(name, r.words[parts[0]])
		return ok && r.pasted(rest, parts[1:])
	}
	for i := range len(name) + 1 {
		if w, ok := r.ids[name[:i]]; (i == 0 || ok && r.isNeeded(w)) && r.pasted(name[i:], parts[1:]) {
			return true
		}
	}
	return false
}

// maxParts is of how many words a declared name may be pasted together.
const maxParts = 3

// assemble keeps the declarations that may declare a name by pasting it together.
func (r *reducer) assemble(name string) {
	if len(r.parts) == 0 || isDigit(name[0]) || keywords[name] {
		return
	}
	for i := len(name); i > 0; i-- {
		if w, ok := r.ids[name[:i]]; ok {
			for _, d := range r.parts[w] {
				if !d.keep && r.joined(name[i:], func(w word) bool { return d.parts[w] }, maxParts-1) {
					r.retain(d)
				}
			}
		}
	}
}

// joined reports whether a name consists of at most so many words for which has is true.
func (r *reducer) joined(name string, has func(word) bool, parts int) bool {
	if name == "" || parts == 0 {
		return name == ""
	}
	for i := len(name); i > 0; i-- {
		if w, ok := r.ids[name[:i]]; ok && has(w) && r.joined(name[i:], has, parts-1) {
			return true
		}
	}
	return false
}

// result empties what is not kept.
func (r *reducer) result(files []Text) *Result {
	out := &Result{names: []map[string][]*item{r.names}, kept: map[*item]bool{}, read: r.read(files)}
	less := false
	for i, f := range files {
		s, text := r.files[i], f.Text
		if f.Known {
			out.Texts = append(out.Texts, text)
			continue
		}
		for _, d := range s.items {
			if d.keep || d.tested {
				out.kept[d] = true
			}
		}
		switch gone := r.gone(s); {
		case !out.read[i]:
			less, text = true, Blank(text)
		case len(gone) > 0:
			less, text = true, without(s.declaring(text), gone)
		}
		out.Texts = append(out.Texts, text)
	}
	if !less {
		return nil
	}
	return out
}

// isLeft reports whether something of an item is kept that is no macro.
func (d *item) isLeft() bool { return (d.keep || d.head) && !d.define }

// has reports whether an item that may declare a name is as is says.
func (r *Result) has(name string, is func(*item) bool) bool {
	return slices.ContainsFunc(r.names, func(list map[string][]*item) bool {
		return slices.ContainsFunc(list[name], is)
	})
}

// gone returns the pieces of a file that are left out.
func (r *reducer) gone(s *scanned) (gone []piece) {
	if s.whole {
		return nil
	}
	gone = append(make([]piece, 0, len(s.blank)+len(s.items)), s.blank...)
	for _, d := range s.items {
		switch {
		case d.keep || d.tested:
		case d.head:
			gone = append(append(gone, piece{d.brace + 1, d.pieces[0].end}), d.pieces[1:]...)
		default:
			gone = append(gone, d.pieces...)
		}
	}
	for _, c := range s.choices {
		if !c.keep {
			gone = append(gone, c.pieces...)
		}
	}
	for _, d := range s.fixed {
		if !r.holds(d) {
			gone = append(gone, d.piece)
		}
	}
	return gone
}

// read returns which files are needed: the main files that declare something that is kept, or that declare nothing by
// themselves, or that include such a file which is no header, and what they include.
func (r *reducer) read(files []Text) []bool {
	read, byName := make([]bool, len(files)), map[string][]int{}
	for i, f := range files {
		byName[path.Base(f.Path)] = append(byName[path.Base(f.Path)], i)
	}
	var todo []int
	kept := func(i int) bool {
		return slices.ContainsFunc(r.files[i].items, (*item).isLeft)
	}
	// whether a file, or one that it includes and that is no header, has something that is kept
	var gives func(i int, seen map[int]bool) bool
	gives = func(i int, seen map[int]bool) bool {
		if seen[i] {
			return false
		}
		seen[i] = true
		return kept(i) || slices.ContainsFunc(r.files[i].included, func(name string) bool {
			return path.Ext(name) == ".c" && slices.ContainsFunc(byName[path.Base(name)], func(k int) bool {
				return !files[k].Main && gives(k, seen)
			})
		})
	}
	for i, f := range files {
		declares := slices.ContainsFunc(r.files[i].items, func(d *item) bool { return !d.define })
		if read[i] = f.Main && (!declares || gives(i, map[int]bool{})) || r.files[i].computed; read[i] {
			todo = append(todo, i)
		}
	}
	for len(todo) > 0 {
		s := r.files[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		for _, name := range s.included {
			for _, i := range byName[path.Base(name)] {
				if !read[i] {
					read[i] = true
					todo = append(todo, i)
				}
			}
		}
		if s.computed { // by a macro that may name any file
			for i := range read {
				if !read[i] && !files[i].Main {
					read[i] = true
					todo = append(todo, i)
				}
			}
		}
	}
	return read
}

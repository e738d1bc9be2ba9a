package reduce

import "slices"

// This file defines which functions keep their bodies where it is known which ones a run needs.

// want notes the functions whose bodies a run needs: the roots and some others; all if these are nil.
func (r *reducer) want(roots, needed []string) {
	if r.ran, r.wanted, r.without = nil, nil, nil; needed == nil {
		return
	}
	r.ran, r.wanted = map[word]bool{}, map[word]bool{}
	for _, name := range slices.Concat(roots, needed) {
		if w, ok := r.ids[name]; ok {
			r.ran[w], r.wanted[w] = true, true
		}
	}
}

// needless reports whether an item defines functions that are not wanted, whatever macros stand for, and nothing else.
func (r *reducer) needless(d *item) bool {
	return r.ran != nil && d.body && d.in > 0 && d.parts == nil && !r.isOf(d, r.wanted)
}

// isOf reports whether an item may declare one of some words.
func (r *reducer) isOf(d *item, words map[word]bool) bool {
	return slices.ContainsFunc(d.may, func(w word) bool { return words[w] })
}

// declared reports whether what is kept declares a function that was left out, before it would be defined.
func (r *reducer) declared(a absent) bool {
	return slices.ContainsFunc(r.declaring[a.w], func(d *item) bool {
		return d.keep && d.params && !d.body && !d.define && slices.Contains(d.declares, a.w) &&
			(d.in == a.in && d.pieces[0].start < a.pieces[0].start || d.in != a.in && d.file == global) &&
			!slices.ContainsFunc(r.files[d.in].choices, func(c *choice) bool {
				return c.has(d) && !(d.in == a.in && c.together(d, a.item)) && !c.hasAll(r.files[d.in].items)
			})
	})
}

// has reports whether an item begins in the condition.
func (c *choice) has(d *item) bool {
	return c.pieces[0].start < d.pieces[0].start && d.pieces[0].start < c.pieces[len(c.pieces)-1].start
}

// together reports whether two items of its file begin in the same branch of the condition, or both outside of it.
func (c *choice) together(d, other *item) bool {
	return !slices.ContainsFunc(c.pieces, func(p piece) bool {
		return (p.start < d.pieces[0].start) != (p.start < other.pieces[0].start)
	})
}

// hasAll reports whether a condition without another branch has all declarations of a file, as the guard of a header.
func (c *choice) hasAll(items []*item) bool {
	return len(c.pieces) == 2 && !slices.ContainsFunc(items, func(d *item) bool { return !d.define && !c.has(d) })
}

// wantAll wants the functions to which an item leads that is kept: nobody says which of these it needs, as a table of
// functions that no run reads. The text has to be a program for those, too, who compile all of it.
func (r *reducer) wantAll(d *item) {
	if r.ran == nil || d.define || d.in == 0 || d.body && r.isOf(d, r.ran) || !d.body && !r.sets(d) ||
		d.inner && !d.used {
		return
	}
	for _, w := range d.words {
		if !slices.Contains(d.may, w) {
			r.wantWord(w, d.file)
		}
	}
	for _, w := range d.names {
		if r.macros[w] != nil {
			r.wantWord(w, d.file)
		}
	}
}

// sets reports whether an item may give an object a value, call a function, or name one otherwise, perhaps by macros.
// Others, such as types, need no more of a function than what declares it.
func (r *reducer) sets(d *item) bool {
	is := func(w word) bool {
		m := r.macros[w]
		if m != nil && !m.looked {
			m.looked = true
			m.sets = slices.ContainsFunc(m.items, r.sets)
		}
		return m != nil && m.sets
	}
	return d.sets || slices.ContainsFunc(d.words, is) || slices.ContainsFunc(d.names, is)
}

// wantWord wants the functions of a name, or to which a macro of that name leads.
func (r *reducer) wantWord(w word, file int) {
	if r.wanted[w] {
		return
	}
	r.wanted[w] = true
	for _, n := range []need{{w, file}, {w, global}} {
		if r.asks[n] { // perhaps what declares it was left out before
			r.todo = append(r.todo, n)
		}
	}
	if m := r.macros[w]; m != nil {
		for _, d := range m.items {
			for _, b := range d.words {
				r.wantWord(b, file)
			}
		}
	}
}

package c

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics"
)

// This file defines which objects the files of a program declare outside of functions, for those who write programs
// around them. No run depends on it.

// Variables returns the objects that the files of a program declare outside of functions, in the order of their names.
// Those of our headers are among them; those that are refused are not.
func Variables(m *semantics.Meter, sources []Source, options map[string]string) ([]EntryParameter, error) {
	var all *Entry
	p, err := programOf(m, sources, options, func(p *program) {
		if all = new(Entry); len(p.errors) > 0 {
			return
		}
		for _, u := range p.units {
			laid := map[*Type]bool{}
			for _, nodes := range u.ast.Scope.Nodes {
				i := slices.IndexFunc(nodes, func(n cc.Node) bool {
					d, ok := n.(*cc.Declarator)
					return ok && !d.IsTypename()
				})
				if i < 0 || p.stopped() {
					continue
				}
				if v, ok := u.variable(nodes[i].(*cc.Declarator), laid); ok {
					all.Parameters = append(all.Parameters, v)
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	defer p.giveBack()
	if p.stopped() {
		return nil, tooLarge(sources[p.options.main[0]].Name, m)
	}
	p.options.standIns.entry(all, map[*Type]bool{})
	slices.SortFunc(all.Parameters, func(a, b EntryParameter) int { return strings.Compare(a.Name, b.Name) })
	return all.Parameters, nil
}

// variable returns the object that a declarator declares, with all types to which its own leads laid out; ok is false
// if it declares something else, or is refused.
func (u *unit) variable(d *cc.Declarator, laid map[*Type]bool) (v EntryParameter, ok bool) {
	s := u.named(d)
	if s.refusal() != nil || u.isFunction(d) {
		return v, false
	}
	errors := u.p.errors
	u.p.errors = nil
	u.p.complete(s)
	u.need(s.t)
	u.lay(s.t, laid)
	ok = len(u.p.errors) == 0 && s.t.Class != Function
	u.p.errors = errors
	return u.entryParameter(entryParameter{name: s.name, t: s.t}), ok
}

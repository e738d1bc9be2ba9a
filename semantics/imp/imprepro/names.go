package imprepro

import (
	"strings"

	"vouch/semantics/imp"
)

// This file defines which names the variables have in another language.

// names gives names that are free.
type names struct {
	reserved map[string]bool
	taken    map[string]bool
}

// newNames returns the names of a language with its reserved words, separated by blanks.
func newNames(reserved string) *names {
	n := &names{map[string]bool{}, map[string]bool{}}
	for _, word := range strings.Fields(reserved) {
		n.reserved[word] = true
	}
	return n
}

// fresh returns a name that is neither reserved nor taken, and takes it.
func (n *names) fresh(name string) string {
	for n.reserved[name] || n.taken[name] {
		name += "_"
	}
	n.taken[name] = true
	return name
}

// variables returns a name for each variable of p: its own, unless it is reserved or forbidden, or has a dot, as those
// local to macros.
func (n *names) variables(p *imp.Program, forbidden func(string) bool) []string {
	list := make([]string, len(p.Vars))
	for i, name := range p.Vars { // first those that keep their names
		if !n.reserved[name] && !forbidden(name) && !strings.Contains(name, ".") {
			list[i] = n.fresh(name)
		}
	}
	for i, name := range p.Vars {
		if list[i] == "" {
			list[i] = n.fresh("v_" + strings.ReplaceAll(name, ".", "_"))
		}
	}
	return list
}

package scan

import (
	"fmt"
	"slices"
	"strings"

	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines faults as several programs have them, and which instructions of a program may have some.

// target is a fault as every program has it: its kind and its place.
type target string

// targetOf returns a fault of a program as others have it.
func targetOf(p *load.Program, f semantics.Fault) target {
	return target(fmt.Sprintf("%s\t%s", f.Kind, placed(p, f.Span)))
}

// placed returns a place of a program, which programs may name differently.
func placed(p *load.Program, at source.Span) string {
	file, _ := p.Place(at)
	return fmt.Sprintf("%s:%s", absolute(file), at)
}

// goals says which instructions of a program may have one of some faults; nil if there are none to look for.
func goals(p *load.Program, targets map[target]bool) func(*core.Instr) bool {
	if targets == nil {
		return nil
	}
	in := placesIn(p, placesOf(targets))
	return failsAt(func(s source.Span) bool { return in(s) != "" })
}

// ledTo returns those of some faults to whose places the control flow of a program leads.
func ledTo(p *load.Program, targets map[target]bool) map[target]bool {
	in, met := placesIn(p, placesOf(targets)), map[string]bool{}
	meet := failsAt(func(s source.Span) bool {
		met[in(s)] = true
		return false
	})
	finder.Follow(p.Core, func(i *core.Instr) { meet(i) })
	led := map[target]bool{}
	for x := range targets {
		_, place, _ := strings.Cut(string(x), "\t")
		led[x] = met[place]
	}
	return led
}

// placesIn returns what says which of some places a span of a program is; "" if it is none.
func placesIn(p *load.Program, places map[string]bool) func(source.Span) string {
	files := map[int32]string{} // the names of those in which there are such places; "" for others
	is := map[source.Span]string{}
	return func(s source.Span) string {
		file, ok := files[s.File]
		if !ok {
			name, _ := p.Place(s)
			if file = absolute(name) + ":"; !inOne(places, file) {
				file = ""
			}
			files[s.File] = file
		}
		if file == "" {
			return ""
		}
		known, ok := is[s]
		if !ok {
			if known = file + s.String(); !places[known] {
				known = ""
			}
			is[s] = known
		}
		return known
	}
}

// inOne reports whether one of some places begins with the name of a file.
func inOne(places map[string]bool, file string) bool {
	for place := range places {
		if strings.HasPrefix(place, file) {
			return true
		}
	}
	return false
}

// failsAt returns what reports whether an instruction may fail at one of some places.
func failsAt(at func(source.Span) bool) func(*core.Instr) bool {
	var within func(e *core.Expr) bool
	within = func(e *core.Expr) bool {
		return e != nil && (e.Kind != "" && at(e.Span) || within(e.X) || within(e.Y))
	}
	return func(in *core.Instr) bool { return at(in.Span) || slices.ContainsFunc(in.Args, within) }
}

// placesOf returns the places of faults.
func placesOf(targets map[target]bool) map[string]bool {
	places := map[string]bool{}
	for x := range targets {
		_, place, _ := strings.Cut(string(x), "\t")
		places[place] = true
	}
	return places
}

// among reports whether a fault of a program is at the place of one of some that are looked for; all are, if there are
// none to look for. A caller may have another fault there than the function that was looked at by itself.
func among(p *load.Program, f semantics.Fault, targets map[target]bool) bool {
	return targets == nil || placesOf(targets)[placed(p, f.Span)]
}

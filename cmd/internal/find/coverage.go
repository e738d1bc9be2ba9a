package find

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"

	"vouch/internal/load"
	"vouch/semantics/core"
	"vouch/semantics/core/coresym"
	"vouch/semantics/source"
)

// This file defines which lines of a program a search reached: as a number for people, and as a tracefile of lcov for
// tools, geninfo(1).
//
// A line counts if an instruction begins there, in a function that people wrote and that the program can call. It is
// reached if some known input leads to one of its instructions. Lines on paths for which nobody knows an input are
// counted apart. A tracefile also has the functions that the program cannot call: other tools count their lines as not
// reached.

// coverage is what a search reached of a program, source by source.
type coverage struct {
	files []*fileCoverage

	lines, reached, perhaps int // of all files
}

// fileCoverage is what a search reached of a file.
type fileCoverage struct {
	name      string
	lines     map[int]coresym.Mark
	functions []functionCoverage
	branches  []branchCoverage
}

type functionCoverage struct {
	name    string
	line    int
	reached bool
}

// branchCoverage is a branch. The branches in a line are numbered from 0.
type branchCoverage struct {
	line, block int
	marks       coresym.Mark
}

// marksOf returns a copy of what is reached of a program now.
func marksOf(p *load.Program, r *coresym.Reach) marks {
	all := marks{}
	for _, f := range p.Core.Funcs {
		if !f.Library {
			all[f] = slices.Clone(r.Marks(f))
		}
	}
	return all
}

// covered returns what a search reached of a program. Uncalled are the functions that the program cannot call.
func covered(p *load.Program, reached marks, uncalled []*core.Func) *coverage {
	byName := map[string]*fileCoverage{}
	file := func(s source.Span) *fileCoverage { // nil for code that no file of the program has
		name, _ := p.Place(s)
		if name == "" {
			return nil
		}
		if byName[name] == nil {
			byName[name] = &fileCoverage{name: name, lines: map[int]coresym.Mark{}}
		}
		return byName[name]
	}
	for i, f := range slices.Concat(p.Core.Funcs, uncalled) {
		if f.Library {
			continue
		}
		marks := make([]coresym.Mark, len(f.Code))
		if i < len(p.Core.Funcs) {
			marks = reached[f]
		}
		if in := file(f.Span); in != nil && f.Span.IsValid() {
			in.functions = append(in.functions, functionCoverage{f.Name, int(f.Span.Line), len(marks) > 0 &&
				marks[0]&coresym.Reached != 0})
		}
		blocks := map[source.Span]int{} // how many branches there were in a line
		for pc := range f.Code {
			c := &f.Code[pc]
			if !c.Span.IsValid() {
				continue
			}
			in, line := file(c.Span), int(c.Span.Line)
			if in == nil {
				continue
			}
			in.lines[line] |= marks[pc]
			if c.Op == core.Branch {
				at := source.Span{File: c.Span.File, Line: c.Span.Line}
				in.branches = append(in.branches, branchCoverage{line, blocks[at], marks[pc]})
				blocks[at]++
			}
		}
	}
	c := &coverage{}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		f := byName[name]
		slices.SortStableFunc(f.branches, func(a, b branchCoverage) int { return cmp.Compare(a.line, b.line) })
		slices.SortStableFunc(f.functions, func(a, b functionCoverage) int { return cmp.Compare(a.line, b.line) })
		for _, m := range f.lines {
			c.lines++
			switch {
			case m&coresym.Reached != 0:
				c.reached++
			case m != 0:
				c.perhaps++
			}
		}
		c.files = append(c.files, f)
	}
	return c
}

// coverage returns what was reached of the program. Of work that was given up, that is what was noted last.
func (r *fileResult) coverage() *coverage { return r.covered(nil) }

// tracefile returns the coverage for lcov.
func (r *fileResult) tracefile() []byte { return r.covered(r.uncalled).lcov() }

func (r *fileResult) covered(uncalled []*core.Func) *coverage {
	switch {
	case r.result.Reach != nil:
		return covered(r.program, marksOf(r.program, r.result.Reach), uncalled)
	case r.marks != nil:
		return covered(r.program, r.marks, uncalled)
	}
	return &coverage{}
}

// String says in a few words how much was reached.
func (c *coverage) String() string {
	text := fmt.Sprintf("%d of %d lines reached", c.reached, c.lines)
	if c.perhaps > 0 {
		text += fmt.Sprintf(", %d more perhaps", c.perhaps)
	}
	return text
}

// lcov writes the coverage as a part of a tracefile, with a section for each file. Whatever was reached counts once.
func (c *coverage) lcov() []byte {
	var b bytes.Buffer
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	count := map[bool]int{true: 1}
	for _, f := range c.files {
		say("TN:")
		say("SF:%s", f.name)
		hit := 0
		for _, fn := range f.functions {
			say("FN:%d,%s", fn.line, fn.name)
		}
		for _, fn := range f.functions {
			say("FNDA:%d,%s", count[fn.reached], fn.name)
			hit += count[fn.reached]
		}
		say("FNF:%d", len(f.functions))
		say("FNH:%d", hit)
		hit = 0
		for _, br := range f.branches {
			for side, took := range []coresym.Mark{coresym.TookTrue, coresym.TookFalse} {
				taken := "-"
				if br.marks&coresym.Reached != 0 {
					taken = fmt.Sprint(count[br.marks&took != 0])
				}
				hit += count[br.marks&took != 0]
				say("BRDA:%d,%d,%d,%s", br.line, br.block, side, taken)
			}
		}
		say("BRF:%d", 2*len(f.branches))
		say("BRH:%d", hit)
		hit = 0
		for _, line := range slices.Sorted(maps.Keys(f.lines)) {
			reached := f.lines[line]&coresym.Reached != 0
			say("DA:%d,%d", line, count[reached])
			hit += count[reached]
		}
		say("LF:%d", len(f.lines))
		say("LH:%d", hit)
		say("end_of_record")
	}
	return b.Bytes()
}

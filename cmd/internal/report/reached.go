package report

import (
	"fmt"
	"strings"

	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/semantics/source"
)

// This file defines which lines of a program the checker's walk along a certificate of absence comes to.
//
// The walk follows every way that no proof excludes, instruction by instruction. So no input of which the certificate
// speaks leads to a line that the walk does not come to. The converse need not hold: a certificate may leave a way open
// that no input takes.

// Reached is how many lines with code the walk comes to, in all files of the program. A line has code if an instruction
// begins there of a function that people wrote and that the program can call, as in the figure of a search.
type Reached struct {
	Lines, All int
	Elsewhere  int    // how many of All are in files whose text is not at hand
	Never      string // what is said of lines with code to which the walk does not come; "" if the page lists none
}

// lineOf is a line of a file.
type lineOf struct{ file, line int32 }

// walked is the lines that the walk has come to.
type walked map[lineOf]bool

// visit notes the line of a visit.
func (w walked) visit(v checker.Visit) {
	if !v.Done {
		w[lineOf{v.At.File, v.At.Line}] = true
	}
}

// reached counts the lines with code. For those in a source that source knows, counts says whether the walk comes to
// them: 1 or 0.
func (w walked) reached(v *checker.Verdict, source func(source.Span) int) (r *Reached, counts map[int]map[int]int64) {
	code := map[lineOf]bool{}
	counts = map[int]map[int]int64{}
	for _, f := range v.Lowered.Funcs {
		if f.Library {
			continue
		}
		for i := range f.Code {
			if s := f.Code[i].Span; s.IsValid() {
				at := lineOf{s.File, s.Line}
				code[at] = true
				i := source(s)
				if i >= 0 && counts[i] == nil {
					counts[i] = map[int]int64{}
				}
				if i >= 0 {
					counts[i][int(s.Line)] = one(w[at])
				}
			}
		}
	}
	r = &Reached{All: len(code)}
	for at := range code {
		r.Lines += int(one(w[at]))
	}
	r.Elsewhere = r.All
	for _, lines := range counts {
		r.Elsewhere -= len(lines)
		for _, n := range lines {
			if n == 0 {
				r.Never = never(v)
			}
		}
	}
	return r, counts
}

// never says what it means that the walk does not come to a line.
func never(v *checker.Verdict) string {
	within := strings.TrimPrefix(claim.Proved(v).Every(), "every input")
	text := "never reached, whatever the input" + within
	if len(v.Path) > 0 || checkcmd.Assumptions(v) != "" {
		text = "never reached, whatever input" + within + " satisfies the assumptions"
	}
	if v.LoopLimit > 0 {
		text += fmt.Sprintf(", while no loop iterates more than %s", checkcmd.Count(int64(v.LoopLimit), "time"))
	}
	return text
}

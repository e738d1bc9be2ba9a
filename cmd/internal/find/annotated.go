package find

import (
	"errors"
	"fmt"

	"vouch/checker"
	"vouch/cmd/internal/loops"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/terminal"
	"vouch/semantics/fronts"
	"vouch/semantics/source"
)

// This file defines --annotate: the program with the invariants of its loops, which the checker has accepted.

// annotated writes the program with the invariants of its loops, and returns lines about what it leaves out. Without a
// certificate of absence, it writes nothing.
func (r *fileResult) annotated(target string) (lines []string) {
	if r.result == nil || !r.claimed() || r.proved == nil {
		return []string{fmt.Sprintf("%s: --annotate: nothing is written to %s, because no certificate says that the program has no bug",
			terminal.Shown(r.file), terminal.Shown(target))}
	}
	v, list, err := loops.Read(r.proved, checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower})
	if err != nil {
		panic(fmt.Sprintf("find: the checker refuses what it has accepted: %v", err))
	}
	contracts, err := loops.Contracts(v)
	if err != nil {
		panic(fmt.Sprintf("find: what the checker has lowered has errors: %v", err))
	}
	text, notes, err := loops.Annotated(v, list, contracts, r.source, fronts.All.Lower)
	if err != nil {
		err = fmt.Errorf("--annotate %s: %w", target, err)
	} else if err = outfile.Write(target, text, 0o644); err != nil {
		err = fmt.Errorf("--annotate: cannot write the program: %w", err)
	}
	if err != nil {
		r.err = errors.Join(r.err, err)
		return nil
	}
	if len(list)+len(contracts) == 0 {
		lines = append(lines, fmt.Sprintf("%s: --annotate: the certificate has no invariants of loops; with --engine invariants it may have some",
			terminal.Shown(r.file)))
	}
	for _, n := range notes {
		at := source.Span{File: int32(n.File), Line: int32(n.Line), Column: int32(n.Column)}
		lines = append(lines, fmt.Sprintf("%s: --annotate: %s", r.place(at), n.Text))
	}
	return lines
}

// Package elaborate turns certificates into the long proofs that package kernel checks. Nobody needs to trust it: a
// proof that is wrong is refused.
//
// Begin with [Write]. It runs the kernel itself, finds out where that stops, and asks a solver why a way is
// impossible. Each command that the kernel accepts goes to the proof.
package elaborate

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"vouch/certs"
	"vouch/checker"
	"vouch/kernel"
	"vouch/kernel/encode"
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines how a certificate becomes a proof.

// Write writes the proof of a certificate: the program, the claim, and commands. Of a bug, the claim is about its
// class of inputs if the kernel can say that and a short proof is found, and else about the inputs in the certificate.
//
// If tell is not nil, Write calls it now and then with the size of the proof so far. Where a try fails, another begins,
// and the size falls.
func Write(ctx context.Context, w io.Writer, data []byte, o checker.Options, tell func(Stats)) (stats Stats,
	err error) {
	seen := landscape{tell: tell}
	o.Mark = func(f core.Frame, path []checker.Assumed) {
		seen.marks, seen.paths = append(seen.marks, f), append(seen.paths, path)
	}
	o.Merge = func(f core.Frame, depth, pc int) { seen.merges = append(seen.merges, merge{f, depth, pc}) }
	v, err := checker.Check(data, o)
	if err != nil {
		return stats, err
	}
	if v.Fault.Kind == semantics.EndlessLoop {
		return stats, fmt.Errorf("%w: the kernel does not prove endless loops", ErrUnsupported)
	}
	c, err := certs.Open(data, o.Limits.MaxBytes)
	if err != nil {
		return stats, err
	}
	if a, ok := c.(*certs.Absence); ok && len(a.Summaries) > 0 {
		return stats, fmt.Errorf("%w: the kernel proves nothing of objects whose contents landmarks summarise",
			ErrUnsupported)
	}
	if len(v.Contracts) > 0 {
		return stats, fmt.Errorf("%w: the kernel proves nothing of functions with contracts", ErrUnsupported)
	}
	if about, ok := encode.Class(v); ok {
		try := &draft{most: maxHeld}
		if stats, err := prove(ctx, try, about, v, c, seen); err == nil {
			_, err = w.Write(try.Bytes())
			return stats, err
		}
	}
	if len(seen.merges) > 0 {
		return provesWays(ctx, w, encode.Claim(v), v, c, seen)
	}
	return provesMarks(ctx, w, encode.Claim(v), v, c, seen)
}

// provesMarks is prove for a certificate that merges no ways. If landmarks forget facts, the elaborator first tries to
// forget some, with not many more commands than the checker takes steps.
func provesMarks(ctx context.Context, w io.Writer, about kernel.Claim, v *checker.Verdict, c certs.Certificate,
	seen landscape) (Stats, error) {
	if a, ok := c.(*certs.Absence); ok && slices.ContainsFunc(a.Landmarks, func(l certs.Landmark) bool {
		return len(l.Facts) > 0
	}) {
		try := &draft{most: maxHeld}
		forgets := seen
		forgets.most = freeCommands + commandsPerStep*int(v.Steps)
		stats, err := prove(ctx, try, about, v, c, forgets)
		if err == nil {
			_, err = w.Write(try.Bytes())
			return stats, err
		}
	}
	seen.paths = nil
	return prove(ctx, w, about, v, c, seen)
}

// prove writes a proof of a claim about the program of a certificate.
func prove(ctx context.Context, w io.Writer, about kernel.Claim, v *checker.Verdict, c certs.Certificate,
	seen landscape) (stats Stats, err error) {
	out := bufio.NewWriter(w)
	e := &elaborator{
		ctx: ctx, out: out, stats: &stats, tell: seen.tell, most: seen.most, program: v.Lowered,
		funcs: map[*core.Func]int{},
		marks: map[place][]*landmark{}, heads: map[[2]int]bool{}, claimed: map[place][]claim{},
		prover: newProver(), meetings: map[place]meeting{}, origins: map[int]origin{}, alive: map[int]slots{},
		forgets: map[place]shapes{},
	}
	for i, f := range v.Lowered.Funcs {
		e.funcs[f] = i
	}
	if a, ok := c.(*certs.Absence); ok {
		for _, m := range seen.merges {
			e.merges(m)
		}
		for i, f := range seen.marks {
			e.heads[[2]int{e.funcs[f.Func()], f.PC()}] = true
			if l := a.Landmarks[i]; l.Same == 0 {
				at := e.placeOf(f)
				e.marks[at] = append(e.marks[at], &landmark{Landmark: l})
				if e.forgets[at] == nil {
					e.forgets[at] = shapes{}
				}
				if seen.paths != nil {
					e.forgets[at].note(seen.paths[i], l.Facts)
				}
			}
		}
	}
	start := encode.Item(nil).Text(string(encode.Program(v.Lowered))).About(about)
	e.Kernel, err = kernel.Open(bytes.NewReader(start))
	if err != nil {
		return stats, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	out.Write(start)
	if err = e.all(); err != nil {
		return stats, err
	}
	return stats, out.Flush()
}

const (
	maxHeld         = 16 << 20 // bytes of a proof that may turn out to fail
	commandsPerStep = 4
	freeCommands    = 100
)

// provesWays is prove for a certificate that merges ways. A proof that merges them has disjunctions, which may cost
// more than walking the ways apart. So the elaborator first tries to walk them apart, with not many more commands
// than the checker takes steps. If that fails, it merges, and if that fails soon, it walks apart without a bound.
func provesWays(ctx context.Context, w io.Writer, about kernel.Claim, v *checker.Verdict, c certs.Certificate,
	seen landscape) (Stats, error) {
	apart := landscape{marks: seen.marks, most: freeCommands + commandsPerStep*int(v.Steps), tell: seen.tell}
	first := &draft{most: maxHeld}
	if stats, err := prove(ctx, first, about, v, c, apart); err == nil {
		_, err = w.Write(first.Bytes())
		return stats, err
	}
	second := &draft{most: maxHeld, to: w}
	stats, err := prove(ctx, second, about, v, c, seen)
	switch {
	case err == nil:
		_, err = w.Write(second.Bytes())
	case !second.final && ctx.Err() == nil:
		apart.most = 0
		return prove(ctx, w, about, v, c, apart)
	}
	return stats, err
}

package find

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"vouch/certs"
	"vouch/cmd/internal/checkcmd"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics"
)

// This file defines the cache of results. What it keeps of a search is the certificate. A later search of the same
// program with the same options takes it if the checker accepts it again, so nobody has to trust the cache: whoever
// changes it can take results away, and put others there that are proved as well.

// cache keeps certificates on a shelf, each by a name that says what was searched and how. A nil cache keeps nothing.
type cache struct {
	shelf Shelf

	mu  sync.Mutex
	err error // the first one in writing
}

// newCache returns the cache that the options name; nil if there is none, or if the user asks for more than a
// certificate says: which lines are reached, where the time goes, inputs, the answers of a solver, whether a loop is
// endless.
func newCache(o Options) *cache {
	if o.Cache == nil || o.traced() || o.Journal != "" || o.SeedsOut != "" || o.Search.Hangs {
		return nil
	}
	return &cache{shelf: o.Cache}
}

// name returns the name for a search of a program. Everything is in it on which the result depends but the
// limits of time and memory: a certificate is right under any of them. It is "" if nothing is kept.
func (c *cache) name(o finder.Options, about string, p *load.Program) string {
	if c == nil {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q minimize %t\n", about, o.Minimize)
	fmt.Fprintf(h, "%q %d %q\n", p.About.Language, p.About.Version, p.About.Options)
	for _, f := range p.About.Sources {
		fmt.Fprintf(h, "%q %x\n", f.Name, sha256.Sum256(f.Text))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// get returns what is kept by a name; nil if there is nothing.
func (c *cache) get(ctx context.Context, name string) []byte {
	if c == nil {
		return nil
	}
	data, err := c.shelf.Get(ctx, name)
	if err != nil {
		return nil
	}
	return data
}

// put keeps a certificate, unless it is nil. What cannot be written is not kept.
func (c *cache) put(ctx context.Context, name string, proof certs.Certificate) {
	if c == nil || proof == nil {
		return
	}
	err := c.shelf.Put(ctx, name, certs.Encode(proof))
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
}

// complaint says why something was not kept; "" if everything was.
func (c *cache) complaint() string {
	if c == nil || c.err == nil {
		return ""
	}
	return fmt.Sprintf("--cache %s: a result is not kept: %v", c.shelf, checkcmd.Reason(c.err))
}

// remember makes what was kept the result of the file, and reports whether it is a certificate that the checker
// accepts.
func (r *fileResult) remember(certificates *folder, data []byte, limits finder.Limits) bool {
	c, err := certs.Open(data, certs.MaxBytes)
	if err != nil || !certs.Same(c.About(), r.program.About) {
		return false
	}
	verdict, err := r.accepts(c, data)
	if err != nil || verdict.Vacuous {
		return false // why assumptions contradict each other is not in the certificate
	}
	res := &finder.Result{Program: r.program.About, Limits: limits}
	var f finder.Finding
	switch c := c.(type) {
	case *certs.Absence:
		if c.LoopLimit != uint64(limits.Loop) {
			return false
		}
		res.Verdict, res.Absence, res.Invariants = finder.Verdict(c.Kind), c, finder.Invariants(c)
		res.Contracts = len(c.Contracts)
	case *certs.Bug:
		var ok bool
		f, ok = finder.On(finder.Program{Core: r.program.Core, About: r.program.About}, c.Inputs,
			int64(c.Trace.Steps)+1)
		if !ok || !certs.Same(f.Bug, c) || !r.asked.ends(f.Fault.Kind) {
			return false
		}
		res.Verdict, res.Findings = finder.Bug, []finder.Finding{f}
		res.Coverage.Ended, res.Coverage.Why = finder.FirstBug, finder.FirstBug.Error()
	}
	r.result, r.kept = res, true
	if res.Verdict == finder.Bug {
		r.accepted[f.Fault] = true
		r.certificates[f.Fault], r.missing[f.Fault] = r.write(certificates, c, data)
		if r.missing[f.Fault] == nil {
			delete(r.missing, f.Fault)
		}
		return true
	}
	r.absence, r.unwritten = r.write(certificates, c, data)
	return true
}

// ends reports whether a search ends with a bug of some kind: one that is severe enough, unless all bugs are wanted.
func (o *Options) ends(k semantics.Kind) bool { return !o.Search.All && o.severe(k) }

// proof returns the certificate that says all that the result says; nil if there is none.
func (r *fileResult) proof() certs.Certificate {
	res := r.result
	switch certain := res.Certain(); {
	case r.err != nil || !r.certified() || res.Coverage.Vacuous:
	case r.claimed():
		return res.Absence
	case len(res.Findings) == 1 && r.asked.ends(certain[0].Fault.Kind) && certain[0].Missing == nil &&
		!r.isBeyond(certain[0]):
		return certain[0].Bug
	}
	return nil
}

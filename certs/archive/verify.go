package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"

	"vouch/certs/statement"
)

// This file defines the verification of a whole archive.

// Verification is how an archive is verified.
type Verification struct {
	Trust   *statement.Trust
	Now     time.Time
	Earlier []byte // a checkpoint of the log from before; nil for none
	Jobs    int    // certificates checked at a time, at least 1

	// MaxBytes is the size of the largest certificate that is read.
	MaxBytes int64
	// Check is the checker: it returns what is known of a valid certificate. It is called by several goroutines.
	Check func(certificate []byte) (statement.Finding, error)
	// Progress, if not nil, is told how much of what is done.
	Progress func(what string, done, total uint64)
	// Fault is told everything that is wrong, by one goroutine at a time.
	Fault func(error)
}

// Report is what a verification has found.
type Report struct {
	Entries      uint64
	Statements   int // of issuers
	Issuers      int
	Certificates int // valid
	Pruned       int // certificates that the archive says it has dropped
	NoReceipt    int // entries whose receipts the next addition will make
	Faults       int
}

// Verify re-checks everything: the log's checkpoint, tree and tiles, that it only grew, every signature and receipt,
// and every certificate. The error is of what keeps it from going on; what is wrong is told to Fault, and counted.
func (a *Archive) Verify(ctx context.Context, v Verification) (*Report, error) {
	r := &Report{}
	var mu sync.Mutex
	fault := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		r.Faults++
		v.Fault(err)
	}
	progress := func(what string) func(done, total uint64) {
		return func(done, total uint64) {
			if v.Progress != nil {
				v.Progress(what, done, total)
			}
		}
	}
	raw, size := a.Checkpoint()
	r.Entries = size
	now, err := v.Trust.Checkpoint(raw)
	if err != nil {
		fault(err)
		return r, nil
	}
	if v.Earlier != nil {
		if err := a.grew(v.Trust, v.Earlier, now); err != nil {
			fault(err)
		}
	}
	if err := a.log.Fsck(ctx, progress("log")); err != nil {
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		fault(err)
		return r, nil // the entries are not to be believed
	}
	if err := a.forgotten(size); err != nil {
		fault(err)
	}
	about, order, err := a.verifyEntries(r, now, fault)
	if err != nil {
		fault(err)
		return r, nil
	}
	err = v.parallel(ctx, func(do func(func())) error {
		var done uint64
		for _, d := range order {
			c := about[d]
			do(func() {
				a.check(&v, d, c, fault)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case c.verdict != "":
					r.Certificates++
				case c.gone && c.pruned:
					r.Pruned++
				}
				done++
				progress("certificates")(done, uint64(len(order)))
			})
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	err = v.parallel(ctx, func(do func(func())) error {
		return a.Records(0, func(rec Record) error {
			if a.Own(rec) {
				return ctx.Err()
			}
			c := about[rec.Digest]
			if c.badReceipts[rec.Index] {
				rec.Receipts = nil // told once
			}
			do(func() {
				if err := c.vouch(&v, rec); err != nil {
					fault(fmt.Errorf("entry %d: %w", rec.Index, err))
				}
			})
			return ctx.Err()
		})
	})
	if err != nil && ctx.Err() == nil {
		fault(err)
	}
	return r, ctx.Err()
}

// claimed is what is known of a certificate that entries are about. There are many, so it has no more of them than it
// needs.
type claimed struct {
	first                   uint64 // of the entries
	pruned                  bool   // the archive says that it has dropped the certificate
	gone                    bool   // the archive does not have it
	subject, verdict, fault string // as the checker found them; "" if it is not valid or not there
	badReceipts             map[uint64]bool
}

// verifyEntries verifies what entries and their receipts say of the log, and returns the certificates that they are
// about, and in which order they first occur.
func (a *Archive) verifyEntries(r *Report, now *statement.Checkpoint, fault func(error)) (
	about map[statement.Digest]*claimed, order []statement.Digest, err error) {
	about = map[statement.Digest]*claimed{}
	roots := map[uint64][]byte{} // of the log at the sizes that receipts speak of
	issuers := map[[sha256.Size]byte]bool{}
	err = a.Records(0, func(rec Record) error {
		if rec.Index == 0 && (!a.Own(rec) || rec.Review != nil || rec.Digest != sha256.Sum256(a.config.encode())) {
			fault(fmt.Errorf("entry 0: found it to be about another %s", configName))
		}
		bad := false
		if len(rec.Receipts) == 0 {
			r.NoReceipt++
		} else if err := a.extends(rec, now, roots); err != nil {
			fault(fmt.Errorf("entry %d: %w", rec.Index, err))
			bad = true
		}
		if a.Own(rec) {
			if err := rec.Verify(a.key); err != nil {
				fault(fmt.Errorf("entry %d: %w", rec.Index, err))
			}
			if !a.Pruned(rec) {
				return nil
			}
		} else {
			r.Statements++
			issuers[sha256.Sum256([]byte(rec.Issuer))] = true
		}
		c := about[rec.Digest]
		if c == nil {
			c = &claimed{first: rec.Index}
			about[rec.Digest] = c
			order = append(order, rec.Digest)
		}
		c.pruned = c.pruned || a.Pruned(rec)
		if bad {
			if c.badReceipts == nil {
				c.badReceipts = map[uint64]bool{}
			}
			c.badReceipts[rec.Index] = true
		}
		return nil
	})
	r.Issuers = len(issuers)
	return about, order, err
}

// parallel calls feed with a function that has another one called, by one of several goroutines, and waits for all of
// them. The error is that of feed, or that of ctx, after whose end no more are called.
func (v *Verification) parallel(ctx context.Context, feed func(do func(func())) error) error {
	var group sync.WaitGroup
	work := make(chan func())
	for range max(v.Jobs, 1) {
		group.Go(func() {
			for f := range work {
				f()
			}
		})
	}
	err := feed(func(f func()) {
		select {
		case work <- f:
		case <-ctx.Done():
		}
	})
	close(work)
	group.Wait()
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// grew reports why the log is not an extension of what it was at an earlier checkpoint.
func (a *Archive) grew(t *statement.Trust, raw []byte, now *statement.Checkpoint) error {
	before, err := t.Checkpoint(raw)
	switch {
	case err != nil:
		return fmt.Errorf("the earlier %w", err)
	case before.Origin != now.Origin:
		return fmt.Errorf("the earlier checkpoint is of log %q, want %q", before.Origin, now.Origin)
	case before.Size > now.Size:
		return rolledBack(before.Size, now.Size)
	case before.Size == now.Size && !bytes.Equal(before.Root, now.Root):
		return fmt.Errorf("the log was forked: the two checkpoints of %d entries differ", now.Size)
	}
	return a.prefix(before.Size, before.Root, now)
}

// prefix reports why the log did not have the given root at the given size.
func (a *Archive) prefix(size uint64, root []byte, now *statement.Checkpoint) error {
	path, err := a.log.Consistency(size, now.Size)
	if err != nil {
		return err
	}
	if proof.VerifyConsistency(rfc6962.DefaultHasher, size, now.Size, path, root, now.Root) != nil {
		return fmt.Errorf("the log was forked or changed: of the first %d entries it has signed another root", size)
	}
	return nil
}

// extends reports why the receipt of r is not of this log as it was then. Roots remembers what is known already.
func (a *Archive) extends(r Record, now *statement.Checkpoint, roots map[uint64][]byte) error {
	receipt, err := statement.ParseReceipt(r.Receipts[0])
	if err != nil {
		return err
	}
	if receipt.Origin != now.Origin {
		return fmt.Errorf("receipt: found log %q, want %q", receipt.Origin, now.Origin)
	}
	if receipt.Size > now.Size {
		return rolledBack(receipt.Size, now.Size)
	}
	if receipt.Index != r.Index {
		return fmt.Errorf("receipt: found it for entry %d", receipt.Index)
	}
	if err := receipt.Verify(r.Entry(), a.key); err != nil {
		return err
	}
	root, err := receipt.Root(r.Entry())
	if err != nil {
		return err
	}
	if known := roots[receipt.Size]; known != nil {
		if !bytes.Equal(known, root) {
			return fmt.Errorf("the log was forked: two receipts at %d entries have different roots", receipt.Size)
		}
		return nil
	}
	if err := a.prefix(receipt.Size, root, now); err != nil {
		return err
	}
	roots[receipt.Size] = root
	return nil
}

// check checks a certificate.
func (a *Archive) check(v *Verification, d statement.Digest, c *claimed, fault func(error)) {
	cert, err := a.Certificate(d, v.MaxBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.gone = true
		if !c.pruned {
			fault(fmt.Errorf("entry %d: certificate %x is missing", c.first, d))
		}
		return
	case err != nil:
		fault(err)
		return
	}
	f, err := v.Check(cert)
	if err != nil {
		fault(fmt.Errorf("%s: %w", a.CertificateFile(d), err))
		return
	}
	c.subject, c.verdict, c.fault = f.Subject, f.Verdict, f.Fault
}

// vouch reports why a statement about a certificate is not good.
func (c *claimed) vouch(v *Verification, r Record) error {
	f := statement.Finding{Digest: r.Digest, Subject: c.subject, Verdict: c.verdict, Fault: c.fault}
	if c.verdict == "" { // the signature can be verified still
		f.Subject = r.Subject
		if r.Review != nil {
			f.Verdict = r.Review.Verdict
			if n := r.Review.Native; n != nil {
				f.Fault = n.Fault
			}
		}
	}
	_, err := v.Trust.Vouch(r.Statement, f, v.Now)
	return err
}

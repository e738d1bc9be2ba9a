package archive

import (
	"bytes"
	"context"
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

// Verify re-checks everything: the log's checkpoint, tree and tiles, that it only grew, every signature and receipt, and every
// certificate. The error is of what keeps it from going on; what is wrong is told to Fault, and counted.
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
	byDigest := map[statement.Digest][]Record{}
	var order []statement.Digest
	roots := map[uint64][]byte{} // of the log at the sizes that receipts speak of
	issuers := map[string]bool{}
	last := uint64(0) // entry that there is a receipt for
	for index := range a.receipts {
		last = max(last, index)
	}
	if last >= size {
		fault(rolledBack(last+1, size))
	}
	err = a.Records(0, func(rec Record) error {
		if len(rec.Receipts) == 0 {
			r.NoReceipt++
		} else if err := a.extends(rec, now, roots); err != nil {
			fault(fmt.Errorf("entry %d: %w", rec.Index, err))
			rec.Receipts = nil // told once
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
			issuers[rec.Issuer] = true
		}
		if byDigest[rec.Digest] == nil {
			order = append(order, rec.Digest)
		}
		byDigest[rec.Digest] = append(byDigest[rec.Digest], rec)
		return nil
	})
	if err != nil {
		fault(err)
		return r, nil
	}
	r.Issuers = len(issuers)

	var group sync.WaitGroup
	var done uint64
	work := make(chan statement.Digest)
	for range max(v.Jobs, 1) {
		group.Go(func() {
			for d := range work {
				known, dropped := a.verify(&v, byDigest[d], fault)
				mu.Lock()
				if known {
					r.Certificates++
				}
				if dropped {
					r.Pruned++
				}
				done++
				progress("certificates")(done, uint64(len(order)))
				mu.Unlock()
			}
		})
	}
feed:
	for _, d := range order {
		select {
		case work <- d:
		case <-ctx.Done():
			break feed
		}
	}
	close(work)
	group.Wait()
	return r, ctx.Err()
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

// verify checks a certificate and all that is said of it.
func (a *Archive) verify(v *Verification, records []Record, fault func(error)) (valid, dropped bool) {
	last := records[len(records)-1]
	cert, err := a.Certificate(last.Digest)
	if errors.Is(err, fs.ErrNotExist) {
		for _, r := range records {
			dropped = dropped || a.Pruned(r)
		}
		if !dropped {
			fault(fmt.Errorf("entry %d: certificate %x is missing", records[0].Index, last.Digest))
		}
	} else if err != nil {
		fault(err)
	}
	f := statement.Finding{Digest: last.Digest}
	if err == nil {
		if f, err = v.Check(cert); err != nil {
			fault(fmt.Errorf("%s: %w", a.CertificateFile(last.Digest), err))
		}
	}
	for _, r := range records {
		if a.Own(r) {
			continue
		}
		if err != nil { // the signature can be verified still
			f.Subject, f.Verdict = r.Subject, ""
			if r.Review != nil {
				f.Verdict = r.Review.Verdict
			}
		}
		if _, err := v.Trust.Vouch(r.Statement, f, v.Now); err != nil {
			fault(fmt.Errorf("entry %d: %w", r.Index, err))
		}
	}
	return err == nil, dropped
}

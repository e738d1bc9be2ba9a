package intake

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"sync"
	"time"

	"vouch/certs/archive"
	"vouch/certs/statement"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/semantics/fronts"
)

// This file defines how statements are checked and added.

// Adder checks statements and adds them to an archive.
type Adder struct {
	Writer         *archive.Writer
	Have           *archive.Archive // the same archive, to read what it has
	Trust          *statement.Trust
	Now            time.Time
	Limits         checker.Limits
	Stdout, Stderr io.Writer
	Progress       func(done, all int) // says how many statements have been dealt with
	Clear          func()              // clears the progress line before something is printed

	refused int
}

// batch is how many statements are added at a time: so many are at risk of not being acknowledged where the process is
// killed.
const batch = 1000

// Add adds those statements of a collection that are good, says of each what became of it, and returns how many were
// refused, with the certificates that no statement is about.
func (a *Adder) Add(ctx context.Context, c *Collection) (refused int, err error) {
	for from := 0; from < len(c.statements); from += batch {
		some := c.statements[from:min(from+batch, len(c.statements))]
		if err := a.add(ctx, some, c.certificates); err != nil {
			return a.refused, err
		}
		a.Progress(from+len(some), len(c.statements))
	}
	if unsigned := c.unsigned(a.Have); len(unsigned) > 0 {
		a.Clear()
		for _, name := range unsigned {
			fmt.Fprintf(a.Stdout, "unsigned %s\n", name)
		}
		fmt.Fprintf(a.Stderr, "found %s without a statement, not added: %s\n  hint: %s\n",
			checkcmd.Count(int64(len(unsigned)), "certificate"), checkcmd.Listed(unsigned), signing)
		a.refused += len(unsigned)
	}
	return a.refused, nil
}

// add adds those statements that are good.
func (a *Adder) add(ctx context.Context, some []named, certificates map[statement.Digest]checkcmd.File) error {
	items := make([]archive.Item, len(some))
	reasons := make([]error, len(some))
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				items[i], reasons[i] = a.examine(some[i], certificates)
			}
		})
	}
	for i := range some {
		next <- i
	}
	close(next)
	group.Wait()
	var good []archive.Item
	var files []string
	for i, err := range reasons {
		if err != nil {
			a.Clear()
			fmt.Fprintf(a.Stdout, "refused  %s\n", some[i].file.Name)
			fmt.Fprintf(a.Stderr, "%s: %v\n", some[i].file.Name, err)
			a.refused++
			continue
		}
		good = append(good, items[i])
		files = append(files, some[i].file.Name)
	}
	added, err := a.Writer.Add(ctx, good, a.Now)
	if err != nil {
		return err
	}
	a.Clear()
	for i, at := range added {
		what := "known   "
		if at.New {
			what = "archived"
		}
		fmt.Fprintf(a.Stdout, "%s %s  entry %d\n", what, files[i], at.Index)
	}
	return nil
}

// examine returns a statement with its certificate if both are good.
func (a *Adder) examine(n named, certificates map[statement.Digest]checkcmd.File) (item archive.Item, err error) {
	s := n.Statement
	if s == nil {
		data, err := n.file.Read(a.Limits.MaxBytes)
		if err != nil {
			return item, err
		}
		if s, err = statement.Parse(data); err != nil {
			return item, err
		}
	}
	item.Statement = s
	var cert []byte
	if file, ok := certificates[s.Digest]; ok {
		cert, err = file.Again(a.Limits.MaxBytes)
		item.Certificate = cert
	} else if cert, err = a.Have.Certificate(s.Digest, a.Limits.MaxBytes); errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("the certificate that it is about, %x, is neither given nor in the archive", s.Digest)
	}
	if err != nil {
		return item, err
	}
	f, _, err := checkcmd.Finding(n.file.Name, cert, checker.Options{Limits: a.Limits, Lower: fronts.All.Lower})
	if err == nil {
		_, err = a.Trust.Vouch(s, f, a.Now)
	}
	return item, err
}

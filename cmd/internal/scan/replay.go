package scan

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"time"

	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/output"
)

// This file defines what the cache keeps of a whole run: what it printed. If nothing on which the run depended has
// changed, nor what it wrote, a run prints that again.

// replayable reports whether the cache may have all that is to be printed. Other forms of output are made of the
// results themselves.
func replayable(o Options) bool {
	return o.Only == nil && o.Since == "" && o.Find.SARIF == "" &&
		(o.Find.Format == "json" || o.Find.Format == find.Formats()[0])
}

// placeOfRun returns the file that keeps what a run on files printed.
func (c *cache) placeOfRun(o Options, files []Source) string {
	here, _ := os.Getwd() // names may be relative to it; an error is as good as a folder
	units := make([]string, 0, len(files))
	for _, f := range files {
		units = append(units, fmt.Sprintf("%q", append([]string{f.File, f.Include},
			slices.Concat(f.C.Include, []string{""}, f.C.Define, []string{""}, f.C.Undefine, []string{""},
				f.C.Prelude, []string{""}, f.C.TextSums())...)))
	}
	return c.named(fmt.Sprintf("run\n%q %q %q %v %v %d %q\n%q", here, o.Find.Format, o.Harness, o.Latent, o.Every,
		o.Callers, o.Find.Severity, units))
}

// replayed prints what an earlier run on files printed, and returns its error, as Run does; ok is false if there was
// none, or something has changed since.
func (c *cache) replayed(ctx context.Context, o Options, files []Source, began time.Time, stdout io.Writer) (err error,
	ok bool) {
	if c == nil || !replayable(o) {
		return nil, false
	}
	all, ok := c.at(c.placeOfRun(o, files))
	p := all.Printed
	if !ok || p == nil {
		return nil, false
	}
	for name, sum := range p.Written {
		if sum == "" || digest(name) != sum {
			return nil, false
		}
	}
	for i := range files { // a header that was not there may be there now
		if why, was := p.Unread[files[i].File]; was {
			if _, err := files[i].Entries(ctx); err == nil || err.Error() != why || ctx.Err() != nil {
				return nil, false
			}
		}
	}
	if _, err := io.WriteString(stdout, p.Text); err != nil {
		return err, true
	}
	seconds := time.Since(began).Seconds()
	if o.Find.Format == "json" {
		p.Sum.Summary.Seconds = seconds
		err = output.JSON(stdout, p.Sum)
	} else {
		_, err = fmt.Fprintf(stdout, "%s%.1f seconds; nothing has changed since an earlier run\n", p.Words, seconds)
	}
	if err == nil && p.Status != exit.OK {
		err = exit.Status(p.Status)
	}
	return err, true
}

// keepRun keeps what a run printed, if all on which it depended is known, and nothing depended on time.
func (c *cache) keepRun(o Options, files []Source, p *Project, all int, err error, text, complaints *bytes.Buffer) {
	status, is := errors.AsType[exit.Status](err)
	if c == nil || !replayable(o) || c.partly.Load() || p.Stopped != nil || complaints.Len() > 0 || err != nil && !is ||
		status == exit.BadInput && len(p.Unread) == 0 {
		return
	}
	r := &printed{Text: text.String(), Words: p.words(all), Sum: p.sumJSON(all), Status: int(status),
		Written: map[string]string{}, Unread: map[string]string{}}
	for i := range files {
		if files[i].unread != nil {
			r.Unread[files[i].File] = files[i].unread.Error()
		}
	}
	for _, f := range p.Functions {
		for _, name := range f.written {
			r.Written[name] = digest(name)
		}
	}
	c.mu.Lock()
	used := maps.Clone(c.used)
	c.mu.Unlock()
	c.store(c.placeOfRun(o, files), cached{Files: used, Printed: r})
}

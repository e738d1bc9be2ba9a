package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"vouch/cmd/internal/checkcmd"
	"vouch/finder"
)

// This file defines the line that shows, on a terminal, how far find or selftest is.

// progress is a line on standard error; nothing is shown where that is no terminal.
type progress struct {
	mu   sync.Mutex
	bar  *progressbar.ProgressBar
	last time.Time
}

func newProgress(w io.Writer, quiet bool) *progress {
	file, ok := w.(*os.File)
	visible := ok && !quiet && term.IsTerminal(int(file.Fd()))
	return &progress{bar: progressbar.NewOptions(-1,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetVisibility(visible),
		progressbar.OptionSpinnerType(14),
		progressbar.OptionClearOnFinish(),
	)}
}

// update shows how far the exploration of a file is.
func (p *progress) update(name string, c finder.Coverage, frontier int) {
	p.show(fmt.Sprintf("%s: %s, depth %d, %d in the frontier", name, checkcmd.Count(c.States, "state"), c.Depth, frontier))
}

// proving shows how far the proof is that a file has no bug.
func (p *progress) proving(name string, ways int) {
	p.show(fmt.Sprintf("%s: proving, %s decided", name, checkcmd.Count(int64(ways), "way")))
}

// cases shows how far a chapter of theorems is, and about how long it will take.
func (p *progress) cases(chapter string, done, all int, began time.Time) {
	left := time.Duration(float64(time.Since(began)) * float64(all-done) / float64(done))
	p.show(fmt.Sprintf("%s: %d of %d cases, %s left", chapter, done, all, left.Round(time.Second)))
}

// show shows a line, a few times a second at most.
func (p *progress) show(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.last) < 200*time.Millisecond {
		return
	}
	p.last = time.Now()
	p.bar.Describe(line)
	p.bar.Add(1)
}

// clear makes room for a line of output.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bar.Clear()
}

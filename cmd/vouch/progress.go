package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/output"
	"vouch/finder"
)

// This file defines how commands show how far they are: a line on a terminal, or JSON for tools.

// The ways of showing progress: on a terminal only, as lines of JSON wherever standard error goes, or not at all.
var progresses = []string{"auto", "json", "none"}

// progress is a line on standard error; nothing is shown where that is no terminal.
type progress struct {
	mu   sync.Mutex
	bar  *progressbar.ProgressBar
	json io.Writer // nil unless lines of JSON are wanted
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

// newJSONProgress returns a progress that writes each update as a JSON object on a line of its own.
func newJSONProgress(w io.Writer) *progress {
	p := newProgress(w, true)
	p.json = tame{w}
	return p
}

// tame writes JSON in which GitHub's runner sees no command: "##[" can be in strings only, where # may be escaped.
type tame struct{ io.Writer }

func (t tame) Write(data []byte) (int, error) {
	_, err := t.Writer.Write(bytes.ReplaceAll(data, []byte("##["), []byte(`#\u0023[`)))
	return len(data), err
}

// exploring is how far the exploration of a file is.
type exploring struct {
	File     string `json:"file"`
	States   int64  `json:"states"`
	Frontier int    `json:"frontier"` // states left to visit
	Depth    int64  `json:"depth"`    // steps to the deepest state
	Asked    int64  `json:"asked"`    // states put to the solver, as the layers of the report count them
	Queries  *int   `json:"queries"`  // to the solver, as the report counts them; null before the end
	Rate     int64  `json:"rate"`     // states a second
	LeftMS   *int64 `json:"left_ms"`  // of the time budget; null if there is none
	Bugs     int    `json:"bugs"`     // found so far
	Ways     int    `json:"ways"`     // decided in the proof that there is no bug; 0 before it begins
}

// explored notes how far the exploration is after some time.
func (e *exploring) explored(c finder.Coverage, l finder.Layers, after time.Duration) {
	e.States, e.Frontier, e.Depth, e.Asked = c.States, c.Frontier, c.Depth, l.Asked()
	e.Rate = int64(float64(c.States) / max(after, time.Millisecond).Seconds())
}

// ended notes the result; nil stands for that of a file that could not be read.
func (e *exploring) ended(r *finder.Result) {
	e.Queries = new(int)
	if r == nil {
		return
	}
	e.explored(r.Coverage, r.Layers, r.Elapsed)
	e.Bugs, e.Queries = len(r.Certain()), new(int(r.Solver.Queries))
	if r.Absence != nil {
		e.Ways = len(r.Absence.Ways)
	}
}

// left notes how much is left until ctx ends.
func (e *exploring) left(ctx context.Context) {
	if end, ok := ctx.Deadline(); ok {
		ms := max(time.Until(end), 0).Milliseconds()
		e.LeftMS = &ms
	}
}

func (e exploring) String() string {
	file := shown(e.File)
	line := fmt.Sprintf("%s: %s at %d/s, %d in the frontier, depth %d, %d queries", file, checkcmd.Count(e.States, "state"), e.Rate, e.Frontier, e.Depth, e.Asked)
	if e.Ways > 0 {
		line = fmt.Sprintf("%s: proving, %s decided", file, checkcmd.Count(int64(e.Ways), "way"))
	}
	if e.Bugs > 0 {
		line += ", " + checkcmd.Count(int64(e.Bugs), "bug")
	}
	if e.LeftMS != nil {
		line += fmt.Sprintf(", %s left", (time.Duration(*e.LeftMS) * time.Millisecond).Round(time.Second))
	}
	return line
}

// update shows how far the exploration of a file is.
func (p *progress) update(e exploring) { p.showAs(e.String(), e) }

// end writes how the exploration of a file ended, where lines of JSON are wanted.
func (p *progress) end(e exploring) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.json != nil {
		output.JSON(p.json, e)
	}
}

// cases shows how far a chapter of theorems is, and about how long it will take.
func (p *progress) cases(chapter string, done, all int, began time.Time) {
	left := time.Duration(float64(time.Since(began)) * float64(all-done) / float64(done))
	p.show(fmt.Sprintf("%s: %d of %d cases, %s left", chapter, done, all, left.Round(time.Second)))
}

// show shows a line, a few times a second at most.
func (p *progress) show(line string) { p.showAs(line, nil) }

// showAs shows a line, or what stands for it in JSON.
func (p *progress) showAs(line string, v any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.last) < 200*time.Millisecond {
		return
	}
	p.last = time.Now()
	if p.json != nil && v != nil {
		output.JSON(p.json, v)
		return
	}
	p.bar.Describe(line)
	p.bar.Add(1)
}

// clear makes room for a line of output.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bar.Clear()
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"vouch/cmd/internal/checkcmd"
)

// This file defines how commands show how far they are: a line on a terminal, or JSON for tools.

// The ways of showing progress: on a terminal only, as lines of JSON wherever standard error goes, or not at all.
var progresses = []string{"auto", "json", "none"}

// progress is a line on standard error; nothing is shown where that is no terminal.
type progress struct {
	mu   sync.Mutex
	bar  *progressbar.ProgressBar
	json *json.Encoder // nil unless lines of JSON are wanted
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
	p.json = json.NewEncoder(w)
	p.json.SetEscapeHTML(false)
	return p
}

// exploring is how far the exploration of a file is.
type exploring struct {
	File     string `json:"file"`
	States   int64  `json:"states"`
	Frontier int    `json:"frontier"` // states left to visit
	Depth    int64  `json:"depth"`    // steps to the deepest state
	Queries  int64  `json:"queries"`  // to the solver
	Rate     int64  `json:"rate"`     // states a second
	LeftMS   *int64 `json:"left_ms"`  // of the time budget; null if there is none
	Bugs     int    `json:"bugs"`     // found so far
	Ways     int    `json:"ways"`     // decided in the proof that there is no bug; 0 before it begins
}

// left notes how much is left until ctx ends.
func (e *exploring) left(ctx context.Context) {
	if end, ok := ctx.Deadline(); ok {
		ms := max(time.Until(end), 0).Milliseconds()
		e.LeftMS = &ms
	}
}

func (e exploring) String() string {
	line := fmt.Sprintf("%s: %s at %d/s, %d in the frontier, depth %d, %d queries", e.File, checkcmd.Count(e.States, "state"), e.Rate, e.Frontier, e.Depth, e.Queries)
	if e.Ways > 0 {
		line = fmt.Sprintf("%s: proving, %s decided", e.File, checkcmd.Count(int64(e.Ways), "way"))
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
		p.json.Encode(v)
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

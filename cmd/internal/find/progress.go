package find

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/output"
	"vouch/cmd/internal/terminal"
	"vouch/finder"
	"vouch/semantics/core/coresym"
)

// This file defines how find shows its progress: as a line on a terminal, or as JSON for tools.

// Progresses are the ways to show progress: on a terminal only; as lines of JSON, wherever standard error goes; or not
// at all.
var Progresses = []string{"auto", "json", "none"}

// progress shows on standard error how far the search is.
type progress struct {
	line *terminal.Line // nil if there is nothing to show

	mu   sync.Mutex
	json io.Writer // nil unless the user wants lines of JSON
	last time.Time // when the last one was written
	// spread says whether that was about a search that is spread: the first line about one is written at once.
	spread bool
}

// newProgress returns a progress that writes to w in one of the ways of Progresses.
func newProgress(w io.Writer, way string) *progress {
	if way == "json" {
		return &progress{json: tame{w}}
	}
	return &progress{line: terminal.NewLine(w, way == "none")}
}

// tame writes JSON in which GitHub's runner sees no command: "##[" can only occur in strings, where # may be escaped.
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
	// states about which the solver was asked, counted as in the layers of the result
	Asked    int64  `json:"asked"`
	Queries  *int   `json:"queries"`   // queries of the solver, counted as in the result; null before the end
	Rate     int64  `json:"rate"`      // states a second
	LeftMS   *int64 `json:"left_ms"`   // of the time budget; null if there is none
	FuzzRuns int64  `json:"fuzz_runs"` // runs on changed inputs
	Bugs     int    `json:"bugs"`      // found so far
	Ways     int    `json:"ways"`      // decided ways in the proof that there is no bug; 0 before the proof begins

	Reached *reached `json:"reached"`        // null for a file that could not be read
	Crew    *crewed  `json:"crew,omitempty"` // nil unless the search is spread over workers
}

// crewed is how far a search is that is spread.
type crewed struct {
	Workers  int   `json:"workers"`
	Waiting  int   `json:"waiting"` // jobs
	Running  int   `json:"running"`
	Answered int   `json:"answered"`
	Again    int   `json:"again"`    // answers that were not right
	Here     int   `json:"here"`     // jobs that this process did
	Restarts int   `json:"restarts"` // workers that ended and were started again
	Rate     int64 `json:"rate"`     // states a second
}

// reached is how much was reached of the code that people wrote and that the program can call.
type reached struct {
	Functions    int `json:"functions"`
	FunctionsAll int `json:"functions_all"`
	Branches     int `json:"branches"` // the sides that were taken; each branch has two
	BranchesAll  int `json:"branches_all"`
}

// explored records how far the exploration is after the given time.
func (e *exploring) explored(c finder.Coverage, l finder.Layers, r *coresym.Reach, after time.Duration) {
	e.Reached = &reached{r.Count.Functions, r.All.Functions, r.Count.Ways, r.All.Ways}
	e.States, e.Frontier, e.Depth, e.Asked = c.States, c.Frontier, c.Depth, l.Asked()
	e.FuzzRuns = max(e.FuzzRuns, c.Fuzzed) // other searches have no fuzzer beside them
	e.Rate = int64(float64(c.States) / max(after, time.Millisecond).Seconds())
}

// ended records the result; nil is a file that could not be read.
func (e *exploring) ended(r *finder.Result) {
	e.Queries = new(int)
	if r == nil {
		return
	}
	if r.Reach != nil { // else the work was given up, and what was recorded last stays
		e.explored(r.Coverage, r.Layers, r.Reach, r.Elapsed)
	}
	if r.Fuzz != nil {
		e.FuzzRuns = r.Fuzz.Runs
	}
	e.Bugs, e.Queries = len(r.Certain()), new(int(r.Solver.Queries))
	if r.Absence != nil {
		e.Ways = len(r.Absence.Ways)
	}
}

// left records how much is left until ctx ends.
func (e *exploring) left(ctx context.Context) {
	if end, ok := ctx.Deadline(); ok {
		ms := max(time.Until(end), 0).Milliseconds()
		e.LeftMS = &ms
	}
}

// parts says it in words. The first part is a number that rises as long as anything happens: a narrow terminal shows no
// more.
func (e exploring) parts() []string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if e.Ways > 0 {
		add("%s decided", checkcmd.Count(int64(e.Ways), "path"))
		add("proving")
	} else {
		add("%s", checkcmd.Count(e.States, "state"))
	}
	if e.Bugs > 0 {
		add("%s", checkcmd.Count(int64(e.Bugs), "bug"))
	}
	if e.LeftMS != nil {
		add("%s left", (time.Duration(*e.LeftMS) * time.Millisecond).Round(time.Second))
	}
	if c := e.Crew; c != nil {
		add("%s", checkcmd.Count(int64(c.Workers), "worker"))
		add("%d jobs waiting, %d running, %d done", c.Waiting, c.Running, c.Answered)
		add("%d/s", c.Rate)
		if c.Restarts > 0 {
			add("%s", checkcmd.Count(int64(c.Restarts), "restart"))
		}
		return parts
	}
	if e.Ways == 0 {
		if r := e.Reached; r != nil {
			if r.FunctionsAll > 1 {
				add("%d of %d functions", r.Functions, r.FunctionsAll)
			}
			if r.BranchesAll > 0 {
				add("%d of %d branches", r.Branches, r.BranchesAll)
			}
		}
		add("%d/s", e.Rate)
		add("%d to explore", e.Frontier)
		add("depth %d", e.Depth)
		add("%d queries", e.Asked)
		if e.FuzzRuns > 0 {
			add("%s", checkcmd.Count(e.FuzzRuns, "run"))
		}
	}
	return parts
}

// update shows how far the exploration of a file is.
func (p *progress) update(e exploring) {
	p.line.Show(terminal.Shown(e.File), e.parts()...)
	if p.json == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	spread := e.Crew != nil
	if time.Since(p.last) >= 200*time.Millisecond || spread != p.spread {
		p.last, p.spread = time.Now(), spread
		output.JSON(p.json, e)
	}
}

// waiting shows for how long something goes on that has no steps to count.
func (p *progress) waiting(file, what string, began time.Time) {
	p.line.Show(terminal.Shown(file), time.Since(began).Truncate(time.Second).String(), what)
}

// end writes how the exploration of a file ended, if the user wants lines of JSON.
func (p *progress) end(e exploring) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.json != nil {
		output.JSON(p.json, e)
	}
}

// print clears the progress line while print prints to a terminal.
func (p *progress) print(print func()) { p.line.Print(print) }

// clear removes the progress line.
func (p *progress) clear() { p.line.Clear() }

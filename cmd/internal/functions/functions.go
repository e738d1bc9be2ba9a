// Package functions says which functions of a project in C are lowered, and why the others are not.
package functions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/memory"
	"vouch/cmd/internal/output"
	"vouch/cmd/internal/terminal"
	"vouch/internal/load"
	"vouch/semantics/source"
)

// Project is what became of the functions of a project. It is also what is printed as JSON.
type Project struct {
	Files     int        `json:"files"`
	Functions int        `json:"functions"` // with those that are counted in files that cannot be read
	Lower     int        `json:"lower"`
	Refused   int        `json:"refused"`
	Partly    int        `json:"partly"`  // that lower, and have a part that is refused
	Reasons   []Reason   `json:"reasons"` // why functions are refused, the most frequent first
	Parts     []Reason   `json:"parts"`   // why parts of functions are refused
	Unread    []Unread   `json:"unread"`  // files that cannot be read
	Objects   []Place    `json:"objects"` // errors of objects with static storage
	List      []Function `json:"list"`
	Seconds   float64    `json:"seconds"`
	Memory    int64      `json:"memory"` // peak of the process, in bytes; 0 if nobody knows

	Stopped error `json:"-"` // why not all files were read; nil if they were
}

// Reason is why functions or their parts are refused, without names and numbers, and how many functions have it.
type Reason struct {
	Reason    string `json:"reason"`
	Functions int    `json:"functions"`
}

// Place is a place and what is wrong there.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"` // 0 if it is the whole file
	Column int    `json:"column"`
	Reason string `json:"reason"`
}

// Unread is a file that cannot be read.
type Unread struct {
	File      string `json:"file"`
	Functions int    `json:"functions"` // as its braces say: an estimate
	Error     Place  `json:"error"`
}

// Function is a function of the project.
type Function struct {
	Name    string  `json:"name"`
	File    string  `json:"file"`
	Line    int     `json:"line"`
	Column  int     `json:"column"`
	Verdict string  `json:"verdict"` // lowers, partly, refused
	Reasons []Place `json:"reasons"`
}

// The verdicts on a function, from the best to the worst.
var verdicts = []string{"lowers", "partly", "refused"}

// Options say how a project is read.
type Options struct {
	Timeout time.Duration // for a file; 0 means no limit
	Watch   *memory.Watch
	Line    *terminal.Line // that shows progress; nil if nothing does
}

// Read reads the files of a project, one after another.
func Read(ctx context.Context, o Options, units []load.Unit) *Project {
	began := time.Now()
	p := &Project{Reasons: []Reason{}, Parts: []Reason{}, Unread: []Unread{}, Objects: []Place{}, List: []Function{}}
	found := map[Place]Function{} // by the place of the name; the reason is the name
	files := map[string]bool{}
	for i, u := range units {
		if p.Stopped = context.Cause(ctx); p.Stopped != nil {
			break
		}
		o.Line.Show(terminal.Shown(u.File), fmt.Sprintf("file %d of %d", i+1, len(units)),
			checkcmd.Plural(uint64(len(found)), "function", "functions"))
		files[u.File] = true
		all, err := o.read(ctx, u)
		if ctx.Err() != nil {
			continue
		}
		if err != nil {
			p.Unread = append(p.Unread, Unread{u.File, u.Definitions(), places(err, u.File)[0]})
			continue
		}
		if all.Others != nil {
			p.Objects = append(p.Objects, places(all.Others, u.File)...)
		}
		for _, f := range all.List {
			made := Function{Name: f.Name, File: f.Where.File, Line: f.Where.Pos.Line, Column: f.Where.Pos.Column,
				Verdict: verdicts[0], Reasons: []Place{}}
			switch {
			case f.Refused != nil:
				made.Verdict, made.Reasons = verdicts[2], places(f.Refused, u.File)
			case f.Parts != nil:
				made.Verdict, made.Reasons = verdicts[1], places(f.Parts, u.File)
			}
			key := Place{made.File, made.Line, made.Column, made.Name}
			if before, ok := found[key]; !ok || slices.Index(verdicts, made.Verdict) >
				slices.Index(verdicts, before.Verdict) {
				found[key] = made
			}
		}
	}
	o.Line.Print(func() {})
	p.Files = len(files)
	p.List = slices.SortedFunc(maps.Values(found), func(a, b Function) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Name, b.Name))
	})
	p.count()
	p.Seconds, p.Memory = time.Since(began).Seconds(), peak()
	return p
}

// read reads a file within the bounds of time and memory.
func (o Options) read(ctx context.Context, u load.Unit) (all load.Functions, err error) {
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout,
			fmt.Errorf("it takes longer than --timeout %s", o.Timeout))
		defer cancel()
	}
	o.Watch.Do(ctx, func(ctx context.Context) { all, err = u.Functions(ctx) })
	return all, err
}

// places returns where an error is.
func places(err error, file string) (all []Place) {
	list, ok := errors.AsType[source.ErrorList](err)
	if !ok {
		return []Place{{File: file, Reason: strings.TrimPrefix(err.Error(), file+": ")}}
	}
	for _, e := range list {
		all = append(all, Place{e.File, e.Pos.Line, e.Pos.Column, e.Msg})
	}
	return all
}

// count makes the sums.
func (p *Project) count() {
	reasons, parts := map[string]int{}, map[string]int{}
	tally := func(in map[string]int, places []Place) {
		seen := map[string]bool{}
		for _, at := range places {
			if kind := Kind(at.Reason); !seen[kind] {
				seen[kind] = true
				in[kind]++
			}
		}
	}
	for _, f := range p.List {
		switch f.Verdict {
		case "refused":
			p.Refused++
			tally(reasons, f.Reasons[:1])
		case "partly":
			p.Partly++
			tally(parts, f.Reasons)
			fallthrough
		default:
			p.Lower++
		}
	}
	p.Functions = len(p.List)
	for _, f := range p.Unread {
		p.Functions += f.Functions
		p.Refused += f.Functions
		reasons[Kind(f.Error.Reason)] += f.Functions
	}
	p.Reasons, p.Parts = ranked(reasons), ranked(parts)
}

// ranked returns reasons, the most frequent first.
func ranked(count map[string]int) []Reason {
	all := []Reason{}
	for _, r := range slices.Sorted(maps.Keys(count)) {
		all = append(all, Reason{r, count[r]})
	}
	slices.SortStableFunc(all, func(a, b Reason) int { return cmp.Compare(b.Functions, a.Functions) })
	return all
}

// The parts of a reason that differ from place to place.
var (
	quotes  = regexp.MustCompile(`"[^"]*"|'[^']*'`)
	at      = regexp.MustCompile(` (?:as )?at \S+:\d+:\d+`)
	records = regexp.MustCompile(`\b(struct|union|enum) \w+`)
	names   = regexp.MustCompile(`\b(found|function|member|object|label|goto|definition of|declaration of|call of|type name) [A-Za-z_]\w*( declared| again|,|$)`)
	numbers = regexp.MustCompile(`\b\d\w*`)
)

// Kind returns a reason without the names and the numbers in it, so that those of one kind are equal.
func Kind(reason string) string {
	reason = at.ReplaceAllString(reason, " at …")
	reason = quotes.ReplaceAllString(reason, `"…"`)
	reason = records.ReplaceAllString(reason, "$1 …")
	reason = names.ReplaceAllString(reason, "$1 …$2")
	return numbers.ReplaceAllString(reason, "N")
}

// most is how many reasons are printed.
const most = 10

// Text prints what became of a project, for people: what is refused, and the sums.
func (p *Project) Text(w io.Writer, every bool) error {
	var b strings.Builder
	line := func(at Place, format string, args ...any) {
		where := at.File
		if at.Line > 0 {
			where = fmt.Sprintf("%s:%d:%d", at.File, at.Line, at.Column)
		}
		b.WriteString(terminal.Shown(where+": "+fmt.Sprintf(format, args...)) + "\n")
	}
	for _, f := range p.Unread {
		line(f.Error, "cannot read the file, which has about %s: %s",
			checkcmd.Plural(uint64(f.Functions), "function", "functions"), f.Error.Reason)
	}
	for _, at := range p.Objects {
		line(at, "an object is refused: %s", at.Reason)
	}
	for _, f := range p.List {
		switch {
		case f.Verdict == "refused":
			line(f.Reasons[0], "%s is refused: %s", f.Name, f.Reasons[0].Reason)
		case every && f.Verdict == "partly":
			line(f.Reasons[0], "%s is refused on a path: %s", f.Name, f.Reasons[0].Reason)
		case every:
			line(Place{f.File, f.Line, f.Column, ""}, "%s lowers", f.Name)
		}
	}
	fmt.Fprintf(&b, "%s, %s: %d lower, %d are refused (%.1f %% lower); %d of those that lower have parts that are refused\n",
		checkcmd.Plural(uint64(p.Files), "file", "files"), checkcmd.Plural(uint64(p.Functions), "function",
			"functions"), p.Lower, p.Refused, p.Share(), p.Partly)
	for _, list := range []struct {
		title   string
		reasons []Reason
	}{{"functions are refused because:", p.Reasons}, {"parts are refused because:", p.Parts}} {
		if len(list.reasons) == 0 {
			continue
		}
		fmt.Fprintln(&b, list.title)
		for _, r := range list.reasons[:min(most, len(list.reasons))] {
			fmt.Fprintf(&b, "%7d  %s\n", r.Functions, terminal.Shown(r.Reason))
		}
	}
	fmt.Fprintf(&b, "%.1f seconds, %d MB\n", p.Seconds, p.Memory>>20)
	_, err := io.WriteString(w, b.String())
	return err
}

// Share returns how many of a hundred functions lower.
func (p *Project) Share() float64 {
	if p.Functions == 0 {
		return 100
	}
	return 100 * float64(p.Lower) / float64(p.Functions)
}

// JSON prints what became of a project, for programs.
func (p *Project) JSON(w io.Writer) error { return output.JSON(w, p) }

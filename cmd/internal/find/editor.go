package find

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/cmd/internal/sarif"
	"vouch/finder"
	"vouch/semantics/source"
)

// This file defines what find tells an editor about a program.

// Bug is a bug that is certain, as an editor shows it.
type Bug struct {
	sarif.Bug
	Title string // what happens, and an input
	Facts []Fact // values, objects, calls
}

// Fact is a fact about a bug, with the places that it mentions.
type Fact struct {
	Text   string
	Places []sarif.Region
}

// Watched looks for bugs in the program of a file. It calls found with each bug at once, and with the sources of the
// program, and returns what a log says about the program. Certificates go into the folder that the options name. It
// returns an error if it cannot make that folder or cannot write into it.
func Watched(ctx context.Context, o Options, file checkcmd.File, found func(Bug, []sarif.Source)) (sarif.File, error) {
	certificates, err := openFolder(o.Certificates)
	if err != nil {
		return sarif.File{}, err
	}
	defer certificates.close()
	s := &search{options: o, certificates: certificates, show: newProgress(io.Discard, "none")}
	s.found = func(r *fileResult, f finder.Finding) { found(r.shown(f), r.logged().Sources) }
	var r *fileResult
	o.Watch.Do(ctx, func(ctx context.Context) { r = s.file(ctx, file, max(1, o.Jobs)) })
	return r.logged(), nil
}

// shown returns a certain finding as an editor shows it.
func (r *fileResult) shown(f finder.Finding) Bug {
	b := Bug{Bug: r.loggedBug(f)}
	b.Title = fmt.Sprintf("%s for %s", faults.Describe(f.Fault.Kind), inputs(f))
	var places []source.Span
	facts := r.factsAt(f, func(s source.Span) string {
		places = append(places, s)
		return fmt.Sprintf("\x00%d\x00", len(places)-1)
	})
	for _, text := range facts {
		var fact Fact
		for i, part := range strings.Split(text, "\x00") {
			if i%2 == 0 {
				fact.Text += part
				continue
			}
			n, _ := strconv.Atoi(part)
			name, _ := r.program.Place(places[n])
			fact.Text += fmt.Sprintf("%s:%s", filepath.Base(name), places[n])
			fact.Places = append(fact.Places, r.region(places[n]))
		}
		b.Facts = append(b.Facts, fact)
	}
	return b
}

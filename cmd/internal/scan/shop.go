package scan

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"

	"vouch/cmd/internal/find"
	"vouch/finder"
	"vouch/internal/load"
)

// This file defines how a worker does jobs about a project that somebody sent.

// sealed are the files of a project that a worker got. It reads no others.
type sealed struct {
	snapshot
	mu      sync.Mutex
	unknown map[string]bool
}

// read is load.C.Read.
func (s *sealed) read(name string) ([]byte, error) {
	path := s.path(name)
	if text, ok := s.files[path]; ok {
		return text, nil
	}
	if !s.absent[path] {
		s.mu.Lock()
		if len(s.unknown) <= mostUnknown {
			s.unknown[path] = true
		}
		s.mu.Unlock()
	}
	return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}

// Shop does jobs about a project.
type Shop struct {
	project *Project
	o       Options
	session *find.Session
	files   *sealed
	all     []*function
	busy    []sync.Mutex
}

// NewShop reads a project that somebody sent. It reads no files of this machine.
func NewShop(ctx context.Context, data []byte) (*Shop, error) {
	var s shipped
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	if v := version(); s.Version != v {
		return nil, fmt.Errorf("found a project of vouch %.80q, want one of %s: all processes must be of one version",
			s.Version, v)
	}
	if !filepath.IsAbs(s.Folder) {
		return nil, fmt.Errorf("found the folder %.80q, want an absolute name", s.Folder)
	}
	sizes, err := Sizes(s.Array, s.String)
	if err != nil {
		return nil, err
	}
	shop := &Shop{project: &Project{}, files: &sealed{snapshot: snapshot{folder: s.Folder, files: s.Files,
		absent: map[string]bool{}}, unknown: map[string]bool{}}}
	for _, name := range s.Absent {
		shop.files.absent[name] = true
	}
	shop.o = Options{States: s.States, Work: s.Work, Whole: s.Whole, each: s.Each, Time: s.Time, Harness: s.Harness,
		Jobs: 1, Alias: s.Alias, Globals: s.Globals, Callers: s.Callers, Sizes: sizes,
		Find: find.Options{NoCertificate: true, Progress: "none", Format: find.Formats()[0], Severity: s.Severity,
			Search: finder.Options{Merge: s.Merge, Strategy: s.Strategy, Solver: s.Solver,
				Pruning: finder.Pruning(s.Pruning), Hangs: s.Hangs}}}
	if s.Named {
		shop.o.Only = []string{}
	}
	var files []Source
	for _, u := range s.Units {
		if u.Linking == nil {
			return nil, fmt.Errorf("%.80q: found nothing to which it is linked", u.File)
		}
		c := u.C.C()
		c.Read = shop.files.read
		linking := u.Linking
		files = append(files, Source{Unit: load.Unit{File: u.File, C: c}, Include: u.Include,
			Linked: func(harness string) (load.C, []string, error) {
				c, main, err := linking.With(harness)
				c.Read = shop.files.read
				return c, main, err
			}})
	}
	project := shop.project.functions(ctx, shop.o, files, nil)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	for _, i := range s.All {
		if i < 0 || i >= len(project) {
			return nil, fmt.Errorf("found the function %d, want one of %d", i, len(project))
		}
		shop.all = append(shop.all, project[i])
	}
	for _, f := range project {
		f.few = shop.o.few()
	}
	shop.busy = make([]sync.Mutex, len(shop.all))
	if len(shop.all) == 0 {
		return shop, nil
	}
	if err := choose(ctx, sizes, shop.all, s.Named); err != nil {
		return nil, err
	}
	grouped(shop.all)
	if shop.session, err = find.Open(shop.o.Find, nil); err != nil {
		return nil, err
	}
	return shop, nil
}

// Do looks at the function that a job names, and returns what is sent about it.
func (s *Shop) Do(ctx context.Context, job []byte) ([]byte, error) {
	var t task
	if err := json.Unmarshal(job, &t); err != nil {
		return nil, err
	}
	if t.Function < 0 || t.Function >= len(s.all) {
		return nil, fmt.Errorf("found the function %d, want one of %d", t.Function, len(s.all))
	}
	s.busy[t.Function].Lock()
	defer s.busy[t.Function].Unlock()
	f := s.all[t.Function]
	f.shape, f.given, f.blind = nil, nil, false
	out := f.outcome(ctx, s.o, s.session)
	if out == nil || ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	sent := f.send(out)
	f.shape, f.answers = nil, nil
	s.files.mu.Lock()
	for name := range s.files.unknown {
		sent.Unknown = append(sent.Unknown, name)
	}
	s.files.mu.Unlock()
	slices.Sort(sent.Unknown)
	return json.Marshal(sent)
}

package scan

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/faults"
	"vouch/internal/bounded"
	"vouch/internal/load"
	"vouch/semantics/lang"
)

// This file defines what a worker gets of a project, so that it needs no files of its own: the texts that were read,
// how they are compiled, and how functions are searched.

// shipped is a project as a worker gets it.
type shipped struct {
	Version string
	Folder  string            // in which names begin
	Files   map[string][]byte // by their absolute names
	Absent  []string          // names that were looked for, and that no file has
	Units   []shippedUnit
	All     []int // the functions that are looked at, by their numbers in the order of the project

	Strategy      string
	Solver        string
	Pruning       string
	Merge, Hangs  bool
	Severity      faults.Severity
	States        int64
	Work, Whole   time.Duration
	Each, Time    time.Duration
	Harness       string
	Named         bool // whether the user named functions
	Alias         bool
	Globals       bool
	Callers       int
	Array, String []string
}

// shippedUnit is a file of the project.
type shippedUnit struct {
	File, Include string
	C             load.Flags
	Linking       *load.Linking
}

// version tells programs of one version of vouch from others.
func version() string {
	text := checkcmd.Version
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
				text += " " + s.Value
			}
		}
	}
	return text
}

// snapshot reads the files of a project, each once, and remembers which there are and which there are not.
type snapshot struct {
	folder string
	mu     sync.Mutex
	files  map[string][]byte
	absent map[string]bool
	errors map[string]error
}

// newSnapshot returns what reads the files of a project whose names begin here.
func newSnapshot() (*snapshot, error) {
	here, err := os.Getwd()
	return &snapshot{folder: here, files: map[string][]byte{}, absent: map[string]bool{},
		errors: map[string]error{}}, err
}

// path returns the absolute name of a file.
func (t *snapshot) path(name string) string {
	if !filepath.IsAbs(name) {
		return filepath.Join(t.folder, name)
	}
	return filepath.Clean(name)
}

// read is load.C.Read.
func (t *snapshot) read(name string) ([]byte, error) {
	path := t.path(name)
	t.mu.Lock()
	defer t.mu.Unlock()
	if text, ok := t.files[path]; ok {
		return text, nil
	}
	if err := t.errors[path]; err != nil {
		return nil, err
	}
	text, err := bounded.ReadFile(path, lang.MaxSource)
	if err != nil {
		if e, ok := errors.AsType[*os.PathError](err); ok {
			err = e.Err
		}
		err = fmt.Errorf("%s: %w", name, err)
		t.absent[path], t.errors[path] = true, err
		return nil, err
	}
	t.files[path] = text
	return text, nil
}

// ship returns what a worker gets of a project with these files. Functions are looked at as the options say.
func ship(o Options, read *snapshot, files []Source, all []int) ([]byte, error) {
	s := shipped{Version: version(), Folder: read.folder, Files: map[string][]byte{}, All: all,
		Strategy: o.Find.Search.Strategy, Solver: o.Find.Search.Solver, Pruning: string(o.Find.Search.Pruning),
		Merge: o.Find.Search.Merge, Hangs: o.Find.Search.Hangs, Severity: o.Find.Severity, States: o.States,
		Work: o.Work, Whole: o.Whole, Each: o.each, Time: o.Time, Harness: o.Harness, Named: o.Only != nil,
		Alias: o.Alias, Globals: o.Globals, Callers: o.Callers}
	for _, size := range o.Sizes {
		if value := size.value(); size.text {
			s.String = append(s.String, value)
		} else {
			s.Array = append(s.Array, value)
		}
	}
	read.mu.Lock()
	defer read.mu.Unlock()
	for name, text := range read.files {
		s.Files[name] = text
	}
	for name := range read.absent {
		s.Absent = append(s.Absent, name)
	}
	slices.Sort(s.Absent)
	machine := load.Machine()
	for _, f := range files {
		if f.Linking == nil {
			return nil, fmt.Errorf("%s: nobody says to which files it is linked", f.File)
		}
		u := shippedUnit{f.File, f.Include, f.C.Flags(), new(*f.Linking)}
		for _, c := range []*load.Flags{&u.C, &u.Linking.C} {
			c.Folder, c.Machine = read.folder, machine
		}
		s.Units = append(s.Units, u)
	}
	return json.Marshal(s)
}

// mostUnknown is how many names a worker remembers of which the project says nothing.
const mostUnknown = 1 << 10

// task is a job: to look at a function of a project, by its number among those that are looked at.
type task struct {
	Project  string // its digest
	Function int
}

package scan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"vouch/certs"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/harness"
	"vouch/finder"
	"vouch/finder/solver"
	"vouch/internal/load"
	"vouch/semantics"
	"vouch/semantics/c"
	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file defines how one function is looked at: a harness makes little memory, what fails for want of memory says
// what to make, and so on until nothing is asked for.

// function is a function to look at.
type function struct {
	unit  *Source
	entry *c.Entry
	name  string // by which its harness is called
	// whether only its program calls it by its name: it is static, or its file begins the program and no other says it
	inside bool
	given  []c.EntryParameter // the global variables that begin with any value
	few    bool               // whether little is added to its structures
	sizes  []Size             // of objects to which parameters point, as the user says

	// what solvers answered in searches of it, when none goes on only what cost much; nil if nothing is kept
	answers *solver.Answers
	vain    *finder.Vain    // the loops that they took for endless ones in vain
	shape   *harness.Memory // what it turned out to need, with which another search of it begins; nil if nobody knows
	common  *load.Common    // what its harnesses have in common with those of other functions
	files   *files          // of the project
	reading *sync.Mutex     // of the files of the project
	setters *setters        // of the project
	types   bool            // whether the entry has all types; see typed
	// Whether its code is not read ahead, and whether that foresaw anything.
	blind, foreseen bool
	frees           []string        // the pointers of structures that it may free, as its code says; see foresee
	ahead           *sync.Mutex     // of what follows from reading it ahead
	begins          *harness.Memory // what it gets first, as its code says; nil if it was not read

	// fast reads the program that a harness makes as open does, but faster; it returns false if it cannot. It is nil if
	// nobody knows how.
	fast func(ctx context.Context, name string, h *harness.Function, made *harness.Made) (*load.Program, load.C,
		[]string, bool)
	// ready reads what fast needs of the other functions, which takes none of the time for this one.
	ready func(ctx context.Context, name string)
	// together lowers the first harnesses of all functions of the file, one of which has the name. It is nil if nobody
	// knows how.
	together func(ctx context.Context, name string)
	// code returns the function as it was lowered with others for harnesses in a folder; nil if it was not. It is nil
	// if nobody knows how.
	code func(ctx context.Context, folder string) (*core.Program, *core.Func)
	// part names what the function needs of the files of its project; "" if nobody knows. It lowers files only if that
	// is wanted. It is nil if nobody knows how.
	part func(ctx context.Context, folder string, lower bool) string
	// calls returns the functions of the project that a harness in a folder needs which calls some of them, in order,
	// and the files that have these and the objects that it needs, as files say that were lowered together, and whether
	// they were read with headers of the machine; nil if nobody knows. It is nil if nobody knows how.
	calls func(ctx context.Context, folder string, called []string) (functions, within []string, foreign bool)
	// What calls returned last, for those who read harnesses as a whole; nil if the words of the files have to say what
	// is needed. Whether that was not enough once, or was said in an earlier run, so that nobody asks.
	called           bool
	needed, defining []string
	foreign          bool // whether headers of the machine are taken
	// wholly runs what reads a harness as a whole, unless that was done too much. It is nil if there is no limit.
	wholly func(ctx context.Context, name string, read func(context.Context) error) error
	// asked says that what is said of it also depends on what other functions do with what it uses.
	asked bool
}

// file returns the name of the program that begins with the function: of its harness, or of its own file if it is main.
func (f *function) file(o Options) string {
	if f.entry.Name == "main" {
		return f.unit.File
	}
	return filepath.Join(o.Harness, "scan_"+f.name+".c")
}

// harness returns what makes the harnesses of a name for the function.
func (f *function) harness(name string) *harness.Function {
	return &harness.Function{Entry: f.entry, Source: f.source(name), Given: f.given,
		Fails: f.unit.C.Options["malloc"] == "may-fail"}
}

// source returns the file of the function as a harness of a name includes it.
func (f *function) source(name string) string {
	return relative(f.unit.C.Folder, name, cmp.Or(f.unit.Include, f.unit.File))
}

// Limits of the rounds for a function.
const (
	maxRounds = 24
	// of a round in which something was asked for; a round in which nothing was goes on to the limit for a function
	firstStates = 1 << 10
	leastStates = 1 << 7 // of such a round, if it has not come twice as far as where it was asked for the last time
	stateMicros = 500    // the work of a solver, in microseconds, that counts as a state
	maxWays     = 6      // to one fault that are looked at, until one shows that it is manifest
)

// fault is a genuine fault of a function.
type fault struct {
	finder.Finding
	on       string // the pointer to the object of the harness that it is about; "" if it is about none
	manifest bool
	// whether it may be avoided if the object is larger: numbers decide the way, and the harness bounds the length
	larger   bool
	avoids   string // of a manifest fault about which callers decide: what avoids it; "" if they do not
	requires string // of a latent fault: what the function requires of its callers
	room     string // the same, if it leaves to them how large the object is
}

// explored is what is known of a function.
type explored struct {
	made    *harness.Made // the last harness
	c       load.C
	files   []string // of the program, the harness first
	program *load.Program
	open    []open  // what the last round found that asks for nothing, until it is judged
	faults  []fault // one for each place and kind, manifest if any way to it is
	result  *finder.Result
	beyond  bool            // whether a path asked for more memory than a harness makes
	short   map[string]bool // the pointers to the objects that would have to be larger for that
	adds    map[string]bool // the pointers to the objects behind whose elements the function adds something
	aside   map[string]bool // the pointers to the objects on which there is a fault that is not looked for
	// writes for which the harness made an object larger, beside whose pointer a number may say how large it is
	wider   []fault
	hidden  bool // whether a path ends where nobody knows what others have set or return
	rounds  int
	states  int64  // how many a search of the function might visit, if more than usual
	judged  int    // how many findings were judged, in all rounds
	refused error  // why there is no harness, or no program
	late    error  // why the rounds ended early; nil if they did not
	spent   bool   // whether the work on the function was too much to go on
	cut     bool   // the same of any of the searches of the function, also of those that have no say in what is told
	left    string // what was left open beside that
	ran     bool   // whether runs found the faults, and no search
}

// explore looks at a function that gets some memory first, with longer and longer texts and buffers, and at last with
// one as long as the function wants a buffer to be. Its harness has the given name.
func (f *function) explore(ctx context.Context, name string, memory *harness.Memory, o Options) *explored {
	var whole *explored // of which all paths were followed
	var wider []fault
	all := slices.Clone(sizes)
	for i := 0; i < len(all); i++ {
		if any := memory.Resize(all[i]); i > 0 && (!any || o.work.over(0)) {
			break
		}
		x := f.sized(ctx, name, memory, o)
		wider = append(wider, x.wider...)
		x.wider = wider
		switch {
		case slices.ContainsFunc(x.faults, func(f fault) bool { return f.manifest && !f.larger }):
			return x
		case x.why() != "" && (whole == nil || len(x.faults) > len(whole.faults)):
			return x
		case x.why() != "":
			return whole
		}
		if whole = x; i == len(sizes)-1 {
			all = append(all, x.least(f.entry)...)
		}
	}
	return whole
}

// least returns how long a buffer has to be at least, where that is longer than those that were tried: a run with the
// longest one compares its length with a constant that is larger. There is one length at most, the greatest that is not
// too large.
func (x *explored) least(e *c.Entry) []int {
	if x.program == nil || x.made == nil {
		return nil
	}
	tried, most := sizes[len(sizes)-1], 0
	for _, p := range e.Parameters {
		o := x.made.Memory.Objects[p.Name]
		if o.Kind != harness.Counted || o.Own || o.Records || o.Size != harness.Needed {
			continue
		}
		w := &flow{number: o.With, memory: map[spot]origin{}}
		values := map[string]*big.Int{o.With: big.NewInt(int64(tried))}
		(&way{}).run(x.program.Core, x.made, values, afterwards, w)
		for _, n := range w.short {
			if n += int64(tried); n <= mostBytes {
				most = max(most, int(n))
			}
		}
	}
	if most <= tried {
		return nil
	}
	return []int{most}
}

// sized looks at a function in rounds until it asks for no more memory. If the last round ends early, with fewer faults
// than the one before it, that one counts: its faults are as genuine.
func (f *function) sized(ctx context.Context, name string, memory *harness.Memory, o Options) *explored {
	x := &explored{}
	for x.rounds = 1; ; x.rounds++ {
		before := *x
		changed := f.round(ctx, x, name, memory, o)
		if x.refused != nil {
			return x
		}
		spent := changed && o.work.over(0)
		early := x.late != nil || spent || x.rounds == maxRounds
		if early || !changed { // of a round after which another one follows, nobody wants to know the faults
			changed = f.judge(ctx, x, name, memory, o) || changed
		}
		x.spent = x.spent || spent
		x.beyond = x.beyond || x.rounds == maxRounds && changed
		switch {
		case (early || x.spent) && len(before.open) > 0:
			f.judge(ctx, &before, name, memory.Clone(), o)
			if len(before.faults) > len(x.faults) {
				before.rounds, before.late, before.spent, before.beyond = x.rounds, x.late, x.spent, before.beyond ||
					x.beyond
				return &before
			}
			return x
		case early || !changed:
			return x
		}
	}
}

// round searches once, and changes the memory to what is asked for. It reports whether anything was.
func (f *function) round(ctx context.Context, x *explored, name string, memory *harness.Memory,
	o Options) (changed bool) {
	h := f.harness(name)
	made, err := h.Make(memory)
	if err != nil {
		x.refused = err
		return false
	}
	p, c, files, err := f.readFast(ctx, name, h, made)
	if ctx.Err() != nil {
		x.late = context.Cause(ctx)
		return false
	}
	if err != nil {
		x.refused = err
		return false
	}
	x.made, x.program, x.c, x.files, x.faults, x.open, x.beyond, x.hidden, x.short = made, p, c, files, nil, nil, false,
		made.Fails, map[string]bool{}
	x.adds, x.aside = map[string]bool{}, map[string]bool{}
	ways, demands := map[semantics.Fault]int{}, map[demand]bool{}
	search := o.Find.Search
	search.All, search.Prove, search.Minimize, search.Drafts = true, false, false, true
	var done time.Duration
	// how far the search is, how far it was when something was asked for that it had not met, and how much it found
	var all, last, found int64
	defer func() { o.work.add(done) }()
	search.Limits.States = o.States
	search.Answers, search.Vain, search.Hasty = f.answers, f.vain, true
	search.Stop = func(states, micros int64) bool {
		all = states + micros/stateMicros
		done = searched(states, micros, found)
		x.spent = o.work.over(done)
		return all >= o.States || changed && all >= min(max(leastStates, 2*last), firstStates) || x.spent
	}
	search.Rough = func(k semantics.Kind) bool { return !isOutside(k) }
	search.Fixed, search.Toward = fixed(made, f.inside), goals(p, o.toward)
	again := false
	search.Found = func(g finder.Finding) {
		if meant(p.Core, g) {
			return
		}
		found++
		ways[g.Fault]++
		again = ways[g.Fault] < maxWays
		means, on, what := f.means(x, g, name, memory)
		switch means {
		case asked:
			if g.Fault.Kind == semantics.OutOfBoundsWrite && limited(made, on) &&
				!slices.ContainsFunc(x.wider, func(h fault) bool { return h.on == on }) {
				x.wider = append(x.wider, fault{Finding: g, on: on, requires: room(on, g.Fault.Kind, what)})
			}
			if is := (demand{g.Fault, on}); !demands[is] {
				demands[is], last = true, all
			} else {
				again = false // the next search comes here again
			}
			changed = true
		case beyond:
			x.beyond, x.short[on] = true, true
		case genuine:
			x.open = append(x.open, open{g, what, on})
		}
	}
	search.Again = func(finder.Finding) bool { return again }
	first := begin(p.Core)
	if x.result, err = finder.Find(ctx, finder.Program{Core: p.Core, About: p.About, First: &first},
		search); err != nil {
		x.refused = err
		return false
	}
	if ctx.Err() != nil {
		x.late = context.Cause(ctx)
	}
	return changed
}

// leaves reports whether a fault is a write behind the elements of an object behind which the function adds something
// at another place: then there is more room than for these.
func (x *explored) leaves(f finder.Finding, on string) bool {
	return x.adds[on] && f.Fault.Kind == semantics.OutOfBoundsWrite
}

// means says what a finding means, on which object it is and what it is about.
func (f *function) means(x *explored, g finder.Finding, name string, memory *harness.Memory) (means meaning, on string,
	what culprit) {
	if g.Missing != nil {
		return genuine, "", culprit{}
	}
	pointer := pointers(x.program, name, x.made)
	what = culpritOf(x.program.Core, g, pointer, f.unit.packs, mayFail(x.program))
	means, on = needs(x.made, memory, g.Fault.Kind, what, pointer)
	return means, on, what
}

// judge judges what a round found that asks for nothing. If a small input asks for something after all, it changes the
// memory and reports so.
func (f *function) judge(ctx context.Context, x *explored, name string, memory *harness.Memory,
	o Options) (changed bool) {
	if x.late == errSlow {
		ctx = context.WithoutCancel(ctx) // what was found before counts
	}
	p, made, done := x.program, x.made, map[semantics.Fault]bool{}
	for _, g := range x.open {
		if done[g.Fault] {
			continue
		}
		counts := among(p, g.Fault, o.toward)
		x.judged++
		tired := o.work.tired()
		if counts && !tired {
			draft := g.Inputs
			var micros int64
			if g.Finding, micros = g.Finish(ctx); !g.Certain() {
				x.left = finder.Contradiction.Error()
				continue
			}
			o.work.judges(micros)
			if !slices.EqualFunc(draft, g.Inputs, func(a, b certs.Input) bool {
				return a.Name == b.Name && a.Value.Cmp(b.Value) == 0
			}) {
				var means meaning
				switch means, g.on, g.what = f.means(x, g.Finding, name, memory); means {
				case asked:
					changed = true
					continue
				case beyond:
					x.beyond, x.short[g.on] = true, true
					continue
				}
			}
		}
		f.before(p, x.files, made, g.Finding, &g.what)
		x.hidden = x.hidden || unknown(made, g.Finding, g.what, g.on) != ""
		if !counts {
			x.aside[g.on] = true
			continue
		}
		wants := wanted(p, f.files.said, made, g.Finding, f.entry, f.inside, g.what, g.on)
		x.adds[g.on] = x.adds[g.on] || appends(p.Core, made, g.Finding, g.what, g.on)
		length := wants == "" && byLength(made, g.Finding, g.on)
		avoids := ""
		switch {
		case length && longer(p.Core, made, g.Finding, g.on):
			n := made.Memory.Objects[g.on].With
			avoids = fmt.Sprintf("%s > %v", written(n), valuesOf(g.Finding)[n])
		case wants == "" && ofNoText(p.Core, made, g.Finding, g.on):
			avoids = "a text that is not empty at " + written(g.on)
		}
		x.add(fault{g.Finding, g.on, wants == "", together(made, g.Finding, g.on) || length && avoids == "", avoids, wants,
			room(g.on, g.Fault.Kind, g.what)})
		done[g.Fault] = wants == "" || tired
	}
	x.open = nil
	for i, g := range x.faults {
		if x.leaves(g.Finding, g.on) {
			x.faults[i].manifest, x.faults[i].requires = false, g.room
		}
	}
	return changed
}

// before notes what may have been set by the time when others call the function: a global variable, or a member of a
// structure that was only made.
func (f *function) before(p *load.Program, linked []string, made *harness.Made, g finder.Finding, what *culprit) {
	f.asked = f.asked || len(what.initial) > 0 || made.Memory.Objects[what.lacks].Kind == harness.Built
	if what.unset == "" {
		what.unset = f.setters.unset(p, linked, made, g, *what)
	}
	if what.none != nil && made.Memory.Objects[what.of].Kind == harness.Built {
		what.forgotten = f.setters.forgets(f.entry, *what)
	}
	if o := made.Memory.Objects[what.lacks]; o.Kind == harness.Built && !adds(o.Build) && !what.looked {
		what.completed = f.setters.completer(f.entry, *what, func(name string) bool {
			return name == f.entry.Name || name == o.Build.Maker.Name || what.ran[name]
		})
	}
}

// open is a finding that is to be judged.
type open struct {
	finder.Finding
	what culprit
	on   string // see fault
}

// demand is a fault that asks for more of an object.
type demand struct {
	semantics.Fault
	on string
}

// add adds a fault, or what another way to it says.
func (x *explored) add(f fault) {
	for i, g := range x.faults {
		if g.Fault == f.Fault {
			if f.manifest {
				x.faults[i] = f
			}
			return
		}
	}
	x.faults = append(x.faults, f)
}

// timed returns a context that ends when the time for the function has run out, from when it is ready to be looked at
// with harnesses of a name.
func (f *function) timed(ctx context.Context, name string, o Options) (context.Context, context.CancelFunc) {
	if f.ready != nil && f.entry.Name != "main" {
		f.ready(ctx, name)
		if !o.Globals {
			f.together(ctx, name)
		}
	}
	if o.Time == 0 {
		return context.WithCancel(ctx)
	}
	return within(ctx, o.Time, o.Jobs)
}

// readFast reads the program that a harness makes with the other files.
func (f *function) readFast(ctx context.Context, name string, h *harness.Function, made *harness.Made) (*load.Program,
	load.C, []string, error) {
	if f.fast != nil {
		if p, c, files, ok := f.fast(ctx, name, h, made); ok {
			return p, c, files, nil
		}
	}
	if f.wholly == nil {
		return f.open(ctx, name, made)
	}
	var p *load.Program
	var c load.C
	var files []string
	err := f.wholly(ctx, name, func(ctx context.Context) (err error) {
		p, c, files, err = f.open(ctx, name, made)
		return err
	})
	return p, c, files, err
}

// open reads the program that a harness makes with the other files. Of these, it has what this harness needs.
func (f *function) open(ctx context.Context, name string, made *harness.Made) (*load.Program, load.C, []string,
	error) {
	if !f.called && f.calls != nil {
		f.needed, f.defining, f.foreign = f.calls(ctx, filepath.Dir(name), f.calledBy(made))
	}
	return f.read(ctx, name, func(c *load.C) {
		*c = c.WithText(name, made.Text)
		c.Common, c.Part, c.Needed, c.Within, c.Foreign = f.common, true, f.needed, f.defining, f.foreign
	})
}

// calledBy returns the functions that a harness calls, as linked files call them.
func (f *function) calledBy(made *harness.Made) []string {
	names := []string{f.entry.Name}
	for _, b := range made.Memory.Builds() {
		for _, e := range b.Entries() {
			names = append(names, e.Name)
		}
	}
	slices.Sort(names)
	return harness.NewTable(0, slices.Compact(names)).Called()
}

// read reads the program that begins in a file, with the other files of its program. If these do not fit together, it
// leaves some out. Where a file has a main beside that of the harness, that is another function. If the functions that
// are said to be needed are not enough, it reads more, and forgets them.
func (f *function) read(ctx context.Context, name string, set func(*load.C)) (p *load.Program, c load.C, files []string,
	err error) {
	whole, all, err := f.unit.Linked(name)
	if err != nil {
		return nil, c, nil, err
	}
	set(&whole)
	for _, files := range f.files.linked(f.unit.File, all) {
		c = whole
		c.Only(files)
		for _, file := range files[1:] {
			if f.files.mains[filepath.Clean(file)] {
				c.WithoutMain(file)
			}
		}
		p, _, wrong := c.FilesIn(ctx, files...)
		if c.Within != nil && ctx.Err() == nil && (wrong != nil || f.files.lacks(p.Core, files, c.Within)) {
			c.Within, c.Foreign = nil, false
			if p, _, wrong = c.FilesIn(ctx, files...); wrong == nil {
				f.defining, f.foreign = nil, false
			}
		}
		c.Within, c.Foreign = nil, false
		if wrong != nil && c.Needed != nil && ctx.Err() == nil {
			c.Needed = nil
			if p, _, wrong = c.FilesIn(ctx, files...); wrong == nil {
				f.called, f.needed, f.defining, f.foreign = true, nil, nil, false
			}
		}
		c.Needed = nil
		if _, is := errors.AsType[source.ErrorList](wrong); !is {
			return p, c, files, wrong
		}
		err = cmp.Or(err, wrong)
	}
	return nil, c, nil, err
}

// relative returns the path of a file as a harness includes it. Names begin in a folder; "" is where the process works.
func relative(folder, harness, file string) string {
	if folder != "" && !filepath.IsAbs(harness) {
		harness = filepath.Join(folder, harness)
	}
	if folder != "" && !filepath.IsAbs(file) {
		file = filepath.Join(folder, file)
	}
	to := absolute(file)
	if path, err := filepath.Rel(absolute(filepath.Dir(harness)), to); err == nil {
		return filepath.ToSlash(path)
	}
	return to
}

// manifest returns the faults that are, or are not, manifest.
func (x *explored) manifest(is bool) []fault {
	return slices.DeleteFunc(slices.Clone(x.faults), func(f fault) bool { return f.manifest != is })
}

// why says what keeps a function without faults from being safe; "" if nothing does.
func (x *explored) why() string {
	switch {
	case x.refused != nil:
		return reason(x.refused)
	case x.late != nil:
		return x.late.Error()
	case x.beyond:
		return "a path asks for larger inputs than are tried"
	case x.spent:
		return errWork.Error()
	case x.left != "":
		return x.left
	case x.result == nil:
		return ""
	case x.rounds == maxRounds:
		return fmt.Sprintf("%d harnesses were not enough", maxRounds)
	}
	ended, why := x.result.Ended()
	lacking := x.result.Coverage.Unsupported
	switch {
	case (ended == "" || ended == finder.NotSupported) && len(lacking) > 0: // also beside faults
		return find.NotSupported(x.program, lacking[0])
	case ended == "" && slices.ContainsFunc(x.result.Findings, func(f finder.Finding) bool { return !f.Certain() }):
		return finder.Undecided.Error()
	}
	return why
}

// goesOn reports whether nothing but a search that did not end keeps a function without faults from being safe.
func (x *explored) goesOn() bool {
	return x.late == nil && !x.beyond && x.left == "" && x.rounds < maxRounds && x.result != nil &&
		(x.spent || x.result.Coverage.Ended != "" || x.result.Loop.Iterations > 0)
}

// reason returns the first line of an error, without its place.
func reason(err error) string {
	if list, ok := errors.AsType[source.ErrorList](err); ok && len(list) > 0 {
		return list[0].Msg
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}

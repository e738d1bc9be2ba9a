package scan

import (
	"context"
	"time"

	"vouch/cmd/internal/find"
	"vouch/cmd/internal/terminal"
	"vouch/finder"
	"vouch/internal/load"
	"vouch/semantics/c"
	"vouch/semantics/source"
)

// This file defines what is scanned, and how.

// Options say how a project is scanned.
type Options struct {
	Find    find.Options  // how findings are published; Search says how functions are searched
	States  int64         // for a function, in a round
	Work    time.Duration // for a function, in all rounds, as work.go counts it; 0 means no limit
	Whole   time.Duration // for all functions together, but leastWork for each at least; 0 means no limit
	Time    time.Duration // for a function, as a clock measures it; 0 means no limit
	Timeout time.Duration // for the project; 0 means no limit
	Harness string        // the folder of harnesses
	Latent  bool          // also tell latent faults
	Every   bool          // also tell the verdict on every function
	Only    []string      // the functions to look at; nil for all
	// a commit of git: only look at functions that changed since, and at their callers; "" for all
	Since   string
	Jobs    int
	Cache   string            // the folder that keeps what became of functions; "" for none
	About   map[string]string // options on which that depends
	Line    *terminal.Line    // that shows progress; nil if nothing does
	Alias   bool              // also try two pointers to one object
	Globals bool              // whether global variables begin with any value
	Callers int               // levels of callers from which latent faults are tried

	// Crew, if it is set, returns what brings functions of a project to workers, who are given what it is.
	Crew func(ctx context.Context, project []byte) (Queue, error)
	// Complain, if it is set, is told what was wrong with answers of workers.
	Complain func(text string)
	// confirmed, if it is set, says whether the answer of that number of a worker is compared with what this process
	// finds; nil compares the first one, and one of eight of the others, chosen at random
	confirmed func(number int) bool
	here      func(name string) // hears of the functions at which this process looks; nil if nobody does

	Sizes []Size // of the objects to which parameters point, as the user says

	toward map[target]bool // the only faults that count; nil if all do
	bugs   bool            // whether any of these is a bug of its function, unless callers avoid it
	each   time.Duration   // what one of the functions that are looked at may take of Whole; see share
	work   *work           // on the function that is looked at
}

// share returns how much work each of n functions may take, 0 for as much as it likes: as much as one may, or less if
// that would be too much for all of them together.
func (o Options) share(n int) time.Duration {
	if o.Whole == 0 {
		return o.Work
	}
	each := max(o.Whole/time.Duration(max(n, 1))/workStep*workStep, leastWork)
	if o.Work > 0 {
		each = min(each, o.Work)
	}
	return each
}

// builtWork returns how much work is done for a function with so many objects that the program makes. Where work is
// shared out, that is less: such a search looks for manifest faults only, which come early.
func (o Options) builtWork(objects int) time.Duration {
	switch {
	case o.few():
		return time.Duration(objects) * fewWork
	case o.less() && o.each < muchWork:
		return max(o.each/3, madeWork)
	}
	return o.each
}

// few reports whether there is so little work for a function that little is added to its structures.
func (o Options) few() bool { return o.less() && o.each <= leastWork }

// again reports whether a function is searched again for faults of functions that it calls, where its own search left
// them open. If shares are so small that the second search shows hardly more than the first one, it is not, unless
// whether there is a bug depends on it.
func (o Options) again() bool { return !o.less() || o.bugs || o.each >= madeWork }

// less reports whether a function may take less work than it could alone.
func (o Options) less() bool { return o.each > 0 && (o.Work == 0 || o.each < o.Work) }

// Source is a file with functions, and how a harness in its place is made a program.
type Source struct {
	load.Unit
	Linked  func(harness string) (load.C, []string, error)
	Include string        // the file that a harness includes, if it is another one
	Linking *load.Linking // of which Linked is a method; nil if nobody else is told of it

	entries []*c.Entry // the functions that it defines; nil until it is read
	makers  []*c.Entry // those that may make objects, as their names say
	adders  []*c.Entry // those that may add something to one
	// those that may change an object: first those that get something for it, as their names say
	changers []*c.Entry
	packs    bool             // see packs
	read     []string         // the files of the project that were read for it: its own, and headers
	broken   source.ErrorList // of what does not parse in it
	unread   error            // why it could not be read
	program  []string         // the files that a harness in its place is linked to, and whether they have a main
}

// Queue brings jobs to workers, as a finder.Queue does. One goroutine uses it.
type Queue interface {
	// Put has a job done.
	Put(job []byte) error
	// Next returns the next answer. The digest of a job is the SHA-256 of its bytes.
	Next(ctx context.Context) (finder.Reply, error)
	Close()
}

package memory

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
)

// This file defines budgets: how large they are, and how the process keeps within one.

// Budget is how many bytes of memory a process may take; 0 means no bound.
type Budget int64

// None is the name of the budget without a bound.
const None = "none"

// Least is the smallest budget in which a search can begin.
const Least Budget = 64 << 20

// Parse returns the budget that a text names: a size such as 2GiB, 800MB or 1000000 bytes, None, or 0.
func Parse(name string) (Budget, error) {
	if name == None || name == "0" {
		return 0, nil
	}
	n, err := humanize.ParseBytes(strings.TrimSpace(name))
	switch {
	case err != nil || n > math.MaxInt64:
		return 0, fmt.Errorf("found %.40q, want a size such as 2GiB or 800MB, or %s", name, None)
	case Budget(n) < Least:
		return 0, fmt.Errorf("found %s, want %s or more, or %s", name, Least, None)
	}
	return Budget(n), nil
}

// String returns the size, as in 1.5 GiB.
func (b Budget) String() string {
	if b == 0 {
		return None
	}
	return humanize.IBytes(uint64(b))
}

// Default returns half of the memory of the machine, or of the process's container; no bound if that is not known.
func Default() Budget {
	least := uint64(math.MaxInt64)
	for _, source := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if n, err := source(); err == nil && n > 0 {
			least = min(least, n)
		}
	}
	if least == math.MaxInt64 {
		return 0
	}
	return max(Budget(least/2), Least)
}

// Watch returns a watch over the budget and over the limits of the process (ulimit -v and -d), whichever is less. The
// watch ends work with cause. Foreign returns how many bytes a library in C has taken, for systems that do not say what
// the process has; trim returns memory that such libraries do not need. From now on Go also collects garbage often
// enough to stay within the budget. If more than three quarters of the budget are live, that would take most of the
// time, so the budget counts as used up.
func (b Budget) Watch(cause error, foreign func() int64, trim func()) *Watch {
	if b == 0 {
		return &Watch{Cause: cause}
	}
	p := newProcess(foreign)
	limit := p.within(int64(b))
	room.Store(limit / 2)
	keep := func(beside int64) { // in bytes; the memory of others than Go
		if os.Getenv("GOMEMLIMIT") == "" {
			debug.SetMemoryLimit(min(max(limit/8*7-beside, limit/4), frugal.Load()))
		}
	}
	keep(0)
	return &Watch{
		Cause: cause,
		Gauge: func() float64 {
			return max(float64(p.resident())/float64(limit), float64(read(live))/float64(limit/4*3), p.pressure())
		},
		Release: func() {
			finalize()
			debug.FreeOSMemory()
			trim()
			keep(max(0, p.resident()-inUse()))
		},
	}
}

// Garbage says how much garbage there may be, in percent of what is live, unless GOGC does. It is less once that would
// take more than half of the budget; see Tidy. Once the process has much memory, it also gets more in large pages, as
// far as the operating system has them.
func Garbage(percent int) {
	onceLarge()
	if os.Getenv("GOGC") == "" {
		lavish.Store(int64(percent))
		debug.SetGCPercent(percent)
	}
}

// LargePages makes the process get memory in large pages from now on, as far as the operating system has them. Work
// that always takes much memory begins with it.
func LargePages() {
	if roomy(room.Load()) {
		large()
	}
}

var large = sync.OnceFunc(func() { largePages(inLargePages) })

// onceLarge makes the process get large pages once a collection finds so much memory in use that more will be wanted.
// One that ends soon would lose time with them.
var onceLarge = sync.OnceFunc(func() { afterCollection(askIfLarge) })

func askIfLarge() {
	if inUse() < muchInUse {
		afterCollection(askIfLarge)
		return
	}
	LargePages()
}

// muchInUse is how many bytes are much.
const muchInUse = 32 << 20

// roomy reports whether so many bytes that may be live or garbage have room for large pages, if that is known: what is
// asked for counts as live for a moment.
func roomy(room int64) bool { return room == 0 || room >= 4*inLargePages }

// inLargePages is how many bytes of the heap are asked for in large pages: a search that takes more goes on for so long
// that it matters little.
const inLargePages = 256 << 20

// afterCollection calls do once, after Go has collected garbage again.
func afterCollection(do func()) { runtime.AddCleanup(new([2]int64), func(int) { go do() }, 0) }

// Tidy makes the garbage less, or more again, as what is live needs. Work in which that grows calls it now and then.
func Tidy() {
	most := lavish.Load()
	if most == 0 {
		return
	}
	if room.Load() == 0 {
		room.CompareAndSwap(0, max(1, int64(Default())/2))
	}
	if percent := garbage(read(live), room.Load(), most); present.Swap(percent) != percent {
		debug.SetGCPercent(int(percent))
	}
}

// leastGarbage is how much garbage there may be however much is live, in percent of that: Go's default.
const leastGarbage = 100

// garbage returns how much garbage there may be, in percent of what is live, so that both have room, in bytes. It
// is in steps, because each change takes time.
func garbage(live, room, most int64) int64 {
	if live <= 0 {
		return most
	}
	const step = 25
	percent := int64(min(float64(most), (float64(room)/float64(live)-1)*100))
	return max(min(leastGarbage, most), percent/step*step)
}

// What Garbage has said, and what Tidy has made of it; how many bytes may be live or garbage. 0 stands for nothing.
var lavish, present, room atomic.Int64

// frugal is from how many bytes on Go collects garbage often, whatever the budget is.
var frugal atomic.Int64

func init() { frugal.Store(math.MaxInt64) }

// Frugal makes Go collect garbage often once it takes so many bytes, though the budget is larger: for work of which
// little is live at a time.
func Frugal(bytes int64) {
	frugal.Store(bytes)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(min(debug.SetMemoryLimit(-1), bytes))
	}
}

// finalize collects garbage until everything with a finalizer is freed, such as the terms of Z3.
func finalize() {
	for range 3 { // terms, then solvers, then their contexts
		last := make(chan struct{})
		runtime.AddCleanup(&struct{ c chan struct{} }{last}, func(c chan struct{}) { close(c) }, last)
		runtime.GC()
		select {
		case <-last:
		case <-time.After(100 * time.Millisecond): // the finalizers wait for a query
		}
	}
}

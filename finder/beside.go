package finder

import (
	"cmp"
	"context"
	"math"

	"vouch/finder/fuzz"
	"vouch/finder/solver"
	"vouch/semantics"
	"vouch/semantics/symbolic"
)

// This file defines the fuzzer that works beside a search. It begins when the search has become long, and takes turns
// with it, or works at the same time. When it works, and when the search looks at what it found, depends on the work of
// both, which is counted, and not on time. The inputs that the search
// knows for its states are seeds of the fuzzer. A fault that the fuzzer meets becomes a path: the way of its input on
// terms. From there on it is a report like any other.

// When it is the fuzzer's turn, and for how long, in microseconds of work.
const (
	lastMicros  = 500_000 // how long the fuzzer works after a search that left something open
	aloneMicros = 100_000 // how long a search is alone
	turnMicros  = 25_000  // a turn of the fuzzer
	mostTurn    = 8       // times as long as that is the longest one
	// after so much work without a new way, the fuzzer takes half as much with FuzzAuto, after twice as much a quarter,
	idleMicros = 100_000
	mostIdle   = 4       // and so on, so many times
	followWork = 1 << 28 // work on the terms of the path of an input
	mostFollow = 1 << 22 // steps of the path of an input
)

// newBeside returns the fuzzer that the options want; nil if they want none.
func newBeside(o Options) *beside {
	if o.Fuzz == "" || o.Fuzz == FuzzOff || o.Pruning == Unasked || o.Limits.Loop > 0 || o.Toward != nil {
		return nil
	}
	b := &beside{how: o.Fuzz, seed: o.Seed, files: o.Seeds, threads: o.threads, next: aloneMicros}
	if o.Fuzz == FuzzOn {
		b.next = 0
	}
	if b.supposed = o.Supposed; len(b.supposed) > 0 {
		b.next = 0
	}
	return b
}

// due reports whether it is the fuzzer's turn, if the present search took so many microseconds.
func (b *beside) due(micros int64) bool { return b != nil && b.before+micros >= b.next }

// within lets searches take the place of one that took so many microseconds and is not over. It returns what goes back
// to that one.
func (b *beside) within(micros int64) (back func()) {
	if b == nil {
		return func() {}
	}
	b.before += micros
	return func() { b.before -= micros }
}

// turn lets the fuzzer work if it is its turn, and returns the crashes that it met. Models are those of states that
// wait. With FuzzAuto the crashes are those of the turn before: the fuzzer works while the search goes on, in a thread
// of its own if there are several, and the search asks for what it found once it has taken as long as that.
func (b *beside) turn(ctx context.Context, p *subject, micros int64, models []solver.Model) []fuzz.Crash {
	crashes := b.join()
	b.begin(ctx, p)
	for _, m := range models {
		if !b.over {
			b.fuzzer.Seed(m)
		}
	}
	if now := b.before + micros; !b.over && now >= b.next {
		if b.start(now); b.how == FuzzOn {
			crashes = append(crashes, b.join()...)
		}
	}
	return crashes
}

// alone lets the fuzzer work while no search goes on, and returns the crashes that it met.
func (b *beside) alone(ctx context.Context, p *subject) []fuzz.Crash {
	crashes := b.join()
	if b.begin(ctx, p); !b.over {
		b.start(b.before)
		crashes = append(crashes, b.join()...)
	}
	return crashes
}

// begin makes the fuzzer, if nobody has.
func (b *beside) begin(ctx context.Context, p *subject) {
	if b.begun {
		return
	}
	b.begun = true
	if b.fuzzer = fuzz.New(p.Core, b.seed, func() bool { return ctx.Err() == nil }); b.fuzzer == nil {
		b.over, b.next = true, math.MaxInt64
		return
	}
	if len(b.supposed) > 0 {
		b.fuzzer.Seed(b.supposed)
	}
	for _, f := range b.files {
		b.fuzzer.File(f)
	}
	b.fuzzer.Visit = b.visit
}

// start lets the fuzzer work, after so many microseconds of searches. Until the work is joined, nothing else uses it.
func (b *beside) start(now int64) {
	micros := min(1+b.spent/turnMicros/mostTurn, mostTurn) * turnMicros
	b.from = max(now, b.next)
	b.next = b.from + micros
	work := &bout{ways: b.fuzzer.Count.Ways, done: make(chan struct{})}
	b.work = work
	run := func() {
		defer close(work.done)
		defer func() { work.broken = recover() }()
		work.crashes = b.fuzzer.Run(micros * fuzz.Rate)
	}
	if b.threads > 1 && b.visit == nil { // else the search is told what it visits
		go run()
		return
	}
	run()
}

// join waits for the fuzzer, if it works, and returns the crashes that it met.
func (b *beside) join() []fuzz.Crash {
	if b == nil || b.work == nil {
		return nil
	}
	work := b.work
	b.work = nil
	if <-work.done; work.broken != nil {
		panic(work.broken)
	}
	taken := b.fuzzer.Count.Work/fuzz.Rate - b.spent
	b.spent += taken
	b.ran = b.fuzzer.Count.Runs
	if b.over = taken == 0; b.over { // every run is too long
		b.next = math.MaxInt64
		return work.crashes
	}
	if b.fuzzer.Count.Ways > work.ways {
		b.news = b.spent
	}
	parts := int64(1)
	if b.how == FuzzAuto {
		for idle := int64(idleMicros); parts < 1<<mostIdle && b.spent-b.news >= idle; idle *= 2 {
			parts *= 2
		}
	}
	b.next = b.from + max(1, taken)*parts
	return work.crashes
}

// followed returns the report of a crash, whose input is followed on terms. If that comes to what is not supported, the
// report is of this input only; it is that of a potential bug if the path is too long.
func (p *subject) followed(c fuzz.Crash) report {
	m := p.newMinimizer()
	m.steps = mostFollow * stepsPerSymbolic
	m.shadow.Pool().Limit(followWork)
	m.best.report.Fault = c.Fault
	r, ok := m.follow(symbolic.Inputs(c.Inputs), c.Steps)
	if !ok && m.lacks {
		if r, ok := p.crashed(c); ok {
			return r
		}
	}
	if !ok {
		return report{Kind: PotentialBug, Fault: c.Fault, Depth: c.Steps,
			Reason: "a run meets it, but the path of that run needs what vouch does not support, or is too long",
			Fuzzed: true}
	}
	r.Model, r.Query, r.Fuzzed = solver.Complete(c.Inputs, r.Path), r.Path, true
	return r
}

// crashes lets the fuzzer work after so many microseconds of a search, and returns reports of the faults that it met
// and that are not known to be certain.
func (p *subject) crashes(ctx context.Context, micros int64, models []solver.Model,
	known map[semantics.Fault]bool) []report {
	whole := cmp.Or(p.whole, p)
	return whole.reports(p.beside.turn(ctx, whole, micros, models), known)
}

// reports returns reports of crashes whose faults are not known to be certain.
func (p *subject) reports(crashes []fuzz.Crash, known map[semantics.Fault]bool) (reports []report) {
	for _, c := range crashes {
		if !known[c.Fault] {
			reports = append(reports, p.followed(c))
		}
	}
	return reports
}

// runs returns how many runs the fuzzer took so far, without those of its present turn.
func (b *beside) runs() int64 {
	if b == nil {
		return 0
	}
	return b.ran
}

// tell adds to a result what the fuzzer did.
func (b *beside) tell(r *Result) {
	b.join()
	if b != nil && b.fuzzer != nil {
		r.Fuzz, r.Kept = &b.fuzzer.Count, b.fuzzer.Files()
	}
}

package finder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/checker"
	"vouch/internal/load"
	"vouch/internal/randcore"
	"vouch/internal/randimp"
	"vouch/semantics/fronts"
)

// This file tests that a search that is spread over jobs comes to what the undivided one comes to, whoever does the
// jobs, and whatever else they do.

// judged has the checker judge a certificate. It returns how many entries it read.
func judged(c *certs.Absence) (entries int, err error) {
	count := func(v checker.Visit) {
		for _, w := range v.Ways {
			if w.Decided {
				entries++
			}
		}
	}
	_, err = checker.Check(certs.Encode(c), checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower,
		Visit: count})
	return entries, err
}

// crew is a queue whose workers do jobs in some order, each in its own way.
type crew struct {
	t       *testing.T
	random  *rand.Rand
	doer    *Doer
	waiting [][]byte
	replies []Reply
	wrong   func(n int, job *Job, right []byte) []Reply // what is said instead of a right answer; nil if that is said
	done    int
	last    Spreading
	broken  int // after how many answers the queue breaks; 0 stands for never
}

func (c *crew) Put(job []byte) error {
	if c.broken > 0 && c.done >= c.broken {
		return fmt.Errorf("broken")
	}
	c.waiting = append(c.waiting, job)
	return nil
}

func (c *crew) Progress(s Spreading) { c.last = s }

func (c *crew) Next(ctx context.Context) (Reply, error) {
	if len(c.replies) == 0 {
		if len(c.waiting) == 0 {
			c.t.Fatal("nothing waits, and an answer is wanted")
		}
		if c.broken > 0 && c.done >= c.broken {
			return Reply{}, fmt.Errorf("broken")
		}
		i := c.random.IntN(len(c.waiting))
		data := c.waiting[i]
		c.waiting = slices.Delete(c.waiting, i, i+1)
		j, err := DecodeJob(data)
		if err != nil {
			c.t.Fatal(err)
		}
		n := c.done
		c.done++
		if a, err := c.doer.Do(ctx, j); err != nil {
			c.replies = []Reply{{Job: j.Digest(), By: "honest"}}
		} else {
			c.replies = []Reply{{Job: j.Digest(), Answer: a.Encode(), By: "honest"}}
			if c.wrong != nil {
				if replies := c.wrong(n, j, a.Encode()); replies != nil {
					c.replies = replies
				}
			}
		}
	}
	r := c.replies[0]
	c.replies = c.replies[1:]
	return r, nil
}

// spreadTo returns the result of a search that is spread over jobs of so much work.
func spreadTo(t *testing.T, p Program, o Options, work uint64, q Queue) *Result {
	t.Helper()
	o.JobWork = work
	r, err := Spread(t.Context(), p, o, q, judged)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// spreadPrograms returns programs by their names.
func spreadPrograms(t *testing.T, random int) map[string][]byte {
	programs := map[string][]byte{}
	inC, err := filepath.Glob("../examples/c/*.c")
	if err != nil || len(inC) == 0 {
		t.Fatalf("found no examples in C: %v", err)
	}
	for _, name := range slices.Concat(examples(t), inC) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".c") && !bytes.Contains(text, []byte(" main(")) {
			continue
		}
		programs[filepath.Base(name)] = text
	}
	r := rand.New(rand.NewPCG(5, 6))
	for i := range random {
		programs[fmt.Sprint("random ", i)] = randimp.Source(r, randimp.Families[i%len(randimp.Families)])
		programs[fmt.Sprint("random ", i, ".core")] = randcore.Program(r,
			randcore.Families[i%len(randcore.Families)]).Text()
	}
	return programs
}

// Programs of which the walk is long.
const (
	// forks has ways that meet, in ways that do not.
	forks = `input a, b, c, d, e, k
assume 0 <= k and k <= 6 and 0 <= a and a <= 9 and 0 <= b and b <= 9
i = 0
s = 0
while i < k {
  if a > i { if b > i { s = s + 1 } else { s = s + 2 } } else { s = s + 3 }
  if i = 2 { if c > d { t = 1 } else { t = 2 } if e > d { s = s + 1 } }
  i = i + 1
}
assert s <= 30
`
	// straight has one way on which much is assumed.
	straight = `input n, k
assume 0 <= n and n <= 1000 and 0 <= k and k <= 3
i = 0
while i < 60 { assume n + i != 1100 + k  assert n + i <= 1100  i = i + 1 }
assert n + i < 1063
if k > 2 { assert n + i + k < 1064 }
`
	// late has a bug far on the right side.
	late = `input a, b, c, d, e, f
s = 0
if a > 0 { s = s + 1 }
if b > s { s = s + 1 }
if c > s { s = s + 2 }
if d > b { s = s + 3 }
if e > c + s { s = s + 4 }
if f > d + a { s = s + 5 }
assert a > -10 or b > -10 or c > -10 or d < 10 or e < 10 or s > 3
x = 1 / (f + 100 * s - 3)
`
)

// TestSpreadLong looks at long walks: which decisions their prefixes have, and that the joined certificates are those
// that one process makes.
func TestSpreadLong(t *testing.T) {
	for _, c := range []struct {
		title, source    string
		merge            bool
		verdict          Verdict
		jobs             int // at least
		merges, passings int // prefixes with these, at least
	}{
		{"ways that meet", forks, true, Safe, 10, 10, 0},
		{"ways that do not meet", forks, false, Safe, 100, 0, 0},
		{"one long way", straight, true, Safe, 2, 0, 1},
		{"a bug", late, false, Bug, 10, 0, 0},
	} {
		p := program(t, "t.imp", c.source)
		whole, err := Find(t.Context(), p, Options{Merge: c.merge, Prove: true, Pruning: Auto})
		if err != nil || whole.Verdict != c.verdict {
			t.Fatalf("%s: found %s, %v", c.title, whole.Verdict, err)
		}
		var first []byte
		for seed := range uint64(3) {
			merges, passings := 0, 0
			q := &crew{t: t, random: rand.New(rand.NewPCG(seed, 1)), doer: NewDoer(p)}
			q.wrong = func(_ int, j *Job, _ []byte) []Reply {
				for _, prefix := range j.Prefixes {
					if met, passed := decisionsIn(t, prefix); true {
						merges, passings = merges+met, passings+passed
					}
				}
				return nil
			}
			r := spreadTo(t, p, Options{Merge: c.merge}, 60, q)
			if r.Verdict != c.verdict {
				t.Fatalf("%s: found %s (%s), want %s", c.title, r.Verdict, openIn(r), c.verdict)
			}
			if q.last.Jobs < c.jobs || merges < c.merges || passings < c.passings || q.last.Here > 0 {
				t.Errorf("%s: found %+v, with %d merges, and %d places where one way leads, want more, and no job done here",
					c.title, q.last, merges, passings)
			}
			var data []byte
			if r.Absence != nil {
				data = certs.Encode(r.Absence)
				if _, err := judged(r.Absence); err != nil {
					t.Errorf("%s: the checker: %v", c.title, err)
				}
			} else {
				data = certs.Encode(r.Findings[0].Bug)
			}
			if first == nil {
				first = data
			}
			if !bytes.Equal(first, data) {
				t.Errorf("%s: found another certificate with seed %d", c.title, seed)
			}
		}
	}
}

// decisionsIn counts the decisions of a prefix that say that ways meet, and those that pass states.
func decisionsIn(t *testing.T, prefix []byte) (merges, passings int) {
	for s := script(prefix); len(s) > 0; {
		n, err := s.number()
		if err != nil {
			t.Fatal(err)
		}
		if n&1 == 0 {
			continue
		}
		depth := 0
		if n&2 == 0 {
			passings++ // or a state within a merge, of which there are none without one
		} else {
			merges++
			depth++
		}
		if merges == 0 {
			continue
		}
		for range n >> 2 {
			if _, err := s.number(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return merges, passings
}

// TestTooMany: a proof with more entries than the checker reads is too large, and nobody makes it.
func TestTooMany(t *testing.T) {
	p := program(t, "t.imp", forks)
	o := Options{Prove: true, Pruning: Auto, Merge: false, LookBack: -1, Engine: EngineExplore}
	whole, err := Find(t.Context(), p, o)
	if err != nil || whole.Verdict != Safe {
		t.Fatalf("found %s, %v", whole.Verdict, err)
	}
	before := mostWays
	defer func() { mostWays = before }()
	for _, x := range []struct {
		title   string
		most    int
		verdict Verdict
	}{
		{"as many as there may be", len(whole.Absence.Ways), Safe},
		{"one more", len(whole.Absence.Ways) - 1, Unknown},
		{"many more", 3, Unknown},
	} {
		mostWays = x.most
		alone, err := Find(t.Context(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		for how, r := range map[string]*Result{"alone": alone, "spread": spreadTo(t, p, Options{}, 60,
			&crew{t: t, random: rand.New(rand.NewPCG(1, 1)), doer: NewDoer(p)})} {
			if e, _ := r.Ended(); r.Verdict != x.verdict || x.verdict == Unknown && e != TooLarge {
				t.Errorf("%s, %s: found %s, which ended with %q, want %s", x.title, how, r.Verdict, e, x.verdict)
			}
		}
	}
}

// TestSpreadFaults: whatever workers say, the result is the right one, and no more than what they spoil is done again.
func TestSpreadFaults(t *testing.T) {
	edit := func(right []byte, j *Job, change func(*Answer)) Reply {
		a, err := DecodeAnswer(right, j)
		if err != nil {
			t.Fatal(err)
		}
		change(a)
		return Reply{Job: j.Digest(), Answer: a.Encode(), By: "liar"}
	}
	honest := func(j *Job, right []byte) Reply { return Reply{Job: j.Digest(), Answer: right, By: "honest"} }
	var before Reply
	every := func(n int, say func(n int, j *Job, right []byte) []Reply) func(int, *Job, []byte) []Reply {
		return func(i int, j *Job, right []byte) []Reply {
			if i%n != n-1 {
				return nil
			}
			return say(i, j, right)
		}
	}
	for _, c := range []struct {
		title       string
		wrong       func(int, *Job, []byte) []Reply
		broken      int
		here, again int // jobs that are done here at most, and answers that are not right, at least
	}{
		{"none", nil, 0, 0, 0},
		{"garbage", every(3, func(_ int, j *Job, _ []byte) []Reply {
			return []Reply{{Job: j.Digest(), Answer: []byte("garbage"), By: "liar"}}
		}), 0, 40, 5},
		{"garbage each time", func(_ int, j *Job, _ []byte) []Reply {
			return []Reply{{Job: j.Digest(), Answer: []byte{0xa0}, By: "liar"}}
		}, 0, 1 << 20, 5},
		{"a message that is too long", every(7, func(_ int, j *Job, _ []byte) []Reply {
			return []Reply{{Job: j.Digest(), Answer: make([]byte, MaxMessage+1), By: "liar"}}
		}), 0, 40, 2},
		{"nothing", every(5, func(_ int, j *Job, _ []byte) []Reply { return []Reply{{Job: j.Digest(), By: "dead"}} }),
			0, 1 << 20, 2},
		{"an answer to another job", every(4, func(_ int, j *Job, right []byte) []Reply {
			old := before
			if before = honest(j, right); old.Job == nil {
				return nil
			}
			return []Reply{{Job: j.Digest(), Answer: old.Answer, By: "liar"}}
		}), 0, 40, 2},
		{"an answer to a job that there is not", every(4, func(_ int, j *Job, right []byte) []Reply {
			return []Reply{{Job: make([]byte, 32), Answer: right, By: "liar"}, honest(j, right)}
		}), 0, 0, 0},
		{"the same answer twice", every(2, func(_ int, j *Job, right []byte) []Reply {
			return []Reply{honest(j, right), honest(j, right)}
		}), 0, 0, 0},
		{"two answers to a job", every(9, func(_ int, j *Job, right []byte) []Reply {
			return []Reply{honest(j, right), edit(right, j, func(a *Answer) { a.States++ })}
		}), 0, 2, 1},
		{"answers of nobody", func(_ int, j *Job, right []byte) []Reply {
			r := honest(j, right)
			r.By = ""
			return []Reply{r}
		}, 0, 1 << 20, 5},
		{"the wrong one first", every(9, func(_ int, j *Job, right []byte) []Reply {
			return []Reply{edit(right, j, func(a *Answer) { a.Ways, a.Left = nil, nil }), honest(j, right)}
		}), 0, 40, 1},
		{"a forged safe", every(4, func(_ int, j *Job, right []byte) []Reply {
			return []Reply{edit(right, j, func(a *Answer) { a.Ways, a.Left, a.Bugs = nil, nil, nil })}
		}), 0, 40, 1},
		{"all is forged", func(_ int, j *Job, right []byte) []Reply {
			return []Reply{edit(right, j, func(a *Answer) { a.Ways, a.Left, a.Bugs = nil, nil, nil })}
		}, 0, 1 << 20, 1},
		{"open ways instead of proofs", every(4, func(_ int, j *Job, right []byte) []Reply {
			return []Reply{edit(right, j, func(a *Answer) {
				a.Left, a.Bugs, a.Ways = nil, nil,
					make([]certs.Proof, len(a.Ways))
			})}
		}), 0, 40, 1},
		{"proofs of something else", every(6, func(_ int, j *Job, right []byte) []Reply {
			return []Reply{edit(right, j, func(a *Answer) {
				for i := range a.Ways {
					a.Ways[i] = certs.Proof{{Op: certs.RuleLeaf}}
				}
			})}
		}), 0, 40, 0},
		{"a bug that is none", every(3, func(_ int, j *Job, right []byte) []Reply {
			return []Reply{edit(right, j, func(a *Answer) { a.Ways, a.Left, a.Bugs = nil, nil, []Lead{{Steps: 1000}} })}
		}), 0, 40, 2},
		{"prefixes that lead nowhere", every(5, func(_ int, j *Job, right []byte) []Reply {
			return []Reply{edit(right, j, func(a *Answer) {
				if a.Bugs = nil; len(a.Left) > 0 {
					a.Left[0] = append(a.Left[0], 1<<6, 1<<6)
				}
			})}
		}), 0, 60, 0},
		{"prefixes of other jobs", every(5, func(_ int, j *Job, right []byte) []Reply {
			return []Reply{edit(right, j, func(a *Answer) { a.Bugs, a.Left = nil, [][]byte{{0}} })}
		}), 0, 40, 1},
		{"nothing done", every(5, func(_ int, j *Job, right []byte) []Reply {
			return []Reply{edit(right, j, func(a *Answer) { a.Bugs, a.Ways, a.Left = nil, nil, j.Prefixes })}
		}), 0, 40, 1},
		{"a null", every(5, func(_ int, j *Job, right []byte) []Reply {
			return []Reply{edit(right, j, func(a *Answer) {
				a.Bugs, a.Ways = nil, []certs.Proof{{{Op: certs.RuleLeaf, Rows: []certs.Multiple{{Row: 1}}}}}
			})}
		}), 0, 40, 1},
		{"a queue that breaks", nil, 7, 1 << 20, 0},
	} {
		for _, source := range []string{forks, late} {
			p := program(t, "t.imp", source)
			want := certificate(t, spreadTo(t, p, Options{}, 120, nil))
			before = Reply{}
			q := &crew{t: t, random: rand.New(rand.NewPCG(3, 4)), doer: NewDoer(p), wrong: c.wrong, broken: c.broken}
			got := spreadTo(t, p, Options{}, 120, q)
			// a worker that hides a bug is not noticed if there is another one
			hides := got.Verdict == Bug && q.last.Again == 0
			if !bytes.Equal(certificate(t, got), want) && !(hides && source == late) {
				t.Errorf("%s: found another result, %s (%s)", c.title, got.Verdict, openIn(got))
			}
			if source == forks && (q.last.Here > c.here || q.last.Again < c.again) {
				t.Errorf("%s: found %+v, want at most %d done here, and %d answers that are not right, at least",
					c.title, q.last, c.here, c.again)
			}
		}
	}
}

// TestSpreadWhenLong: a search that has become long is spread once, and the result is what that comes to, unless it
// leaves open what another search may decide.
func TestSpreadWhenLong(t *testing.T) {
	for _, c := range []struct {
		title, source string
		lookBack      int64
		says          func(ctx context.Context, o Options) *Result
		calls         int
		verdict       Verdict
	}{
		{"not long", forks, 1 << 20, nil, 0, Safe},
		{"long", forks, 20, func(ctx context.Context, o Options) *Result {
			r, err := Spread(ctx, program(t, "t.imp", forks), o, nil, judged)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}, 1, Safe},
		{"it decides nothing", late, 10, func(context.Context, Options) *Result { return nil }, 1, Bug},
		{"it leaves something undecided", late, 10, func(context.Context, Options) *Result {
			return &Result{Verdict: Unknown, Held: &Held{By: []string{"z3"}, Ways: 1}}
		}, 1, Bug},
		{"its proof is too large", late, 10, func(context.Context, Options) *Result {
			return &Result{Verdict: Unknown, Coverage: Coverage{Ended: TooLarge}}
		}, 1, Unknown},
	} {
		calls := 0
		o := Options{Prove: true, Pruning: Auto, LookBack: c.lookBack, Engine: EngineExplore, Limits: Limits{Loop: 8}}
		o.Spread = func(ctx context.Context) *Result {
			calls++
			return c.says(ctx, o)
		}
		r, err := Find(t.Context(), program(t, "t.imp", c.source), o)
		if err != nil {
			t.Fatalf("%s: %v", c.title, err)
		}
		if calls != c.calls || r.Verdict != c.verdict {
			t.Errorf("%s: found %s (%s), and %d calls, want %s and %d", c.title, r.Verdict, openIn(r), calls, c.verdict,
				c.calls)
		}
	}
}

// TestSpreadOpen: what jobs leave open is said.
func TestSpreadOpen(t *testing.T) {
	for _, c := range []struct {
		title, file, source string
		verdict             Verdict
		ended               Ending
		why                 string
	}{
		{"a fault that nothing decides", "t.imp", "input x\nassert x * x * x * x + x * x * 7 != 10000200010034000000000000001\n",
			Unknown, Undecided, ""},
		{"what is not supported", "t.c", "int f(void);\nint main(void) { return f(); }\n", Unknown, NotSupported, ""},
		{"assumptions that contradict each other", "t.imp", "input x\nassume x > 0 and x < 0\nfail\n", Safe, "", ""},
		{"no input", "t.imp", "i = 0\nwhile i < 100000 { i = i + 1 }\nassert i = 100000\n", Safe, "", ""},
		{"a run without end", "t.imp", "i = 0\nwhile i < 1 { i = 0 }\n", Unknown, TooLarge,
			"a way takes more than 16777216 steps without a decision"},
	} {
		r := spreadTo(t, program(t, c.file, c.source), Options{Merge: true, Solver: "lia"}, 200, nil)
		e, why := r.Ended()
		if r.Verdict != c.verdict || e != c.ended || c.why != "" && why != c.why {
			t.Errorf("%s: found %s, %q: %s; want %s, %q: %s", c.title, r.Verdict, e, why, c.verdict, c.ended, c.why)
		}
	}
}

// TestSpreadStops: a search whose context ends says so, whatever it waits for.
func TestSpreadStops(t *testing.T) {
	p := program(t, "t.imp", forks)
	ctx, stop := context.WithCancelCause(t.Context())
	q := &crew{t: t, random: rand.New(rand.NewPCG(3, 4)), doer: NewDoer(p)}
	q.wrong = func(n int, _ *Job, _ []byte) []Reply {
		if n == 5 {
			stop(Interrupted)
		}
		return nil
	}
	r, err := Spread(ctx, p, Options{JobWork: 60}, q, judged)
	if err != nil {
		t.Fatal(err)
	}
	if e, _ := r.Ended(); r.Verdict != Unknown || e != Interrupted || r.Coverage.Frontier == 0 {
		t.Errorf("found %s, %q, and %d states left, want unknown, interrupt, and some", r.Verdict, e,
			r.Coverage.Frontier)
	}
}

// TestMessages: nothing is read but the one encoding of a job, and of an answer to it.
func TestMessages(t *testing.T) {
	sum := make([]byte, 32)
	job := func(change func(*Job)) []byte {
		j := &Job{Program: sum, Solver: "auto", Work: 5, Prefixes: [][]byte{{2, 4}, {2, 6}}}
		change(j)
		return j.Encode()
	}
	for _, c := range []struct {
		title string
		data  []byte
		want  string
	}{
		{"a job", job(func(*Job) {}), ""},
		{"nothing", nil, "EOF"},
		{"something else", []byte("{}"), "job: "},
		{"a byte more", append(job(func(*Job) {}), 0), "extraneous data"},
		{"no digest", job(func(j *Job) { j.Program = nil }), "found a digest of 0 bytes, want 32"},
		{"an unknown solver", job(func(j *Job) { j.Solver = "oracle" }), `found solver "oracle"`},
		{"no work", job(func(j *Job) { j.Work = 0 }), "want less, and some work"},
		{"endless work", job(func(j *Job) { j.Work = maxWork + 1 }), "want less, and some work"},
		{"no prefixes", job(func(j *Job) { j.Prefixes = nil }), "found no prefix"},
		{"a prefix twice", job(func(j *Job) { j.Prefixes[1] = j.Prefixes[0] }), "begins with another one"},
		{"a prefix below another one", job(func(j *Job) { j.Prefixes[1] = []byte{2} }), "begins with another one"},
		{"a long prefix", job(func(j *Job) { j.Prefixes[1] = make([]byte, maxPrefix+1) }),
			"found a prefix with 1048577 bytes"},
		{"many prefixes", job(func(j *Job) { j.Prefixes = make([][]byte, mostLeft+1) }), "found 16385 prefixes"},
	} {
		if _, err := DecodeJob(c.data); !tells(err, c.want) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.want)
		}
	}
	j, err := DecodeJob(job(func(*Job) {}))
	if err != nil {
		t.Fatal(err)
	}
	answer := func(change func(*Answer)) []byte {
		a := &Answer{Job: j.Digest(), Ways: []certs.Proof{{}}, Left: [][]byte{{2, 4, 8}, {2, 6}}}
		change(a)
		return a.Encode()
	}
	for _, c := range []struct {
		title string
		data  []byte
		want  string
	}{
		{"an answer", answer(func(*Answer) {}), ""},
		{"nothing", nil, "EOF"},
		{"the job", j.Encode(), "cbor"},
		{"one to another job", answer(func(a *Answer) { a.Job = sum }), "found one to the job 00000000"},
		{"many bugs", answer(func(a *Answer) { a.Bugs = make([]Lead, maxBugs+1) }), "found 1025 bugs"},
		{"a long run", answer(func(a *Answer) { a.Bugs = []Lead{{Steps: maxRun + 1}} }), "4294967297 steps"},
		{"an input without a value", answer(func(a *Answer) { a.Bugs = []Lead{{Inputs: []certs.Input{{Name: "x"}}}} }),
			"each input with a value"},
		{"an unknown reason", answer(func(a *Answer) { a.Open = []Open{{What: "boredom"}} }),
			`found "boredom" for what is open`},
		{"a long reason", answer(func(a *Answer) {
			a.Open = []Open{{What: Unproved, Reason: string(make([]byte, maxReason+1))}}
		}), "a long reason"},
		{"a prefix of another job", answer(func(a *Answer) { a.Left = [][]byte{{4}} }),
			"want one that lies below those of the job"},
		{"prefixes in another order", answer(func(a *Answer) { a.Left = [][]byte{{2, 6}, {2, 4, 8}} }),
			"in their order"},
		{"all that the job was to do", answer(func(a *Answer) { a.Left = j.Prefixes }), "want some work"},
		{"a prefix below another one", answer(func(a *Answer) { a.Left = [][]byte{{2, 4}, {2, 4, 8}} }),
			"begins with another one"},
		{"a factor without a value", answer(func(a *Answer) {
			a.Ways = []certs.Proof{{{Op: certs.RuleLeaf, Rows: []certs.Multiple{{}}}}}
		}), "an entry with null"},
	} {
		if _, err := DecodeAnswer(c.data, j); !tells(err, c.want) {
			t.Errorf("%s: found %v, want %q", c.title, err, c.want)
		}
	}
	if _, err := NewDoer(program(t, "t.imp", forks)).Do(t.Context(), j); !tells(err,
		"found one about the program 00000000") {
		t.Errorf("a job about another program: found %v", err)
	}
}

// tells reports whether an error says something; "" stands for no error.
func tells(err error, what string) bool {
	return what == "" && err == nil || what != "" && err != nil && strings.Contains(err.Error(), what)
}

// TestPrefixesFit: a prefix that does not fit the program leads nowhere, whatever it is, and no answer comes of it.
func TestPrefixesFit(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 9))
	refused := 0
	for _, source := range []string{forks, late, straight} {
		d := NewDoer(program(t, "t.imp", source))
		for range 150 {
			prefix := make([]byte, 1+random.IntN(12))
			for i := range prefix {
				prefix[i] = byte(random.IntN(16))
			}
			j := &Job{Program: d.digest, Merge: random.IntN(2) == 0, Solver: "lia", Work: 20,
				Prefixes: [][]byte{prefix}}
			a, err := d.Do(t.Context(), j)
			if err != nil {
				refused++
				continue
			}
			if _, err := DecodeAnswer(a.Encode(), j); err != nil {
				t.Errorf("the answer to a job with the prefix %v: %v", prefix, err)
			}
		}
	}
	if refused < 100 || refused > 445 {
		t.Errorf("found %d prefixes of 450 refused, want many, and not all", refused)
	}
}

// TestFarthest: neither does a prefix lead further than a bound, nor does a job leave anything there.
func TestFarthest(t *testing.T) {
	source := "input x\ni = 0\nwhile i >= 0 { assume x != i  i = i + 1 }\n"
	d := NewDoer(program(t, "t.imp", source))
	j := &Job{Program: d.digest, Solver: "lia", Work: 1000, Prefixes: [][]byte{{}}}
	a, err := d.Do(t.Context(), j)
	if err != nil || len(a.Left) != 1 || len(a.Open) > 0 {
		t.Fatalf("found %v, %v, want a state that is left", a, err)
	}
	d.far = 1000 * stateNanos
	j.Prefixes[0] = passes(500)
	if _, err := d.Do(t.Context(), j); err != nil {
		t.Errorf("a prefix that ends in time: found %v", err)
	}
	j.Prefixes[0] = passes(5000)
	if _, err := d.Do(t.Context(), j); err != errPrefix {
		t.Errorf("a prefix that ends too late: found %v, want %q", err, errPrefix)
	}
	j.Prefixes[0], j.Work = nil, 20_000
	a, err = d.Do(t.Context(), j)
	if err != nil || len(a.Left) > 0 || len(a.Open) != 1 || a.Open[0].Reason != errFar.Error() {
		t.Errorf("a job that leaves what is too far: found %+v, %v, want %q", a, err, errFar)
	}
}

// TestRan: what a worker calls a bug is run only for as long as the search goes on, and with a bounded memory.
func TestRan(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		title, source string
		ctx           context.Context
	}{
		{"a search that has ended", "fail\n", ended},
		{"numbers that grow", "x = 3\nwhile 0 < 1 { x = x * x }\n", t.Context()},
	} {
		s := &spread{program: program(t, "t.imp", c.source)}
		if _, err := s.ran(c.ctx, &Answer{Bugs: []Lead{{Steps: maxRun}}}); !tells(err, "inputs that lead to no fault") {
			t.Errorf("%s: found %v", c.title, err)
		}
	}
}

// TestMend: if a job does not fit the program, though nobody who said what it comes from was wrong, the search ends
// with an error, instead of doing the same again.
func TestMend(t *testing.T) {
	p := program(t, "t.imp", late)
	s := &spread{program: p, options: Options{JobWork: 60, Solver: "lia"}, doer: NewDoer(p), jobs: map[string]*node{}}
	s.root = s.add(nil, [][]byte{{}}, nil)
	if err := s.doHere(t.Context(), s.root); err != nil || len(s.root.children) == 0 {
		t.Fatalf("found %d jobs, %v, want some", len(s.root.children), err)
	}
	n := s.root.children[0]
	n.job.Prefixes[0] = takes(9)
	wrong, ok := errors.AsType[*misled](s.doHere(t.Context(), n))
	if !ok {
		t.Fatal("found no error about the prefix, want one")
	}
	if err := s.mend(t.Context(), wrong); !tells(err, "a job that was made here: "+errPrefix.Error()) {
		t.Errorf("found %v, want that vouch is wrong", err)
	}
}

// certificate returns the bytes of the certificate that a result has.
func certificate(t *testing.T, r *Result) []byte {
	t.Helper()
	switch {
	case r.Absence != nil:
		return certs.Encode(r.Absence)
	case len(r.Certain()) > 0:
		return certs.Encode(r.Findings[0].Bug)
	}
	t.Fatalf("found no certificate: %s", openIn(r))
	return nil
}

// TestSpreadAgrees: where a search ends, the jobs come to the same verdict, the checker accepts their certificate, and
// neither the number of workers nor the order of the answers changes a byte of it.
func TestSpreadAgrees(t *testing.T) {
	counts := map[string]int{}
	for name, source := range spreadPrograms(t, 40) {
		l, err := load.File(name, source)
		if err != nil {
			t.Fatal(err)
		}
		p := Program{Core: l.Core, About: l.About}
		o := Options{Merge: true, Prove: true, Pruning: Auto, Limits: Limits{Loop: 3}, Engine: EngineExplore}
		whole, err := Find(t.Context(), p, Options{Merge: true, Prove: true, Pruning: Auto,
			Limits: Limits{Loop: 3, States: 3000}, Engine: EngineExplore})
		if err != nil {
			t.Fatal(err)
		}
		if whole.Coverage.Ended == OutOfStates || whole.Coverage.Ended == TooLarge {
			continue
		}
		var first []byte
		for i, work := range []uint64{40, 40, 400} {
			c := &crew{t: t, random: rand.New(rand.NewPCG(uint64(i), 1)), doer: NewDoer(p)}
			var q Queue = c
			if i == 1 {
				q = nil
			}
			r := spreadTo(t, p, o, work, q)
			if r.Verdict != whole.Verdict {
				t.Errorf("%s, jobs of %d: found %s (%s), want %s", name, work, r.Verdict, openIn(r), whole.Verdict)
			}
			counts[string(r.Verdict)]++
			if c.last.Jobs > 3 {
				counts["several jobs"]++
			}
			var data []byte
			switch {
			case r.Absence != nil:
				data = certs.Encode(r.Absence)
				if _, err := judged(r.Absence); err != nil {
					t.Errorf("%s, jobs of %d: the checker: %v", name, work, err)
				}
			case r.Verdict == Bug:
				data = certs.Encode(r.Findings[0].Bug)
			}
			if i == 0 {
				first = data
			} else if i == 1 && !bytes.Equal(data, first) {
				t.Errorf("%s: found another certificate when all was done here", name)
			}
		}
	}
	t.Log(counts)
}

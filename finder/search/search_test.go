package search

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// This file defines what is expected of every strategy, and of the fair ones beyond that.

// item is a state in these tests: it has a number, a depth and a site.
type item struct {
	number, site         int
	depth, decided, work int64
}

var view = View[*item]{
	Depth:   func(i *item) int64 { return i.depth },
	Decided: func(i *item) int64 { return i.decided },
	Work:    func(i *item) int64 { return i.work },
	Site:    func(i *item) any { return i.site },
	Next:    func(site any) []any { return []any{(site.(int) + 1) % 9, (site.(int) + 3) % 9} },
}

// model is a strategy written as plainly as can be: all states in a row, and a look at each to take one.
type model struct {
	held    []*item
	push    func(m *model, ys []*item)
	choose  func(m *model) int // an index
	bound   int64
	visits  map[int]int // by site
	choices int
	rand    *rand.Rand
	dived   bool
	behind  map[*item]bool // the last choice of a dive
	at      any            // its site
	habits  map[any]int    // by site, in this dive
	passed  int
	missed  int64
	spent   [2]int64 // by the oldest, by dives
	taken   *item
	most    int64
	light   int64
}

func last(m *model, ys []*item)  { m.held = append(m.held, ys...) }
func first(m *model, ys []*item) { m.held = slices.Insert(m.held, 0, ys...) }

// models are the strategies but for the random one.
var models = map[string]func() *model{
	"mixed": func() *model {
		return &model{
			push: func(m *model, ys []*item) {
				way := 0
				for _, y := range ys {
					if m.dived {
						m.behind[y], way = true, 1
					}
				}
				if len(ys) > 0 && m.taken != nil {
					m.spent[way] += max(0, ys[0].work-m.taken.work)
					m.taken = ys[0]
				} else if len(ys) > 0 {
					m.spent[way] += ys[0].work
					m.taken = ys[0]
				}
				last(m, ys)
			},
			choose: func(m *model) (at int) {
				defer func() { m.taken = m.held[at] }()
				m.dived = false
				if len(m.held) <= Crowd {
					return 0
				}
				if m.choices++; m.choices%Ratio == 0 {
					if m.spent[0] <= m.spent[1]+Light || m.passed == Pass {
						m.passed = 0
						return 0
					}
					m.passed++
					m.missed++
				}
				var among []int
				for i, y := range m.held {
					if m.behind[y] {
						among = append(among, i)
					}
				}
				fits := func(at int) bool {
					y := m.held[at]
					return y.depth <= Reach*(m.held[0].depth+m.missed/int64(len(m.held))) &&
						y.depth-y.decided <= max(Plain, int64(m.choices)/Plain)
				}
				at = -1
				if len(among) == 1 {
					at = among[0]
				} else if len(among) > 1 {
					i, known := m.habits[m.at]
					if !known || i >= len(among) || m.rand.IntN(Habit) == 0 {
						i = m.rand.IntN(len(among))
						m.habits[m.at] = i
					}
					at = among[i]
				}
				if at < 0 || !fits(at) || m.held[at].work > m.most { // a new dive
					m.behind, m.habits = map[*item]bool{}, map[any]int{}
					at = -1
					for range Tries {
						if i := m.rand.IntN(len(m.held)); fits(i) && (at < 0 || m.held[i].work < m.held[at].work) {
							if at = i; m.held[at].work <= m.light {
								m.light = max(Light, m.light-3*m.light/64)
								break
							}
							m.light += m.light / 64
						}
					}
					if at < 0 {
						return 0
					}
					m.most = m.held[at].work + m.light
				}
				m.at = m.held[at].site
				newest := len(m.held) - 1
				m.held[at], m.held[newest] = m.held[newest], m.held[at]
				m.dived, m.behind = true, map[*item]bool{}
				return newest
			},
			rand:   rand.New(rand.NewPCG(1, 2)),
			behind: map[*item]bool{},
			light:  Light,
		}
	},
	"bfs": func() *model { return &model{push: last, choose: func(*model) int { return 0 }} },
	"dfs": func() *model { return &model{push: first, choose: func(*model) int { return 0 }} },
	"iddfs": func() *model {
		return &model{
			push: func(m *model, ys []*item) {
				within := func(y *item) bool { return y.depth <= m.bound }
				beyond := slices.DeleteFunc(slices.Clone(ys), within)
				last(m, beyond)
				first(m, slices.DeleteFunc(slices.Clone(ys), func(y *item) bool { return !within(y) }))
			},
			choose: func(m *model) int {
				for ; ; m.bound += m.bound / 4 {
					if i := slices.IndexFunc(m.held, func(y *item) bool { return y.depth <= m.bound }); i >= 0 {
						return i
					}
				}
			},
			bound: FirstBound,
		}
	},
	"visits": func() *model {
		return &model{
			push: last,
			choose: func(m *model) int {
				least := 0
				if len(m.held) == 1 {
					return least
				}
				if m.choices++; m.choices%Ratio != 0 {
					for i, y := range m.held {
						if m.visits[y.site] < m.visits[m.held[least].site] {
							least = i
						}
					}
				}
				m.visits[m.held[least].site]++
				return least
			},
			visits: map[int]int{},
		}
	},
	"coverage": func() *model {
		return &model{
			push: last,
			choose: func(m *model) int {
				least := 0
				if len(m.held) == 1 {
					return least
				}
				if m.choices++; m.choices%Ratio != 0 {
					far := distances(m.visits)
					for i, y := range m.held {
						if far[y.site] < far[m.held[least].site] {
							least = i
						}
					}
				}
				m.visits[m.held[least].site]++
				return least
			},
			visits: map[int]int{},
		}
	},
}

// distances returns how many steps it takes from a site to one that was not visited, by the rule that a step adds one;
// 99 if none is left.
func distances(visits map[int]int) map[int]int {
	far := map[int]int{}
	for site := range 9 {
		if far[site] = 99; visits[site] == 0 {
			far[site] = 0
		}
	}
	for range 9 {
		for site := range 9 {
			for _, to := range view.Next(site) {
				far[site] = min(far[site], far[to.(int)]+1)
			}
		}
	}
	return far
}

// TestModels: under random use every strategy gives back each state that it was given, once, counts those that it
// holds, and takes them in the order of its model.
func TestModels(t *testing.T) {
	for _, strategy := range Names() {
		t.Run(strategy, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			f := New(strategy, view)
			var m *model
			if models[strategy] != nil {
				m = models[strategy]()
			}
			held := map[*item]bool{}
			var depth, work int64 // of the last state taken
			pop := func() {
				y, ok := f.Pop()
				if ok != (len(held) > 0) || ok && !held[y] {
					t.Fatalf("Pop gives %v, %t with %d states held", y, ok, len(held))
				}
				if !ok {
					return
				}
				if delete(held, y); m != nil {
					at := m.choose(m)
					if want := m.held[at]; y != want {
						t.Fatalf("Pop takes %v, want %v, of %d states", *y, *want, len(m.held))
					}
					m.held = slices.Delete(m.held, at, at+1)
				}
				depth, work = y.depth, y.work
			}
			pop()
			for n := range 40_000 {
				if most := []int{1, 5}[n/2000%2]; r.IntN(most+2) > most/2 { // it grows and shrinks in turn
					pop()
				} else {
					ys := make([]*item, r.IntN(4))
					for i := range ys {
						ys[i] = &item{
							number: n, site: min(r.IntN(9), r.IntN(9)),
							depth: depth + 1, decided: depth + 1 - int64(r.IntN(2*Plain)),
							work: work + int64(r.IntN(Light)*r.IntN(2)),
						}
						held[ys[i]] = true
					}
					if f.Push(ys...); m != nil {
						m.push(m, ys)
					}
				}
				if f.Len() != len(held) {
					t.Fatalf("after %d uses Len is %d, want %d", n, f.Len(), len(held))
				}
			}
			for range len(held) + 1 {
				pop()
			}
			if f.Len() != 0 {
				t.Errorf("a frontier that was emptied holds %d states", f.Len())
			}
		})
	}
	if f := New("none", view); f != nil {
		t.Errorf("found the frontier %T for a strategy that there is not", f)
	}
}

// TestOrders compares orders with those that are wanted, of a tree in which each state has two successors, the first of
// them at site 0 and the second at the site after its own, and the first bound is two deep. A state's number is that of
// its decisions.
func TestOrders(t *testing.T) {
	for _, c := range []struct {
		strategy string
		want     []int
	}{
		{"mixed", []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
		{"bfs", []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
		{"dfs", []int{1, 2, 4, 8, 9, 5, 10, 11, 3, 6, 12, 13, 7, 14, 15}},
		{"iddfs", []int{1, 2, 4, 5, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
		{"visits", []int{1, 2, 3, 7, 4, 15, 5, 11, 6, 9, 14, 13, 8, 10, 12}}, // 4, 6 and 8 by age
		// 4, 6 and 8 by age; 15 at a new site, 5, 9, 11 and 13 next to one
		{"coverage", []int{1, 2, 3, 7, 4, 15, 5, 9, 6, 11, 13, 14, 8, 10, 12}},
	} {
		f := New(c.strategy, view)
		f.Push(&item{number: 1})
		var got []int
		for y, ok := f.Pop(); ok; y, ok = f.Pop() {
			if got = append(got, y.number); y.number < 8 {
				deeper := y.depth + FirstBound/2
				f.Push(&item{number: 2 * y.number, depth: deeper},
					&item{number: 2*y.number + 1, site: y.site + 1, depth: deeper})
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: found %v, want %v", c.strategy, got, c.want)
		}
	}
}

// TestDives: while many states wait, runs are followed to their end; breadth-first search would see none here.
func TestDives(t *testing.T) {
	const long = 10
	f := New("mixed", view)
	for range 2 * Crowd {
		f.Push(&item{depth: 4})
	}
	ended := 0
	for range 200 * long {
		if y, _ := f.Pop(); y.depth == 4+long {
			ended++
		} else {
			f.Push(&item{depth: y.depth + 1}, &item{depth: y.depth + 1})
		}
	}
	if ended < 100 {
		t.Errorf("%d runs were followed to their end, want at least 100", ended)
	}
}

// TestPlainRuns: runs that decide nothing do not take the dives from the runs that do, however many there are.
func TestPlainRuns(t *testing.T) {
	const rounds, long = 40_000, 20 * Plain
	f := New("mixed", view)
	for n := range 2 * Crowd {
		// seven of eight have gone round a loop for long
		f.Push(&item{depth: 10 * long, decided: 10*long*int64(n%8/7) - 1})
	}
	plain := 0
	for range rounds {
		y, _ := f.Pop()
		if y.decided < 0 {
			plain++
			f.Push(&item{depth: y.depth + 1, decided: y.decided})
		} else {
			f.Push(&item{depth: y.depth + 1, decided: y.depth + 1})
		}
	}
	if most := rounds / Ratio; plain > most {
		t.Errorf("%d of %d choices went to runs that decide nothing, want at most %d", plain, rounds, most)
	}
}

// TestHeavyPaths: most steps are on paths that are decided easily, if half of the paths take a hundred times as much
// work for each step.
func TestHeavyPaths(t *testing.T) {
	const easy, hard = 1000, 100 * 1000
	f := New("mixed", view)
	for n := range 2 * Crowd {
		f.Push(&item{number: n % 2, depth: 4})
	}
	var steps [2]int
	for range 20_000 {
		y, _ := f.Pop()
		steps[y.number]++
		z := *y
		if z.depth++; y.number == 0 {
			z.work += easy
		} else {
			z.work += hard
		}
		if z.decided = z.depth; z.depth%64 != 0 {
			f.Push(&z)
		} else {
			f.Push(&item{number: y.number, depth: 4})
		}
	}
	if steps[0] < 10*steps[1] {
		t.Errorf("%d steps were easy and %d were hard, want at least ten easy ones for one hard one", steps[0],
			steps[1])
	}
}

// TestRandom: of a hundred states each comes first about as often as others, and two searches choose alike.
func TestRandom(t *testing.T) {
	f, g := New("random", view), New("random", view)
	count := map[int]int{}
	for n := range 40_000 {
		if n < 100 {
			f.Push(&item{number: n})
			g.Push(&item{number: n})
			continue
		}
		y, _ := f.Pop()
		if z, _ := g.Pop(); y.number != z.number {
			t.Fatalf("one search takes %d where the other takes %d", y.number, z.number)
		}
		count[y.number]++
		f.Push(y)
		g.Push(y)
	}
	for n := range 100 {
		if count[n] < 250 || count[n] > 550 {
			t.Errorf("the state %d is taken %d times, want about 400", n, count[n])
		}
	}
}

// TestDelay: a state is taken within the delay that the strategy promises, while whatever is taken has successors that
// the heuristic prefers.
func TestDelay(t *testing.T) {
	for _, s := range Strategies() {
		strategy, delay := s.Name, s.Delay
		if delay == 0 {
			continue
		}
		r := rand.New(rand.NewPCG(1, 2))
		f := New(strategy, view)
		due := map[*item]int{} // the last pop that may take it
		pops, latest := 0, 0.0
		work := int64(0)
		push := func(site int) {
			y := &item{number: pops, site: site, work: work}
			due[y] = pops + delay*(f.Len()+1)
			f.Push(y)
		}
		push(0) // a site that is visited often
		for pops < 5_000*delay {
			y, ok := f.Pop()
			if pops++; !ok {
				t.Fatalf("%s: nothing is held after %d pops", strategy, pops)
			}
			if late := pops - due[y]; late > 0 {
				t.Fatalf("%s: a state is taken %d pops after its delay", strategy, late)
			}
			latest = max(latest, float64(pops-y.number)/float64(due[y]-y.number))
			work = y.work
			// the oldest states take all the work, so their turns are passed over
			if m, ok := f.(*Mixed[*item]); ok && !m.dived {
				work += Light
			}
			delete(due, y)
			if f.Len() < 300 || r.IntN(2) == 0 {
				push(1 + r.IntN(1000)) // a site that is visited seldom
			}
			if f.Len() < 100 || r.IntN(100) == 0 {
				push(0)
			}
		}
		for _, last := range due {
			if last <= pops {
				t.Fatalf("%s: a state is still held %d pops after its delay", strategy, pops-last)
			}
		}
		if latest < 0.7 {
			t.Errorf("%s: no state is taken later than %.2f of its delay, so nothing was tried", strategy, latest)
		}
	}
}

// TestDeepening: a state is visited before any that is deeper than the first bound and 5/4 of its depth.
func TestDeepening(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	f := New("iddfs", view)
	f.Push(&item{})
	deepest, states := int64(0), 0
	for y, ok := f.Pop(); ok && states < 200_000; y, ok = f.Pop() {
		if states++; deepest > FirstBound && 4*deepest > 5*y.depth {
			t.Fatalf("a state of depth %d is visited after one of depth %d", y.depth, deepest)
		}
		deepest = max(deepest, y.depth)
		for range r.IntN(3) { // one on the average
			f.Push(&item{depth: y.depth + 1 + int64(r.IntN(3))})
		}
		if f.Len() == 0 {
			f.Push(&item{depth: y.depth + 1})
		}
	}
	if deepest < 8*FirstBound {
		t.Errorf("the deepest of %d states has depth %d, so bounds hardly matter", states, deepest)
	}
}

// TestAlone: what is held alone moves no choice, so that steps from there may be taken without the frontier.
func TestAlone(t *testing.T) {
	for _, strategy := range Names() {
		var orders [2][]int
		for i := range orders {
			f := New(strategy, view)
			f.Push(&item{})
			for n := range 1001 * i {
				y, _ := f.Pop()
				f.Push(&item{site: n % 7, depth: y.depth + 1})
			}
			y, _ := f.Pop()
			for n := range 100 {
				f.Push(&item{number: n, site: n % 7, depth: y.depth})
			}
			for y, ok := f.Pop(); ok; y, ok = f.Pop() {
				orders[i] = append(orders[i], y.number)
			}
		}
		if !slices.Equal(orders[0], orders[1]) {
			t.Errorf("%s: found the order %v, and another one after a state that was alone: %v", strategy, orders[0],
				orders[1])
		}
	}
}

// TestLetsGo: what was taken is not held on to, neither behind a state that stays nor at a site where only the oldest
// are taken.
func TestLetsGo(t *testing.T) {
	type large struct {
		number int
		_      [1 << 10]byte
	}
	for _, strategy := range Names() {
		f := New(strategy, View[large]{
			Depth:   func(large) int64 { return 0 },
			Decided: func(large) int64 { return 0 },
			Work:    func(large) int64 { return 0 },
			Site:    func(y large) any { return min(y.number%4, 1) * (1 + y.number%64) },
		})
		for range 100 {
			f.Push(large{})
		}
		for n := range 100_000 {
			f.Push(large{number: n})
			f.Pop()
		}
		runtime.GC()
		var m runtime.MemStats
		if runtime.ReadMemStats(&m); m.HeapAlloc > 16<<20 {
			t.Errorf("%s: %d MB are held for %d states", strategy, m.HeapAlloc>>20, f.Len())
		}
		runtime.KeepAlive(f)
	}
}

// BenchmarkFrontier pushes and pops with 100,000 states held, of the size of those of IMP.
func BenchmarkFrontier(b *testing.B) {
	type state struct {
		site  int
		depth int64
		_     [14]int
	}
	for _, strategy := range Names() {
		b.Run(strategy, func(b *testing.B) {
			f := New(strategy, View[state]{
				Depth:   func(y state) int64 { return y.depth },
				Decided: func(y state) int64 { return y.depth },
				Work:    func(state) int64 { return 0 },
				Site:    func(y state) any { return y.site },
			})
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			const held = 100_000
			for i := range held {
				f.Push(state{site: i % 100, depth: int64(i % 50)})
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportAllocs()
			for b.Loop() {
				y, _ := f.Pop()
				f.Push(y)
			}
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/held, "held-B/state")
		})
	}
}

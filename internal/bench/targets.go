package main

import (
	"math"
	"slices"
	"time"
)

// This file defines what vouch is meant to reach, and the measurements that serve this purpose alone.

// The families of those measurements.
const frontier, endless = "frontier", "endless"

// widest is the number of paths whose memory is measured.
const widest = 1 << 16

// mostSums is the number of branches on sums with which one goroutine is compared with two.
const mostSums = 9

// budgets returns the times after which the endless exploration is stopped: a sixth, all but a sixth, and all.
func (l *lab) budgets() []time.Duration {
	return []time.Duration{l.endless / 6, l.endless - l.endless/6, l.endless}
}

func endlessFind(budget time.Duration) string {
	return "find --engine explore --no-certificate --timeout " + budget.String()
}

// target is a figure with the limit that it should keep, an upper one if it is not said to be the least. Either may be
// NaN: what was not measured, or has no limit.
type target struct {
	work    string
	limit   float64
	least   bool
	reached float64
	format  func(float64) string
}

// met says whether a target is met, or a dash if there is nothing to be met.
func (t target) met() string {
	switch {
	case math.IsNaN(t.limit):
		return "–"
	case t.least && t.reached >= t.limit, !t.least && t.reached <= t.limit:
		return "yes"
	}
	return "no" // which it is if nothing was reached
}

// targets compares what was measured with what vouch is meant to reach.
func (l *lab) targets() []target {
	of := func(family string, size int, command string, value func(row) float64) float64 {
		if r, ok := l.row(family, size, command); ok && !r.late {
			return value(r)
		}
		return math.NaN()
	}
	wall := func(family string, size int, command string) float64 {
		return of(family, size, command, func(r row) float64 { return r.median().Seconds() })
	}
	steps := of(deep, 1_000_000, check, func(r row) float64 { return float64(r.steps) })

	live := math.NaN()
	for _, r := range l.rows {
		if r.family == frontier && r.frontier > 0 {
			live = (1 << 20) * r.liveMB / float64(r.frontier)
		}
	}

	// explored returns how many states were explored in a budget, and in how many seconds.
	budgets := l.budgets()
	explored := func(i int) (states, seconds float64) {
		n, command := int(budgets[i].Seconds()), endlessFind(budgets[i])
		return of(endless, n, command, func(r row) float64 { return float64(r.states) }),
			of(endless, n, command, func(r row) float64 { return r.elapsed.Seconds() })
	}
	s0, t0 := explored(0)
	s1, t1 := explored(1)
	s2, t2 := explored(2)

	part, none := seconds(budgets[0].Seconds()), math.NaN()
	return []target{
		{"`find` against `run`, a failure after 1,000,000 rounds", 3, false,
			wall(deep, 1_000_000, find) / wall(deep, 1_000_000, run), times},
		{"failure after 1,000 rounds, less the start of the process", 0.010, false,
			wall(deep, 1_000, find) - wall(start, 0, vouch+" --version"), seconds},
		{"unknown start, 1,000 rounds", 0.050, false, wall(unknownStart, 1_000, find), seconds},
		{"unknown start, 10,000 rounds", 0.5, false, wall(unknownStart, 10_000, find), seconds},
		{"gcd of inputs up to 20", 0.2, false, wall(gcd, 20, find), seconds},
		{"gcd of inputs up to 50", 1, false, wall(gcd, 50, find), seconds},
		{"bounded loop, 100 rounds", 0.050, false, wall(boundedLoop, 100, find), seconds},
		{"bounded loop, 10,000 rounds", 5, false, wall(boundedLoop, 10_000, find), seconds},
		{"2^16 paths", 5, false, wall(width, widest, find), seconds},
		{"memory for each state in the frontier, 2^16 paths", 1024, false, live, size},
		{"steps a second of `check`, a failure after 1,000,000 rounds", 5e6, true,
			steps / (wall(deep, 1_000_000, check) - wall(start, 0, vouchCheck+" --version")), count},
		{"states a second, gcd without a bound, in " + seconds(l.endless.Seconds()), 125_000, true, s2 / t2, count},
		{"the same in the first " + part, 125_000, true, s0 / t0, count},
		{"the same in the last " + part, 125_000, true, (s2 - s1) / (t2 - t1), count},
		{"`find` against `find -j 2`, gcd of inputs up to 50", none, true,
			wall(gcd, 50, find) / wall(gcd, 50, findJobs), times},
		{"`find` against `find -j 2`, 2^16 paths", none, true,
			wall(width, widest, find) / wall(width, widest, findJobs), times},
		{"`find` against `find -j 2`, nine branches on sums", none, true,
			wall(systems, mostSums, find) / wall(systems, mostSums, findJobs), times},
	}
}

// The families and commands of which the targets speak.
const (
	deep, unknownStart, width, boundedLoop, gcd, systems = "deep", "unknown-start", "width", "bounded-loop", "gcd",
		"systems"

	find, findJobs, run, check = "find", "find -j 2", "run", "check"
)

// growth returns the exponent by which the time of a command grows with the size of a family, and the number of sizes
// that it rests on. It takes the least time of each size, because other work on the machine can only add to it, and
// subtracts that of a process which does nothing.
func (l *lab) growth(family, command string) (k float64, sizes int, ok bool) {
	nothing, found := l.row(start, 0, command)
	if !found {
		nothing, _ = l.row(start, 0, find)
	}
	idle := slices.Min(nothing.wall)
	var xs, ys []float64
	for _, r := range l.rows {
		if r.family != family || r.command != command || r.late {
			continue
		}
		if least := slices.Min(r.wall); least >= distinct*idle {
			xs, ys = append(xs, float64(r.size)), append(ys, (least-idle).Seconds())
		}
	}
	k, ok = exponent(xs, ys)
	return k, len(xs), ok
}

// The families of which the comparison speaks alone.
const (
	cases, triples, factors, primes, hash, magic, flat, sorting, search, powers, collatz = "cases", "triples",
		"factors", "primes", "hash", "magic", "magic-flat", "sort", "search", "powers", "collatz"
)

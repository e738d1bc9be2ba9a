package main

import (
	"math"
	"slices"
	"time"
)

// This file defines the statistics: medians, and exponents of growth.

// median returns the median of at least one duration.
func median(ds []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(ds))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// exponent returns the k for which y = c * x^k fits best, by least squares on the logarithms; all values are positive. It needs
// two different x.
func exponent(xs, ys []float64) (k float64, ok bool) {
	n := float64(len(xs))
	var sx, sy, sxx, sxy float64
	for i := range xs {
		x, y := math.Log(xs[i]), math.Log(ys[i])
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	spread := n*sxx - sx*sx
	if len(xs) < 2 || spread < 1e-9 {
		return 0, false
	}
	return (n*sxy - sx*sy) / spread, true
}

// distinct says how many times as long as a process that does nothing a command has to take, to count for an exponent.
const distinct = 3

// growth returns the exponent by which the time of a command grows with the size of a family, and the number of sizes that it
// rests on. It takes the least time of each size, because other work on the machine can only add to it, and subtracts that of a
// process which does nothing.
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

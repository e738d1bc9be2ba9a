package main

import (
	"io"
	"math"
	"regexp"
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

func (r row) median() time.Duration { return median(r.wall) }

// row returns what was measured of a command on a subject.
func (l *lab) row(family string, size int, command string) (row, bool) {
	i := slices.IndexFunc(l.rows, func(r row) bool {
		return r.family == family && r.size == size &&
			r.command == command
	})
	if i < 0 {
		return row{}, false
	}
	return l.rows[i], true
}

// exponent returns the k for which y = c * x^k fits best, by least squares on the logarithms; all values are positive.
// It needs two different x.
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

// The programs that are measured, and the family of their start.
const vouch, vouchCheck, start = "vouch", "vouch-check", "start"

// lab is where programs are written, run and measured.
type lab struct {
	bin, dir string         // the folder of the commands, and one for programs and certificates
	runs     int            // of each command, at most
	limit    time.Duration  // for each run
	spend    time.Duration  // after which a command is not run once more
	endless  time.Duration  // for the exploration that never ends
	only     *regexp.Regexp // the names of the families that are measured
	log      io.Writer

	rows  []row
	wrong []error // answers that should have been others
}

// row is what was measured of one command on one subject.
type row struct {
	family  string
	size    int
	command string
	wall    []time.Duration // of each run, from its start to its end
	cpu     []time.Duration // user and system
	peakKB  int64           // largest resident set, of the run that took most
	liveMB  float64         // what the last collection of garbage left, in units of 2^20 bytes; only with gctrace
	late    bool            // it did not end in time

	verdict         string
	states, queries int64
	frontier        int64
	elapsed         time.Duration // exploring, as find says
	certificate     int64         // bytes
	steps           int64         // checked
}

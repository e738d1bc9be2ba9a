package main

import (
	"math"
	"testing"
	"time"
)

// This file tests the statistics.

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		title string
		in    []time.Duration
		want  time.Duration
	}{
		{"one", []time.Duration{7}, 7},
		{"the middle one of three, whatever their order", []time.Duration{9, 1, 5}, 5},
		{"between the middle ones of four", []time.Duration{8, 1, 4, 100}, 6},
	} {
		first := c.in[0]
		if found := median(c.in); found != c.want {
			t.Errorf("%s: found %d, want %d", c.title, found, c.want)
		}
		if c.in[0] != first {
			t.Errorf("%s: the argument was sorted", c.title)
		}
	}
}

func TestExponent(t *testing.T) {
	for _, c := range []struct {
		title  string
		xs, ys []float64
		want   float64
		ok     bool
	}{
		{"linear", []float64{1, 10, 100}, []float64{3, 30, 300}, 1, true},
		{"quadratic, from two points", []float64{2, 20}, []float64{0.5, 50}, 2, true},
		{"constant", []float64{1, 2, 4}, []float64{5, 5, 5}, 0, true},
		{"errors that balance", []float64{1, 1, 100, 100}, []float64{0.5, 2, 50, 200}, 1, true},
		{"one point", []float64{10}, []float64{3}, 0, false},
		{"one size", []float64{10, 10}, []float64{3, 4}, 0, false},
		{"nothing", nil, nil, 0, false},
	} {
		if k, ok := exponent(c.xs, c.ys); ok != c.ok || math.Abs(k-c.want) > 1e-9 {
			t.Errorf("%s: found %v, %v; want %v, %v", c.title, k, ok, c.want, c.ok)
		}
	}
}

// TestGrowth establishes that an exponent rests neither on times that are mostly the start of the process nor on runs
// that were stopped, and that the start is subtracted.
func TestGrowth(t *testing.T) {
	l := &lab{rows: []row{
		sample(start, 0, find, 10*time.Millisecond),
		sample(deep, 1, find, 12*time.Millisecond),
		sample(deep, 10, find, 110*time.Millisecond),
		sample(deep, 100, find, 1010*time.Millisecond),
		sample(deep, 100, run, time.Hour),
	}}
	l.rows[2].wall = append(l.rows[2].wall, time.Minute, time.Minute) // while something else ran
	late := sample(deep, 1000, find, 2*time.Second)
	late.late = true
	l.rows = append(l.rows, late)
	if k, sizes, ok := l.growth(deep, find); !ok || sizes != 2 || math.Abs(k-1) > 1e-9 {
		t.Errorf("found exponent %v from %d sizes, %v; want 1 from 2", k, sizes, ok)
	}
}

// sample returns a row that was measured once.
func sample(family string, size int, command string, wall time.Duration) row {
	return row{family: family, size: size, command: command, wall: []time.Duration{wall}, cpu: []time.Duration{wall},
		peakKB: 20_000}
}

package semantics

import (
	"fmt"
	"math"
)

// This file defines the meter, which bounds the work and the memory of a computation on untrusted input.

// Meter bounds the work of a computation, in units, and the memory that it uses at one time, in machine words. A unit
// is about one operation on a machine word. Work and memory are counted before they are used. Memory that a step
// allocates counts until the step is over (Settle). Memory that lives longer counts until it is released (Hold). A
// function may end the work at any time (Until). Once a meter has refused anything, it refuses everything. A nil Meter
// bounds nothing.
type Meter struct {
	work, memory int64  // the bounds
	left         int64  // units of work; negative once the meter has refused
	held         int64  // words of memory held until they are released
	made         int64  // words of memory that the current step has allocated
	why          string // what was refused; "" if nothing

	stop func() string // says why work has to end, or ""; nil if nothing else ends it
	next int64         // how many units are left when stop is asked next
}

// Unlimited is work or memory without a bound.
const Unlimited = math.MaxInt64

// NewMeter returns a meter that allows the given units of work and words of memory.
func NewMeter(work, memory int64) *Meter {
	return &Meter{work: work, memory: memory, left: work}
}

// askEvery is after how many units of work the function of Until is asked.
const askEvery = 1 << 14

// Until has the meter refuse everything once stop gives a reason: what the work takes too much of, such as "longer than
// its time". The meter asks at once, and then whenever work of 16384 units is charged. Stop returns "" as long as the
// work may go on.
func (m *Meter) Until(stop func() (why string)) {
	m.stop = stop
	m.ask()
}

// ask asks whether the work may go on.
func (m *Meter) ask() bool {
	if why := m.stop(); why != "" {
		return m.refuse(why)
	}
	m.next = m.left - askEvery
	return true
}

// Charge takes n units of work and reports whether the meter had them.
func (m *Meter) Charge(n int) bool {
	if m == nil {
		return true
	}
	if int64(n) > m.left {
		return m.refuse(fmt.Sprintf("more than %d units of work", m.work))
	}
	if m.left -= int64(n); m.stop != nil && m.left <= m.next {
		return m.ask()
	}
	return true
}

// Make counts n words of memory that the current step allocates, and reports whether the meter had them.
func (m *Meter) Make(n int) bool {
	if m == nil {
		return true
	}
	if m.left < 0 || int64(n) > m.memory-m.held-m.made {
		return m.refuse(fmt.Sprintf("more than %d MiB of memory", m.memory>>17))
	}
	m.made += int64(n)
	return true
}

// Hold counts n words of memory until they are released, and reports whether the meter had them.
func (m *Meter) Hold(n int) bool {
	if !m.Make(n) {
		return false
	}
	if m != nil {
		m.made, m.held = m.made-int64(n), m.held+int64(n)
	}
	return true
}

// Release releases n words that were held.
func (m *Meter) Release(n int) {
	if m == nil || m.left < 0 {
		return
	}
	if m.held -= int64(n); m.held < 0 {
		panic("semantics: found more memory released than held")
	}
}

// Made returns how many words of memory the current step has allocated and not held.
func (m *Meter) Made() int64 {
	if m == nil {
		return 0
	}
	return m.made
}

// Settle ends a part of a step that began when Made returned made; 0 ends the whole step. Of the memory allocated
// since, only what is held is still in use.
func (m *Meter) Settle(made int64) {
	if m != nil {
		m.made = made
	}
}

// Spent returns how many units of work were charged; all of them once the meter has refused anything.
func (m *Meter) Spent() int64 { return m.work - max(m.left, 0) }

// Held returns how many words of memory are held until they are released.
func (m *Meter) Held() int64 { return m.held }

// Part returns a meter for work that begins now and goes on beside that of m. It allows what m has left, and m does not
// know what it counts.
func (m *Meter) Part() *Meter {
	part := *m
	return &part
}

// Reserve takes one of so many parts of the memory away from what the meter allows, and returns how many words that is.
func (m *Meter) Reserve(parts int64) (words int64) {
	words = m.memory / parts
	m.memory -= words
	return words
}

// Exhausted reports whether the meter has refused anything.
func (m *Meter) Exhausted() bool { return m != nil && m.left < 0 }

// Why says what the meter has refused: "more than 9 units of work".
func (m *Meter) Why() string { return m.why }

// refuse records the first refusal, and returns false. From then on, the meter refuses everything.
func (m *Meter) refuse(why string) bool {
	if m.why == "" {
		m.why = why
	}
	m.left = -1
	return false
}

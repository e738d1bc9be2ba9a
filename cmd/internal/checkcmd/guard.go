package checkcmd

import (
	"fmt"
	"runtime/metrics"
	"time"

	"vouch/checker"
)

// This file defines the guard: it ends the command if checking a certificate takes much more than the limits allow. The
// checker counts its work itself, but not that of the library that parses C.

// guard bounds the CPU time and the memory that one certificate may take.
type guard struct {
	cpu    time.Duration
	memory int64 // in bytes
	every  time.Duration

	spent func() time.Duration // the CPU time of the process so far
	taken func() int64         // the memory of the process, in bytes
}

// What the guard allows at the default limits. SECURITY.md promises 60 s and 1 GiB.
const (
	guardedCPU    = 55 * time.Second
	guardedMemory = 1 << 30 / 32 * 31 // bytes
)

// newGuard returns a guard that allows as much more as the user's limits are above the default ones, and as several
// threads may take.
func newGuard(l checker.Limits, threads int) *guard {
	most := checker.DefaultLimits
	times := max(1, l.MaxSteps/most.MaxSteps+1)
	if l.MaxSteps <= most.MaxSteps {
		times = 1
	}
	more := max(0, l.MaxMemory-most.MaxMemory) + max(0, l.MaxBytes-most.MaxBytes)
	cpu, others := guardedCPU*time.Duration(min(times, 1<<20)), int64(min(threads, checker.MostThreads)-1)
	if others > 0 {
		cpu *= 2
	}
	return &guard{
		cpu:    cpu,
		memory: guardedMemory + 4*min(more, 1<<40) + others*min(l.MaxMemory, 1<<40),
		every:  10 * time.Millisecond,
		spent:  CPUTime,
		taken: func() int64 {
			sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"},
				{Name: "/memory/classes/heap/released:bytes"}}
			metrics.Read(sample)
			return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
		},
	}
}

// do does work and returns nil, or an error if that takes too much. Then the work still goes on: the command must end
// soon, and nothing that the work gives counts.
func (g *guard) do(work func()) error {
	before := g.spent()
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	tick := time.NewTicker(g.every)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return nil
		case <-tick.C:
		}
		if g.spent()-before > g.cpu {
			return fmt.Errorf("checking takes more than %.0f s of CPU time, the limit of the process", g.cpu.Seconds())
		}
		if g.taken() > g.memory {
			return fmt.Errorf("checking takes more than %d MiB, the limit of the process", g.memory>>20)
		}
	}
}

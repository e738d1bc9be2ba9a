package memory

import "runtime/metrics"

// This file defines what the Go runtime says about its own memory.

// inUse returns the bytes of memory that Go has from the operating system, and idle those that it holds free.
func inUse() int64 { return read(total) - read(released) }
func idle() int64  { return read(free) + read(released) }

// The names of the metrics that are read, in bytes.
const (
	total    = "/memory/classes/total:bytes"
	released = "/memory/classes/heap/released:bytes"
	free     = "/memory/classes/heap/free:bytes"
	live     = "/gc/heap/live:bytes" // what was live after the last collection
)

func read(name string) int64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

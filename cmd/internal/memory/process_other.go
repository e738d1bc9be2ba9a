//go:build !linux

package memory

// This file defines what is known about the process without asking the operating system: the memory that Go reports,
// and that a library in C reports.

// process is this process.
type process struct {
	foreign func() int64
}

func newProcess(foreign func() int64) *process { return &process{foreign} }

// resident returns the bytes of memory that the process has.
func (p *process) resident() int64 { return inUse() + p.foreign() }

// within returns how much of so many bytes the process may use.
func (p *process) within(bytes int64) int64 { return bytes }

// pressure returns how near the process is to limits of its own.
func (p *process) pressure() float64 { return 0 }

// largePages does nothing: only Linux is asked for large pages.
func largePages(int) {}

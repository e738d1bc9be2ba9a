package memory

import (
	"fmt"
	"math"
	"os"
	"syscall"

	"vouch/internal/pages"
)

// This file defines what Linux says about the process: its resident memory, which C libraries and Go share, and its
// limits of address space.

// process is this process, with its limits in bytes.
type process struct {
	address, data int64 // of ulimit -v and -d; math.MaxInt64 if there is none
	page          int64
}

// margin is how much address space has to stay free, in bytes. Go takes it in pieces of 64 MiB, and a thread of C takes
// as much.
const margin = 144 << 20

func newProcess(func() int64) *process {
	return &process{limitOf(syscall.RLIMIT_AS), limitOf(syscall.RLIMIT_DATA), int64(os.Getpagesize())}
}

func limitOf(resource int) int64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(resource, &limit) != nil || limit.Cur > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(limit.Cur)
}

// statm is the content of /proc/self/statm, in bytes: the address space, the resident part of it, and the part that
// counts as data.
func (p *process) statm() (size, resident, data int64) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, inUse(), 0
	}
	var shared, code, library int64
	fmt.Sscan(string(text), &size, &resident, &shared, &code, &library, &data)
	return size * p.page, resident * p.page, data * p.page
}

// resident returns the bytes of memory that the process has.
func (p *process) resident() int64 {
	_, resident, _ := p.statm()
	return resident
}

// within returns how much of so many bytes the process may use, given its limits. A quarter of the room is left for
// memory that is taken before the next measurement, because beyond these limits there is no memory at all.
func (p *process) within(bytes int64) int64 {
	size, resident, data := p.statm()
	room := min(p.address-size, p.data-data) - margin
	return max(1, min(bytes, resident+idle()+room/4*3))
}

// pressure returns how near the process is to its limits; at 1 it is too near.
func (p *process) pressure() float64 {
	if p.address == math.MaxInt64 && p.data == math.MaxInt64 {
		return 0
	}
	size, _, data := p.statm()
	free := idle() - margin
	return max(float64(size-free)/float64(p.address), float64(data-free)/float64(p.data))
}

// largePages asks for large pages for so many bytes by which the heap grows next. To touch 350 MB in small pages for
// the first time takes about a second of a processor on the machine where this was measured. Nothing is asked for where
// the address space of the process is limited.
func largePages(bytes int) {
	if limitOf(syscall.RLIMIT_AS) == math.MaxInt64 && limitOf(syscall.RLIMIT_DATA) == math.MaxInt64 {
		pages.Large(bytes)
	}
}

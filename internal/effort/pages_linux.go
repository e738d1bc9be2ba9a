package effort

import (
	"runtime"
	"syscall"
)

// This file asks Linux for memory in large pages, which cost less to touch for the first time.

// largePages asks for so many bytes by which the heap grows next. A refusal changes nothing.
func largePages(bytes int) {
	_ = syscall.Madvise(make([]byte, bytes), syscall.MADV_HUGEPAGE) // Go takes it, and does not touch it
	runtime.GC()                                                    // and has it again
}

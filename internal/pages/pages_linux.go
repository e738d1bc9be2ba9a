// Package pages asks the operating system for memory in large pages, which cost less to touch for the first time.
package pages

import (
	"runtime"
	"syscall"
)

// Large asks for large pages for so many bytes by which the heap grows next (madvise(2), MADV_HUGEPAGE). They count as
// live for a moment. A refusal changes nothing; systems other than Linux are not asked.
func Large(bytes int) {
	_ = syscall.Madvise(make([]byte, bytes), syscall.MADV_HUGEPAGE) // Go takes it, and does not touch it
	runtime.GC()                                                    // and has it again
}

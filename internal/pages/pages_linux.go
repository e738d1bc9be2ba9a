// Package pages asks the operating system for memory in large pages, which cost less to touch for the first time.
package pages

import (
	"runtime"
	"strings"
	"syscall"
	"unsafe"
)

// Large asks for large pages for so many bytes by which the heap grows next (madvise(2), MADV_HUGEPAGE). They count as
// live for a moment. A refusal changes nothing; systems other than Linux are not asked.
func Large(bytes int) {
	var b strings.Builder // whose memory is not cleared, which would touch it in small pages first
	b.Grow(bytes)
	b.WriteByte(0)
	_ = syscall.Madvise(unsafe.Slice(unsafe.StringData(b.String()), bytes), syscall.MADV_HUGEPAGE)
	runtime.GC() // Go has it again
}

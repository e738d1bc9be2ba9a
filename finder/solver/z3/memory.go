//go:build cgo

package z3

/*
#include <stdlib.h>
#include <z3.h>
#ifdef __GLIBC__
#include <malloc.h>
static void trim(void) { malloc_trim(0); }
static void share(void) {
	mallopt(M_ARENA_MAX, 2);
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	mallopt(M_TRIM_THRESHOLD, 256 << 20);
}
#else
static void trim(void) {}
static void share(void) {}
#endif
*/
import "C"

import (
	"strconv"
	"sync/atomic"
	"unsafe"
)

// This file defines the memory of Z3, which the Go runtime does not see.

// limit is what LimitMemory has said; nil means no limit.
var limit atomic.Pointer[func() int64]

// LimitMemory makes queries fail that would take all solvers beyond so many bytes together, which the first query asks
// for. It also keeps the address space small that the process reserves for C, and lets the C library keep what solvers
// free: each begins with tables of 17 MB, and to get them from the operating system takes longer than most queries.
func LimitMemory(bytes func() int64) {
	C.share()
	limit.Store(&bytes)
}

// applyLimit tells Z3 the limit; not before the first query, since it takes memory itself.
func applyLimit() {
	given := limit.Load()
	if given == nil {
		return
	}
	bytes := (*given)()
	if bytes == 0 {
		return
	}
	name, value := C.CString("memory_max_size"), C.CString(strconv.FormatInt(max(1, bytes>>20), 10))
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(value))
	C.Z3_global_param_set(name, value)
}

// Memory returns how many bytes all solvers have.
func Memory() int64 { return int64(C.Z3_get_estimated_alloc_size()) }

// Trim gives the memory back to the operating system that solvers have let go.
func Trim() { C.trim() }

package pages

import (
	"runtime"
	"syscall"
	"testing"
)

// This file tests that memory is asked for without being touched.

func TestLarge(t *testing.T) {
	const bytes = 64 << 20
	used := make([]byte, bytes/2)
	for i := range used {
		used[i] = 1
	}
	used = nil
	runtime.GC()
	runtime.GC() // so what Go takes next begins with what was used, which would have to be cleared
	before := faults(t)
	Large(bytes)
	if n := faults(t) - before; n > bytes/2/4096/8 {
		t.Errorf("found %d pages touched", n)
	}
}

// faults returns how many pages the process has touched for the first time.
func faults(t *testing.T) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return u.Minflt
}

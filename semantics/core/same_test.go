package core

import (
	"fmt"
	"testing"

	"vouch/semantics"
)

// TestLargeObjects compares objects of which little is written, at places far apart: it finds each difference, and the
// work does not grow with the size.
func TestLargeObjects(t *testing.T) {
	const size, most = 1 << 31, 20_000
	store := func(at int64, v int) string { return fmt.Sprintf("; store u8 (move p! %d) %d", at, v) }
	places := []int64{0, 1, 63, 64, 1023, 1024, 16384, 1 << 20, 1<<30 + 7, size - 1}
	object := func(text string) *Object {
		s := ran(t, fmt.Sprintf("alloc p heap %d", int64(size))+text)
		return s.objects.get(int64(s.made - 1))
	}
	compare := func(title string, a, b *Object, want bool) {
		meter := semantics.NewMeter(1<<30, 1<<30)
		c := Comparison{Meter: meter, Free: func(_, _ int64) bool { return false }, Rest: func(_, _ int64) bool {
			return true
		}}
		if got := c.objects(a, b, 1); got != want {
			t.Errorf("%s: found %v, want %v", title, got, want)
		}
		if n := meter.Spent(); n > most {
			t.Errorf("%s: found work of %d, want at most %d", title, n, most)
		}
	}
	nothing := object("")
	compare("nothing in either", nothing, object(""), true)
	for _, at := range places {
		one := object(store(at, 1))
		compare(fmt.Sprintf("the same at %d", at), one, object(store(at, 1)), true)
		compare(fmt.Sprintf("another number at %d", at), one, object(store(at, 2)), false)
		compare(fmt.Sprintf("nothing in one at %d", at), one, nothing, false)
		compare(fmt.Sprintf("nothing in the other at %d", at), nothing, one, false)
		for _, other := range places {
			if other != at {
				both := object(store(at, 1) + store(other, 1))
				compare(fmt.Sprintf("at %d, and in one at %d", at, other), one, both, false)
				compare(fmt.Sprintf("at %d, and in the other at %d", at, other), both, one, false)
			}
		}
	}
}

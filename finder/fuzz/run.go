package fuzz

// This file defines the loop of the fuzzer: which inputs it tries, and in which order.

// Run does about the given work, and returns the faults that it met.
func (f *Fuzzer) Run(work int64) (crashes []Crash) {
	for end := f.Count.Work + work; f.Count.Work < end; {
		var c candidate
		switch {
		case len(f.waiting) > 0:
			c = f.waiting[0]
			f.waiting = f.waiting[1:]
		case len(f.corpus) > 0:
			c = f.next()
		default: // even the first run was too long
			return crashes
		}
		if crash, ok := f.try(c); ok {
			crashes = append(crashes, crash)
		}
	}
	return crashes
}

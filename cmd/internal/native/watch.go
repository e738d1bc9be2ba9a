package native

import (
	"fmt"
	"strconv"
	"strings"

	"vouch/semantics"
)

// This file defines how a native run of an endless loop says where it is when its time is over: the system sends it a
// signal, and a function of the generated file writes the places on the stack, as the sanitizer finds them.

// watching is that function, for Linux on x86-64. The system gives it the registers of what it interrupts.
const watching = `
#if defined(__linux__) && defined(__x86_64__)
extern void (*signal(int, void (*)(int)))(int);
extern weak void __sanitizer_symbolize_pc(void *, const char *, char *, size);
__attribute__((no_sanitize("address", "undefined"))) static void vouch_stops(int n, void *info, void *context)
{
	static char at[1 << 12];
	void **registers = (void **)((char *)context + 40), **frame = registers[10];
	char *pc = registers[16], *low = context;
	int k;
	for (k = 0; k < 64 && __sanitizer_symbolize_pc; k++) {
		__sanitizer_symbolize_pc(pc - (k > 0), "` + goesOn + `%f at %S\n", at, sizeof at);
		vouch_says(at);
		if ((char *)frame <= low || (char *)frame - low > 1 << 20)
			break;
		low = (char *)frame;
		pc = frame[1];
		frame = frame[0];
	}
	_exit(3);
}
__attribute__((constructor)) static void vouch_watches(void)
{
	signal(24, (void (*)(int))vouch_stops); /* SIGXCPU */
}
#endif
`

// goesOn begins a line that says where a run is when its time is over.
const goesOn = "vouch: the run goes on in "

// watched reports whether a run of the program says where it is when its time is over.
func (r *Reproduction) watched() bool { return r.Kind == semantics.EndlessLoop }

// goesOn returns the innermost place in the program at which a run was when its time was over; ok is false if it does
// not say that it was. Where says to which file of the program a path leads, if to any.
func (e ended) goesOn(where func(string) (string, bool)) (at string, ok bool) {
	for line := range strings.Lines(e.said) {
		text, is := strings.CutPrefix(strings.TrimSpace(line), goesOn)
		if !is {
			continue
		}
		ok = true
		function, place, _ := strings.Cut(text, " at ")
		parts := strings.Split(place, ":")
		if len(parts) < 2 {
			continue
		}
		name, known := where(parts[0])
		if n, err := strconv.Atoi(parts[1]); known && err == nil && n > 0 {
			return fmt.Sprintf("%s at %s:%d", function, name, n), true
		}
	}
	return "", ok
}

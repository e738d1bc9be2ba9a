package finder

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// This file defines what is expected of tries that are made abreast: the outcome of making one after the other.

// TestAbreast makes tries of which some are good, with one thread and with several.
func TestAbreast(t *testing.T) {
	for _, c := range []struct {
		title string
		tries string // of each, whether it is good (+) or not (-); a large letter says first that it is near
		want  string
	}{
		{"none", "", ""},
		{"one that is good", "+", "+"},
		{"one that is not", "-", "-"},
		{"none is good", "----", "----"},
		{"the first one is", "+---", "+"},
		{"the first one of two", "-+-+", "-+"},
		{"the last one", "-----+", "-----+"},
		{"all are", "++++", "+"},
		{"one is near and good", "-N+", "-N"},
		{"one is near and not good", "-V-+-", "-V-+"},
		{"all are near, and none good", "VVVV", "VVVV"},
		{"all are near and good", "NNNN", "N"},
	} {
		for _, threads := range []int{0, 1, 2, 3, 8, 100} {
			for slow := range len(c.tries) + 1 { // this one takes longer than all others
				var list []try[string]
				for i, kind := range c.tries {
					list = append(list, func(ctx context.Context, near func()) string {
						if i == slow {
							for range 100 {
								runtime.Gosched()
							}
						}
						if kind == 'N' || kind == 'V' {
							near()
						}
						if ctx.Err() != nil {
							return "told to stop"
						}
						return fmt.Sprintf("%c", kind)
					})
				}
				var got string
				good := func(s string) bool { return s == "+" || s == "N" }
				ended := make([]byte, len(c.tries))
				ends := func(i int, is bool) {
					if ended[i] != 0 {
						t.Errorf("%s, %d threads: found that try %d ended twice", c.title, threads, i)
					}
					if ended[i] = '-'; is {
						ended[i] = '+'
					}
				}
				for _, r := range abreast(t.Context(), threads, good, ends, list...) {
					got += r
				}
				said := strings.NewReplacer("V", "-", "N", "+").Replace(c.want)
				if got != c.want || string(ended[:len(got)]) != said {
					t.Errorf("%s, %d threads, slow is %d: found %s, and %q said where they ended, want %s", c.title, threads,
						slow, got, ended, c.want)
				}
			}
		}
	}
}

// unheard is told where tries end, and does nothing.
func unheard(int, bool) {}

// TestAbreastMakes: several tries are made at a time, those behind one that is good are told to stop, and none of them
// goes on afterwards.
func TestAbreastMakes(t *testing.T) {
	var going atomic.Int64
	var both sync.WaitGroup
	both.Add(2)
	got := abreast(t.Context(), 2, func(n int) bool { return n == 1 }, unheard,
		func(context.Context, func()) int {
			both.Done()
			both.Wait() // for the second one
			return 1
		}, func(ctx context.Context, _ func()) int {
			going.Add(1)
			defer going.Add(-1)
			both.Done()
			for n := 0; ctx.Err() == nil && n < 1e6; n++ {
				runtime.Gosched()
			}
			if ctx.Err() == nil {
				t.Error("found a try that nobody told to stop, want it told once the first one is good")
			}
			return 1
		})
	if !slices.Equal(got, []int{1}) || going.Load() != 0 {
		t.Errorf("found %v, and %d tries that go on, want the first result, and none", got, going.Load())
	}
}

// TestAbreastNear: behind a try that is near, another one that was told to stop is made anew, if it is needed then.
func TestAbreastNear(t *testing.T) {
	made := 0
	begun := make(chan struct{})
	var once sync.Once
	got := abreast(t.Context(), 2, func(n int) bool { return n > 0 }, unheard,
		func(_ context.Context, near func()) int {
			<-begun
			near()
			for range 100 { // whoever begins another one now is seen below
				runtime.Gosched()
			}
			if made != 1 {
				t.Errorf("found %d tries begun behind one that is near, want 1", made)
			}
			return 0
		}, func(ctx context.Context, _ func()) int {
			made++
			first := false
			once.Do(func() {
				first = true
				close(begun)
				<-ctx.Done()
			})
			if first {
				return 7 // does not count
			}
			return 2
		})
	if !slices.Equal(got, []int{0, 2}) || made != 2 {
		t.Errorf("found %v, and the second try made %d times, want [0 2] and 2", got, made)
	}
}

// TestAbreastPanic: a try that panics does so where the tries were wanted, and no other try goes on.
func TestAbreastPanic(t *testing.T) {
	for _, threads := range []int{1, 2, 3} {
		var going atomic.Int64
		waits := func(ctx context.Context, _ func()) int {
			going.Add(1)
			defer going.Add(-1)
			if threads > 1 {
				<-ctx.Done()
			}
			return 0
		}
		func() {
			defer func() {
				if e := recover(); e != "broken" || going.Load() != 0 {
					t.Errorf("%d threads: found the panic %v and %d tries that go on, want that of the try, and none", threads, e,
						going.Load())
				}
			}()
			breaks := func(context.Context, func()) int { panic("broken") }
			abreast(t.Context(), threads, func(int) bool { return false }, unheard, breaks, waits, waits)
		}()
	}
}

package view

import (
	"math/big"
	"strings"
	"testing"

	"vouch/semantics/core"
)

// This file tests the names of objects: each kind is counted for itself, and a number does not depend on who asks or in
// which order.

func TestNames(t *testing.T) {
	const program = `core 1
entry main
global text literal readonly size 3
  init 0 bytes "hi"
func main() int
  slot $a ptr
  slot $b ptr
  slot p ptr
  0: alloc $a local 4
  1: alloc $a heap 4
  2: alloc p heap 4
  3: free (def $a "uninitialised value")
  4: alloc $b local 4
  5: alloc $b heap 4
  6: fail "assertion"
`
	p, err := core.ParseLoose("test.core", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	last, _ := (&Run{Program: p, Steps: 100}).Replay()
	value := func(n *Names, id int, offset int64) string {
		return n.Value(last, core.MakePointer(id, big.NewInt(offset)))
	}
	want := []string{`"hi"`, "unnamed object 1", "heap object 1", "&p", "unnamed object 2", "heap object 2"}
	var forwards, backwards Names
	for id := len(want); id > 0; id-- {
		if found := value(&backwards, id, 0); found != want[id-1] {
			t.Errorf("object %d, asked from the last one on: found %s, want %s", id, found, want[id-1])
		}
	}
	for i, name := range want {
		for offset, end := range map[int64]string{0: "", 4: "+4", -4: "-4"} {
			if found := value(&forwards, i+1, offset); found != name+end {
				t.Errorf("object %d at %d: found %s, want %s", i+1, offset, found, name+end)
			}
		}
	}
	if found := strings.Join([]string{forwards.Object(last, 1), forwards.Object(last, 3), forwards.Object(last, 4)},
		", "); found != "a string literal, heap object 1, p" {
		t.Errorf("found the names %s", found)
	}
}

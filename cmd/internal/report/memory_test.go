package report

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// This file tests which steps of a run have a drawing of memory, and what is in it.

const ringOf = `#include <stdlib.h>
struct n { struct n *on; int v; };
int main(void) {
  struct n *head = 0;
  for (int i = 0; i < %d; i++) {
    struct n *n = malloc(sizeof *n);
    n->v = i;
    n->on = head;
    head = n;
  }
  return 1 / (head->v - %d);
}
`

func TestMemory(t *testing.T) {
	for _, c := range []struct {
		n    int
		gaps int // steps between those that are drawn
	}{{3, 0}, {400, 1}} {
		title := fmt.Sprintf("%d objects", c.n)
		b := examine(t, "c1", title, find(t, "x.c", fmt.Sprintf(ringOf, c.n, c.n-1), 10_000, 0)).Bug
		gaps, bytes := 0, 0
		for i, d := range b.Replay.Memory {
			after := b.Steps
			if i > 0 {
				after = b.Replay.Memory[i-1].From
			}
			if d.From > d.To || d.To >= after {
				t.Errorf("%s: found a drawing for steps %d to %d before one from %d on", title, d.From, d.To, after)
			}
			if d.To < after-1 {
				gaps++
			}
			text, _ := json.Marshal(d.Picture)
			bytes += len(text)
		}
		if gaps > c.gaps || bytes > maxMemory || len(b.Replay.Memory) < 5 {
			t.Errorf("%s: found %d drawings of %d bytes with %d gaps, want a gap at most where the run is long", title,
				len(b.Replay.Memory), bytes, gaps)
		}
		if first := b.Replay.Memory[len(b.Replay.Memory)-1]; c.gaps == 0 && first.From != b.Replay.First {
			t.Errorf("%s: found nothing drawn from step %d to step %d", title, b.Replay.First, first.From)
		}
	}
	// Objects appear where they are made, and the list grows.
	b := examine(t, "c1", "a list", find(t, "x.c", fmt.Sprintf(ringOf, 3, 2), 10_000, 0)).Bug
	var made []string
	for i := len(b.Replay.Memory) - 1; i >= 0; i-- {
		var titles []string
		if p := b.Replay.Memory[i].Picture; p != nil {
			for _, box := range p.Boxes {
				title, _, _ := strings.Cut(box.Title, " ·")
				titles = append(titles, strings.TrimPrefix(title, "heap object "))
			}
		}
		if text := strings.Join(titles, ","); len(made) == 0 || made[len(made)-1] != text {
			made = append(made, text)
		}
	}
	if found := strings.Join(made, " "); found != " main(),1 main(),1,2 main(),2,1 main(),2,3,1 main(),3,2,1" {
		t.Errorf("found the objects %q as the run goes on", found)
	}
}

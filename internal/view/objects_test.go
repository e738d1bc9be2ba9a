package view

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"vouch/semantics/core"
	"vouch/semantics/source"
)

// This file tests what is shown of the memory and of the calls where a run ends.

func TestObjects(t *testing.T) {
	for _, c := range []struct{ title, program, want string }{
		{"values as they were stored, bytes without value, a pointer into the middle", `core 1
entry main
func main() int
  slot p ptr
  slot q ptr
  0: alloc p heap 24
  1: store u8 (def p "uninitialised value") 7
  2: store i32 (move (def p "uninitialised value") 4) -2
  3: alloc q heap 8
  4: store ptr (move (def p "uninitialised value") 8) (move (def q "uninitialised value") 8)
  5: fill (def q "uninitialised value") 1 2
  6: fail "assertion"
`, "p 24 bytes: 0=7 1..3=? 4=-2 8=->q+8 16..23=?; q 8 bytes: 0=1 1=1 2..7=?"},
		{"an object that is gone; what nothing gets at is left out", `core 1
entry main
func main() int
  slot p ptr
  slot q ptr
  0: alloc p heap 4
  1: alloc q heap 4
  2: free (def p "uninitialised value")
  3: set q (null)
  4: store u8 (def p "uninitialised value") 1
  5: return 0
`, "*p 4 bytes: gone"},
		{"what a caller has, after what the call has", `core 1
entry main
func main() int
  slot p ptr
  slot r int
  0: alloc p local 2
  1: store u16 (def p "uninitialised value") 513
  2: call r (func f) 1
  3: return r
func f(n int) int
  slot q ptr
  0: alloc q local 1
  1: fail "assertion"
`, "q 1 bytes: 0..0=?; p 2 bytes: 0=513"},
		{"of a long object the beginning", `core 1
entry main
func main() int
  slot p ptr
  0: alloc p heap 100
  1: fill (def p "uninitialised value") 1 100
  2: store u8 (move (def p "uninitialised value") 200) 0
  3: return 0
`, "p 100 bytes: " + ones(16) + " and 84 bytes"},
		{"zeros and a text", `core 1
entry main
func main() int
  slot p ptr
  0: alloc p heap 70
  1: fill (def p "uninitialised value") 0 70
  2: store u8 (move (def p "uninitialised value") 60) 104
  3: store u8 (move (def p "uninitialised value") 61) 105
  4: store u32 (move (def p "uninitialised value") 64) 0
  5: store u8 (move (def p "uninitialised value") 69) 65
  6: fail "assertion"
`, `p 70 bytes: 0=0 60="hi" 63=0 64=0 68=0 69=65 'A'`},
		{"a store over a part of another one", `core 1
entry main
func main() int
  slot p ptr
  0: alloc p heap 8
  1: store u32 (def p "uninitialised value") 1
  2: store u16 (move (def p "uninitialised value") 2) 3
  3: fail "assertion"
`, "p 8 bytes: 0=196609 4..7=?"},
	} {
		p, err := core.ParseLoose("test.core", []byte(c.program))
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		var e Ending
		var cells Cells
		r := Run{Program: p, Steps: 100, Input: func(int, string) (*big.Int, bool) { return nil, false }}
		r.Replay(&e, &cells)
		_, about := e.Story(source.Span.String)
		objects, _ := cells.Objects(e.Last, about)
		var found []string
		for _, o := range objects {
			found = append(found, shownObject(e.Last, o, about))
		}
		if list := strings.Join(found, "; "); list != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s", c.title, list, c.want)
		}
	}
}

// ones returns n cells of a byte, each 0.
func ones(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("%d=1", i))
	}
	return strings.Join(list, " ")
}

// shownObject writes an object on a line.
func shownObject(s core.State, o Object, about []int) string {
	line := fmt.Sprintf("%s %d bytes:", o.Name, o.Size)
	if object, _ := s.Object(o.ID); object.Dead {
		return "*" + line + " gone"
	}
	for _, c := range o.Cells {
		switch {
		case c.Value == "":
			line += fmt.Sprintf(" %d..%d=?", c.Offset, c.Offset+c.Size-1)
		case c.To > 0:
			line += fmt.Sprintf(" %d=->%s+%d", c.Offset, new(Names).Object(s, c.To), c.Into)
		default:
			line += fmt.Sprintf(" %d=%s", c.Offset, c.Value)
		}
	}
	if o.Hidden > 0 {
		line += fmt.Sprintf(" and %d bytes", o.Hidden)
	}
	return line
}

func TestCalls(t *testing.T) {
	const program = `core 1
entry main
func main() int
  slot r int
  0: call r (func deep) %d
  1: return r
func deep(n int) int
  slot r int
  0: branch (gt (def n "uninitialised value") 0) then 1 else 3
  1: call r (func deep) (sub (def n "uninitialised value") 1)
  2: return r
  3: fail "assertion"
`
	for _, c := range []struct {
		title string
		deep  int
		want  string
		left  int
	}{
		{"one call", 0, "deep:12 main:5", 0},
		{"calls of calls", 2, "deep:12 deep:10 deep:10 main:5", 0},
		{"more than are told", 30, "deep:12" + strings.Repeat(" deep:10", maxCalls-1), 32 - maxCalls},
	} {
		p, err := core.ParseLoose("test.core", fmt.Appendf(nil, program, c.deep))
		if err != nil {
			t.Fatal(err)
		}
		var cells Cells
		last, _ := (&Run{Program: p, Steps: 1000}).Replay(&cells)
		calls, left := cells.Calls(last)
		var found []string
		for _, call := range calls {
			found = append(found, fmt.Sprintf("%s:%d", call.Func, call.At.Line))
		}
		if list := strings.Join(found, " "); list != c.want || left != c.left {
			t.Errorf("%s: found %s and %d more, want %s and %d", c.title, list, left, c.want, c.left)
		}
	}
}

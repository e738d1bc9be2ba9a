package native

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vouch/semantics"
)

// This file tests how reports are read.

// inProgram says which paths are in the program of these tests.
func inProgram(name string) (string, bool) {
	rel, _ := strings.CutPrefix(name, "/program/")
	return rel, rel == "prog.c" || rel == "lib/list.c"
}

// TestReports reads what gcc 12 and clang 14 say of the examples of docs/faults.md, one for each kind of fault:
// something of that kind in that line, and nothing before it that is of another kind. Of some kinds they say nothing.
func TestReports(t *testing.T) {
	data, err := os.ReadFile("testdata/reports.txt")
	if err != nil {
		t.Fatal(err)
	}
	heads := regexp.MustCompile(`(?m)^-- ([a-z -]+); (gcc 12|clang 14); line (\d+) --\n`)
	silent := map[semantics.Kind]bool{
		semantics.PointerArithmetic: true, semantics.InvalidCall: true, semantics.MissingArgument: true,
		semantics.MissingReturn: true, semantics.FormatMismatch: true,
		semantics.InvalidArgument: true,
	}
	seen := map[semantics.Kind]bool{}
	parts := heads.FindAllStringSubmatchIndex(string(data), -1)
	for i, at := range parts {
		end := len(data)
		if i+1 < len(parts) {
			end = parts[i+1][0]
		}
		part := func(n int) string { return string(data[at[2*n]:at[2*n+1]]) }
		kind, tool, text := semantics.Kind(part(1)), part(2), string(data[at[1]:end])
		line, _ := strconv.Atoi(part(3))
		seen[kind] = true
		t.Run(part(1)+" "+tool, func(t *testing.T) {
			if !slices.Contains(semantics.Kinds, kind) {
				t.Fatalf("found the kind %q, which is none", kind)
			}
			reports := readReports(text, inProgram)
			if silent[kind] || kind == semantics.UnrelatedPointers && tool == "clang 14" {
				if len(reports) > 0 {
					t.Errorf("found %+v, want nothing", reports)
				}
				return
			}
			if len(reports) == 0 {
				t.Fatal("found no report")
			}
			if r := reports[0]; !slices.Contains(r.Kinds(), kind) || r.At.File != "prog.c" || r.At.Line != line {
				t.Errorf("found %v at %v (%s), want %s at line %d", r.Kinds(), r.At, r.Text, kind, line)
			}
		})
	}
	for _, kind := range semantics.Kinds {
		if !seen[kind] && kind != semantics.Failed && kind != semantics.UnboundVar {
			t.Errorf("found no report about %s", kind)
		}
	}
}

// TestReportsElsewhere: what is no report, where it is, and what it is about.
func TestReportsElsewhere(t *testing.T) {
	const overflow = "prog.c:4:6: runtime error: signed integer overflow: 1 + 2147483647 cannot be represented in type 'int'\n"
	stack := func(frames ...string) string {
		s := "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6020 at pc 0x55 bp 0x7f sp 0x7e\nWRITE of size 4 at 0x6020 thread T0\n"
		for i, f := range frames {
			s += "    #" + strconv.Itoa(i) + " 0x55dbcb0361e9 " + f + "\n"
		}
		return s + "\n0x6020 is located 0 bytes to the right of 4-byte region\nallocated by thread T0 here:\n    #0 0x55dbcb0361e8 in main /program/prog.c:1\n"
	}
	crash := func(what, hint string) string {
		return "==7==ERROR: AddressSanitizer: SEGV on unknown address " + what +
			" (pc 0x55 bp 0x7f sp 0x7e T0)\n==7==The signal is caused by a WRITE memory access.\n" + hint +
			"    #0 0x55 in f /program/prog.c:9:2\n"
	}
	for _, c := range []struct {
		title, text string
		want        []string // of each report: place, text, kinds
	}{
		{"nothing", "", nil},
		{"what the program itself says",
			"error: runtime error\nprog.c:4: runtime error: no\n==7==ERROR: Sanitizer: x\n    #0 0x1 in f /program/prog.c:1\n",
			nil},
		{"an error at run time", overflow,
			[]string{"prog.c:4:6 signed integer overflow: 1 + 2147483647 cannot be represented in type 'int' [overflow]"}},
		{"two of them", overflow + "lib/list.c:7:1: runtime error: division by zero\n", []string{
			"prog.c:4:6 signed integer overflow: 1 + 2147483647 cannot be represented in type 'int' [overflow]",
			"lib/list.c:7:1 division by zero [division by zero]"}},
		{"one in a header of the machine, called from the program",
			"/usr/include/x.h:4:6: runtime error: division by zero\n    #0 0x1 in g /usr/include/x.h:4\n    #1 0x2 in f /program/prog.c:8\n",
			[]string{"prog.c:8 division by zero [division by zero]"}},
		{"the innermost frame of the program counts", stack("in memcpy (/lib/libasan.so+0x1)",
			"in f /program/lib/list.c:12:5", "in main /program/prog.c:20"),
			[]string{"lib/list.c:12:5 heap-buffer-overflow, write of 4 bytes [out of bounds write pointer arithmetic]"}},
		{"the generated file is no file of the program", stack("in fill /inputs.c:44",
			"in klee_make_symbolic /inputs.c:118", "in main /program/prog.c:6"),
			[]string{"prog.c:6 heap-buffer-overflow, write of 4 bytes [out of bounds write pointer arithmetic]"}},
		{"a byte of an object of no bytes",
			strings.Replace(stack("in f /program/prog.c:3"), "heap-buffer-overflow", "use-after-poison", 1),
			[]string{"prog.c:3 use-after-poison, write of 4 bytes [out of bounds write pointer arithmetic]"}},
		{"no frame of the program, and the stack of the allocation is another one",
			stack("in memcpy (/lib/libasan.so+0x1)"),
			[]string{":0 heap-buffer-overflow, write of 4 bytes [out of bounds write pointer arithmetic]"}},
		{"a write through null", crash("0x000000000010", ""),
			[]string{"prog.c:9:2 SEGV on unknown address [null dereference use after return]"}},
		{"a hint that it was null", crash("0x000000001fff", "==7==Hint: address points to the zero page.\n"),
			[]string{"prog.c:9:2 SEGV on unknown address [null dereference use after return]"}},
		{"a write elsewhere", crash("0x55decb0521e8", ""), []string{
			"prog.c:9:2 SEGV on unknown address [invalid pointer out of bounds write pointer arithmetic read-only write]"}},
		{"what nobody understands", "==7==ERROR: AddressSanitizer: odr-violation\n", []string{":0 odr-violation []"}},
		{"an allocation that fails is no report", "==7==WARNING: AddressSanitizer failed to allocate 0x7fff bytes\n",
			nil},
		{"two objects that are lost",
			"==7==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 4 byte(s) in 1 object(s) allocated from:\n    #0 0x1 in malloc x.cpp:69\n" +
				"    #1 0x2 in main /program/prog.c:2\n\nIndirect leak of 8 byte(s) in 1 object(s) allocated from:\n    #0 0x1 in malloc x.cpp:69\n    #1 0x2 in f /program/prog.c:5:9\n",
			[]string{"prog.c:2 Direct leak of 4 byte(s) in 1 object(s) [memory leak]",
				"prog.c:5:9 Indirect leak of 8 byte(s) in 1 object(s) [memory leak]"}},
		{"an assertion of a harness",
			"==7==ERROR: AddressSanitizer: ABRT on unknown address 0x02 (pc 0x7f T0)\n    #0 0x1 in abort stdlib/abort.c:79\n    #1 0x2 in vouch_assertion_fails /inputs.c:9\n" +
				"    #2 0x3 in reach_error /inputs.c:20\n    #3 0x4 in main /program/prog.c:3\n",
			[]string{"prog.c:3 ABRT on unknown address [assertion]"}},
		{"an assertion, and a library whose functions have no names",
			"==7==ERROR: AddressSanitizer: ABRT on unknown address 0x02 (pc 0x7f T0)\n    #0 0x1 in abort (/lib/libc.so.6+0x26471)\n    #1 0x2  (/lib/libc.so.6+0x26394)\n" +
				"    #2 0x3 in __assert_fail (/lib/libc.so.6+0x34ec1)\n    #3 0x4 in main /program/prog.c:3\n",
			[]string{"prog.c:3 ABRT on unknown address [assertion]"}},
		{"a lost object is freed before",
			"==7==ERROR: AddressSanitizer: attempting double-free on 0x6020 in thread T0:\n    #0 0x1 in free x.cpp:5\n    #1 0x2 in f /program/prog.c:3\n",
			[]string{"prog.c:3 attempting double-free on [double free]"}},
	} {
		t.Run(c.title, func(t *testing.T) {
			var got []string
			for _, r := range readReports(c.text, inProgram) {
				var kinds []string
				for _, k := range r.Kinds() {
					kinds = append(kinds, string(k))
				}
				got = append(got, r.At.String()+" "+r.Text+" ["+strings.Join(kinds, " ")+"]")
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

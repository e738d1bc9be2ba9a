package native

import (
	"strconv"
	"strings"
)

// This file defines how the reports of sanitizers are read, from gcc and from clang.

// Report is what a sanitizer says about one fault.
type Report struct {
	Sanitizer string // its sanitizer: address, undefined, memory, leak
	Text      string // its first line without the process and addresses
	At        Place  // in the program; the zero Place if no frame of the stack is in it
	write     bool   // whether the access writes
	zero      bool   // whether it is an access near the address 0
	frames    []frame
}

// frame is a line of a stack.
type frame struct {
	function string
	file     string
	line     int
	column   int
}

// The forms of lines.
var (
	runtimeError = pattern(`^(.*?):(\d+):(\d+): runtime error: (.*)$`)
	headline     = pattern(`^==\d+==\s*(?:ERROR|WARNING): (Address|Memory|Leak|UndefinedBehavior)Sanitizer: (.*)$`)
	leak         = pattern(`^(?:Direct|Indirect) leak of \d+ byte\(s\) in \d+ object\(s\) allocated from:`)
	access       = pattern(`^(READ|WRITE) of size (\S+)|^==\d+==The signal is caused by a (READ|WRITE) memory access`)
	zeroPage     = pattern(`^==\d+==Hint: (?:address|pc) points to the zero page|unknown address 0x0{9,}[0-9a-f]{3}\b`)
	stackLine    = pattern(`^\s+#\d+ 0x[0-9a-f]+(?: in (.*?))?(?: +\((?:[^()]*\+0x[0-9a-f]+|<unknown module>)\)(?: \(BuildId: [0-9a-f]+\))?)?$`)
	placeInLine  = pattern(`^(\S.*?) (\S.*?):(\d+)(?::(\d+))?$`)
	behind       = pattern(`\s+(?:\(pc |at pc |in thread |bp 0x).*$`)
	address0x    = pattern(`(?: on address)?:? 0x[0-9a-f]+`)
)

// readReports reads the output of sanitizers. Where says to which file of the program a path leads, if to any.
func readReports(text string, where func(path string) (string, bool)) []Report {
	var all []Report
	var current *Report
	stack := 0 // how far the current report is: 0 before its first stack, 1 in it, 2 after it
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if r, ok := begins(line, where); ok {
			all = append(all, r)
			current, stack = &all[len(all)-1], 0
			continue
		}
		if current == nil {
			continue
		}
		if leak().MatchString(line) {
			if current.frames != nil { // another object
				all = append(all, Report{Sanitizer: "leak", Text: current.Text})
				current = &all[len(all)-1]
			}
			current.Text, stack = strings.TrimSuffix(line, " allocated from:"), 0
			continue
		}
		if m := access().FindStringSubmatch(line); m != nil && stack == 0 {
			current.write = m[1] == "WRITE" || m[3] == "WRITE"
			if m[1] != "" {
				current.Text += ", " + strings.ToLower(m[1]) + " of " + m[2] + " bytes"
				if m[2] == "1" {
					current.Text = strings.TrimSuffix(current.Text, "s")
				}
			}
		}
		if zeroPage().MatchString(line) {
			current.zero = true
		}
		m := stackLine().FindStringSubmatch(line)
		switch {
		case m != nil && stack < 2:
			stack = 1
			current.frames = append(current.frames, readFrame(m[1]))
		case m == nil && stack == 1:
			stack = 2
		}
	}
	for i := range all {
		all[i].place(where)
	}
	return all
}

// begins returns the report that begins in a line, if one does.
func begins(line string, where func(string) (string, bool)) (Report, bool) {
	if m := runtimeError().FindStringSubmatch(line); m != nil {
		r := Report{Sanitizer: "undefined", Text: m[4], zero: strings.Contains(m[4], "null pointer")}
		if name, ok := where(m[1]); ok {
			n, _ := strconv.Atoi(m[2])
			column, _ := strconv.Atoi(m[3])
			r.At = Place{name, n, n, column}
		}
		return r, true
	}
	if m := headline().FindStringSubmatch(line); m != nil {
		what := strings.ToLower(strings.TrimSuffix(m[1], "Behavior"))
		if what == "undefined" {
			what = undefined
		}
		return Report{Sanitizer: what, Text: address0x().ReplaceAllString(behind().ReplaceAllString(m[2], ""), ""),
			zero: zeroPage().MatchString(line)}, true
	}
	return Report{}, false
}

// readFrame splits the part of a stack line after its address: into the function, and the place if it is known.
func readFrame(text string) frame {
	m := placeInLine().FindStringSubmatch(text)
	if m == nil {
		function, _, _ := strings.Cut(text, " ")
		return frame{function: function}
	}
	f := frame{function: m[1], file: m[2]}
	f.line, _ = strconv.Atoi(m[3])
	f.column, _ = strconv.Atoi(m[4])
	return f
}

// place sets the place to the innermost frame in a file of the program, unless it is known already.
func (r *Report) place(where func(string) (string, bool)) {
	for _, f := range r.frames {
		if r.At.File != "" {
			return
		}
		if name, ok := where(f.file); ok && f.line > 0 {
			r.At = Place{name, f.line, f.line, f.column}
		}
	}
}

// calls reports whether a function is on the stack, called from the program.
func (r *Report) calls(function ...string) bool {
	for _, f := range r.frames {
		for _, name := range function {
			if f.function == name {
				return true
			}
		}
	}
	return false
}

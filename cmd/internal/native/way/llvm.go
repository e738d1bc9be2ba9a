package way

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// This file defines how the branches of a program are read from LLVM's text, as clang writes it with places and with
// the names of blocks.

// Module is the text of a unit of the program.
type Module struct {
	lines     []string
	functions []*function
}

// place is a place in a file of the program.
type place struct {
	file         string
	line, column int
}

// function is a function of a module.
type function struct {
	name   string
	file   string // in which it begins
	leaves []*leaf
	blocks map[string]*block
}

// leaf is a conditional branch of the program, or a switch. It is a part of a condition: && and || make a leaf of each
// operand.
type leaf struct {
	at        place  // of the value; the zero place if it has none, as a constant
	row       int    // of the instruction in the text
	value     string // on which it depends
	bits      string // the type of that
	then, els string // labels of blocks; of a switch, only then: its default
	isSwitch  bool
}

// block is a block of a function: what it ends with.
type block struct {
	leaf *leaf
	next string // if it has no leaf: the block that follows if sanitizers find nothing; "" if none does
}

// pattern returns a function that returns the regular expression. The first call compiles it.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// The forms of lines.
var (
	define      = pattern(`^define .*?@("(?:[^"\\]|\\.)*"|[-\w$.]+)\(.*!dbg !(\d+)`)
	label       = pattern(`^("(?:[^"\\]|\\.)*"|[-\w$.]+):`)
	definition  = pattern(`^  %("(?:[^"\\]|\\.)*"|[-\w$.]+) = `)
	truth       = pattern(`^  %\S+ = (?:icmp ne \S+ %("[^"]*"|[-\w$.]+), (?:0|null)|trunc i8 %("[^"]*"|[-\w$.]+) to i1|fcmp une \S+ %("[^"]*"|[-\w$.]+), 0\.0)`)
	conditional = pattern(`^  br i1 ([^,]+), label %("[^"]*"|[-\w$.]+), label %("[^"]*"|[-\w$.]+)`)
	jump        = pattern(`^  br label %("[^"]*"|[-\w$.]+)`)
	choice      = pattern(`^  switch (i\d+) ([^,]+), label %("[^"]*"|[-\w$.]+) \[`)
	undeclared  = pattern(`^declare i32 @([\w$.]+)\(\.\.\.\)`)
	placed      = pattern(`!dbg !(\d+)`)
	location    = pattern(`^!(\d+) = (?:distinct )?!DILocation\((?:line: (\d+))?(?:, column: (\d+))?, scope: !(\d+)`)
	scope       = pattern(`^!(\d+) = (?:distinct )?!DI(?:Subprogram|LexicalBlock|LexicalBlockFile)\(.*?\bfile: !(\d+)`)
	fileLine    = pattern(`^!(\d+) = (?:distinct )?!DIFile\(filename: "([^"]*)"(?:, directory: "([^"]*)")?`)
)

// Read reads the text of a module. Where says to which file of the program a path leads, if to any.
func Read(text string, where func(path string) (string, bool)) (*Module, error) {
	m := &Module{lines: strings.Split(text, "\n")}
	at := m.places(where)
	var f *function
	var b *block
	var defined map[string]string // the places of the values of a function
	for row, line := range m.lines {
		switch {
		case strings.HasPrefix(line, "define "):
			f, b, defined = nil, &block{}, map[string]string{}
			if found := define().FindStringSubmatch(line); found != nil {
				f = &function{name: strings.Trim(found[1], `"`), file: at(found[2]).file, blocks: map[string]*block{}}
				m.functions = append(m.functions, f)
			}
			continue
		case f == nil:
			continue
		case line == "}":
			f = nil
			continue
		}
		if found := label().FindStringSubmatch(line); found != nil {
			b = &block{}
			f.blocks[found[1]] = b
			continue
		}
		if found := definition().FindStringSubmatch(line); found != nil {
			if at := placed().FindStringSubmatch(line); at != nil {
				defined[found[1]] = at[1]
			}
			if of := truth().FindStringSubmatch(line); of != nil {
				if at := defined[of[1]+of[2]+of[3]]; at != "" { // the place of the test may be that of the statement
					defined[found[1]] = at
				}
			}
			continue
		}
		if found := jump().FindStringSubmatch(line); found != nil {
			b.next = found[1]
			continue
		}
		var l *leaf
		if found := conditional().FindStringSubmatch(line); found != nil {
			if strings.Contains(line, "!nosanitize") { // a sanitizer's
				b.next = found[2]
				continue
			}
			l = &leaf{value: found[1], bits: "i1", then: found[2], els: found[3]}
		} else if found := choice().FindStringSubmatch(line); found != nil {
			l = &leaf{value: found[2], bits: found[1], then: found[3], isSwitch: true}
		} else {
			continue
		}
		l.row, l.at, b.leaf = row, at(defined[strings.TrimPrefix(l.value, "%")]), l
		f.leaves = append(f.leaves, l)
	}
	if len(m.functions) == 0 && strings.Contains(text, "\ndefine ") {
		return nil, fmt.Errorf("found no place of a function in what clang writes")
	}
	return m, nil
}

// Undeclared returns the names of the functions that the program calls and does not declare: compilers take these for
// functions that return an int.
func (m *Module) Undeclared() (names []string) {
	for _, line := range m.lines {
		if found := undeclared().FindStringSubmatch(line); found != nil {
			names = append(names, found[1])
		}
	}
	return names
}

// places returns a function that returns the place of a number; the zero place if it is in no file of the program.
func (m *Module) places(where func(string) (string, bool)) func(number string) place {
	type where3 struct {
		line, column int
		scope        string
	}
	locations, scopes, files := map[string]where3{}, map[string]string{}, map[string]string{}
	for _, line := range m.lines {
		if !strings.HasPrefix(line, "!") {
			continue
		}
		if found := location().FindStringSubmatch(line); found != nil {
			n, _ := strconv.Atoi(found[2])
			column, _ := strconv.Atoi(found[3])
			locations[found[1]] = where3{n, column, found[4]}
		} else if found := scope().FindStringSubmatch(line); found != nil {
			scopes[found[1]] = found[2]
		} else if found := fileLine().FindStringSubmatch(line); found != nil {
			name, ok := where(found[2])
			if !ok && !path.IsAbs(found[2]) {
				name, ok = where(path.Join(found[3], found[2]))
			}
			if ok {
				files[found[1]] = name
			}
		}
	}
	return func(number string) place {
		l, ok := locations[number]
		if !ok { // of a function
			return place{file: files[scopes[number]]}
		}
		if file := files[scopes[l.scope]]; file != "" {
			return place{file, l.line, l.column}
		}
		return place{}
	}
}

// first returns the leaf to which control comes first from a block on, if sanitizers find nothing; nil if there is
// none.
func (f *function) first(label string) *leaf {
	for range len(f.blocks) {
		b := f.blocks[label]
		switch {
		case b == nil:
			return nil
		case b.leaf != nil:
			return b.leaf
		}
		label = b.next
	}
	return nil
}

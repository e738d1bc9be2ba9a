package c

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"vouch/semantics/source"
)

// This file defines errors of programs in C: those of ours, and those of cc in our words.

// errorf notes an error at a node; nothing of the program runs then.
func (u *unit) errorf(n cc.Node, format string, args ...any) {
	at := n.Position()
	u.p.note(&source.Error{File: u.display(at.Filename), Pos: source.Pos{Line: at.Line, Column: at.Column}, Msg: fmt.Sprintf(format, args...)})
}

// note adds an error, unless there is one at its place.
func (p *program) note(e *source.Error) {
	for _, f := range p.errors {
		if f.File == e.File && f.Pos == e.Pos {
			return
		}
	}
	if len(p.errors) < maxErrors {
		p.errors = append(p.errors, e)
	}
}

// maxErrors is how many errors are told at once.
const maxErrors = 20

// found returns the errors found, in the order in which they were.
func (p *program) found() error { return p.errors.Err() }

// reword makes an error of cc, which may have several lines, one of ours. Only what comes first is told: the rest mostly follows from it.
func (u *unit) reword(err error) error {
	line, _, _ := strings.Cut(err.Error(), "\n")
	line = origin.ReplaceAllString(line, "")
	e := &source.Error{File: u.name}
	if m := position.FindStringSubmatch(line); m != nil {
		e.File = u.display(m[1])
		e.Pos.Line, _ = strconv.Atoi(m[2])
		e.Pos.Column, _ = strconv.Atoi(m[3])
		line = line[len(m[0]):]
	}
	e.Msg = rewordMessage(line)
	return source.ErrorList{e}
}

var (
	origin   = regexp.MustCompile(` *\((?:[a-z0-9_]+\.go:\d+:[^)]*)\)`)
	position = regexp.MustCompile(`^(.*?):(\d+):(\d+): ?`)
)

// rewordMessage makes a message of cc one of ours.
func rewordMessage(msg string) string {
	return msg
}

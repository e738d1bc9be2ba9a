package find

import (
	"encoding/json"

	"vouch/cmd/internal/sarif"
	"vouch/finder"
	"vouch/internal/load"
)

// This file defines what other commands say of what a search could not prove, or not finish.

// Obstacle is that: in words, and as JSON has it.
type Obstacle struct {
	Told []Told
	JSON json.RawMessage
}

// Told is a sentence about a place.
type Told struct {
	File         string
	Line, Column int // in bytes
	Text         string
}

// Obstacle returns what the search could not prove or finish; nil if nobody knows.
func (r *Result) Obstacle() *Obstacle { return r.fileResult.left() }

// ObstacleIn returns the same for a search of a program that begins in a file, which ended for a reason.
func ObstacleIn(file string, p *load.Program, r *finder.Result, why string) *Obstacle {
	return (&fileResult{file: file, program: p, result: r, stopped: why}).left()
}

func (r *fileResult) left() *Obstacle {
	j := r.unexcluded()
	if j == nil {
		return nil
	}
	text, err := json.Marshal(j)
	if err != nil {
		panic("find: cannot write what is open: " + err.Error())
	}
	o := &Obstacle{JSON: text}
	for _, t := range r.told() {
		x := Told{File: r.file, Text: t.text}
		if t.IsValid() {
			x.File, _ = r.program.Place(t.Span)
			x.Line, x.Column = t.Start().Line, t.Start().Column
		}
		o.Told = append(o.Told, x)
	}
	return o
}

// Obstacle publishes in the log what could not be proved or finished.
func (s *Session) Obstacle(o *Obstacle) {
	if s.publisher.target == "" {
		return
	}
	for _, t := range o.Told {
		source := sourceOf(t.File)
		region := sarif.Region{}
		if t.Line > 0 {
			region.Line, region.Column = t.Line, sarif.Units(source.Text, t.Line, t.Column)
		}
		s.publisher.log.Open = append(s.publisher.log.Open, sarif.Open{Source: source, Region: region,
			Text: sentence(t.Text) + "."})
	}
}

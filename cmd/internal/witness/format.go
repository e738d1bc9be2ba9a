// Package witness reads and writes the witnesses of SV-COMP, in version 2.0 of their format: what verifiers of programs
// in C tell each other of their verdicts.
//
// [Write] makes one of a checked certificate: the invariants of the loops of a safe program, or the way of a run that
// fails. [Read] reads one that another tool wrote, as hints for a search. A witness is no evidence, whoever wrote it:
// what it says is proved again, or dropped.
//
// The format is described in P. Ayaziová, D. Beyer, M. Lingsch-Rosenfeld, M. Spiessl, J. Strejček, Software
// Verification Witnesses 2.0, SPIN 2024.
package witness

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

// This file defines the form of a witness.

// Version is the version of the format.
const Version = "2.0"

// The types of entries, invariants and waypoints, and the formats of expressions.
const (
	InvariantSet      = "invariant_set"
	ViolationSequence = "violation_sequence"

	LoopInvariant     = "loop_invariant"
	LocationInvariant = "location_invariant"

	Assumption     = "assumption"
	Branching      = "branching"
	FunctionEnter  = "function_enter"
	FunctionReturn = "function_return"
	Target         = "target"

	Follow = "follow"
	Avoid  = "avoid"

	CExpression    = "c_expression"
	ACSLExpression = "acsl_expression"
)

// Entry is an entry of a witness. Its content has invariants or segments, as its type says.
type Entry struct {
	Type     string    `yaml:"entry_type"`
	Metadata Metadata  `yaml:"metadata"`
	Content  []Content `yaml:"content"`
}

// Metadata says where an entry comes from, and what it is about.
type Metadata struct {
	FormatVersion string   `yaml:"format_version"`
	UUID          string   `yaml:"uuid"`
	CreationTime  string   `yaml:"creation_time"`
	Producer      Producer `yaml:"producer"`
	Task          Task     `yaml:"task"`
}

// Producer is the tool that wrote an entry.
type Producer struct {
	Name    string `yaml:"name"`
	Version string `yaml:"version"`
}

// Task is a program and what is asked of it.
type Task struct {
	InputFiles      []string          `yaml:"input_files"`
	InputFileHashes map[string]string `yaml:"input_file_hashes"`
	Specification   string            `yaml:"specification"`
	DataModel       string            `yaml:"data_model"`
	Language        string            `yaml:"language"`
}

// Content is an invariant, or a segment of waypoints.
type Content struct {
	Invariant *Invariant `yaml:"invariant,omitempty"`
	Segment   []Step     `yaml:"segment,omitempty"`
}

// Invariant says what holds at a place.
type Invariant struct {
	Type     string   `yaml:"type"`
	Location Location `yaml:"location"`
	Value    string   `yaml:"value"`
	Format   string   `yaml:"format"`
}

// Step holds a waypoint.
type Step struct {
	Waypoint Waypoint `yaml:"waypoint"`
}

// Waypoint says what a run does at a place.
type Waypoint struct {
	Type       string      `yaml:"type"`
	Action     string      `yaml:"action"`
	Constraint *Constraint `yaml:"constraint,omitempty"`
	Location   Location    `yaml:"location"`
}

// Constraint is what holds at a waypoint.
type Constraint struct {
	Value  string `yaml:"value"`
	Format string `yaml:"format,omitempty"`
}

// Location is a place in a file. Lines and columns count from 1, columns in characters; without a column, it is the
// first place on the line that fits.
type Location struct {
	FileName string `yaml:"file_name"`
	Line     int    `yaml:"line"`
	Column   int    `yaml:"column,omitempty"`
	Function string `yaml:"function,omitempty"`
}

// encode returns a witness with an entry.
func encode(e Entry) ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode([]Entry{e}); err != nil {
		return nil, err
	}
	return b.Bytes(), enc.Close()
}

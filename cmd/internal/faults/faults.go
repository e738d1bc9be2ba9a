// Package faults holds what there is to say about each kind of fault, in one table: a kind of fault is a row.
package faults

import (
	"fmt"
	"strings"

	"vouch/semantics"
)

// Row is what there is to say about a kind of fault.
type Row struct {
	Kind  semantics.Kind
	What  string // what happens, in a few words, as in "x.imp:3:1: bug: division by zero"
	Name  string // in the manner of a type's name
	Title string
	Full  string // the title in a sentence
	Help  string // what to do about it
	// CWE is the number of the weakness in the Common Weakness Enumeration, https://cwe.mitre.org.
	CWE int
	// Severity is from 0 to 10, as CVSS has it. A fault stops the program for whoever chooses the input, and does nothing else: base
	// score of CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:N/I:N/A:H.
	Severity string
}

// stops is the severity of a fault that ends the program.
const stops = "5.5"

// Table has a row for each kind of fault, in the order of semantics.Kinds.
var Table = []Row{
	{semantics.Failed, "fail is reached", "FailReached", "A fail statement is reached",
		"Some input drives the program to a fail statement, by which it says that this must not happen.",
		"Look at the decisions that lead there: one of the conditions lets an input pass that should not get there, or an assumption " +
			"about the input is missing.",
		617, stops}, // Reachable Assertion: "an assert() or similar statement that can be triggered"
	{semantics.AssertionFailed, "assertion fails", "AssertionFails", "An assertion is false",
		"Some input drives the program to an assert statement whose condition is false then.",
		"Follow the values to where they go wrong. If the input is one that never occurs, say so with assume at the start of the program.",
		617, stops}, // Reachable Assertion
	{semantics.DivisionByZero, "division by zero", "DivisionByZero", "A divisor is zero",
		"Some input drives the program to a division or a remainder whose divisor is 0.",
		"Test the divisor before dividing, or say with assume at the start of the program that it is not 0.",
		369, stops}, // Divide By Zero
	{semantics.UnboundVar, "unbound variable is read", "UnboundVariable", "A variable is read before it has a value",
		"Some input drives the program to an expression that reads a variable which is neither an input nor assigned before.",
		"Assign the variable on every path that leads here, or declare it as an input.",
		457, stops}, // Use of Uninitialized Variable
}

// Of returns the row of a kind of fault. Of a kind that has none, it has only what follows from the kind's name.
func Of(k semantics.Kind) Row {
	for _, r := range Table {
		if r.Kind == k {
			return r
		}
	}
	return Row{Kind: k, What: string(k)}
}

// Describe says in a few words what happens at a fault.
func Describe(k semantics.Kind) string { return Of(k).What }

// ID returns the name of the kind in identities of findings and in logs.
func (r Row) ID() string { return strings.ReplaceAll(string(r.Kind), " ", "-") }

// HelpURI returns the address of a page about the weakness.
func (r Row) HelpURI() string {
	return fmt.Sprintf("https://cwe.mitre.org/data/definitions/%d.html", r.CWE)
}

// Tag returns the tag by which code scanning knows the weakness.
func (r Row) Tag() string { return fmt.Sprintf("external/cwe/cwe-%03d", r.CWE) }

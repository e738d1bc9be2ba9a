package trusted

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// This file defines what a claim rests on: the declarations that the function needs which decides it.

// claim is a kind of claim, and what decides it.
type claim struct {
	title   string   // in the table of files
	from    []string // the functions that decide it
	without []string // functions that these call, and that cannot make the claim accepted when it is wrong
}

// The claims about a program of the core, as the judge decides them. Of a bug, the next state is always that of the
// concrete machine: what is followed on terms beside it can only make the judge refuse the certificate, if it is about
// one run.
var (
	inputs = claim{"these inputs fail", []string{"vouch/checker.Check"}, []string{
		"vouch/checker.checkAbsence", "vouch/semantics/core.ParseWithin", "vouch/checker.checkPath",
		"vouch/checker.follower.follows", "vouch/checker.follower.ways", "vouch/checker.follower.update",
		"vouch/checker.follower.plain", "vouch/checker.replay.holds", "vouch/checker.replay.collect",
		"vouch/checker.replay.ranges",
		"vouch/checker.replay.pins",
	}}
	class = claim{"this class fails", []string{"vouch/checker.Check"},
		[]string{"vouch/checker.checkAbsence", "vouch/semantics/core.ParseWithin"}}
	nothing = claim{"nothing fails", []string{"vouch/checker.Check"},
		[]string{"vouch/checker.checkBug", "vouch/semantics/core.ParseWithin"}}
	proof   = claim{"any of the three", []string{"vouch/kernel.Check"}, nil}
	encoded = claim{"about that program", []string{"vouch/kernel/encode.Program", "vouch/kernel/encode.Claim",
		"vouch/kernel/encode.Class"}, nil}
	vouched = claim{"who vouches", []string{
		"vouch/certs/statement.ParseTrust", "vouch/certs/statement.Parse", "vouch/certs/statement.ParseAggregate",
		"vouch/certs/statement.ParseBundle",
		"vouch/certs/statement.Trust.Vouch", "vouch/certs/statement.Trust.VouchAll",
		"vouch/certs/statement.Bundle.Verify", "vouch/certs/identity.Of",
	}, nil}
)

// tables are the claims that are compared, file by file.
var tables = []struct {
	title  string
	claims []claim
}{
	{"without the kernel, from checker.Check", []claim{inputs, class, nothing}},
	{"with the kernel, from kernel.Check; and from kernel/encode, that it was given that program and that claim",
		[]claim{proof, encoded}},
	{"who vouches for the certificate, from the functions of certs/statement that vouch verify and vouch-check call; identity.Of names the finding",
		[]claim{vouched}},
}

const explained = `What one has to believe of a claim about a program of the core, in lines of code.

A line counts if it carries code, is neither blank nor a comment, and belongs to a declaration that is reached from the function which decides the claim: one that this
function names, or one that such a declaration names, and so on. A call through an interface reaches each method of that name whose type is reached, and
so does one that the standard library or a library of others may make. Package clauses, imports and the code of others do not count.
Of "these inputs fail", what follows the run on terms does not count: the run is that of the concrete machine, and terms can only make the checker refuse.
What lowers a program does not count here: the front ends, and the reader of the core's text form for --lowered, are below.
`

// claims prints what each claim rests on, file by file.
func claims(out *strings.Builder, dir string) error {
	c, err := read(dir, judge, small, encoding, evidence[0], evidence[1])
	if err != nil {
		return err
	}
	fmt.Fprint(out, explained)
	for _, t := range tables {
		fmt.Fprintf(out, "\n%s:\n", t.title)
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
		var counts []map[string]int
		files := map[string]bool{}
		for _, claim := range t.claims {
			fmt.Fprintf(table, "%s\t", claim.title)
			n, err := c.reach(claim.from, claim.without)
			if err != nil {
				return err
			}
			counts = append(counts, n)
			for file := range n {
				files[file] = true
			}
		}
		fmt.Fprintln(table)
		for _, file := range slices.Sorted(maps.Keys(files)) {
			for _, n := range counts {
				fmt.Fprintf(table, "%d\t", n[file])
			}
			fmt.Fprintf(table, "  %s\n", file)
		}
		for _, n := range counts {
			fmt.Fprintf(table, "%d\t", sum(n))
		}
		fmt.Fprintln(table, "  total")
		table.Flush()
	}
	return nil
}

// sum returns the sum of some numbers.
func sum(numbers map[string]int) (total int) {
	for _, n := range numbers {
		total += n
	}
	return total
}

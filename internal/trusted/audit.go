package trusted

import (
	"fmt"
	"strings"
)

// This file defines the table for auditors in docs/how-it-works.md.

// cc is the library that parses C.
const cc = "modernc.org/cc/"

// Audit returns a table in Markdown: for each claim, how much one has to believe without the kernel and with it, and
// what remains outside. Numbers are of lines of code in hundreds.
func Audit(dir string) (string, error) {
	c, err := read(dir, judge, small, encoding, evidence[0], evidence[1])
	if err != nil {
		return "", err
	}
	reached := func(claim claim) string {
		if err != nil {
			return ""
		}
		var n map[string]int
		n, err = c.reach(claim.from, claim.without)
		return hundreds(sum(n))
	}
	front, ferr := closure(dir, fronts[len(fronts)-1])
	judged, jerr := closure(dir, judge)
	if ferr != nil || jerr != nil {
		return "", fmt.Errorf("%v, %v", ferr, jerr)
	}
	own, models, headers, parser, others := 0, 0, 0, 0, 0
	seen := map[string]bool{}
	mark(seen, judged)
	p := part{"", without(front, seen), func(string) bool { return true }}
	for _, q := range p.pkgs {
		if q.Standard {
			continue
		}
		lines, err := p.embedded(q)
		if err != nil {
			return "", err
		}
		for folder, n := range lines {
			if strings.HasSuffix(folder, "/libc") {
				models += n
			} else {
				headers += n
			}
		}
		n := 0
		if err := counted(q, p.files, func(_ string, _, code int) { n += code }); err != nil {
			return "", err
		}
		switch {
		case q.ours():
			own += n
		case strings.HasPrefix(q.ImportPath, cc):
			parser += n
		default:
			others += n
		}
	}
	proved, given := reached(proof), reached(encoded)
	rows := [][3]string{
		{"to believe that", "without the kernel", "with it"},
		{"---", "---", "---"},
		{"these inputs make the lowered program fail", reached(inputs) + ", of `checker/` and the core",
			proved + ", of `kernel/`"},
		{"each input of this class makes it fail", reached(class) + ", of `checker/`, the core and terms",
			proved + ", of `kernel/`"},
		{"no inputs make it fail", reached(nothing) + ", of `checker/`, the core and terms", proved + ", of `kernel/`"},
		{"somebody vouches for the certificate", reached(vouched) +
			" besides, of `certs/`, and libraries for signatures", "the same"},
		{"the lowered program is your C program",
			fmt.Sprintf("%s besides, of `semantics/c`; %s of models of the library and %s of headers, in C; %s of the parser cc and %s of what that needs",
				hundreds(own), hundreds(models), hundreds(headers), hundreds(parser), hundreds(others)),
			"the same, and " + given + " to write that program and that claim as the kernel reads them"},
		{"the machine does what this code says",
			"the compiler of Go and its standard library, the operating system, the hardware; libraries for CBOR",
			"the same, without those for CBOR"},
	}
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(r[:], " | "))
	}
	return b.String(), err
}

// hundreds writes a number in hundreds, as in 12,300.
func hundreds(n int) string {
	n = (n + 50) / 100 * 100
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

package main

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

// This file defines the results as tables in Markdown, and how they get into a document.

// tables returns all results as Markdown.
func (l *lab) tables(machine string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on %s; each command up to %d times, for %s at most. Peaks of less than %s are not visible.\n",
		machine, l.runs, l.limit, size(float64(proc("/proc/self/status", "VmHWM"))))
	section(&b, "Targets", []string{"work", "target", "reached", "met"}, l.targetsTable())
	section(&b, "Beside other tools", []string{"family", "size", "the best of the others", "its CPU", "`find`: CPU",
		"`find` / the best"}, l.peersTable())
	section(&b, "Growth", []string{"family", "the size is", "command", "exponent", "from sizes"}, l.growthTable())
	section(&b, "Start of the process", []string{"command", "time", "CPU", "peak memory"}, l.startTable())
	for _, f := range families {
		section(&b, f.name+": "+f.size, append([]string{"size"}, titles(f.commands())...), l.familyTable(f))
	}
	section(&b, "examples/", append([]string{"program", "verdict"}, titles([]string{find, check})...),
		l.examplesTable())
	section(&b, "Figure 6.3 of the thesis",
		[]string{"program", "pruning", "thesis: time", "queries", "result", "vouch: time", "queries", "result"},
		l.thesisTable())
	return b.String()
}

func (l *lab) targetsTable() (body [][]string) {
	for _, t := range l.targets() {
		want, reached := "–", "not measured"
		if !math.IsNaN(t.limit) {
			want = map[bool]string{false: "at most ", true: "at least "}[t.least] + t.format(t.limit)
		}
		if !math.IsNaN(t.reached) {
			reached = t.format(t.reached)
		}
		body = append(body, []string{t.work, want, reached, t.met()})
	}
	return body
}

func (l *lab) peersTable() (body [][]string) {
	for _, p := range peers {
		r, ok := l.row(p.family, p.size, find)
		if !ok {
			continue
		}
		tool, took, ratio := "none", "–", "–"
		if p.ms > 0 {
			tool, took, ratio = p.tool, seconds(p.ms/1000), times(median(r.cpu).Seconds()*1000/p.ms)
		}
		own := seconds(median(r.cpu).Seconds())
		if r.verdict != "bug" && r.verdict != "safe" {
			own, ratio = "not decided", "–"
		}
		body = append(body, []string{p.family, count(float64(p.size)), tool, took, own, ratio})
	}
	return body
}

func (l *lab) growthTable() (body [][]string) {
	for _, f := range families {
		for _, command := range f.commands() {
			if k, sizes, ok := l.growth(f.name, command); ok {
				body = append(body, []string{f.name, f.size, "`" + command + "`", fmt.Sprintf("%.2f", k),
					strconv.Itoa(sizes)})
			}
		}
	}
	return body
}

func (l *lab) startTable() (body [][]string) {
	for _, r := range l.rows {
		if r.family == start {
			body = append(body, []string{"`" + r.command + "`", r.time(), seconds(median(r.cpu).Seconds()),
				size(1024 * float64(r.peakKB))})
		}
	}
	return body
}

func (l *lab) familyTable(f family) (body [][]string) {
	for _, n := range f.sizes {
		if _, ok := l.row(f.name, n, find); ok {
			body = append(body, append([]string{count(float64(n))}, l.cells(f.name, n, f.commands())...))
		}
	}
	return body
}

func (l *lab) examplesTable() (body [][]string) {
	for _, r := range l.rows {
		if name, ok := strings.CutPrefix(r.family, "examples/"); ok && r.command != check {
			body = append(body, append([]string{"`" + name + "`", r.verdict},
				l.cells(r.family, 0, []string{r.command, check})...))
		}
	}
	return body
}

func (l *lab) thesisTable() (body [][]string) {
	add := func(program, pruning, runtime, queries, result, command string) {
		if r, ok := l.row(thesisFamily(program), 0, command); ok {
			body = append(body, []string{program, pruning, runtime, queries, result, r.time(),
				count(float64(r.queries)), r.result()})
		}
	}
	for _, t := range figure63 {
		add(t.title, t.pruning, t.runtime+" s", t.queries, t.result, t.command())
		if t.pruning == "yes" {
			add(t.title, "auto", "", "", "", find)
		}
	}
	return body
}

// commands returns the commands that are measured on a family.
func (f family) commands() []string { return append([]string{find, check}, f.more...) }

// titles returns the titles of the columns that cells fills.
func titles(commands []string) (titles []string) {
	for i, command := range commands {
		titles = append(titles, "`"+command+"`")
		if i == 0 {
			titles = append(titles, "CPU", "peak memory", "states", "queries", "certificate")
		}
	}
	return titles
}

// cells returns what was measured of commands on a subject: more about the first.
func (l *lab) cells(family string, n int, commands []string) (cells []string) {
	for i, command := range commands {
		r, ok := l.row(family, n, command)
		cell := ""
		if ok {
			cell = r.time()
		}
		cells = append(cells, cell)
		if i == 0 {
			certificate := "none"
			if r.certificate > 0 {
				certificate = size(float64(r.certificate))
			}
			cells = append(cells, seconds(median(r.cpu).Seconds()), size(1024*float64(r.peakKB)),
				count(float64(r.states)), count(float64(r.queries)), certificate)
		}
	}
	return cells
}

// time says how long a command took.
func (r row) time() string {
	if r.late {
		return "over " + seconds(slices.Max(r.wall).Seconds())
	}
	return spread(r.wall)
}

// result says in the thesis's words how a search ended.
func (r row) result() string {
	if r.late {
		return "TO"
	}
	if words := map[string]string{"bug": "bug found", "safe": "proved"}[r.verdict]; words != "" {
		return words
	}
	return r.verdict
}

// section writes a table under a title.
func section(b *strings.Builder, title string, header []string, body [][]string) {
	if len(body) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s\n\n", title)
	line := func(cells []string) { fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | ")) }
	line(header)
	line(slices.Repeat([]string{"---"}, len(header)))
	for _, cells := range body {
		line(cells)
	}
}

// The markers between which updateFile puts the tables.
const beginMark, endMark = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"

// updateFile puts text between the markers of a file.
func updateFile(name, text string) error {
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	updated, err := between(string(old), text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, []byte(updated), 0o644)
}

// between returns a document with text between its markers.
func between(document, text string) (string, error) {
	before, rest, ok := strings.Cut(document, beginMark)
	_, after, ok2 := strings.Cut(rest, endMark)
	if !ok || !ok2 {
		return "", fmt.Errorf("found no markers, want %q and then %q, each on a line", strings.TrimSpace(beginMark),
			strings.TrimSpace(endMark))
	}
	return before + beginMark + "\n" + text + "\n" + endMark + after, nil
}

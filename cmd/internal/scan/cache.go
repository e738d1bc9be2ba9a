package scan

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/output"
	"vouch/internal/bounded"
	"vouch/semantics/c"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

// This file defines the cache of what became of functions. A function is looked at again if a file on which it depends
// has changed: its own file, the headers, and the files of its program. Anybody may change the cache; what rests on it
// are the words about a function, never a certificate. Bugs are found again by their inputs.

// cache keeps outcomes in a folder. A nil cache keeps nothing.
type cache struct {
	dir   string
	about string // on what all outcomes depend
	mu    sync.Mutex
	sums  map[string]string // of files, by their names
	used  map[string]string // the same of the files on which what was kept or found in this run depends
	// Whether something is said in this run of which the cache does not know on what it depends.
	partly atomic.Bool
}

// cached is what is kept of a function.
type cached struct {
	Files   map[string]string // the digests of the files on which it depends, by their names
	Part    string            // what of these it needs, as function.part names it; "" if nobody knows
	Homes   []homed           // the functions in which the places lie of which something is said
	Outcome kept
	Answers map[target]answer // instead of the outcome: about faults of functions that it calls
	Entries []keptEntry       // instead of both: the functions that a file defines
	Broken  source.ErrorList  // the same: of what does not parse in it
	Printed *printed          // instead of all these: what a run printed
}

// keptEntry is what the cache has of a function that a file defines.
type keptEntry struct {
	Name             string
	Where            source.Error
	Static, Variadic bool
	Refused          source.ErrorList
	Parameters       []keptParameter
}

type keptParameter struct {
	Name, Type string
	Class      c.Class
}

// printed is what a run printed, but for how long it took.
type printed struct {
	Text    string      // on standard output, before the sum
	Words   string      // the sum for people
	Sum     summaryJSON // the sum for programs
	Status  int
	Written map[string]string // the digests of certificates and harnesses that it wrote, by their names
	Unread  map[string]string // why files could not be read, by their names
}

// newCache returns the cache in a folder; nil if there is none. What is kept depends on options and on the version of
// vouch.
func newCache(o Options) *cache {
	if o.Cache == "" {
		return nil
	}
	flags := make([]string, 0, len(o.About))
	for _, name := range slices.Sorted(maps.Keys(o.About)) {
		flags = append(flags, name+"="+o.About[name])
	}
	return &cache{dir: o.Cache, sums: map[string]string{}, used: map[string]string{},
		about: fmt.Sprintf("%s %d %v %v %v %q %q", checkcmd.Version, o.States, o.Work, o.Whole, o.Time, flags,
			o.Find.Certificates)}
}

// place returns the file that keeps a function, or something else about it that has a name.
func (c *cache) place(f *function, what string) string {
	file, err := filepath.Abs(f.entry.Where.File)
	if err != nil {
		file = f.entry.Where.File
	}
	u := f.unit
	return c.named(fmt.Sprintf("%s\n%s\n%s %s\n%q", what, file, u.File, f.entry.Name,
		[][]string{u.C.Include, u.C.Define, u.C.Undefine, u.C.TextSums(), u.C.Prelude, u.program}))
}

// named returns the file that keeps something.
func (c *cache) named(what string) string {
	sum := sha256.Sum256([]byte(c.about + "\n" + what))
	return filepath.Join(c.dir, hex.EncodeToString(sum[:16])+".json")
}

// sum returns the digest of a file; "" if it cannot be read.
func (c *cache) sum(name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.sums[name]; ok {
		return s
	}
	s := digest(name)
	c.sums[name] = s
	return s
}

func digest(name string) string {
	text, err := bounded.ReadFile(name, lang.MaxSource)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// outcomeOf names what became of a function that could take so much work. Where functions are named, what a search
// leaves open is proved, if it can be: a scan of all does not do that, so it is kept by itself.
func outcomeOf(each time.Duration, named bool) string {
	if named {
		return fmt.Sprint("outcome of a named function ", each)
	}
	return fmt.Sprint("outcome ", each)
}

// get returns what became of a function the last time that it could take so much work, if nothing on which it depends
// has changed since.
func (c *cache) get(ctx context.Context, f *function, o Options) (k kept, ok bool) {
	all, ok := c.read(ctx, f, o, outcomeOf(o.each, o.Only != nil))
	if !ok && o.Only != nil { // what a scan of all does not leave open
		all, ok = c.read(ctx, f, o, outcomeOf(o.each, false))
		ok = ok && all.Outcome.Verdict != Unknown
	}
	if !ok || !slices.Contains([]Verdict{Bug, Latent, Safe, Unknown, Refused}, all.Outcome.Verdict) {
		return k, false
	}
	k = all.Outcome
	return k, k.Verdict != Safe || k.Certificate != "" && digest(k.Certificate) == k.Sum
}

// read returns what is kept of a function, if nothing on which it depends has changed since. If files have changed, but
// not what the function needs of them, it says where places are now.
func (c *cache) read(ctx context.Context, f *function, o Options, what string) (all cached, ok bool) {
	if c == nil {
		return all, false
	}
	place := c.place(f, what)
	switch all, changed, ok := c.open(place); {
	case !ok:
		return all, false
	case len(changed) == 0:
		return all, true
	case all.Part == "" || f.part == nil || slices.ContainsFunc(changed, func(name string) bool {
		return c.sum(name) == "" || !slices.ContainsFunc(f.files.read, func(file string) bool {
			return absolute(file) == absolute(name)
		})
	}) || f.part(ctx, o.Harness, true) != all.Part || !all.move(f.setters):
		return all, false
	default:
		files := slices.Concat(slices.Collect(maps.Keys(all.Files)), f.files.read)
		if all.Outcome.Verdict == Safe && !isOfTexts(all.Outcome.Certificate, f.file(o), files) {
			return all, false
		}
		c.keep(place, all, f.unit.onDisk(files), "")
		return all, true
	}
}

// open returns what a file of the cache has, and which files have changed on which it depends.
func (c *cache) open(place string) (all cached, changed []string, ok bool) {
	text, err := bounded.ReadFile(place, lang.MaxSource)
	if err != nil || json.Unmarshal(text, &all) != nil || len(all.Files) == 0 {
		return all, nil, false
	}
	for name, sum := range all.Files {
		if sum == "" || c.sum(name) != sum {
			changed = append(changed, name)
		}
	}
	if len(changed) == 0 {
		c.depends(all.Files)
	}
	return all, changed, true
}

// at returns what a file of the cache has, if nothing on which it depends has changed since.
func (c *cache) at(place string) (all cached, ok bool) {
	all, changed, ok := c.open(place)
	return all, ok && len(changed) == 0
}

// depends notes that the run depends on files with these digests.
func (c *cache) depends(files map[string]string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.Copy(c.used, files)
}

// lacks notes that something is said that the cache does not keep.
func (c *cache) lacks() {
	if c != nil {
		c.partly.Store(true)
	}
}

// put keeps what became of a function that could take so much work, unless time decided. It depends on the given files.
// What cannot be written is not kept.
func (c *cache) put(ctx context.Context, f *function, o Options, out *Outcome, files []string) {
	if c == nil || out.slow || len(files) == 0 {
		c.lacks()
		return
	}
	k := kept{Verdict: out.Verdict, Why: out.Why, Latent: out.faults, Complete: out.complete, Hidden: out.hidden,
		Cut: out.cut, Any: out.any, Open: out.open}
	files = f.unit.onDisk(files)
	if out.Verdict == Safe {
		if k.Certificate = out.result.Certificate(); k.Certificate == "" {
			c.uses(files, f.made(out.harness))
			return
		}
		k.Sum = digest(k.Certificate)
		var text bytes.Buffer
		if err := output.JSON(&text, out.json(true)); err != nil {
			panic("scan: cannot write an outcome: " + err.Error())
		}
		k.JSON = text.String()
	}
	if out.Verdict == Bug && !k.has(f, out) {
		c.uses(files, f.made(out.harness))
		return
	}
	all := cached{Outcome: k}
	named := o.Only != nil && (out.proved || out.Verdict == Unknown)
	c.keep(c.place(f, outcomeOf(o.each, named)), all.ofPart(ctx, f, o), files, f.made(out.harness))
}

// ofPart adds what a function needs of its files, if that is known.
func (all cached) ofPart(ctx context.Context, f *function, o Options) cached {
	if f.part == nil || f.asked {
		return all
	}
	if homes, ok := all.note(f.setters); ok {
		all.Part, all.Homes = f.part(ctx, o.Harness, false), homes
	}
	return all
}

// has notes the bugs of a function; it returns false if they cannot be found again.
func (k *kept) has(f *function, out *Outcome) (ok bool) {
	k.Bugs, k.Far, ok = out.result.Known()
	k.Harness, k.Text, k.Own, k.Targets = out.harness, out.text, out.own, slices.Sorted(maps.Keys(out.bugs))
	k.Needed, k.Within, k.Foreign = f.needed, f.defining, f.foreign
	return ok && (out.text == nil) == (f.entry.Name == "main")
}

// onDisk returns those of some files that are no texts that scan makes, as for a header: what these are, names the file
// of the cache.
func (s *Source) onDisk(files []string) []string {
	return slices.DeleteFunc(slices.Clone(files), s.C.IsText)
}

// made returns the harness that scan makes for a function; "" if there is none: a program that begins with main is its
// own harness.
func (f *function) made(harness string) string {
	if f.entry.Name == "main" {
		return ""
	}
	return harness
}

// keep keeps something in a file of the cache that depends on other files, but for a harness.
func (c *cache) keep(place string, all cached, files []string, harness string) {
	all.Files = c.uses(files, harness)
	c.store(place, all)
}

// uses notes that the run depends on files, but for a harness, and returns their digests.
func (c *cache) uses(files []string, harness string) map[string]string {
	if c == nil {
		return nil
	}
	sums := map[string]string{}
	for _, name := range files {
		if !strings.HasPrefix(name, "<") && filepath.Clean(name) != filepath.Clean(harness) {
			sums[name] = c.sum(name)
		}
	}
	c.depends(sums)
	return sums
}

// store writes a file of the cache. What cannot be written is not kept.
func (c *cache) store(place string, all cached) {
	data, err := json.Marshal(all)
	if err != nil || os.MkdirAll(c.dir, 0o755) != nil {
		return
	}
	_ = outfile.Write(place, data, 0o644)
}

// question names the question about faults of functions that a function calls, which could take so much work. Places
// are those in functions.
func question(f *function, each time.Duration, targets map[target]bool) string {
	var list []string
	for x := range targets {
		kind, place, _ := strings.Cut(string(x), "\t")
		file, line, column := parted(place)
		if name, begin := f.setters.home(file, line); name != "" {
			place = fmt.Sprintf("%s %s %d %d", file, name, line-begin, column)
		}
		list = append(list, kind+"\t"+place)
	}
	slices.Sort(list)
	return fmt.Sprintf("calls %v %q", each, list)
}

// answers returns what was found the last time about faults of functions that a function calls, and the bugs among
// them; nil if there are none.
func (c *cache) answers(ctx context.Context, f *function, o Options, targets map[target]bool) (
	answers map[target]answer, bugs *kept, ok bool) {
	all, ok := c.read(ctx, f, o, question(f, o.each, targets))
	if !ok || len(all.Answers) != len(targets) {
		return nil, nil, false
	}
	for x, a := range all.Answers {
		if !targets[x] || !slices.Contains([]Verdict{Bug, Latent, Refuted, Unknown, ""}, a.Verdict) {
			return nil, nil, false
		}
		if a.Verdict == Bug {
			bugs = &all.Outcome
		}
	}
	return all.Answers, bugs, (bugs == nil) == (len(all.Outcome.Bugs) == 0)
}

// putAnswers keeps that, of an outcome that has the bugs.
func (c *cache) putAnswers(ctx context.Context, f *function, o Options, targets map[target]bool,
	answers map[target]answer, out *Outcome, files []string) {
	if c == nil || len(files) == 0 {
		c.lacks()
		return
	}
	files = f.unit.onDisk(files)
	all := cached{Answers: answers}
	if len(out.bugs) > 0 && !all.Outcome.has(f, out) {
		c.uses(files, f.made(out.harness))
		return
	}
	c.keep(c.place(f, question(f, o.each, targets)), all.ofPart(ctx, f, o), files, f.made(out.harness))
}

// placeOf returns the file that keeps the functions of a file.
func (c *cache) placeOf(s *Source) string {
	file, err := filepath.Abs(s.File)
	if err != nil {
		file = s.File
	}
	return c.named(fmt.Sprintf("functions\n%s\n%s\n%q", file, s.File,
		[][]string{s.C.Include, s.C.Define, s.C.Undefine, s.C.Prelude, s.C.TextSums()}))
}

// entries returns the functions of a file, if nothing on which they depend has changed since.
func (c *cache) entries(s *Source) (all cached, ok bool) {
	if c == nil {
		return all, false
	}
	all, ok = c.at(c.placeOf(s))
	return all, ok && all.Entries != nil
}

// putEntries keeps the functions of a file, which was read with some others.
func (c *cache) putEntries(s *Source, list []keptEntry, files []string) {
	if c != nil && s.Include == "" {
		c.keep(c.placeOf(s), cached{Entries: list, Broken: s.broken}, s.onDisk(files), "")
	}
}

// linedPlace matches a place in what is printed for programs.
var linedPlace = regexp.MustCompile(`"file":("(?:[^"\\]|\\.)*"),"line":(\d+)`)

// note notes the homes of all places of which something is said.
func (all *cached) note(s *setters) (homes []homed, ok bool) {
	m := &mover{setters: s}
	for _, x := range slices.Concat(all.Outcome.Latent, all.Outcome.Own) {
		m.note(x.Place)
	}
	for _, x := range slices.Concat(slices.Collect(maps.Keys(all.Answers)), all.Outcome.Targets) {
		_, place, _ := strings.Cut(string(x), "\t")
		m.note(place)
	}
	if open := all.Outcome.Open; open != nil {
		for _, t := range open.Told {
			if t.Line == 0 {
				continue
			}
			m.note(fmt.Sprintf("%s:%d:%d", t.File, t.Line, t.Column))
		}
		for _, p := range linedPlace.FindAllSubmatch(open.JSON, -1) {
			file, err := strconv.Unquote(string(p[1]))
			m.lost = m.lost || err != nil
			m.note(fmt.Sprintf("%s:%s:1", file, p[2]))
		}
	}
	return m.homes, !m.lost
}

// move makes all places what they are now; it returns false if nobody knows.
func (all *cached) move(s *setters) bool {
	m := &mover{setters: s, homes: all.Homes}
	for _, list := range [][]latentJSON{all.Outcome.Latent, all.Outcome.Own} {
		for i := range list {
			list[i].Place = m.place(list[i].Place)
		}
	}
	answers := map[target]answer{}
	for x, a := range all.Answers {
		answers[m.target(x)] = a
	}
	all.Answers = answers
	if open := all.Outcome.Open; open != nil {
		moved := &find.Obstacle{}
		for _, t := range open.Told {
			if t.Line > 0 {
				t.Line = m.line(t.File, t.Line)
			}
			moved.Told = append(moved.Told, t)
		}
		moved.JSON = linedPlace.ReplaceAllFunc(open.JSON, func(text []byte) []byte {
			p := linedPlace.FindSubmatch(text)
			file, err := strconv.Unquote(string(p[1]))
			line, wrong := strconv.Atoi(string(p[2]))
			m.lost = m.lost || err != nil || wrong != nil
			return fmt.Appendf(nil, `"file":%s,"line":%d`, p[1], m.line(file, line))
		})
		all.Outcome.Open = moved
	}
	for i := range all.Homes {
		h := &all.Homes[i]
		line := m.setters.begin(h.File, h.Function)
		m.lost = m.lost || line != h.Line && len(all.Outcome.Bugs) > 0 // which are of lines
		h.Line = line
	}
	return !m.lost
}

package scan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vouch/cmd/internal/checkcmd"
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
		[][]string{u.C.Include, u.C.Define, u.C.Undefine, u.C.Prelude, u.program}))
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

// outcomeOf names what became of a function that could take so much work.
func outcomeOf(each time.Duration) string { return fmt.Sprint("outcome ", each) }

// get returns what became of a function the last time that it could take so much work, if nothing on which it depends
// has changed since.
func (c *cache) get(f *function, each time.Duration) (k kept, ok bool) {
	all, ok := c.read(f, outcomeOf(each))
	if !ok || !slices.Contains([]Verdict{Bug, Latent, Safe, Unknown, Refused}, all.Outcome.Verdict) {
		return k, false
	}
	k = all.Outcome
	return k, k.Verdict != Safe || k.Certificate != "" && digest(k.Certificate) == k.Sum
}

// read returns what is kept in a place, if nothing on which it depends has changed since.
func (c *cache) read(f *function, what string) (all cached, ok bool) {
	if c == nil {
		return all, false
	}
	return c.at(c.place(f, what))
}

// at returns what a file of the cache has, if nothing on which it depends has changed since.
func (c *cache) at(place string) (all cached, ok bool) {
	text, err := bounded.ReadFile(place, lang.MaxSource)
	if err != nil || json.Unmarshal(text, &all) != nil || len(all.Files) == 0 {
		return all, false
	}
	for name, sum := range all.Files {
		if sum == "" || c.sum(name) != sum {
			return all, false
		}
	}
	c.depends(all.Files)
	return all, true
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
func (c *cache) put(f *function, each time.Duration, out *Outcome, files []string) {
	if c == nil || out.slow || len(files) == 0 {
		c.lacks()
		return
	}
	k := kept{Verdict: out.Verdict, Why: out.Why, Latent: out.faults, Complete: out.complete, Hidden: out.hidden,
		Cut: out.cut, Any: out.any, Open: out.open}
	if out.Verdict == Safe {
		if k.Certificate = out.result.Certificate(); k.Certificate == "" {
			c.lacks()
			return
		}
		k.Sum = digest(k.Certificate)
		var text bytes.Buffer
		if err := output.JSON(&text, out.json(true)); err != nil {
			panic("scan: cannot write an outcome: " + err.Error())
		}
		k.JSON = text.String()
	}
	if out.Verdict == Bug {
		var ok bool
		if k.Bugs, k.Far, ok = out.result.Known(); !ok || out.text == nil {
			c.lacks()
			return
		}
		k.Harness, k.Text, k.Own = out.harness, out.text, out.own
	}
	c.write(f, outcomeOf(each), cached{Outcome: k}, files, out.harness)
}

// write keeps something about a function that depends on files, but for a harness, which scan makes.
func (c *cache) write(f *function, what string, all cached, files []string, harness string) {
	c.keep(c.place(f, what), all, files, f.made(harness))
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

// question names the question about faults of functions that a function calls, which could take so much work.
func question(each time.Duration, targets map[target]bool) string {
	return fmt.Sprintf("calls %v %q", each, slices.Sorted(maps.Keys(targets)))
}

// answers returns what was found the last time about faults of functions that a function calls.
func (c *cache) answers(f *function, each time.Duration, targets map[target]bool) (answers map[target]answer, ok bool) {
	all, ok := c.read(f, question(each, targets))
	return all.Answers, ok && len(all.Answers) == len(targets)
}

// putAnswers keeps that, of a harness if it has one.
func (c *cache) putAnswers(f *function, each time.Duration, targets map[target]bool, answers map[target]answer,
	files []string, harness string) {
	if c != nil && len(files) > 0 {
		c.write(f, question(each, targets), cached{Answers: answers}, files, harness)
	}
}

// placeOf returns the file that keeps the functions of a file.
func (c *cache) placeOf(s *Source) string {
	file, err := filepath.Abs(s.File)
	if err != nil {
		file = s.File
	}
	return c.named(fmt.Sprintf("functions\n%s\n%s\n%q", file, s.File,
		[][]string{s.C.Include, s.C.Define, s.C.Undefine, s.C.Prelude}))
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
	if c != nil && len(s.C.Texts) == 0 {
		c.keep(c.placeOf(s), cached{Entries: list, Broken: s.broken}, files, "")
	}
}

package scan

import (
	"context"
	"path/filepath"
	"slices"
	"sync"

	"vouch/cmd/internal/harness"
	"vouch/internal/load"
)

// This file defines how the harnesses are lowered with which functions begin: those of a file together, because most of
// what it takes to lower one is the same for all. They become the programs that each would by itself.

// mostAtOnce is how many harnesses are lowered together.
const mostAtOnce = 1 << 6

// beginners are the functions of a file, and their first harnesses.
type beginners struct {
	mu    sync.Mutex
	left  []*function // whose harnesses are not lowered
	asked int         // how many functions were looked at
	base  *load.Base
	known map[string]beginner // by the texts of harnesses
}

// beginner is a harness that was lowered with others.
type beginner struct {
	all     *load.Together
	section load.Section
}

// lower lowers the first harnesses of all functions of the file for a base, when the second one is looked at, with a
// harness of that name.
func (s *beginners) lower(ctx context.Context, b *load.Base, f *function, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	i := slices.Index(s.left, f)
	if i < 0 {
		return
	}
	if s.left = slices.Delete(s.left, i, i+1); s.asked == 1 {
		return
	}
	list := append([]*function{f}, s.left...)
	s.left, s.base = nil, b
	options, _, err := f.unit.Linked(name)
	if b == nil || err != nil {
		return
	}
	s.known = map[string]beginner{}
	text, texts := harness.NewTogether(), map[string]load.Section{}
	end := func() {
		if len(texts) == 0 {
			return
		}
		if all, err := b.Together(ctx, options.Options, name, text.Text()); err == nil {
			for text, section := range texts {
				s.known[text] = beginner{all, section}
			}
		}
		text, texts = harness.NewTogether(), map[string]load.Section{}
	}
	for _, g := range list {
		name := filepath.Join(filepath.Dir(name), "scan_"+g.name+".c")
		if g.entry.Refused != nil || g.entry.Name == "main" || g.typed(ctx) != nil || ctx.Err() != nil {
			continue
		}
		h := g.harness(name)
		for _, m := range []*harness.Memory{g.first(ctx, name), g.built()} {
			if m == nil {
				continue
			}
			m.Resize(sizes[0])
			made, err := h.Make(m)
			if err != nil {
				continue
			}
			section, ok := text.Add(h, made)
			if !ok {
				end()
				continue
			}
			texts[string(made.Text)] = load.Section(section)
			if len(texts) == mostAtOnce {
				end()
			}
		}
	}
	end()
}

// linked returns the program of a harness with a text by itself, if it was lowered with others for the same base.
func (s *beginners) linked(b *load.Base, f *function, name string, made *harness.Made, alone []byte) *load.Program {
	s.mu.Lock()
	h, ok := s.known[string(made.Text)]
	ok = ok && b == s.base
	delete(s.known, string(made.Text)) // nearly no harness is asked for again, and they are large
	s.mu.Unlock()
	if !ok {
		return nil
	}
	p, err := b.LinkSection(h.all, h.section, f.unit.File, name, alone)
	if err != nil {
		return nil
	}
	return p
}

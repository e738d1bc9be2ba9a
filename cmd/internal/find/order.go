package find

import "vouch/internal/load"

// This file defines which strategy a program is searched with if the user does not name one.

// ByLanguage is the strategy that fits the language of a program.
const ByLanguage = "auto"

// order returns the name of the strategy for a program. Programs in C have many paths, most of which end; so some are
// followed to their end at once. The paths of programs in other languages seldom end, and each step on a long one costs
// more.
func order(strategy string, p *load.Program) string {
	switch {
	case strategy != ByLanguage:
		return strategy
	case p.Language.Compiled:
		return "mixed"
	}
	return "bfs"
}

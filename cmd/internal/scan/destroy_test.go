package scan

import "testing"

// This file tests functions that get what others make, and did not finish.

const forgets = "#include <stdlib.h>\nstruct s { int *at, n; }; " +
	"struct s *s_new(void) { struct s *s = malloc(sizeof *s); if (s) s->n = 0; return s; } "

const settles = "void s_give(struct s *s, int *at) { s->at = at; } "

var destroyerRows = []struct {
	title, name, text string
	want              Verdict
}{
	{"what a maker forgets is freed", "s_free",
		forgets + "void s_free(struct s *s) { free(s->at); free(s); }", Bug},
	{"a count of what is free", "s_free_count",
		forgets + settles + "int s_free_count(struct s *s) { if (s) s->at[0] = 1; return 3; }", Latent},
	{"what is frozen", "s_freeze", forgets + settles + "void s_freeze(struct s *s) { if (s) s->at[0] = 1; }", Latent},
	{"the same where nothing else goes wrong", "s_free",
		forgets + "void s_free(struct s *s) { if (!s) return; free(s->at); free(s); }", Bug},
	{"the same of an object of the caller", "s_cleanup",
		"#include <stdlib.h>\nstruct s { int *at, n; }; void s_init(struct s *s) { s->n = 0; } void s_cleanup(struct s *s) { if (s) free(s->at); }", Bug},
	{"the same in a table that it leads to", "s_free",
		"#include <stdlib.h>\nstruct s { int **at; }; struct s *s_new(void) { struct s *s = malloc(sizeof *s); if (s && !(s->at = malloc(2 * sizeof *s->at))) { free(s); return 0; } return s; } " +
			"void s_free(struct s *s) { free(s->at[0]); free(s->at[1]); free(s->at); free(s); }", Bug},
	{"whoever settles it memory", "s_free",
		"#include <stdlib.h>\nstruct s { int *at, n; }; static void *(*get)(unsigned long); void s_use(void *(*with)(unsigned long)) { get = with; } " +
			"struct s *s_new(void) { struct s *s = get ? get(sizeof *s) : malloc(sizeof *s); if (s) s->n = 0; return s; } void s_free(struct s *s) { free(s->at); free(s); }", Bug},
	{"what a maker hands out as anything", "s_free",
		"#include <stdlib.h>\ntypedef struct { int *at, n; } s; void *s_new(void) { s *q = malloc(sizeof(s)); if (q) q->n = 0; return q; } void s_free(s *q) { if (!q) return; free(q->at); free(q); }", Bug},
	{"anything else that is handed out", "s_free",
		"#include <stdlib.h>\ntypedef struct { int *at, n; } s; void *s_make(int n) { return malloc(n); } void s_free(s *q) { if (!q) return; free(q->at); free(q); }", Safe},
	{"what no function sets before it looks at it", "s_get",
		forgets + "int s_get(struct s *s) { return s->at ? s->n : 0; } void s_give(struct s *s, int *at) { if (!s->at) s->at = at; } void s_clear(struct s *s) { s->at = 0; }", Bug},
	{"what no function sets at all", "s_get", forgets + "int s_get(struct s *s) { return s->at ? s->n : 0; }", Latent},
	{"what one sets that sets all", "s_get",
		forgets + "int s_get(struct s *s) { return s->at ? s->n : 0; } void s_load(struct s *s, const struct s *from) { *s = *from; }", Latent},
	{"a maker that makes nothing of a number which it takes", "s_term",
		"#include <stdlib.h>\nstruct s { int *at; unsigned n; }; int s_init(struct s *s, unsigned n) { if (n == 0) return 0; s->at = malloc(n); s->n = n; return s->at == 0; } " + settles + "void s_term(struct s *s) { free(s->at); }", Bug},
	{"what makes another structure of it makes none", "s_push",
		"#include <stdlib.h>\nstruct s { int *at; unsigned n, room; }; struct walk { int *at; }; struct walk s_new_walk(struct s *s) { struct walk w = { s->at }; return w; } " +
			"void s_setup(struct s *s, unsigned room) { s->at = malloc(room * sizeof *s->at); s->n = 0; s->room = room; } " +
			"void s_push(struct s *s, int v) { if (s->n > s->room) return; s->at[s->n++] = v; }", Bug},
	{"what makes a whole comes before what begins something", "s_push",
		"#include <stdlib.h>\nstruct s { int *at; unsigned n, room; }; int s_start(struct s *s) { return s->n == 0; } " +
			"void s_setup(struct s *s, unsigned room) { s->at = malloc(room * sizeof *s->at); s->n = 0; s->room = room; } " +
			"void s_push(struct s *s, int v) { if (s->n > s->room) return; s->at[s->n++] = v; }", Bug},
	{"a function that a project keeps for itself", "_s_push",
		"#include <stdlib.h>\nstruct s { int *at; unsigned n, room; }; void s_setup(struct s *s, unsigned room) { s->at = malloc(room * sizeof *s->at); s->n = 0; s->room = room; } " +
			"void _s_push(struct s *s, int v) { s->at[s->n++] = v; }", Latent},
	{"a function that ends nothing", "s_get", forgets + settles + "int s_get(struct s *s) { return s->at ? s->n : 0; }", Latent},
	{"one that takes something out of what is made", "s_delete",
		forgets + settles + "void s_delete(struct s *s, int i) { if (s->at) s->n -= i == 3; }", Latent},
	{"what is made is closed, and was not opened", "s_close", forgets + settles + "void s_close(struct s *s) { free(s->at); }", Latent},
	{"what another function completes", "s_free",
		"#include <stdlib.h>\nstruct s { int *at, n; }; struct s *s_new(void) { return malloc(sizeof(struct s)); } void s_init(struct s *s) { s->n = 0; s->at = 0; } void s_free(struct s *s) { free(s->at); free(s); }", Latent},
	{"what is begun, and not made as a whole", "s_free",
		"#include <stdlib.h>\nstruct s { int *at, n; }; void s_begin(struct s *s) { s->n = 0; } " + settles + "void s_free(struct s *s) { free(s->at); }", Latent},
}

func TestDestroyers(t *testing.T) {
	for _, row := range destroyerRows {
		t.Run(row.title, func(t *testing.T) {
			f := scanned(t, row.text, nil)[row.name]
			if f.Verdict != row.want {
				t.Errorf("found %s, want %s: %s", f.Verdict, row.want, textOf(t, f))
			}
		})
	}
}

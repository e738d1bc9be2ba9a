package scan

import "testing"

// This file tests functions that destroy what others make.

const forgets = "#include <stdlib.h>\nstruct s { int *at, n; }; " +
	"struct s *s_new(void) { struct s *s = malloc(sizeof *s); if (s) s->n = 0; return s; } "

var destroyerRows = []struct {
	title, name, text string
	want              Verdict
}{
	{"what a maker forgets is freed", "s_free",
		forgets + "void s_free(struct s *s) { free(s->at); free(s); }", Bug},
	{"the same where nothing else goes wrong", "s_free",
		forgets + "void s_free(struct s *s) { if (!s) return; free(s->at); free(s); }", Bug},
	{"the same of an object of the caller", "s_cleanup",
		"#include <stdlib.h>\nstruct s { int *at, n; }; void s_init(struct s *s) { s->n = 0; } void s_cleanup(struct s *s) { if (s) free(s->at); }", Bug},
	{"the same in a table that it leads to", "s_free",
		"#include <stdlib.h>\nstruct s { int **at; }; struct s *s_new(void) { struct s *s = malloc(sizeof *s); if (s && !(s->at = malloc(2 * sizeof *s->at))) { free(s); return 0; } return s; } " +
			"void s_free(struct s *s) { free(s->at[0]); free(s->at[1]); free(s->at); free(s); }", Bug},
	{"whoever gives it memory", "s_free",
		"#include <stdlib.h>\nstruct s { int *at, n; }; static void *(*get)(unsigned long); void s_use(void *(*with)(unsigned long)) { get = with; } " +
			"struct s *s_new(void) { struct s *s = get ? get(sizeof *s) : malloc(sizeof *s); if (s) s->n = 0; return s; } void s_free(struct s *s) { free(s->at); free(s); }", Bug},
	{"a function that ends nothing", "s_get", forgets + "int s_get(struct s *s) { return s->at ? s->n : 0; }", Latent},
	{"one that takes something out of what is made", "s_delete",
		forgets + "void s_delete(struct s *s, int i) { if (s->at) s->n -= i == 3; }", Latent},
	{"what is made is closed, and was not opened", "s_close", forgets + "void s_close(struct s *s) { free(s->at); }", Latent},
	{"what another function completes", "s_free",
		"#include <stdlib.h>\nstruct s { int *at, n; }; struct s *s_new(void) { return malloc(sizeof(struct s)); } void s_init(struct s *s) { s->n = 0; s->at = 0; } void s_free(struct s *s) { free(s->at); free(s); }", Latent},
	{"what is begun, and not made as a whole", "s_free",
		"#include <stdlib.h>\nstruct s { int *at, n; }; void s_begin(struct s *s) { s->n = 0; } void s_free(struct s *s) { free(s->at); }", Latent},
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

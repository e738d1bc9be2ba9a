package c

import "testing"

// The time that it takes to lower a program, its headers and the models that it needs included.
func BenchmarkLower(b *testing.B) {
	for _, c := range []struct{ title, text string }{
		{"empty", "int main(void) { return 0; }"},
		{"puts", "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }"},
		{"printf", "#include <stdio.h>\nint main(void) { printf(\"hello %d\\n\", 1); return 0; }"},
		{"many", "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(int argc, char **argv) { char *p = malloc(10); strcpy(p, argv[0]); int n; if (scanf(\"%d\", &n) == 1) qsort(p, strlen(p), 1, 0); free(p); return 0; }"},
	} {
		b.Run(c.title, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Lower(nil, []Source{{Name: "a.c", Text: []byte(c.text)}}, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

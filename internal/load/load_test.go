package load

import (
	"context"
	"errors"
	"testing"
)

// TestEnds: a program is read until the context ends, in each language; then the error is the cause.
func TestEnds(t *testing.T) {
	cause := errors.New("enough")
	over, end := context.WithCancelCause(context.Background())
	end(cause)
	for name, text := range map[string]string{
		"a.imp": "x = 1", "a.core": "core 1\nentry f\n\nfunc f()\n  0: return\n", "a.peb": "func main() {\n}\n", "a.c": "int main(void) { return 0; }",
	} {
		p, err := FileIn(t.Context(), name, []byte(text))
		if err != nil {
			t.Errorf("%s: found the error %v, want a program", name, err)
			continue
		}
		if list := p.Uncalled(over); list != nil {
			t.Errorf("%s: found functions after the end", name)
		}
		if p, err := FileIn(over, name, []byte(text)); p != nil || err != cause {
			t.Errorf("%s: found the error %v after the end, want %v", name, err, cause)
		}
	}
}

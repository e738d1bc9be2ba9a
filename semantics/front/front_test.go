package front_test

import (
	"maps"
	"strings"
	"testing"

	"vouch/certs"
	"vouch/semantics"
	"vouch/semantics/core"
	"vouch/semantics/front"
	"vouch/semantics/lang"
	"vouch/semantics/source"
)

func TestLower(t *testing.T) {
	src := func(text string) source.File { return source.File{Name: "test.imp", Text: []byte(text)} }
	for _, c := range []struct {
		title, language string
		sources         []source.File
		work            int64
		options         map[string]string // effective
		err             string
	}{
		{"a program", "imp", []source.File{src("x = 1")}, 10_000, map[string]string{"division": "floor"}, ""},
		{"a program that chooses an option", "imp", []source.File{src("option division truncate x = 1")}, 10_000,
			map[string]string{"division": "truncate"}, ""},
		{"no source", "imp", nil, 10_000, nil, "found no source, want one"},
		{"two sources", "imp", []source.File{src("x = 1"), {Name: "b.imp", Text: []byte("x = 2")}}, 10_000, nil,
			"b.imp: found 2 sources, want one"},
		{"another language", "cobol", []source.File{src("x = 1")}, 10_000, nil,
			`found language "cobol" version 1, want one of imp 1, core 1, pebble 1`},
		{"C", "c", []source.File{src("int x;")}, 10_000, nil,
			`found language "c" version 1, want one of imp 1, core 1, pebble 1`},
		{"a source with an error", "imp", []source.File{src("x = 1\nx = ")}, 10_000, nil,
			"test.imp:2:5: found end of file"},
		{"too little to read it", "imp", []source.File{src("x = 1")}, 10, nil, "more than 10 units of work"},
		{"too little to lower it", "imp", []source.File{src("x = 1 + 2 + 3 + 4 + 5")}, 600, nil, "too large to lower"},
	} {
		p, options, err := front.Own.Sources(semantics.NewMeter(c.work, 100_000),
			lang.Language{Name: c.language, Version: 1}, c.sources, nil)
		if c.err != "" {
			if err == nil || p != nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: found the error %v, want %s", c.title, err, c.err)
			}
			continue
		}
		if err != nil || !maps.Equal(options, c.options) {
			t.Errorf("%s: found the options %v, %v", c.title, options, err)
			continue
		}
		if len(p.Sources) != 1 || p.Sources[0] != c.sources[0].Name || p.Funcs[p.Entry].Code[0].Op != core.Draw {
			t.Errorf("%s: found another program: %+v", c.title, p)
		}
	}
}

// TestLowerOfCertificate: the language and its version are those of the certificate.
func TestLowerOfCertificate(t *testing.T) {
	for _, c := range []struct {
		title, language string
		version         uint64
		err             string
	}{
		{"a language", "imp", 1, ""},
		{"another version", "imp", 2, `found language "imp" version 2`},
		{"no version", "imp", 0, `found language "imp" version 0`},
		{"another language", "Imp", 1, `found language "Imp" version 1`},
		{"none", "", 1, `found language "" version 1`},
	} {
		about := certs.Program{Language: c.language, Version: c.version,
			Sources: []certs.Source{{Name: "a.imp", Text: []byte("x = 1")}}}
		p, _, err := front.Own.Lower(nil, about)
		if c.err == "" && (err != nil || p.Sources[0] != "a.imp") || c.err != "" &&
			(err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: found the error %v, want %q", c.title, err, c.err)
		}
	}
}

package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/kballard/go-shellquote"

	"vouch/cmd/internal/find"
)

// This file defines how people choose the program and the length of a search: by flags of the command, by settings of
// the editor, and by a comment in the file. The last of these counts.

// Plan is how to read and search the program of a file.
type Plan struct {
	Files   []string // the files to link; the file itself comes first
	Options find.Options
}

// Configure returns the plan for a file, from the flags of the settings and then those of the file's comment; later
// flags count. The error says which flag is wrong.
type Configure func(settings, comment []string, file string) (Plan, error)

// settings returns what an editor sends as flags: {"entry": "f", "array": ["p=4"]} is --entry=f --array=p=4.
func settings(data json.RawMessage) ([]string, error) {
	if len(data) == 0 || string(data) == "null" {
		return nil, nil
	}
	var members map[string]any
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, errors.New(`found settings that are no object, want {"FLAG": VALUE, ...} as in {"timeout": "5s"}`)
	}
	if own, ok := members["vouch"].(map[string]any); ok {
		members = own
	}
	var flags []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		values, several := members[name].([]any)
		if !several {
			values = []any{members[name]}
		}
		for _, v := range values {
			switch v := v.(type) {
			case string, bool:
				flags = append(flags, fmt.Sprintf("--%s=%v", name, v))
			case float64:
				flags = append(flags, fmt.Sprintf("--%s=%.0f", name, v))
			case nil:
			default:
				return nil, fmt.Errorf(`found the setting %.40q of another kind, want a text, a number, true, false, or a list of them`,
					name)
			}
		}
	}
	return flags, nil
}

// remark matches a comment with flags.
var remark = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?://|/\*|#|\(\*)\s*vouch:\s+(.*?)\s*(?:\*/|\*\))?\s*$`)
})

// maxRemark is the last line in which a comment with flags may stand.
const maxRemark = 100

// remarked returns the flags in the first comment that has any, and its line, counted from 1; 0 if there is none.
func remarked(text string) (flags []string, line int, err error) {
	for s := range strings.Lines(text) {
		if line++; line > maxRemark {
			break
		}
		if m := remark().FindStringSubmatch(s); m != nil {
			flags, err = shellquote.Split(m[1])
			return flags, line, err
		}
	}
	return nil, 0, nil
}

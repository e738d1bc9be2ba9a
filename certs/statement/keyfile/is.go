package keyfile

import (
	"bytes"

	"filippo.io/age/armor"
)

// This file defines how key files are told from others.

// Is reports whether a file with the given content may be a key file.
func Is(content []byte) bool { return bytes.HasPrefix(content, []byte(armor.Header)) }

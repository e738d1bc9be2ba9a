package imprepro

// This file defines the table of languages in which reproductions are written.

// Languages are the target languages.
var Languages = []Language{
	{"go", "go", "go run %s", writeGo},
	{"c", "c", "gcc -o reproduce %s && ./reproduce", writeC},
	{"python", "py", "python3 %s", writePython},
}

// Find returns the language of a name, or nil.
func Find(name string) *Language {
	for i := range Languages {
		if Languages[i].Name == name {
			return &Languages[i]
		}
	}
	return nil
}

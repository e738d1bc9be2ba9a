// Command dist builds the archives of a release: for each platform the two programs without cgo, with the documents
// that say what they are; checksums; and a list of what they are made of, in SPDX. Two builds of a commit are the same
// to the byte.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// platforms are those for which archives are built, as GOOS/GOARCH.
const platforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64"

// programs are built, and documents added as they are.
var (
	programs  = []string{"vouch", "vouch-check", "vouch-kernel"}
	documents = []string{"README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md"}
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", "dist", "write into the folder `DIR`")
	list := flag.String("platforms", platforms, "build for these platforms, as GOOS/GOARCH, with commas between them")
	flag.Parse()
	if err := release(*out, strings.Split(*list, ",")); err != nil {
		log.Fatal("dist: ", err)
	}
}

// release writes the archives, their checksums and the list of what they are made of.
func release(out string, platforms []string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	date, err := commitDate()
	if err != nil {
		return err
	}
	version, err := version()
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	var bill []byte
	for _, platform := range platforms {
		system, machine, ok := strings.Cut(platform, "/")
		if !ok {
			return fmt.Errorf("found the platform %q, want GOOS/GOARCH", platform)
		}
		name := fmt.Sprintf("vouch-%s-%s-%s", version, system, machine)
		data, info, err := pack(name, system, machine, date)
		if err != nil {
			return err
		}
		if err := write(out, name+".tar.gz", data, &sums); err != nil {
			return err
		}
		if bill == nil { // what the programs are made of is the same on all platforms
			if bill, err = spdx(info, version, date); err != nil {
				return err
			}
		}
	}
	if err := write(out, "vouch-"+version+".spdx.json", bill, &sums); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), sums.Bytes(), 0o644)
}

// write writes a file and notes its checksum.
func write(dir, name string, data []byte, sums io.Writer) error {
	fmt.Fprintf(sums, "%x  %s\n", sha256.Sum256(data), name)
	return os.WriteFile(filepath.Join(dir, name), data, 0o644)
}

// commitDate returns the time of the commit that is built, which all files in the archives have.
func commitDate() (time.Time, error) {
	text, err := exec.Command("git", "log", "-1", "--format=%cI").Output()
	if err != nil {
		return time.Time{}, fmt.Errorf("found no commit: %w", err)
	}
	date, err := time.Parse(time.RFC3339, strings.TrimSpace(string(text)))
	return date.UTC(), err
}

// version returns the version of the programs.
func version() (string, error) {
	text, err := exec.Command("go", "run", "./cmd/vouch-check", "version", "--json").Output()
	if err != nil {
		return "", err
	}
	var build struct{ Release string }
	err = json.Unmarshal(text, &build)
	return build.Release, err
}

// pack builds the programs for a platform and returns an archive of them with the documents, in a folder of the given
// name. Info is what the checker is made of.
func pack(name, system, machine string, date time.Time) (data []byte, info *buildinfo.BuildInfo, err error) {
	tmp, err := os.MkdirTemp("", "dist")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(tmp)
	var buffer bytes.Buffer
	compressed, _ := gzip.NewWriterLevel(&buffer, gzip.BestCompression)
	archive := tar.NewWriter(compressed)
	add := func(file string, mode int64) error {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		header := tar.Header{Name: path.Join(name, filepath.Base(file)), Mode: mode, Size: int64(len(data)),
			ModTime: date, Format: tar.FormatPAX}
		if err := archive.WriteHeader(&header); err != nil {
			return err
		}
		_, err = archive.Write(data)
		return err
	}
	for _, program := range programs {
		file := filepath.Join(tmp, program)
		build := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags", "-s -w", "-o", file,
			"./cmd/"+program)
		build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+machine)
		if msg, err := build.CombinedOutput(); err != nil {
			return nil, nil, fmt.Errorf("%s for %s/%s: %w\n%s", program, system, machine, err, msg)
		}
		if program == programs[0] {
			if info, err = buildinfo.ReadFile(file); err != nil {
				return nil, nil, err
			}
		}
		if err := add(file, 0o755); err != nil {
			return nil, nil, err
		}
	}
	for _, document := range documents {
		if err := add(document, 0o644); err != nil {
			return nil, nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, nil, err
	}
	err = compressed.Close()
	return buffer.Bytes(), info, err
}

// The parts of a document in SPDX 2.3 that are written (https://spdx.github.io/spdx-spec/v2.3).
type (
	document struct {
		Version       string         `json:"spdxVersion"`
		License       string         `json:"dataLicense"`
		ID            string         `json:"SPDXID"`
		Name          string         `json:"name"`
		Namespace     string         `json:"documentNamespace"`
		Creation      creation       `json:"creationInfo"`
		Packages      []spdxPackage  `json:"packages"`
		Relationships []relationship `json:"relationships"`
	}
	creation struct {
		Created  string   `json:"created"`
		Creators []string `json:"creators"`
	}
	spdxPackage struct {
		Name     string      `json:"name"`
		ID       string      `json:"SPDXID"`
		Version  string      `json:"versionInfo"`
		Download string      `json:"downloadLocation"`
		Analyzed bool        `json:"filesAnalyzed"`
		Refs     []reference `json:"externalRefs,omitempty"`
	}
	reference struct {
		Category string `json:"referenceCategory"`
		Type     string `json:"referenceType"`
		Locator  string `json:"referenceLocator"`
	}
	relationship struct {
		Element string `json:"spdxElementId"`
		Related string `json:"relatedSpdxElement"`
		Type    string `json:"relationshipType"`
	}
)

// spdx returns the list of the modules that a program is made of.
func spdx(info *buildinfo.BuildInfo, version string, date time.Time) ([]byte, error) {
	revision := ""
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			revision = s.Value
		}
	}
	const root = "SPDXRef-vouch"
	d := document{
		Version: "SPDX-2.3", License: "CC0-1.0", ID: "SPDXRef-DOCUMENT", Name: "vouch-" + version,
		Namespace:     "urn:vouch:spdx:" + version + ":" + revision,
		Creation:      creation{date.Format(time.RFC3339), []string{"Tool: vouch-dist"}},
		Packages:      []spdxPackage{{Name: "vouch", ID: root, Version: version, Download: "NOASSERTION"}},
		Relationships: []relationship{{"SPDXRef-DOCUMENT", root, "DESCRIBES"}},
	}
	add := func(name, release, locator string) {
		id := fmt.Sprintf("SPDXRef-module-%d", len(d.Packages))
		d.Packages = append(d.Packages, spdxPackage{Name: name, ID: id, Version: release, Download: "NOASSERTION",
			Refs: []reference{{"PACKAGE-MANAGER", "purl", locator}}})
		d.Relationships = append(d.Relationships, relationship{root, id, "DEPENDS_ON"})
	}
	add("std", info.GoVersion, "pkg:golang/std@"+strings.TrimPrefix(info.GoVersion, "go"))
	modules := slices.Clone(info.Deps)
	for _, m := range modules {
		if m.Replace != nil {
			m = m.Replace
		}
		add(m.Path, m.Version, "pkg:golang/"+m.Path+"@"+m.Version)
	}
	data, err := json.MarshalIndent(d, "", "  ")
	return append(data, '\n'), err
}

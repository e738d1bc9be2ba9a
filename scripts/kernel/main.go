// Command kernel measures how certificates become proofs: which ones elaborate, and how the time compares with that of
// the checker.
//
//	go run ./scripts/kernel evidence
//
// The exit status is 1 if the kernel refuses a proof.
package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vouch/checker"
	"vouch/elaborate"
	"vouch/kernel"
	"vouch/semantics/fronts"
)

var (
	timeout = flag.Duration("timeout", 20*time.Second, "give up a certificate after `DURATION`")
	each    = flag.Bool("each", false, "print a line for each certificate")
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	m := measured{claims: map[string]int{}, missing: map[string]int{}}
	for _, root := range flag.Args() {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(path, ".cbor") {
				err = m.certificate(path)
			}
			return err
		})
		if err != nil {
			log.Fatal("kernel: ", err)
		}
	}
	m.print()
	if m.refused > 0 {
		os.Exit(1)
	}
}

// measured is what was seen of certificates.
type measured struct {
	claims  map[string]int // proved, by kind
	missing map[string]int // not elaborated, by reason
	refused int
	ratios  []ratio
}

// ratio is how many times as long as the checker the elaborator and the kernel took together.
type ratio struct {
	times float64
	path  string
}

// certificate measures one.
func (m *measured) certificate(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	o := checker.Options{Limits: checker.DefaultLimits, Lower: fronts.All.Lower}
	began := time.Now()
	if _, err := checker.Check(data, o); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	checked := time.Since(began)
	ctx, cancel := context.WithTimeout(context.Background(), *timeout)
	defer cancel()
	var proof bytes.Buffer
	began = time.Now()
	stats, err := elaborate.Write(ctx, &proof, data, o, nil)
	if err != nil {
		m.missing[err.Error()]++
		fmt.Printf("%s: %v\n", path, err)
		return nil
	}
	size := proof.Len()
	t, err := kernel.Check(&proof)
	took := time.Since(began)
	if err != nil {
		m.refused++
		fmt.Printf("%s: refused: %v\n", path, err)
		return nil
	}
	m.claims[t.Claim().Kind]++
	m.ratios = append(m.ratios, ratio{took.Seconds() / max(checked.Seconds(), 1e-4), path})
	if *each {
		fmt.Printf("%s: %s, %d commands in %d bytes, checker %.3f s, elaborator and kernel %.3f s\n", path,
			t.Claim().Kind, stats.Commands, size, checked.Seconds(), took.Seconds())
	}
	return nil
}

func (m *measured) print() {
	missing := 0
	for _, n := range m.missing {
		missing += n
	}
	fmt.Printf("%d certificates: %d proved (safe %d, class %d, fails %d), %d not elaborated, %d refused\n",
		len(m.ratios)+missing+m.refused, len(m.ratios), m.claims[kernel.Safe], m.claims[kernel.Class],
		m.claims[kernel.Fails], missing, m.refused)
	if len(m.ratios) == 0 {
		return
	}
	slices.SortFunc(m.ratios, func(a, b ratio) int { return cmp.Compare(a.times, b.times) })
	worst := m.ratios[len(m.ratios)-1]
	fmt.Printf("elaborating and checking takes %.1f times as long as vouch-check in the median, %.1f times in nine of ten, %.1f times at worst (%s)\n",
		m.ratios[len(m.ratios)/2].times, m.ratios[len(m.ratios)*9/10].times, worst.times, worst.path)
}

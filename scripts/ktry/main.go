package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"vouch/checker"
	"vouch/elaborate"
	"vouch/kernel"
	_ "vouch/semantics/c"
)

func main() {
	o := checker.Options{Limits: checker.DefaultLimits}
	for _, f := range os.Args[1:] {
		data, err := os.ReadFile(f)
		if err != nil {
			panic(err)
		}
		t0 := time.Now()
		v, err := checker.Check(data, o)
		t1 := time.Now()
		if err != nil {
			fmt.Printf("%s\tBADCERT\t%v\n", filepath.Base(f), err)
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(secs())*time.Second)
		var buf bytes.Buffer
		stats, err := elaborate.Write(ctx, &buf, data, o)
		cancel()
		t2 := time.Now()
		if err != nil {
			fmt.Printf("%s\t%s\tNO\t%.3f\t%.3f\t%v\n", filepath.Base(f), v.Kind, t1.Sub(t0).Seconds(), t2.Sub(t1).Seconds(), err)
			continue
		}
		th, err := kernel.Check(&buf)
		t3 := time.Now()
		if err != nil {
			fmt.Printf("%s\t%s\tREFUSED\t%v\n", filepath.Base(f), v.Kind, err)
			continue
		}
		fmt.Printf("%s\t%s\tOK\t%.3f\t%.3f\t%.3f\t%s %+v\n", filepath.Base(f), v.Kind, t1.Sub(t0).Seconds(), t2.Sub(t1).Seconds(), t3.Sub(t2).Seconds(), th.Claim().Kind, stats)
	}
}

func secs() int {
	n := 5
	fmt.Sscan(os.Getenv("SECS"), &n)
	return n
}

package main

import (
	"errors"
	"math"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// This file defines the plots: of each family the time and the memory against the size, on logarithmic axes, as SVG.

func (l *lab) plots(dir string) error {
	var errs []error
	for _, f := range families {
		errs = append(errs,
			l.plot(f, filepath.Join(dir, f.name+"-time.svg"), "seconds", func(r row) float64 {
				return r.median().Seconds()
			}),
			l.plot(f, filepath.Join(dir, f.name+"-memory.svg"), "peak memory in MB", func(r row) float64 {
				return 1024 * float64(r.peakKB) / 1e6
			}),
		)
	}
	return errors.Join(errs...)
}

// plot draws a value of the rows of a family, a line for each command.
func (l *lab) plot(f family, file, title string, value func(row) float64) error {
	p := plot.New()
	p.Title.Text = f.name
	p.X.Label.Text, p.Y.Label.Text = f.size, title
	p.Add(plotter.NewGrid())
	for i, command := range f.commands() {
		var points plotter.XYs
		for _, r := range l.rows {
			if r.family == f.name && r.command == command && !r.late {
				points = append(points, plotter.XY{X: float64(r.size), Y: value(r)})
			}
		}
		if len(points) == 0 {
			continue
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		line.Color, dots.Color, dots.Shape = plotutil.Color(i), plotutil.Color(i), plotutil.Shape(i)
		p.Add(line, dots)
		p.Legend.Add(command, line, dots)
	}
	p.Legend.Top, p.Legend.Left = true, true
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		if axis.Min > axis.Max {
			return nil // there is no point
		}
		axis.Scale, axis.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		least, greatest := math.Floor(math.Log10(axis.Min)), math.Ceil(math.Log10(axis.Max))
		axis.Min, axis.Max = math.Pow(10, least), math.Pow(10, max(greatest, least+1))
	}
	return p.Save(16*vg.Centimeter, 11*vg.Centimeter, file)
}

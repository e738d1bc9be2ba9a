package cluster

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"vouch/finder"
)

// This file defines what Prometheus is told.

// Metrics are the numbers of a worker, or of a process that asks. A nil Metrics counts nothing.
type Metrics struct {
	registry                        *prometheus.Registry
	jobs, failed, states, micros    prometheus.Counter
	running, workers, waiting       prometheus.Gauge
	answered, again, here, restarts prometheus.Gauge
}

// NewMetrics returns metrics with nothing counted.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	counter := func(name, help string) prometheus.Counter {
		c := prometheus.NewCounter(prometheus.CounterOpts{Namespace: "vouch", Name: name, Help: help})
		m.registry.MustRegister(c)
		return c
	}
	gauge := func(name, help string) prometheus.Gauge {
		g := prometheus.NewGauge(prometheus.GaugeOpts{Namespace: "vouch", Name: name, Help: help})
		m.registry.MustRegister(g)
		return g
	}
	m.jobs = counter("worker_jobs_total", "Jobs that this worker has done.")
	m.failed = counter("worker_jobs_failed_total", "Jobs that it could not do.")
	m.states = counter("worker_states_total", "States that it has visited.")
	m.micros = counter("worker_work_microseconds_total", "Work that it has done, in microseconds as they are counted.")
	m.running = gauge("worker_jobs_running", "Jobs that it does now.")
	m.workers = gauge("workers", "Workers that a search sees.")
	m.waiting = gauge("jobs_waiting", "Jobs that wait for a worker.")
	m.answered = gauge("jobs_answered", "Jobs of the search that have an answer.")
	m.again = gauge("answers_wrong", "Answers that were not right.")
	m.here = gauge("jobs_here", "Jobs that the process did that asks.")
	m.restarts = gauge("worker_restarts", "Workers that ended and were started again.")
	return m
}

// did counts a job.
func (m *Metrics) did(a *finder.Answer) {
	if m == nil {
		return
	}
	m.jobs.Inc()
	m.states.Add(float64(a.States))
	m.micros.Add(float64(a.Micros))
}

// working counts what a worker says of itself.
func (m *Metrics) working(at Working) {
	if m == nil {
		return
	}
	m.running.Set(float64(at.Running))
}

// missed counts a job that could not be done.
func (m *Metrics) missed() {
	if m != nil {
		m.failed.Inc()
	}
}

// search counts what a search says of itself.
func (m *Metrics) search(s finder.Spreading, c Counts) {
	if m == nil {
		return
	}
	m.workers.Set(float64(c.Workers))
	m.waiting.Set(float64(c.Waiting))
	m.running.Set(float64(c.Running))
	m.restarts.Set(float64(c.Restarts))
	m.answered.Set(float64(s.Answered))
	m.again.Set(float64(s.Again))
	m.here.Set(float64(s.Here))
}

// Serve serves the metrics at an address until ctx ends. It returns the address.
func (m *Metrics) Serve(ctx context.Context, address string) (string, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return "", fmt.Errorf("--metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("/metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go s.Serve(l)
	context.AfterFunc(ctx, func() { s.Close() })
	return l.Addr().String(), nil
}

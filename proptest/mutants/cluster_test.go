package mutants

// This file defines the mutants of what carries jobs to workers.

const (
	clusterQueue  = "cmd/internal/cluster/queue.go"
	clusterStore  = "cmd/internal/cluster/store.go"
	clusterWorker = "cmd/internal/cluster/worker.go"
)

// clusterRules are those that the tests of package cluster notice.
var clusterRules = []Mutant{
	{
		"cluster: a worker believes that a program is the one of its name", clusterWorker,
		`!bytes.Equal(got, digest) {`,
		`len(got) != len(digest) {`, "TestWrongProgram",
	}, {
		"cluster: a worker does not look at what a program is lowered to", clusterWorker,
		`!bytes.Equal(got[:], about.Lowered) {`,
		`len(got) != len(about.Lowered) {`, "TestWrongProgram",
	}, {
		"cluster: a search reads what is said of jobs that it did not put", clusterQueue,
		`if q.asked[string(digest)] == 0 {`,
		`if q.asked[string(digest)] < 0 {`, "TestStrangers",
	}, {
		"cluster: a job that is put again has the answer that was wrong", clusterQueue,
		`again := q.asked[name] > 0`,
		`again := q.asked[name] > 9`, "TestPoisoned",
	}, {
		"cluster: what an earlier search could not do is not tried again", clusterQueue,
		`a, err := q.store.read(ctx, e.Value()); err == nil && a.Failed == "" {`,
		`a, err := q.store.read(ctx, e.Value()); err == nil {`, "TestPoisoned",
	}, {
		"cluster: nobody gives up a job", clusterWorker,
		`meta.NumDelivered > maxDeliver {`,
		`meta.NumDelivered == maxDeliver-2 {`, "TestGivenUp",
	}, {
		"cluster: a part that is missing is waited for as long as the search takes", clusterStore,
		`context.WithTimeout(ctx, requestTime)
	defer cancel()
	return object`,
		`context.WithCancel(ctx)
	defer cancel()
	return object`, "TestStrangers",
	}, {
		"cluster: jobs of a server without room are waited for", clusterQueue,
		`q.stuck++`,
		`q.stuck--`, "TestFull",
	}, {
		"cluster: a result of any size is read", clusterStore,
		`int64(len(data)) > most {`,
		`int64(len(data)) > 2*most {`, "TestResults",
	}, {
		"cluster: a search at its limit keeps nothing", "cmd/internal/cluster/results.go",
		`context.WithoutCancel(ctx), requestTime)`,
		`ctx, requestTime)`, "TestResults",
	},
}

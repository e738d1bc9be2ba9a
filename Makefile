# Needs Go 1.26 and gcc, and for the tests openssl, node and npm; scripts/setup installs the rest: Debian's libz3-dev, for tests python3,
# clang, chromium, neovim and packages from npm. `make static` needs Go only.

GO       = go
# A build from a clone knows its commit, which `vouch version` shows; two builds of one commit are the same to the byte.
VCS      = $(shell git rev-parse HEAD >/dev/null 2>&1 && echo true || echo false)
BUILD    = $(GO) build -buildvcs=$(VCS) -ldflags '-s -w$(if $(HOMEPAGE), -X vouch/cmd/internal/sarif.Home=$(HOMEPAGE))'
# Every command of Go that make or a test starts builds alike, so that a package is compiled once.
export GOFLAGS := $(strip $(GOFLAGS) -trimpath)
# In tests, Go itself looks up hosts and users with cgo, too, as it does without: so what is built on that, as the
# server of NATS, is the same for vouch with z3 and without, and is compiled once.
test test-long: export GOFLAGS += -tags=netgo,osusergo
# How the programs of tests are linked: without what debuggers read, and without gcc's linker, which takes twice as long.
LINK     = -ldflags='-s -w -linkmode=internal'
BIN      = bin
T        = 30s
N        = 20000
SEED     = 1

# The packages whose tests have golden files, which are those that define -update.
GOLDEN   = $(sort $(dir $(shell grep -rl --include='*_test.go' 'flag\.Bool."update"' .)))

.PHONY: all build static setup setup-test test test-long demo trusted golden fuzz prop mutants tamper bench hostile cluster-faults csmith projects coreutils native clean help

all: build

build: setup ## build bin/vouch, bin/vouch-check and bin/vouch-kernel (the default), elsewhere with BIN=DIR
	CGO_ENABLED=1 $(BUILD) -o $(BIN)/vouch ./cmd/vouch
	CGO_ENABLED=0 $(BUILD) -o $(BIN)/vouch-check ./cmd/vouch-check
	CGO_ENABLED=0 $(BUILD) -o $(BIN)/vouch-kernel ./cmd/vouch-kernel

static: ## build all three without z3: pure Go, nothing to install
	CGO_ENABLED=0 $(BUILD) -o $(BIN)/vouch ./cmd/vouch
	CGO_ENABLED=0 $(BUILD) -o $(BIN)/vouch-check ./cmd/vouch-check
	CGO_ENABLED=0 $(BUILD) -o $(BIN)/vouch-kernel ./cmd/vouch-kernel

dist: ## build the archives of a release into dist/: static programs for Linux and macOS, checksums, a list of what they are made of
	$(GO) run ./scripts/dist

setup: ## install what the build lacks
	@scripts/setup

setup-test: ## install what the tests lack
	@scripts/setup test

test: setup-test ## vet the code and run all tests; random ones try a tenth of their cases, and a part of the wrong rules is planted
	VET="$$($(GO) env GOTOOLDIR)/vet" $(GO) vet "-vettool=$(CURDIR)/scripts/vet" ./...
	$(GO) test -vet=off $(LINK) -timeout 90m ./...

test-long: setup-test ## run all tests with all their cases and every wrong rule, as before a release
	VOUCH_LONG=1 $(GO) test -vet=off $(LINK) -timeout 0 ./...

demo: build ## find a bug, check its certificate, explain it
	@scripts/demo

trusted: ## print the trusted base with line counts
	@$(GO) run ./scripts/trusted

golden: setup-test ## rewrite the golden files; review the difference
	$(GO) test $(GOLDEN) -update

fuzz: setup ## run every fuzz target for T, as in `make fuzz T=5m`
	@grep -ro --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' . | sort | while IFS=: read -r file func; do \
		dir=$${file%/*} name=$${func#func }; \
		echo "$$name in $$dir for $(T)"; \
		$(GO) test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(T) -fuzzminimizetime 10x "$$dir" </dev/null || exit; \
	done

prop: setup ## try each theorem on N cases, as in `make prop N=200000 SEED=7 JUNIT=prop.xml`
	$(GO) test -timeout 0 -v ./proptest -args -n $(N) -seed $(SEED) $(if $(JUNIT),-junit $(abspath $(JUNIT)))

mutants: setup ## plant every wrong rule, and see which properties catch it; the tests ask one property of each
	$(GO) test -timeout 0 -v ./proptest/mutants -args -all

tamper: setup ## tamper with N certificates of C programs, N with invariants and N with summaries, as in `make tamper N=100000 SEED=2`
	$(GO) test -timeout 0 -v -run '^(TestTamperedC|TestPlantedBugs|TestPlantedBugsInContents)$$' ./checker -args -n $(N) -seed $(SEED) -forged $(N)

bench: setup ## measure, as in `make bench BENCH=-quick`; bench/ has the results
	$(GO) test -run '^$$' -bench . -benchmem ./...
	$(GO) run ./internal/bench $(BENCH)

hostile: ## measure vouch-check and vouch find on certificates and programs that were made to be expensive
	$(GO) run ./internal/hostile

floats: setup ## compare operations on floats as integers with the machine's on N operands, as in `make floats N=100000000`, which takes half an hour
	$(GO) test -timeout 0 -v -run TestCircuits ./semantics/term -args -floats $(N)

cluster-faults: setup ## search over workers that are killed, stopped, or lie, over a server that is killed, and over a network that is cut, at random, as in `make cluster-faults ROUNDS=100`
	$(GO) test -timeout 0 -v -run 'TestFaults|TestNetwork' ./cmd/internal/cluster -args -rounds $(or $(ROUNDS),100)

csmith: build ## compare runs of N random C programs with gcc's, as in `make csmith N=2000`; needs csmith and libcsmith-dev
	$(GO) run ./scripts/csmith -n $(N) -seed $(SEED) -vouch $(BIN)/vouch

projects: build ## show how much of real C projects vouch reads, and write the table of docs/projects.md; takes hours and goes on where it ended; one anew: `make projects ONLY=zlib FROM=get`
	$(GO) run ./scripts/projects -vouch $(BIN)/vouch $(if $(ONLY),-only $(ONLY)) $(if $(FROM),-from $(FROM))

coreutils: build ## run vouch find on the programs of GNU coreutils, a minute each, and write the table of docs/coreutils.md; goes on where it ended; anew: `make coreutils FROM=find`
	$(GO) run ./scripts/coreutils -vouch $(BIN)/vouch -check $(BIN)/vouch-check $(if $(ONLY),-only $(ONLY)) $(if $(FROM),-from $(FROM))

native: setup ## compare find on N random C programs with gcc's and clang's sanitizers on all inputs, as in `make native N=2000 KEEP=DIR`; on N more with brute force; and the solvers on N queries
	$(GO) test -timeout 0 -v -run '^(TestNative|TestChosen|TestShapes)$$' ./finder -args -n $(N) -seed $(SEED) -others 12 $(if $(KEEP),-keep $(abspath $(KEEP))) \
		-chosen $(N) -chosenseed $(SEED) -queries $(N) -queryseed $(SEED)

clean: ## remove what the targets made
	rm -rf bin bench dist evidence coverage* platform.info

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

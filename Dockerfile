# The three programs, static, with gcc and bubblewrap for `vouch confirm`. Build: docker build -t vouch . Run: docker run --rm -v "$PWD:/work" vouch find prog.c
# Docker's defaults forbid the sandbox of `vouch confirm`; then the container is the sandbox:
# docker run --rm --network none -v "$PWD/evidence:/work:ro" vouch confirm --no-sandbox .
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN make static BIN=/out

FROM debian:stable-slim
# libc6-dev has the headers, and gcc brings its sanitizers.
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev bubblewrap && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/vouch /out/vouch-check /out/vouch-kernel /usr/bin/
WORKDIR /work
ENTRYPOINT ["/usr/bin/vouch"]

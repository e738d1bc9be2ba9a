# The two programs, static, and nothing else. Build: docker build -t vouch . Run: docker run --rm -v "$PWD:/work" vouch find prog.c
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN make static BIN=/out

FROM scratch
COPY --from=build /out/vouch /out/vouch-check /usr/bin/
WORKDIR /work
ENTRYPOINT ["/usr/bin/vouch"]

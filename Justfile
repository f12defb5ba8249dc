# The names of things to run. What each does is in scripts/ and .ci/run, which need no `just`.

# List the recipes
default:
    @just --list --unsorted

# Every test, under five minutes; arguments are those of `go test`
test *ARGS:
    ./scripts/test {{ARGS}}

# Everything a change must pass
ci:
    ./.ci/run

# Tests with the race detector
race *ARGS='./...':
    ./scripts/test -race {{ARGS}}

# Each fuzz target for TIME
fuzz TIME='10s' *FOLDERS:
    ./scripts/fuzz {{TIME}} {{FOLDERS}}

# The conformance suite of the agents' protocol and its Inspector, against the program as it is built
conformance:
    ./scripts/conformance/run

# Benchmarks, ready for benchstat
bench *ARGS='./...':
    ./scripts/test -run '^$' -bench . -benchmem -count 6 {{ARGS}}

# A command with a throw-away PostgreSQL in SUTURA_TEST_POSTGRES
postgres *CMD:
    ./scripts/postgres run {{CMD}}

# Vet and golangci-lint
lint:
    ./scripts/lint

# Build the program and run the demonstration in DIR or a temporary folder
demo *ARGS:
    ./scripts/demo {{ARGS}}

# The demonstration on PostgreSQL: the database of FLIGHTS_DSN, or a throw-away one
demo-postgres *ARGS:
    ./scripts/demo-postgres {{ARGS}}

# Files that gofmt would change
fmt-check:
    ./scripts/fmt-check

# Rewrite recorded output; read the diff
update *ARGS:
    SUTURA_UPDATE=1 ./scripts/test -count=1 {{ if ARGS == "" { "./..." } else { ARGS } }}

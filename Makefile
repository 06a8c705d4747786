# Building needs Go alone. `make help` lists the targets.
GO      ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -s -w -X doomhost/internal/version.version=$(VERSION)
# At plain http addresses nobody speaks HTTP/2.
TAGS    := nethttpomithttp2

# The engine has no goroutine, and its golden runs are long: it is tested without
# the race detector, all else with it. The installers have none either.
ENGINE := ./engine/... ./cmd/doomtrace/... ./web/wasmtest/... ./installers/...
RACE    = $(shell $(GO) list ./... | grep -v -e ^doomhost/engine -e ^doomhost/cmd/doomtrace -e ^doomhost/web/wasmtest -e ^doomhost/installers)

.PHONY: help run build web test test-quick test-deps vet lint check format race engine-test bench loadtest soak fuzz fuzz-wire packages test-packages

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: build ## build, fetch Freedoom, start, print the address
	@wads="$$($(GO) run ./internal/content/freedoom/fetch wads)"; exec ./bin/doomhost $${wads:+--wads "$$wads"} $(ARGS)

build: web ## bin/doomhost and bin/doomtrace
	CGO_ENABLED=0 $(GO) build -trimpath -tags '$(TAGS)' -ldflags '$(LDFLAGS)' -o bin/ ./cmd/...

web: ## the client: bundle and engine, embedded by the next build
	$(GO) run ./web/build

test: test-deps web vet lint check engine-test race fuzz-wire ## everything that CI runs

# Without browsers, players in networks of their own, packages and the race detector.
# What a change does not touch comes from Go's cache.
QUICK = $(shell $(GO) list ./... | grep -v -e internal/e2e -e internal/bot -e ^doomhost/installers -e web/wasmtest)
test-quick: web ## what most changes need, within two minutes
	$(GO) vet ./...
	$(GO) test $(QUICK)
	cd web && npx tsc --noEmit

test-deps: ## install what the tests need
	./scripts/testdeps.sh

vet:
	$(GO) vet -tags packages ./...

# The wasm entry point is looked at as what it is built for.
# In the engine most switches name the few kinds that differ; phases are another matter.
PHASES := engine/sim\.(Phase|Action|PlayerState|ThinkerKind)$$
CHECKS := all,-ST1000,-ST1003,-ST1005,-ST1016,-ST1020,-ST1021,-ST1022
lint: ## form, line lengths, unused code, dropped errors, enums that a switch forgets
	@bad="$$(gofmt -l $$(git ls-files '*.go'))"; [ -z "$$bad" ] || { echo "run gofmt -w on: $$bad"; exit 1; }
	$(GO) run ./internal/tools/linelength
	$(GO) tool staticcheck -checks '$(CHECKS)' $$($(GO) list ./... | grep -v 'web/wasm$$')
	GOOS=wasip1 GOARCH=wasm $$($(GO) tool -n staticcheck) -checks '$(CHECKS),-U1000' ./web/wasm
	$(GO) tool errcheck -ignoretests -exclude .errcheck ./...
	$(GO) tool exhaustive -d $$($(GO) list ./... | grep -v -e /engine -e /web)
	$(GO) tool exhaustive -d -typeonly '$(PHASES)' ./engine/...

check: ## TypeScript: types, lint, form
	cd web && npx tsc --noEmit && npx eslint src && npx prettier --check src

format: ## Go and TypeScript, as lint and check want it
	gofmt -w $$(git ls-files '*.go')
	cd web && npx prettier --write src

engine-test:
	$(GO) test -timeout 20m $(ENGINE)

# Browsers and networks are timed by real clocks: these packages run one at a time.
CLOCKED := ./internal/e2e/... ./internal/bot/... ./discovery/... ./signal/... ./cmd/loadtest/...
race:
	$(GO) test -race -timeout 20m $$($(GO) list $(RACE) | grep -v -e internal/e2e -e internal/bot -e doomhost/discovery -e doomhost/signal -e cmd/loadtest)
	$(GO) test -race -timeout 40m -p 1 $(CLOCKED)

bench: ## benchmarks of what must be fast, into docs/benchmarks.md: wants a quiet machine
	$(GO) run ./internal/tools/benchtable

soak: ## an hour of random games beside twins that must not differ
	$(GO) run ./cmd/doomtrace --soak 1h

loadtest: build ## bin/doomhost under load, beside a bare barrier: wants a quiet machine
	$(GO) run ./cmd/loadtest flood
	$(GO) run ./cmd/loadtest latency

fuzz: ## each fuzzer for FUZZTIME (10s)
	@$(GO) run ./internal/tools/fuzzall -time $(or $(FUZZTIME),10s)

fuzz-wire:
	@$(GO) run ./internal/tools/fuzzall -time 15s ./relay/...

packages: web ## packages for every system, into dist/
	./scripts/packagedeps.sh build
	$(GO) run ./installers --freedoom "$$($(GO) run ./internal/content/freedoom/fetch wads)" $(ARGS)

test-packages: web ## install, upgrade and remove the packages for real: takes minutes, needs root
	./scripts/packagedeps.sh
	$(GO) run ./internal/content/freedoom/fetch wads
	$(GO) test -tags packages -count=1 -timeout 2h -v ./installers/trial

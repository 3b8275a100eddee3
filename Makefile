# The wallfarm makefile: "make demo" renders a picture, and "make test" runs the tests with the same build. CI
# runs "make test", "make test-web" and "make test-farm". All of these targets install missing packages first;
# see scripts/setup.

SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
PROGRAM := .build/release/wallfarm
SWIFT_SOURCES := Package.swift Sources Plugins Tests Benchmarks Fuzz
# Debian's pangocairo.pc contains a flag that SwiftPM rejects; scripts/pkgconfig contains a copy without the
# flag.
export PKG_CONFIG_PATH := $(CURDIR)/scripts/pkgconfig:$(PKG_CONFIG_PATH)
# Warnings are errors only in builds from this Makefile, because packages that import this one set their own
# flags.
BUILD_FLAGS := -Xswiftc -warnings-as-errors
RELEASE_FLAGS := -c release --static-swift-stdlib $(BUILD_FLAGS)

.PHONY: help
help: ## Show this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## Install missing libraries and fonts
	@scripts/setup build

.PHONY: build
build: setup ## Build .build/release/wallfarm
	@swift build $(RELEASE_FLAGS) --product wallfarm
	@swift build $(RELEASE_FLAGS) --product wallfarm-fetch

# Uses the test build, because the tests usually run next; `make install` uses the optimized build.
.PHONY: demo
demo: export WALLFARM_PLAIN := 1
demo: setup ## Render the lock wallpaper of an iPhone 15 from the sample notes
	@$(TEST_BUILD) --product wallfarm
	@mkdir -p out
	@.build/test/release/wallfarm render --template lock --device iphone15 \
	  --notes Templates/lock/sample-notes.json --output out/lock-iphone15.png --quiet
	@echo "The wallpaper is $(CURDIR)/out/lock-iphone15.png"

.PHONY: demo-farm
demo-farm: build ## Run a farm of two machines on PostgreSQL and an object store, then clean up
	@scripts/setup test
	@scripts/demo-farm

# Each variable lists the modules whose tests are all included in one kind of run. From other modules, only
# the tests with the tag of that run are included. If scripts/tagged fails, the recipe stops, because an empty
# filter would select every test.
RECORDED := Snapshot
TORTURED := SourceJSON
SANITIZED := Digests|Files|Graphics|HTTP|PNG|RenderFarm|RenderPool|Service|SourceJSON|Work
THREADED := HTTP|RenderFarm|RenderPool|Service

# Tests are optimized, so that thousands of layouts and millions of pixels take seconds instead of minutes.
# Their build flags differ from those of the product, so they have a separate build folder.
TEST_BUILD = swift build $$(scripts/test-flags) $(BUILD_FLAGS)
# Compile modules that neither draw nor measure without optimization, which takes a quarter of the time.
test test-% record torture: export WALLFARM_PLAIN := 1
# A test of this run may take hours.
torture: SILENCE := 14400
# Compile the fuzzers with the tests; "make fuzz" runs them.
test test-web test-farm: export WALLFARM_FUZZ := compile
SILENCE := 900
TEST_RUN = scripts/watch-tests --silence $(SILENCE) swift test -c release --scratch-path .build/test --skip-build
SUMMARY = scripts/test-summary raw=.build/test/last-run$(@:test%=%).log
# This variable contains two commands, so a variable assignment before it would apply only to the first
# command.
TEST = $(TEST_BUILD) --build-tests && $(TEST_RUN)

.PHONY: test
test: ## Check style, build, and run all tests except those with a browser or servers
	@scripts/setup test
	@$(MAKE) --no-print-directory lint
	@$(TEST_BUILD) --build-tests
	@set -o pipefail; tests=$$(scripts/tagged web farm) && $(TEST_RUN) --skip "$$tests" 2>&1 | $(SUMMARY)

.PHONY: test-web test-farm
test-web: ## Run the tests with a browser, and those of the clients
test-farm: ## Run the tests with PostgreSQL, object stores and systemd
test-web test-farm:
	@scripts/setup test
	@$(TEST_BUILD) --build-tests
	@set -o pipefail; tests=$$(scripts/tagged $(@:test-%=%)) && $(TEST_RUN) --filter "$$tests" 2>&1 | $(SUMMARY)

# Runs all tests of a module, for example "make test-Graphics", or "make test-Command" for the program.
test-%:
	@scripts/setup test
	@WALLFARM_TESTS=$* $(TEST_BUILD) --product wallfarmPackageTests
	@set -o pipefail; WALLFARM_TESTS=$* $(TEST_RUN) 2>&1 | $(SUMMARY)

.PHONY: bench
bench: ## Compare render times with Pillow, ImageMagick and rsvg-convert
	@scripts/setup test
	@swift build $(RELEASE_FLAGS) --product wallfarm
	@swift build $(RELEASE_FLAGS) --product wallfarm-bench
	@swift build $(RELEASE_FLAGS) --product carried-notes
	@swift build $(RELEASE_FLAGS) --product CarriedNotes
	@/usr/bin/python3 Benchmarks/bench.py $(PROGRAM) .build/release/wallfarm-bench

.PHONY: bench-compare
bench-compare: ## Build another revision, REV=v0.1.0, and render with both in turn
	@[ -n "$(REV)" ] || { echo "bench-compare: name another revision: REV=…" >&2; exit 2; }
	@scripts/setup test
	@scripts/bench-compare "$(REV)"

# Count the instructions of the test build, because this build is also available in CI.
INSTRUCTIONS = $(TEST_BUILD) --product wallfarm && $(TEST_BUILD) --product wallfarm-bench && \
  /usr/bin/python3 Benchmarks/instructions.py .build/test/release/wallfarm .build/test/release/wallfarm-bench
.PHONY: bench-instructions record-instructions
bench-instructions record-instructions: export WALLFARM_PLAIN := 1
bench-instructions: ## Compare the instructions of scenarios with the recorded figures
	@scripts/setup test
	@$(INSTRUCTIONS)

record-instructions: ## Record the instructions of scenarios
	@scripts/setup test
	@$(INSTRUCTIONS) --record

.PHONY: bench-serve
bench-serve: ## Compare wallfarm serve with the same service in Pillow and in Takumi
	@scripts/setup test
	@swift build $(RELEASE_FLAGS) --product wallfarm
	@/usr/bin/python3 Benchmarks/serve/bench.py $(PROGRAM)

.PHONY: bench-farm
bench-farm: ## Compare a farm on PostgreSQL and an object store with SQLite and a folder
	@scripts/setup test
	@swift build $(RELEASE_FLAGS) --product wallfarm
	@swift build $(RELEASE_FLAGS) --product wallfarm-bench
	@/usr/bin/python3 Benchmarks/farm/bench.py $(PROGRAM) .build/release/wallfarm-bench

.PHONY: bench-library
bench-library: ## Compare a photo library scan with exiftool, exiv2 and Pillow, and check its time estimate
	@scripts/setup test
	@swift build $(RELEASE_FLAGS) --product wallfarm
	@swift build $(RELEASE_FLAGS) --product wallfarm-bench
	@/usr/bin/python3 Benchmarks/library/bench.py $(PROGRAM) .build/release/wallfarm-bench

.PHONY: bench-motion
bench-motion: ## Compare film rendering with Pillow and ffmpeg, and with a browser and ffmpeg
	@scripts/setup test
	@swift build $(RELEASE_FLAGS) --product wallfarm
	@/usr/bin/python3 Benchmarks/motion/bench.py $(PROGRAM)

.PHONY: record
record: export WALLFARM_SNAPSHOTS := all
record: ## Record layouts, pixels, messages and schemas as new references; review the diff
	@scripts/setup test
	@tests=$$(scripts/tagged recorded) && $(TEST) --filter '^($(RECORDED))Tests\.' --filter "$$tests"
	@scripts/record-schemas .build/test/release/wallfarm

.PHONY: torture
torture: export WALLFARM_TORTURE := 1
torture: export WALLFARM_PROPERTY_RUNS := 5000
torture: export WALLFARM_FARM_UNITS := 1000
torture: ## Run the long tests: more note lists, killed farms, damaged photos, failing system calls
	@scripts/setup fuzz
	@tests=$$(scripts/tagged torture seeded) && $(TEST) --filter '^($(TORTURED))Tests\.' --filter "$$tests"

.PHONY: torture-farm
torture-farm: ## Render 20,000 units on four machines while workers, machines and stores fail
	@scripts/setup test
	@swift build $(RELEASE_FLAGS) --product wallfarm
	@/usr/bin/python3 Tests/FarmTorture/torture.py $(PROGRAM) .build/python/bin/weed

.PHONY: fuzz
fuzz: ## Fuzz every decoder and every reader of files and messages, each for SECONDS=60
	@scripts/setup fuzz
	@scripts/fuzz $(or $(SECONDS),60)

# The sanitizer builds are optimized, like the build of "make test". Without optimization, rendering whole
# pictures takes hours under the thread sanitizer.
SANITIZER_FLAGS := -c release -Xswiftc -g

.PHONY: sanitize
sanitize: export WALLFARM_PLAIN := 1
sanitize: ## Run the tests of text, pictures, files, plugins and the farm under the address and thread sanitizers
	@scripts/setup test
	@swift build --build-tests $(SANITIZER_FLAGS) --scratch-path .build/sanitize --sanitize=address
	@tests=$$(scripts/tagged sanitized) && others=$$(scripts/tagged unsanitized) && \
	  ASAN_OPTIONS=detect_leaks=0 WALLFARM_PROPERTY_RUNS=20 swift test --skip-build $(SANITIZER_FLAGS) \
	  --scratch-path .build/sanitize --sanitize=address \
	  --filter '^($(SANITIZED))Tests\.' --filter "$$tests" --skip "$$others"
	@mkdir -p .build/sanitize-threads
	@"$$(dirname "$$(realpath "$$(command -v swiftc)")")/clang" -shared -fPIC -O1 -Wall -Werror \
	  -o .build/sanitize-threads/mutex.so Tests/Sanitizer/mutex.c
	@swift build --build-tests $(SANITIZER_FLAGS) --scratch-path .build/sanitize-threads --sanitize=thread
	@tests=$$(scripts/tagged threads) && \
	  TSAN_OPTIONS=halt_on_error=1 LD_PRELOAD=$(CURDIR)/.build/sanitize-threads/mutex.so \
	  swift test --skip-build $(SANITIZER_FLAGS) --scratch-path .build/sanitize-threads --sanitize=thread \
	  --filter '^($(THREADED))Tests\.' --filter "$$tests"

.PHONY: lint
lint: ## Check the style of the Swift sources
	@swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)

.PHONY: format
format: ## Rewrite the Swift sources in the project's style
	@swift format --in-place --recursive --parallel $(SWIFT_SOURCES)

.PHONY: docs
docs: setup ## Build the API reference into docs/reference
	@scripts/build-docs

.PHONY: compare
compare: build ## Compare 24 lists with those of BEFORE=PROGRAM on a page; FIGURES=1 adds 400 lists
	@scripts/setup test
	@[ -n "$(BEFORE)" ] || { echo "compare: name another built program: BEFORE=…" >&2; exit 2; }
	@python3 Benchmarks/typography/compare.py "$(BEFORE)" $(PROGRAM) out/compare $(if $(FIGURES),--figures)
	@[ -z "$(PHOTOS)" ] || /usr/bin/python3 Benchmarks/typography/photos.py "$(BEFORE)" $(PROGRAM) "$(PHOTOS)"

# The times in the archives are fixed, so that two builds produce the same bytes.
.PHONY: clients
clients: ## Build the wheel and the source distribution of the Python client into out/clients
	@scripts/setup test
	@mkdir -p out/clients
	@cd clients/python && SOURCE_DATE_EPOCH=1577836800 ../../.build/python/bin/python -m hatchling build -d ../../out/clients

.PHONY: install
install: build ## Install program, templates, fonts, man page and completions below PREFIX
	@scripts/install "$(DESTDIR)$(PREFIX)" "$(PREFIX)"

# The folder that contains the built programs, and the output folder for the packages.
BUILT ?= .build/release
PACKAGES ?= out/packages
deb tarball image test-packages: export WALLFARM_BUILT := $(BUILT)
# The programs are built before packaging, unless BUILT names another folder.
ifeq ($(BUILT),.build/release)
deb tarball image: build
endif
deb tarball image: setup-package
.PHONY: setup-package
setup-package:
	@scripts/setup package

.PHONY: deb tarball image
deb: ## Build the Debian packages in out/packages
	@scripts/packaging/deb $(PACKAGES)

tarball: ## Build a relocatable archive, and one with CJK fonts, in out/packages
	@scripts/packaging/tarball $(PACKAGES)

image: ## Build a container image in out/packages, without a registry
	@scripts/packaging/image $(PACKAGES)

.PHONY: test-packages
test-packages: ## Install the packages of out/packages in fresh systems, use and remove them (as root)
	@scripts/setup package
	@scripts/packaging/try $(PACKAGES)

.PHONY: clean
clean: ## Remove all build products
	@rm -rf .build out docs/reference Fonts/files Fonts/rare Fonts/hyphens Fonts/cache

# `make help` lists the targets.

SWIFT ?= swift
PREFIX ?= /usr/local
# The program and its tests are compiled once, with the same flags; the program is then linked separately, because the
# tests need Swift's shared libraries and users do not (docs/decisions/static-build.md). Each function gets its own
# section, so that the linker can group those that short commands call, and type metadata is accessed through functions
# instead of mangled names (docs/decisions/function-order.md). ICU's data is never read and is left out
# (docs/decisions/binary-size.md). C code follows Debian's hardening policy.
RELEASE_FLAGS = -c release -debug-info-format none -Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -internalize-at-link \
	-Xcc -DBITPAL_WITHOUT_ICU_DATA $(foreach flag,$(HARDENING) $(WITHOUT_PATHS),-Xcc $(flag) -Xcxx $(flag))
# Keeps the build directory out of the program.
WITHOUT_PATHS = -ffile-prefix-map=$(CURDIR)=.
HARDENING = -fstack-protector-strong -fstack-clash-protection -fcf-protection
RELEASE = .build/release
BINARY = .build/bitpal
PACKAGE = BITPAL_TESTABLE=1 BITPAL_COMMIT=$$(scripts/commit.sh)
SWIFT_BUILD = $(PACKAGE) $(SWIFT) build $(RELEASE_FLAGS)
SWIFT_TEST = $(PACKAGE) BITPAL_BINARY=$(abspath $(BINARY)) $(SWIFT) test $(RELEASE_FLAGS) --skip-build
BUILD_PACKAGES = libncurses-dev libsqlite3-dev libcurl4-openssl-dev
TEST_PACKAGES = valgrind tmux ncurses-term openssl sqlite3 hledger zsh fish man-db librsvg2-bin libarchive13 libexpat1 systemd

STEPS ?= 2000
WALK = BITPAL_TORTURE_SEED=$(SEED) BITPAL_MODEL_STEPS=$(STEPS) $(SWIFT_TEST) --filter ModelTests

.PHONY: run build test fuzz torture model check build-tests format lint goldens pictures bench install uninstall deb release check-release check-deb check-browser docs examples dist peers clean help packages swift

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */\1\t/' | expand -t 14

run: build ## build, and show bitpal on a sample portfolio
	@exec $(BINARY) --demo

build: swift packages ## build the release program
	@$(SWIFT_BUILD) --product bitpal >&2
	@$(LINK)

# Installs the packages that only tests need while compiling; if that fails, retries last so that errors are visible.
build-tests: swift packages
	@scripts/install-packages.sh $(TEST_PACKAGES) & installing=$$!; \
		$(SWIFT_BUILD) --build-tests >&2; status=$$?; \
		wait $$installing || scripts/install-packages.sh $(TEST_PACKAGES) || exit; exit $$status
	@$(LINK)

# SwiftPM's own link against the shared libraries shows whether anything changed since the last link.
LINK = [ $(BINARY) -nt $(RELEASE)/bitpal ] && [ $(BINARY) -nt scripts/start.c ] || \
	scripts/link.sh $(SWIFT) $(RELEASE) $(BINARY) -Xlinker -s

test: build-tests ## run every test
	@scripts/test.sh env $(SWIFT_TEST)

fuzz: swift packages ## fuzz the configuration parser: SECONDS=60
	@Fuzz/run.sh $(SECONDS)

SECONDS ?= 60

# Runs randomized and concurrent tests at full length.
torture: build-tests ## every test in full, with kills, full disks, races, long walks: MINUTES=5 a kind, SEED=1, STEPS=2000
	@BITPAL_TORTURE_MINUTES=$(MINUTES) BITPAL_TORTURE_SEED=$(SEED) BITPAL_MODEL_STEPS=$(STEPS) \
		SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=2 $(SWIFT_TEST)

MINUTES ?= 5
SEED ?= 1

check: lint build-tests goldens test ## what CI runs: lint, goldens, then every test (import rules and whole program too)

model: build-tests ## simulate 2000 random user actions with the release program: STEPS=20000 SEED=1
	@$(WALK)

lint: swift ## formatting, documentation and long comment lines
	@$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	@scripts/long-lines.sh

format: swift ## format the Swift sources
	@$(SWIFT) format -i --recursive Package.swift Sources Tests

goldens: build ## run the release program and compare its pictures with the recorded ones
	@scripts/check-program.sh $(BINARY)
	@$(BINARY) --version | grep -F "$$(scripts/commit.sh | cut -d- -f1)" >/dev/null || { echo "--version does not name the commit" >&2; exit 1; }
	@scripts/check-goldens.sh $(BINARY)

pictures: build ## redraw the pictures of the documentation and its contact sheet
	@scripts/draw-pictures.sh $(BINARY) docs

ROWS ?= 1000000

bench: build ## measure speed and memory, as ratios against a baseline
	@Benchmarks/whole-process.sh $(BINARY)
	@Benchmarks/growth.sh $(BINARY)
	@Benchmarks/ledger.sh $(BINARY) $(ROWS)
	@Benchmarks/import.sh $(BINARY) $(ROWS)
	@Benchmarks/history.sh $(BINARY)
	@Benchmarks/prices.sh $(BINARY)
	@$(SWIFT) run -c release --package-path Benchmarks dashboard-speed $(BINARY) --instructions

# Does not build: a build as root would leave files the user cannot replace.
install: ## install what `make build` built (PREFIX=/usr/local, or PREFIX=~/.local for one user)
	@[ -x $(BINARY) ] || { echo "There is no program to install. Build it first, without root: make build" >&2; exit 1; }
	@stage=$$(mktemp -d) && trap 'rm -rf "$$stage"' EXIT && scripts/stage.sh "$(BINARY)" "$$stage" && \
		"$$stage/install.sh" --prefix "$(PREFIX)" --destdir "$(DESTDIR)"

uninstall: ## remove the installed files
	@dist/uninstall.sh --prefix "$(PREFIX)" --destdir "$(DESTDIR)"

deb: build ## make a Debian package in .build/dist
	@scripts/install-packages.sh dpkg-dev
	@scripts/make-deb.sh "$(BINARY)" .build/dist

release: build ## make the archive, Debian package, SBOM and checksums in .build/release-files
	@scripts/install-packages.sh dpkg-dev
	@scripts/make-release.sh "$(BINARY)" .build/release-files

check-release: release ## install, use and remove the archive in bare systems: SUITES="bookworm trixie jammy noble"
	@scripts/install-packages.sh debootstrap
	@scripts/check-release.sh .build/release-files/*.tar.gz $(SUITES)

check-deb: deb ## install, use and remove the package in a bare Debian (root, debootstrap, lintian)
	@scripts/install-packages.sh debootstrap lintian
	@lintian --allow-root --fail-on error,warning .build/dist/bitpal_*.deb
	@scripts/check-deb.sh .build/dist/bitpal_*.deb

# Needs a Python with bittytax, rp2 or both: python3 -m venv DIR && DIR/bin/pip install bittytax rp2
peers: build ## compare random ledgers with BittyTax and rp2: PYTHON=DIR/bin/python LEDGERS=24 SEED=1
	@$(PYTHON) scripts/compare-peers.py $(BINARY) $(LEDGERS) $(SEED)

PYTHON ?= python3
LEDGERS ?= 24

check-browser: build ## measure HTML and SVG in headless Chromium: the demo's, then those of a ledger
	@scripts/check-browser.sh $(BINARY)
	@BITPAL_BROWSER=$$(command -v chromium || command -v chromium-browser || command -v google-chrome) \
		$(SWIFT) test --filter BrowserTests

docs: swift packages ## document the five libraries with DocC; a warning fails
	@$(SWIFT) build >&2
	@scripts/check-documentation.sh .build/docs

examples: swift packages ## build the programs of Examples/ and run each
	@for name in chart widget grid ledger timeline; do \
		$(SWIFT) run --package-path Examples $$name >/dev/null || exit 1; echo "$$name: runs"; \
	done

dist: ## make a reproducible archive of the sources, with checksums, in .build/dist
	@scripts/make-dist.sh .build/dist

clean: ## remove what was built
	rm -rf .build

swift:
	@scripts/require-swift.sh $(SWIFT)

packages:
	@scripts/install-packages.sh $(BUILD_PACKAGES)

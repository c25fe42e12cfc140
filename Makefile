# bitpal: every command a developer or a user needs. `make help` lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
# Without -no-pie every start relocates two megabytes of tables that nobody reads; -s leaves symbols out.
# Nothing is loaded that would call back into bitpal: the dynamic names, which Swift exports when it is linked
# statically, would only be searched for every library at the start, at the cost of 0.8 MB of memory.
# ICU's tables, half of the program and read by nothing in it, are left out (docs/decisions/binary-size.md).
# The C++ library, of which Swift's runtime needs a little, is linked in: loading all of it took 1.5 MB at each
# start. Functions have sections of their own, and those that short commands call are put side by side
# (docs/decisions/function-order.md).
RELEASE_FLAGS = -c release --static-swift-stdlib --product bitpal -Xcc -DBITPAL_WITHOUT_ICU_DATA \
	-Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -Xclang-linker -Xswiftc -no-pie -Xlinker --no-export-dynamic -Xlinker -L$(abspath $(STATIC)) $(ORDERED)
# Only this linker knows the list's names; another one leaves the functions where they are.
ORDERED = $(if $(shell command -v ld.gold),-Xswiftc -use-ld=gold \
	-Xlinker --section-ordering-file -Xlinker $(abspath $(ORDER)))
STRIPPED = -Xlinker -s
STATIC = .build/static
ORDER = scripts/function-order.txt
BINARY = .build/release/bitpal
BUILD_PACKAGES = libncurses-dev libsqlite3-dev libcurl4-openssl-dev
TEST_PACKAGES = tmux ncurses-term openssl sqlite3 hledger zsh fish man-db librsvg2-bin libarchive13

# Two tests at a time: those that wait for a program each keep one of the few threads that the servers of
# other tests answer on.
TESTING = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=2

# The release program takes a tenth of the time for them.
MODEL = BITPAL_BINARY=$(abspath $(BINARY)) BITPAL_MODEL_STEPS=$(STEPS)
STEPS ?= 2000
WALK = BITPAL_TORTURE_SEED=$(SEED) $(MODEL) $(SWIFT) test --skip-build --filter ModelTests

.PHONY: run build test torture model check format lint goldens pictures bench install uninstall deb check-deb check-browser docs examples dist clean help packages test-packages swift

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */\1\t/' | expand -t 14

run: build ## build, and show bitpal on a sample portfolio
	@exec $(BINARY) --demo

build: swift packages ## build the release program
	@mkdir -p $(STATIC)
	@ln -sf "$$("$$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")/clang" -print-file-name=libstdc++.a)" $(STATIC)/
	@[ $(BINARY) -nt $(ORDER) ] || rm -f $(BINARY)
	@BITPAL_COMMIT=$$(scripts/commit.sh) $(SWIFT) build $(RELEASE_FLAGS) $(STRIPPED) >&2

test: swift packages test-packages build ## run every test
	@$(TESTING) $(SWIFT) test
	@$(WALK)

torture: swift packages test-packages ## kills, full disks and crowds: MINUTES=5 a kind, SEED=1
	@BITPAL_TORTURE_MINUTES=$(MINUTES) BITPAL_TORTURE_SEED=$(SEED) $(TESTING) $(SWIFT) test --filter 'TortureTests|ModelTests'

MINUTES ?= 5
SEED ?= 1

check: lint goldens test ## what CI runs: lint, goldens, then every test (import rules and whole program too)

model: build ## two thousand steps of a user at random, with the release program: STEPS=20000 SEED=1
	@$(WALK)

lint: swift ## formatting, documentation and long comment lines
	@$(SWIFT) format lint --strict --recursive Package.swift Sources Tests
	@scripts/long-lines.sh

format: swift ## put the formatting right
	@$(SWIFT) format -i --recursive Package.swift Sources Tests

goldens: build ## run the release program and compare its pictures with the recorded ones
	@scripts/check-size.sh $(BINARY)
	@$(BINARY) --version | grep -F "$$(scripts/commit.sh | cut -d- -f1)" >/dev/null || { echo "--version does not name the commit" >&2; exit 1; }
	@scripts/check-goldens.sh $(BINARY)

pictures: build ## draw the pictures of the documentation and its contact sheet anew
	@scripts/draw-pictures.sh $(BINARY) docs

ROWS ?= 1000000

bench: build ## measure speed and memory, as ratios against a baseline
	@Benchmarks/whole-process.sh $(BINARY)
	@Benchmarks/growth.sh $(BINARY)
	@Benchmarks/ledger.sh $(BINARY) $(ROWS)
	@Benchmarks/import.sh $(BINARY) $(ROWS)
	@Benchmarks/history.sh $(BINARY)
	@$(SWIFT) run -c release --package-path Benchmarks dashboard-speed $(BINARY)

# Units are put where systemd reads them for the prefix: ~/.local/share and /usr/local/share are on its list.
UNITS = $(PREFIX)/share/systemd/user

order: ## measure anew which functions short commands call, for the linker
	@$(MAKE) build STRIPPED=
	@scripts/order-functions.sh $(BINARY) >$(ORDER).new && mv $(ORDER).new $(ORDER)

install: build ## install for this machine (PREFIX=/usr/local, or PREFIX=~/.local for you alone)
	@scripts/install.sh "$(BINARY)" "$(DESTDIR)" "$(PREFIX)" "$(UNITS)"

uninstall: ## remove what install put there
	@scripts/uninstall.sh "$(DESTDIR)" "$(PREFIX)" "$(UNITS)"

deb: build ## make a Debian package in .build/dist
	@scripts/install-packages.sh dpkg-dev
	@scripts/make-deb.sh "$(BINARY)" .build/dist

check-deb: deb ## install, use and remove the package in a bare Debian (root, debootstrap, lintian)
	@scripts/install-packages.sh debootstrap lintian
	@lintian --allow-root --fail-on error,warning .build/dist/bitpal_*.deb
	@scripts/check-deb.sh .build/dist/bitpal_*.deb

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

test-packages:
	@scripts/install-packages.sh $(TEST_PACKAGES)

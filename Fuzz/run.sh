#!/bin/sh
# Feeds the parser of settings with invented files until it fails or the time is over:
# Fuzz/run.sh [SECONDS]. New inputs that reach new branches go to .build, not into the kept corpus.
set -eu
cd "$(dirname "$0")"
name=configuration
swift build -c release --sanitize=fuzzer --product "fuzz-$name" >&2
found=.build/corpus/$name
mkdir -p "$found"
# TOMLKit loses some bytes with each file. Swift's own report of a crash would keep libFuzzer from writing the input down.
SWIFT_BACKTRACE=enable=no exec ".build/release/fuzz-$name" \
  -max_total_time="${1:-60}" -max_len=70000 -len_control=100 -timeout=10 -rss_limit_mb=4096 \
  -dict="$name.dict" -artifact_prefix="$found-" "$found" "Corpus/$name"

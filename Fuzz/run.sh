#!/bin/sh
# Fuzzes the configuration parser until it fails or time is up. Usage: Fuzz/run.sh [SECONDS]
# Inputs that reach new branches go to .build, not into the committed corpus.
set -eu
cd "$(dirname "$0")"
name=configuration
swift build -c release --sanitize=fuzzer --product "fuzz-$name" >&2
found=.build/corpus/$name
mkdir -p "$found"
# TOMLKit leaks a few bytes per file. Swift's backtrace would keep libFuzzer from saving the crashing input.
SWIFT_BACKTRACE=enable=no exec ".build/release/fuzz-$name" \
  -max_total_time="${1:-60}" -max_len=70000 -len_control=100 -timeout=10 -rss_limit_mb=4096 \
  -dict="$name.dict" -artifact_prefix="$found-" "$found" "Corpus/$name"

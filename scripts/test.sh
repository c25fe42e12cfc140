#!/usr/bin/env bash
# Runs every test, in two processes side by side; the arguments are the words of `swift test`.
#
# Where servers run in the test process, two tests run at a time: those that wait for a program each keep one of the
# few threads that the servers answer on. The other tests use the time they wait.
set -uo pipefail
served='^(CoinGecko|DefiLlama|Kraken|HTTP|WholeProgram)Tests[.]'
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
trap 'kill "$other" 2>/dev/null; exit 130' INT TERM

"$@" --ignore-lock --skip "$served" >"$logs/other" 2>&1 &
other=$!
# Both open the same build database for a moment; the second one starts when the first has closed it.
until grep -q 'Test run started' "$logs/other" || ! kill -0 "$other" 2>/dev/null; do sleep 0.1; done
SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=2 "$@" --ignore-lock --filter "$served" 2>&1 | tee "$logs/served"
status=${PIPESTATUS[0]}
wait "$other"
other_status=$?
cat "$logs/other"
if [ "$status" -ne 0 ]; then
  # What failed is said last.
  grep -E '^✘' "$logs/served"
  exit "$status"
fi
exit "$other_status"

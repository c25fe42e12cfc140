#!/usr/bin/env bash
# Runs every test, in two processes side by side; the arguments are the words of `swift test`.
#
# Where servers run in the test process, two tests run at a time: those that wait for a program each keep one of the
# few threads that the servers answer on. The other tests use the time they wait, and then make room for a share of
# the former.
set -uo pipefail
served='^(CoinGecko|DefiLlama|Kraken|HTTP|WholeProgram)Tests[.]'
share='^WholeProgramTests[.][A-F]'
# Tests make and remove tens of thousands of small files: in memory, where there is room and programs may run, the disk
# costs them no time. A TMPDIR that is set stands.
memory=/dev/shm
if [ -z "${TMPDIR-}" ] && [ -w "$memory" ] && [ "$(df -kP "$memory" | awk 'NR == 2 { print $4 }')" -gt 2000000 ] &&
  ! findmnt -no OPTIONS -T "$memory" | grep -q noexec; then
  TMPDIR=$(mktemp -d "$memory/bitpal-tests.XXXXXX")
  export TMPDIR
  inMemory=$TMPDIR
fi
logs=$(mktemp -d)
trap 'rm -rf "$logs" "${inMemory-}"' EXIT
trap 'kill ${served_run-} ${other-} 2>/dev/null; exit 130' INT TERM
two=(env SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=2 "$@" --ignore-lock)

"$@" --ignore-lock --skip "$served" >"$logs/other" 2>&1 &
other=$!
# Both open the same build database for a moment; the second one starts when the first has closed it.
until grep -q 'Test run started' "$logs/other" || ! kill -0 "$other" 2>/dev/null; do sleep 0.1; done
"${two[@]}" --filter "$served" --skip "$share" > >(tee "$logs/served") 2>&1 &
served_run=$!
wait "$other"
status=$?
"${two[@]}" --filter "$share" >"$logs/share" 2>&1 &
other=$!
wait "$other" || status=$?
wait "$served_run" || status=$?
cat "$logs/share" "$logs/other"
# What failed is said last.
[ "$status" -eq 0 ] || cat "$logs"/* | grep -E '^✘'
exit "$status"

#!/usr/bin/env bash
# Runs all tests in two parallel processes. The arguments are the `swift test` command.
#
# Tests with in-process servers run two at a time: a test waiting for a program blocks one of the few threads the
# servers respond on. The other tests run meanwhile; when they finish, a share of the server tests takes their place.
set -uo pipefail
served='^(CoinGecko|DefiLlama|Kraken|HTTP|WholeProgram)Tests[.]'
share='^WholeProgramTests[.][A-F]'
# Tests create and delete tens of thousands of small files: use /dev/shm if it has space and allows execution, unless
# TMPDIR is set.
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
# Both briefly open the same build database; start the second once the first has closed it.
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
# Repeat failures at the end.
[ "$status" -eq 0 ] || cat "$logs"/* | grep -E '^✘'
exit "$status"

#!/bin/sh
# Whole-process times and peak memory, as ratios to a baseline run alternately on the same machine.
# Usage: whole-process.sh BINARY
set -eu
binary=$1
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export BITPAL_HOME="$home" LC_ALL=C.UTF-8
"$binary" buy bitcoin 2 --price 40000 --date 2025-01-02 >/dev/null
echo '{"bitcoin": "55000"}' >"$home/prices.json"
"$binary" refresh --prices "$home/prices.json" >/dev/null

# median of 20 runs in milliseconds
median() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    start=$(date +%s%N)
    "$@" >/dev/null
    end=$(date +%s%N)
    echo $(((end - start) / 1000))
  done | sort -n | sed -n 10p
}
baseline=$(median /bin/true)
widget=$(median "$binary" --size large)
summary=$(median "$binary" summary)
printf '%-34s %8s µs\n' "/bin/true" "$baseline"
printf '%-34s %8s µs  %6s × baseline\n' "bitpal --size large" "$widget" $((widget / (baseline > 0 ? baseline : 1)))
printf '%-34s %8s µs  %6s × baseline\n' "bitpal summary" "$summary" $((summary / (baseline > 0 ? baseline : 1)))
if [ -x /usr/bin/time ]; then
  /usr/bin/time -f 'bitpal --size large: %M kB peak' "$binary" --size large >/dev/null
  /usr/bin/time -f 'bitpal refresh --prices: %M kB peak' "$binary" refresh --prices "$home/prices.json" >/dev/null
fi

# Disk syncs, which do not depend on the machine. Exits with 1 if a count exceeds its limit.
failed=0
count() { # NAME COUNT LIMIT
  printf '%-34s %12s  (limit %s)\n' "$1" "$2" "$3"
  [ "$2" -le "$3" ] || failed=1
}
if command -v strace >/dev/null; then
  syncs() {
    strace -f -o "$home/calls" -e trace=fsync,fdatasync,sync_file_range "$@" >/dev/null 2>&1
    grep -c sync "$home/calls" || true
  }
  count "bitpal buy: syncs" "$(syncs "$binary" buy bitcoin 1 --price 5)" 3
  count "bitpal --demo --size small: syncs" "$(syncs "$binary" --demo --size small)" 0
fi
[ "$failed" -eq 0 ]

#!/bin/sh
# Guards against quadratic time: compares inputs that once were quadratic with a quarter of the same input.
# Fails above 8 times. Usage: growth.sh BINARY
set -eu
binary=$1
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export BITPAL_HOME="$home/ledger" LC_ALL=C.UTF-8
failed=0

# repeated TEXT COUNT: prints the text COUNT times
repeated() { yes "$1" | head -n "$2"; }

# microseconds of the best of five runs; the program's output and status are ignored
best() {
  for _ in 1 2 3 4 5; do
    start=$(date +%s%N)
    "$@" >/dev/null 2>&1 </dev/null || true
    end=$(date +%s%N)
    echo $(((end - start) / 1000))
  done | sort -n | sed -n 1p
}

# compare NAME SMALL LARGE: microseconds of each
compare() {
  ratio=$(($3 / ($2 > 0 ? $2 : 1)))
  printf '%-44s %9s µs %9s µs  %3s ×\n' "$1" "$2" "$3" "$ratio"
  [ "$ratio" -le 8 ] || failed=1
}

# ledger ROWS: makes a ledger of that many rows, one with a note of 2,000 characters
ledger() {
  rm -rf "$home/ledger"
  awk -v rows="$1" 'BEGIN {
    print "coin_id,type,amount,price,date,notes"
    note = sprintf("%2000s", ""); gsub(/ /, "x", note)
    for (row = 1; row <= rows; row++)
      printf "bitcoin,buy,1,%d,2025-01-02,%s\n", row, row == 7 ? note : "n"
  }' >"$home/rows.csv"
  "$binary" import --yes "$home/rows.csv" >/dev/null 2>&1 || "$binary" import "$home/rows.csv" >/dev/null 2>&1
}

echo 'input                                           a quarter         whole'
for count in 8000 32000; do repeated , "$count" | tr -d '\n' >"$home/$count"; done
compare "import: a header of commas" "$(best "$binary" import "$home/8000")" "$(best "$binary" import "$home/32000")"
for count in 600000 2400000; do repeated x "$count" >"$home/$count"; done
compare "import: 5 MB of short lines" "$(best "$binary" import "$home/600000")" "$(best "$binary" import "$home/2400000")"
for count in 25000000 100000000; do repeated x "$count" | tr -d '\n' >"$home/$count"; done
compare "import: one line of 100 MB" "$(best "$binary" import "$home/25000000")" "$(best "$binary" import "$home/100000000")"
for count in 300000 1200000; do
  mkdir -p "$home/shots-$count"
  repeated "line of no picture" "$count" >"$home/shots-$count/large-fresh.snapshot"
done
compare "screenshot --check: a file of 20 MB" \
  "$(best "$binary" screenshot --check "$home/shots-300000" -o "$home/check.html")" \
  "$(best "$binary" screenshot --check "$home/shots-1200000" -o "$home/check.html")"
ledger 2500
quarter=$(best "$binary" transactions)
ledger 10000
compare "transactions: 10,000 rows, one long note" "$quarter" "$(best "$binary" transactions)"
[ "$failed" -eq 0 ]

#!/bin/sh
# Lists the functions that short commands and the dashboard's pages call, most widely used first.
# Usage: order-functions.sh TOOLS PROGRAM. PROGRAM must have symbols; TOOLS is the toolchain's bin directory.
set -eu
tools=$1 program=$2
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export BITPAL_HOME="$home/portfolio" BITPAL_CONFIG="$home/none.toml" LC_ALL=C.UTF-8 TERM=xterm-256color
export BITPAL_API_BASE_URL=http://127.0.0.1:9 # nothing listens there
"$tools/clang" -O2 -Wall -Werror scripts/called-functions.c -o "$home/called"
"$tools/llvm-nm" --defined-only --format=sysv "$program" | tr -d ' ' |
  awk -F '|' '$4 ~ /FUNC/ { print $2, $1 }' | sort >"$home/functions"
cut -d ' ' -f 1 "$home/functions" | uniq >"$home/addresses"
# Long enough to also reach code that only long ledgers call.
awk 'BEGIN {
  count = split("bitcoin ethereum solana monero litecoin dogecoin cardano polkadot ripple stellar tron", coins, " ")
  print "date,type,coin_id,amount,price"
  for (row = 0; row < 6000; row++) printf "20%02d-%02d-%02d,%s,%s,%s,%d\n", 15 + row / 600, 1 + row / 25 % 12,
    1 + row % 25, row % 3 == 2 ? "sell" : "buy", coins[1 + int(row / 3) % count], 1.5 - row % 3 / 2, 100 + row
}' >"$home/history.csv"
echo '{"bitcoin": "55000", "ethereum": "3000", "solana": "150"}' >"$home/prices.json"
for command in "import $home/history.csv" "buy bitcoin 1 --price 5" "sell ethereum 0.5 --price 5" refresh \
  "refresh --prices $home/prices.json" summary holdings "--size large" "--size line" "transactions --limit 20"; do
  # shellcheck disable=SC2086 # split the command into words
  timeout 60 "$home/called" "$home/addresses" "$(mktemp "$home/XXXXXX.calls")" "$program" $command || true
done </dev/null >/dev/null 2>&1
(sleep 1; for key in 2 j 3 j 4 5 6 j '?' q s '\r' 1 q; do printf "$key"; sleep 0.3; done) | timeout 60 script -qfc \
  "stty columns 120 rows 40; '$home/called' '$home/addresses' '$home/dashboard.calls' '$program'" /dev/null >/dev/null || true
sort "$home"/*.calls | uniq -c | awk 'FNR == NR { calls[$2] = $1; next } $1 in calls { print calls[$1], $1, $2 }' \
  - "$home/functions" | sort -k 1,1nr -k 2,2 | cut -d ' ' -f 3

#!/bin/sh
# Whole-process times of histories and of amounts in another currency, 10 years × 50 coins.
# Usage: history.sh BINARY [ROWS]
set -eu
binary=$1
rows=${2:-100000}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export BITPAL_HOME="$home" BITPAL_CONFIG="$home/config.toml" LC_ALL=C.UTF-8 BITPAL_NOW=2026-01-01T00:00:00Z

# Cycles through fifty coins over ten years; of every ten rows of a coin the last four are sales.
awk -v rows="$rows" 'BEGIN {
  print "coin_id,type,amount,price,date,notes"
  for (row = 0; row < rows; row++) {
    coin = "coin-" row % 50
    isSale = int(row / 50) % 10 >= 6
    second = int(row * 86400 * 3650 / rows)
    printf "%s,%s,%d.%08d,%d.%02d,%s,\n", coin, isSale ? "sell" : "buy", isSale ? 0 : row % 90 + 1, row % 99999989 + 1, row % 60000 + 1, row % 100, \
      strftime("%Y-%m-%dT%H:%M:%SZ", 1451606400 + second, 1)
  }
}' >"$home/rows.csv"
# A daily price for each coin, each on its own walk.
awk 'BEGIN {
  print "date,coin_id,usd"
  for (coin = 0; coin < 50; coin++)
    for (day = 0; day < 3653; day++)
      printf "%s,coin-%d,%d.%02d\n", strftime("%Y-%m-%d", 1451606400 + day * 86400, 1), coin, 1000 + (day * 37 + coin * 101) % 30000, day % 100
}' >"$home/prices.csv"
"$binary" import "$home/rows.csv" >/dev/null
"$binary" prices import "$home/prices.csv" >/dev/null

# The median of nine runs in milliseconds.
often() {
  for _ in 1 2 3 4 5 6 7 8 9; do
    start=$(date +%s%N)
    "$@" >/dev/null
    end=$(date +%s%N)
    echo $(((end - start) / 1000000))
  done | sort -n | sed -n 5p
}
line() { # NAME COMMAND...
  name=$1
  shift
  printf '%-44s %6d ms\n' "$name" "$(often "$@")"
}

printf '%s rows, 50 coins, 10 years of prices\n' "$rows"
line "history --range all (months)" "$binary" history --range all --interval month
line "history --range all --interval day" "$binary" history --range all --interval day --json
line "history --range 1y" "$binary" history
line "history --range 1w" "$binary" history --range 1w
line "history --range 1w --currency EUR" "$binary" history --range 1w --currency EUR
for method in buy-average fifo lifo hifo hmrc; do
  line "history --range 1w --cost-basis $method" "$binary" history --range 1w --cost-basis "$method"
done
line "history --range 1w, hmrc, EUR" "$binary" history --range 1w --cost-basis hmrc --currency EUR
line "history --range all --currency EUR" "$binary" history --range all --interval month --currency EUR
line "chart --range all" "$binary" chart --range all --format text
line "summary --since" "$binary" summary --since 2025-01-01
line "gains --year 2025 --cost-basis fifo" "$binary" gains --year 2025 --cost-basis fifo
start=$(date +%s%N)
"$binary" summary --currency EUR >/dev/null
end=$(date +%s%N)
printf '%-44s %6d ms\n' "summary --currency EUR, the first" $(((end - start) / 1000000))
line "summary --currency EUR, the next" "$binary" summary --currency EUR
line "summary" "$binary" summary
"$binary" config set currency EUR
line "--size large, currency = EUR" "$binary" --size large

#!/bin/sh
# Times of a large ledger, each beside a bare sqlite3 that does the same reads and writes.
# Usage: ledger.sh BINARY [ROWS]
set -eu
binary=$1
rows=${2:-1000000}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export BITPAL_HOME="$home" LC_ALL=C.UTF-8

# Fifty coins in turn; of ten rows of a coin the last four are sales of less than was bought.
awk -v rows="$rows" 'BEGIN {
  print "coin_id,type,amount,price,date,notes"
  split("bitcoin ethereum ripple binancecoin solana dogecoin cardano tron chainlink stellar", name, " ")
  for (row = 0; row < rows; row++) {
    coin = name[row % 10 + 1]
    if (row % 50 >= 10) coin = coin "-" int(row % 50 / 10)
    isSale = int(row / 50) % 10 >= 6
    second = int(row * 86400 * 2000 / rows)
    printf "%s,%s,%d.%08d,%d.%02d,%s,\n", coin, isSale ? "sell" : "buy", isSale ? 0 : row % 90 + 1, row % 99999989 + 1, row % 60000 + 1, row % 100, \
      strftime("%Y-%m-%dT%H:%M:%SZ", 1577836800 + second, 1)
  }
}' >"$home/rows.csv"

# A bare database with the same rows and the same two indexes.
bare=$home/bare.sqlite
bare() { sqlite3 "$bare" "$1" >/dev/null; }
load() {
  sqlite3 "$bare" >/dev/null 2>&1 <<END
PRAGMA journal_mode = WAL;
CREATE TABLE row (coin TEXT, type TEXT, amount TEXT, price TEXT, date TEXT, notes TEXT);
.mode csv
.import --skip 1 $home/rows.csv row
CREATE INDEX byCoin ON row (coin, date);
CREATE INDEX byDate ON row (date);
CREATE TABLE position AS SELECT coin, count(*) AS rows FROM row GROUP BY coin;
END
}

# Milliseconds of one run, and its peak memory in kB.
once() {
  /usr/bin/time -o "$home/time" -f '%e %M' "$@" >/dev/null 2>&1 || true
  tail -1 "$home/time" | awk '{ printf "%d %d", $1 * 1000, $2 }'
}
# The median of nine.
often() {
  for _ in 1 2 3 4 5 6 7 8 9; do once "$@"; echo; done | sort -n | sed -n 5p
}
line() { # NAME "MS KB" "MS KB"
  echo "$1|$2|$3" | awk -F'|' '{
    split($2, mine, " "); split($3, bare, " ")
    printf "%-34s %8d ms %8d kB %10.1f × sqlite3\n", $1, mine[1], mine[2], mine[1] / (bare[1] > 0 ? bare[1] : 1)
  }'
}

printf '%s rows, 50 coins\n' "$rows"
bareLoad=$(once sh -c "$(printf 'sqlite3 %s ".mode csv" ".import --skip 1 %s/rows.csv x"' "$home/scratch.sqlite" "$home")")
load
line "import" "$(once "$binary" import "$home/rows.csv")" "$bareLoad"
small=$(often sqlite3 "$bare" 'SELECT * FROM position')
line "summary" "$(often "$binary" summary)" "$small"
line "holdings" "$(often "$binary" holdings)" "$small"
line "buy" "$(often "$binary" buy bitcoin 1 --price 5)" \
  "$(often sqlite3 "$bare" "INSERT INTO row VALUES ('bitcoin','buy','1','5','2026-01-01','')")"
line "--size large after a change" "$(often "$binary" --size large)" "$small"
line "transactions --limit 20" "$(often "$binary" transactions --limit 20)" \
  "$(often sqlite3 "$bare" 'SELECT * FROM row ORDER BY date LIMIT 20')"
id=$("$binary" transactions --coin bitcoin --limit 1 --json | sed -n 's/.*"id": "\([^"]*\)".*/\1/p' | head -1)
line "edit of an old row" "$(once "$binary" edit "$id" --notes old)" \
  "$(once sqlite3 "$bare" "UPDATE row SET notes = 'old' WHERE rowid = 1")"
line "verify" "$(once "$binary" verify)" "$(once sqlite3 "$bare" 'PRAGMA integrity_check')"

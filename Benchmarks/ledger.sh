#!/bin/sh
# Times of a large ledger as ratios to a bare sqlite3 doing the same reads and writes, and of a
# small one as ratios to /bin/true. Fails if a ratio or peak memory exceeds its limit.
# Usage: ledger.sh BINARY [ROWS]
set -eu
binary=$1
rows=${2:-1000000}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export BITPAL_HOME="$home/large" XDG_CONFIG_HOME="$home/config" LC_ALL=C.UTF-8
mkdir "$home/large" "$home/small"

# Cycles through fifty coins; of every ten rows of a coin the last four are sales of less than was bought.
write_rows() { # ROWS
  awk -v rows="$1" 'BEGIN {
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
  }'
}

# One coin bought repeatedly, as in mining or a savings plan. Its price rises and falls by the month.
write_purchases() { # ROWS
  awk -v rows="$1" 'BEGIN {
    print "coin_id,type,amount,price,date,notes"
    for (row = 0; row < rows; row++) {
      second = int(row * 86400 * 2000 / rows)
      printf "bitcoin,buy,0.%08d,%d.%02d,%s,\n", row % 9999989 + 1, 30000 + 20000 * sin(second / 2.6e6), row % 100, \
        strftime("%Y-%m-%dT%H:%M:%SZ", 1577836800 + second, 1)
    }
  }'
}

write_rows "$rows" >"$home/rows.csv"
write_rows 500 >"$home/small.csv"

# A bare database: the same rows, as many indexes, and one small row per coin.
bare=$home/bare.sqlite
cat >"$home/load.sql" <<END
PRAGMA journal_mode = WAL;
CREATE TABLE csv (coin TEXT, type TEXT, amount TEXT, price TEXT, date TEXT, notes TEXT);
.mode csv
.import --skip 1 $home/rows.csv csv
BEGIN;
CREATE TABLE row (id BLOB, coin TEXT, type TEXT, amount TEXT, price TEXT, date TEXT, notes TEXT);
INSERT INTO row SELECT randomblob(16), * FROM csv ORDER BY date;
DROP TABLE csv;
CREATE UNIQUE INDEX byId ON row (id);
CREATE INDEX byCoin ON row (coin, date);
CREATE INDEX byDate ON row (date);
CREATE TABLE position (coin TEXT PRIMARY KEY, rows INTEGER, amount REAL) WITHOUT ROWID;
INSERT INTO position SELECT coin, count(*), sum(amount) FROM row GROUP BY coin;
COMMIT;
END

# Microseconds and peak kB of the fastest of some runs.
fastest() { # RUNS COMMAND
  runs=$1
  shift
  for _ in $(seq "$runs"); do
    start=$(date +%s%N)
    /usr/bin/time -o "$home/time" -f '%M' "$@" >/dev/null 2>"$home/errors" ||
      { echo "failed: $*" && cat "$home/errors"; } >>"$home/failed"
    end=$(date +%s%N)
    echo "$(((end - start) / 1000)) $(tail -1 "$home/time")"
  done | sort -n | head -1
}
line() { # NAME "US KB" BASELINE "US KB" LIMIT [MB]
  printf '%s|%s|%s|%s|%s|%s\n' "$1" "$2" "$3" "$4" "$5" "${6:-0}" | awk -F'|' '{
    split($2, mine, " "); split($4, base, " ")
    ratio = mine[1] / (base[1] > 0 ? base[1] : 1)
    isBeyond = ratio > $5 || ($6 > 0 && mine[2] > $6 * 1024)
    printf "%-26s %9.1f ms %6.1f MB %6.1f × %-9s (limit %s ×%s)%s\n", $1, mine[1] / 1000, mine[2] / 1024, \
      ratio, $3, $5, ($6 > 0 ? ", " $6 " MB" : ""), isBeyond ? " BEYOND" : ""
    exit isBeyond
  }' || echo "$1 is beyond its limit" >>"$home/failed"
}
bare() { # RUNS SQL
  fastest "$1" sqlite3 "$bare" "PRAGMA synchronous = FULL; $2"
}

printf '%s rows, 50 coins\n' "$rows"
loading=$(fastest 1 sqlite3 "$bare" ".read $home/load.sql")
importing=$(fastest 1 "$binary" import "$home/rows.csv")
positions='SELECT * FROM position'
purchase="BEGIN IMMEDIATE; INSERT INTO row VALUES (randomblob(16), 'bitcoin', 'buy', '1', '5', '2026-01-01', '');
  UPDATE position SET rows = rows + 1, amount = amount + 1 WHERE coin = 'bitcoin'; COMMIT; $positions"

line "buy" "$(fastest 9 "$binary" buy bitcoin 1 --price 5)" sqlite3 "$(bare 9 "$purchase")" 8
id=$("$binary" transactions --coin bitcoin --json | sed -n 's/.*"id": "\([^"]*\)".*/\1/p' | tail -1)
old="SELECT * FROM row WHERE coin = 'bitcoin' ORDER BY date;
  UPDATE row SET amount = '2' WHERE rowid = 1; $positions"
line "edit of an old row" "$(fastest 1 "$binary" edit "$id" --amount 2)" sqlite3 "$(bare 1 "$old")" 12
small=$(bare 9 "$positions")
line "summary" "$(fastest 9 "$binary" summary)" sqlite3 "$small" 15 24
line "holdings" "$(fastest 9 "$binary" holdings)" sqlite3 "$small" 15 24
line "--size large" "$(fastest 9 "$binary" --size large)" sqlite3 "$small" 12 20
line "transactions --limit 20" "$(fastest 9 "$binary" transactions --limit 20)" \
  sqlite3 "$(bare 9 'SELECT * FROM row ORDER BY date DESC LIMIT 20')" 12
line "gains of a year" "$(fastest 1 "$binary" gains -p 2024)" \
  sqlite3 "$(bare 3 "SELECT * FROM row WHERE date >= '2024' AND date < '2025' ORDER BY date")" 6 40
line "gains as CSV" "$(fastest 3 "$binary" gains --csv)" sqlite3 "$(bare 3 'SELECT * FROM row ORDER BY date')" 4 60
line "import" "$importing" sqlite3 "$loading" 8 120
line "verify" "$(fastest 1 "$binary" verify)" \
  sqlite3 "$(bare 1 "PRAGMA integrity_check; SELECT * FROM row ORDER BY coin, date")" 8 120

# A sale without a matching purchase waits in the inbox.
printf '%s\n' coin_id,type,amount,price,date,notes monero,sell,3,100,2025-12-01T00:00:00Z, >"$home/waiting.csv"
"$binary" import "$home/waiting.csv" --yes >/dev/null
line "buy while a row waits" "$(fastest 9 "$binary" buy bitcoin 1 --price 5)" sqlite3 "$(bare 9 "$purchase")" 12 40
line "inbox" "$(fastest 3 "$binary" inbox)" sqlite3 "$(bare 3 'SELECT * FROM row ORDER BY date')" 5 40

# Undo the other import, the purchases and the edit, so that the large import is the newest change.
"$binary" undo --yes 20 >/dev/null
ledger_size() { cat "$BITPAL_HOME"/*/BitpalShared.sqlite* | wc -c; }
before=$(ledger_size)
line "undo of the import" "$(fastest 1 "$binary" undo --yes)" sqlite3 "$loading" 8 120
# Undo shrinks the file: the redo data is smaller than the rows were.
after=$(ledger_size)
awk -v before="$before" -v after="$after" 'BEGIN {
  printf "file %.0f MB with the import, %.0f MB after undo\n", before / 1e6, after / 1e6
  exit after > before
}' || echo "the file did not shrink" >>"$home/failed"
line "redo of the import" "$(fastest 1 "$binary" redo --yes)" sqlite3 "$loading" 10 120

# Purchases and sales under settings whose results the ledger does not cache.
other_settings() {
  while read -r name value usual <&3; do
    "$binary" config set "$name" "$value" >/dev/null
    "$binary" sell bitcoin 1 --price 5 >/dev/null
    line "buy, $name = $value" "$(fastest 9 "$binary" buy bitcoin 1 --price 5)" sqlite3 "$(bare 9 "$purchase")" 16 40
    line "a sale, $name = $value" "$(fastest 9 "$binary" sell bitcoin 1 --price 5)" sqlite3 "$(bare 9 "$purchase")" 24 64
    "$binary" config set "$name" "$usual" >/dev/null
  done 3<<END
cost-basis hmrc average
lots account all
currency EUR USD
END
}
other_settings

printf '%s purchases of one coin\n' "$rows"
BITPAL_HOME=$home/one
mkdir "$home/one"
write_purchases "$rows" >"$home/one.csv"
"$binary" import "$home/one.csv" --yes >/dev/null
# Flush the import, or its writes would slow down the changes measured next.
sync
a_row() { # OPTION
  "$binary" transactions --json "$@" | sed -n 's/.*"id": "\([^"]*\)".*/\1/p'
}
line "buy" "$(fastest 9 "$binary" buy bitcoin 1 --price 5)" sqlite3 "$(bare 9 "$purchase")" 8 40
line "a sale" "$(fastest 9 "$binary" sell bitcoin 1 --price 5)" sqlite3 "$(bare 9 "$purchase")" 12 40
newest=$(a_row --limit 1)
line "edit of the newest row" "$(fastest 1 "$binary" edit "$newest" --amount 2)" sqlite3 "$(bare 9 "$purchase")" 12 40
oldest=$(a_row --period 2020-01-01 | head -1)
line "edit of the oldest row" "$(fastest 1 "$binary" edit "$oldest" --amount 2)" sqlite3 "$(bare 1 "$old")" 12 40
line "undo of it" "$(fastest 1 "$binary" undo --yes)" sqlite3 "$(bare 1 "$old")" 12 40
line "explain" "$(fastest 3 "$binary" explain bitcoin)" sqlite3 "$loading" 1 60
line "summary" "$(fastest 9 "$binary" summary)" sqlite3 "$small" 15 24
other_settings

printf '500 rows, 50 coins\n'
BITPAL_HOME=$home/small
nothing=$(fastest 9 /bin/true)
line "import" "$(fastest 1 "$binary" import "$home/small.csv")" /bin/true "$nothing" 160
line "buy" "$(fastest 9 "$binary" buy bitcoin 1 --price 5)" /bin/true "$nothing" 60
line "summary" "$(fastest 9 "$binary" summary)" /bin/true "$nothing" 30
line "holdings" "$(fastest 9 "$binary" holdings)" /bin/true "$nothing" 30
line "--size large" "$(fastest 9 "$binary" --size large)" /bin/true "$nothing" 30
line "transactions --limit 20" "$(fastest 9 "$binary" transactions --limit 20)" /bin/true "$nothing" 40
line "verify" "$(fastest 3 "$binary" verify)" /bin/true "$nothing" 110

if [ -s "$home/failed" ]; then
  sort -u "$home/failed" >&2
  exit 1
fi

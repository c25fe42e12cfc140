#!/bin/sh
# The functions that short commands and the dashboard's pages call, those that most of
# them call first. Usage: order-functions.sh BINARY >function-order.txt, of a binary with symbols.
set -eu
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export BITPAL_HOME="$home/portfolio" BITPAL_CONFIG="$home/none.toml" LC_ALL=C.UTF-8 TERM=xterm-256color
# Valgrind reads no debugging information of this version, and needs none.
objcopy --strip-debug "$1" "$home/bitpal"

# Every instruction that ran, by its address.
valgrind="valgrind --quiet --tool=callgrind --dump-instr=yes --compress-pos=no --compress-strings=no"
number=0
measured() { # ARGUMENTS
  number=$((number + 1))
  echo "bitpal $*" >&2
  $valgrind --callgrind-out-file="$home/$number.calls" "$home/bitpal" "$@" </dev/null >/dev/null
}

# A ledger of some length: what only a long one calls is called here, too.
awk 'BEGIN {
  count = split("bitcoin ethereum solana monero litecoin dogecoin cardano polkadot ripple stellar tron cosmos tezos", coins, " ")
  print "date,type,coin_id,amount,price,notes"
  for (row = 0; row < 6000; row++)
    printf "20%02d-%02d-%02d,%s,%s,%s,%d,\n", 15 + row / 600, 1 + row / 25 % 12, 1 + row % 25,
      row % 3 == 2 ? "sell" : "buy", coins[1 + int(row / 3) % count], row % 3 == 2 ? "0.5" : "1.5", 100 + row
}' >"$home/history.csv"
"$home/bitpal" import "$home/history.csv" >/dev/null

measured buy bitcoin 1 --price 5
measured sell ethereum 0.5 --price 5
measured summary
measured holdings
measured --size large
measured --size line
measured transactions --limit 20

# Prices come from a server of this machine, so that what a refresh calls is among them.
mkdir -p "$home/prices/coins"
cat >"$home/prices/coins/markets" <<'END'
[{"id": "bitcoin", "symbol": "btc", "name": "Bitcoin", "current_price": 68296.5,
  "price_change_percentage_24h": 1.37, "last_updated": "2025-01-02T03:04:05.678Z"},
 {"id": "ethereum", "symbol": "eth", "name": "Ethereum", "current_price": 3333.25,
  "price_change_percentage_24h": -0.5, "last_updated": "2025-01-02T03:04:05.678Z"},
 {"id": "solana", "symbol": "sol", "name": "Solana", "current_price": 171.77,
  "price_change_percentage_24h": null, "last_updated": "2025-01-02T03:04:05.678Z"}]
END
port=8799
python3 -m http.server "$port" --bind 127.0.0.1 --directory "$home/prices" >/dev/null 2>&1 &
trap 'kill $!; rm -rf "$home"' EXIT
export BITPAL_API_BASE_URL="http://127.0.0.1:$port"

number=$((number + 1))
echo "the dashboard" >&2
(sleep 15; for key in 2 j 3 j 4 5 6 j '?' q s '\r' 1 q; do printf "$key"; sleep 4; done) |
  script -qfc "stty columns 120 rows 40; timeout --foreground 300 $valgrind \
    --callgrind-out-file=$home/$number.calls $home/bitpal" /dev/null >/dev/null

# The program stands where it was linked to, so that an address belongs to the last function that begins
# at or before it. A function can have several names, one of them its section's: all are listed.
nm -n "$home/bitpal" | awk '$2 ~ /^[tTwW]$/ { print $1, $3 }' >"$home/functions"
for calls in "$home"/*.calls; do
  awk '
    FNR == NR { place[++count] = $1; next }
    /^0x/ {
      address = sprintf("%016s", substr($1, 3)); gsub(" ", "0", address)
      low = 0; high = count
      while (low < high) {
        middle = int((low + high + 1) / 2)
        if (place[middle] <= address) low = middle; else high = middle - 1
      }
      if (low && address <= place[count]) print place[low]
    }
  ' "$home/functions" "$calls" | sort -u
done | sort | uniq -c | awk '
  FNR == NR { calls[$2] = $1; next }
  $1 in calls { print calls[$1], $1, $2 }
' - "$home/functions" | sort -k 1,1nr -k 2,2 | awk '{ print $3 }'

#!/bin/sh
# The sections of the functions that short commands and the dashboard's start call, those that most of
# them call first. Usage: order-functions.sh BINARY >function-order.txt, of a binary with symbols.
set -eu
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export BITPAL_HOME="$home/portfolio" BITPAL_CONFIG="$home/none.toml" LC_ALL=C.UTF-8 TERM=xterm-256color
# Valgrind reads no debugging information of this version, and needs none.
objcopy --strip-debug "$1" "$home/bitpal"

number=0
measured() { # ARGUMENTS
  number=$((number + 1))
  echo "bitpal $*" >&2
  valgrind --quiet --tool=callgrind --demangle=no --compress-strings=no \
    --callgrind-out-file="$home/$number.calls" "$home/bitpal" "$@" </dev/null >/dev/null
}

for coin in bitcoin ethereum solana; do
  "$home/bitpal" buy "$coin" 2 --price 100 --date 2025-01-02 >/dev/null
  "$home/bitpal" sell "$coin" 1 --price 150 --date 2025-03-04 >/dev/null
done
measured buy bitcoin 1 --price 5
measured sell ethereum 0.5 --price 5
measured summary
measured holdings
measured --size large
measured --size line
measured transactions --limit 20
number=$((number + 1))
echo "the dashboard" >&2
(sleep 4; for key in 2 3 6 q; do printf '%s' "$key"; sleep 2; done) |
  script -qfc "stty columns 120 rows 40; valgrind --quiet --tool=callgrind --demangle=no --compress-strings=no \
    --callgrind-out-file=$home/$number.calls $home/bitpal" /dev/null >/dev/null

for calls in "$home"/*.calls; do sed -n "s/^fn=\\([^']*\\).*/\\1/p" "$calls" | sort -u; done >"$home/called"
nm "$home/bitpal" | awk '
  FILENAME != "-" { count[$1]++; next }
  $2 ~ /[tTwW]/ && count[$3] && !place[$3] { place[$3] = 1; print count[$3], $1, $3 }
' "$home/called" - | sort -k 1,1nr -k 2,2 | awk '{ print ".text." $3 }'

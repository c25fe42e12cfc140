#!/bin/sh
# Time and memory of importing long exports from other services, as ratios to a bare sqlite3 that loads the same
# file, sorts it and creates an index. Fails if memory exceeds 120 MB or a time exceeds its limit.
# Usage: import.sh BINARY [ROWS]
set -eu
binary=$1
rows=${2:-1000000}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export LC_ALL=C.UTF-8

# Cycles through sixteen coins with unambiguous tickers; of every ten rows of a coin the last four are sales of less
# than was bought. Coinbase's file has the newest row first, as its exports do.
write_rows() { # FORM
  awk -v form="$1" -v rows="$rows" 'BEGIN {
    count = split("BTC ETH XRP LTC DOGE ADA XLM ETC XMR ZEC DASH BAT XTZ TRX LINK BNB", coin, " ")
    header["coinbase"] = "ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes"
    header["kraken"] = "txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers"
    header["binance"] = "Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin"
    header["ledgers"] = "\"txid\",\"refid\",\"time\",\"type\",\"subtype\",\"aclass\",\"asset\",\"amount\",\"fee\",\"balance\""
    header["statement"] = "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark"
    header["map"] = "Created,Side,Market,Qty,Total,Fee,Ref"
    print header[form]
    # Formats with several rows per trade.
    if (form == "ledgers") rows = int(rows / 2)
    if (form == "statement") rows = int(rows / 3)
    for (at = 0; at < rows; at++) {
      row = form == "coinbase" ? rows - 1 - at : at
      name = coin[row % count + 1]
      isSale = int(row / count) % 10 >= 6
      instant = strftime("%Y-%m-%d %H:%M:%S", 1577836800 + int(row * 86400 * 2000 / rows), 1)
      amount = sprintf("%d.%08d", isSale ? 0 : row % 90 + 1, row % 99999989 + 1)
      price = row % 60000 + 1
      cents = (row % 5000 + 50) * 100 + row % 100
      total = sprintf("%d.%02d", int(cents / 100), cents % 100)
      fee = sprintf("0.%02d", row % 100)
      net = cents + (isSale ? -1 : 1) * (row % 100)
      if (form == "coinbase")
        printf "%024x,%s UTC,Advanced Trade %s,%s,%s,USD,$%d,$%s,$%d.%02d,$%s,%s %s %s for %s USD\n", row * 7919 + 1000003, instant, isSale ? "Sell" : "Buy", \
          name, amount, price, total, int(net / 100), net % 100, fee, isSale ? "Sold" : "Bought", amount, name, total
      if (form == "kraken")
        printf "\"T%05X-%05X-%06X\",\"O%05X-%06X\",\"%sUSD\",\"%s.%04d\",%s,limit,%d,%s,%s,%s,0,\"\",\"L%08X,L%08X\"\n", row % 99991, row % 65521, row, \
          row % 99991, row, name, instant, row % 10000, isSale ? "sell" : "buy", price, total, fee, amount, row, row + 1
      if (form == "binance")
        printf "%s,%sUSDT,%s,%d,%s,%.8f,%s,USDT\n", instant, name, isSale ? "SELL" : "BUY", price, amount, amount * price, (amount * price > 1 ? fee : 0)
      sign = isSale ? "-" : ""
      other = isSale ? "" : "-"
      if (form == "ledgers")
        printf "\"L%05X-%06X-A\",\"T%05X-%06X\",\"%s\",\"trade\",\"\",\"currency\",\"%s\",%s%s,0,\n\"L%05X-%06X-B\",\"T%05X-%06X\",\"%s\",\"trade\",\"\",\"currency\",\"ZUSD\",%s%s,%s,\n", \
          row % 65521, row, row % 99991, row, instant, name, sign, amount, row % 65521, row, row % 99991, row, instant, other, total, fee
      if (form == "statement")
        printf "1234,%s,Spot,Transaction %s,%s,%s%s,\n1234,%s,Spot,Transaction %s,USDT,%s%s,\n1234,%s,Spot,Transaction Fee,USDT,-%s,\n", \
          instant, isSale ? "Sold" : "Buy", name, sign, amount, instant, isSale ? "Revenue" : "Spend", other, total, instant, fee
      if (form == "map") printf "%s,%s,%s/USD,%s,%s,%s,r%d\n", instant, isSale ? "sell" : "buy", name, amount, total, fee, row
    }
  }'
}

# Microseconds and peak kB.
measured() { # COMMAND
  start=$(date +%s%N)
  /usr/bin/time -o "$home/time" -f '%M' "$@" >/dev/null 2>"$home/errors" ||
    { echo "failed: $*" && tail -3 "$home/errors"; } >>"$home/failed"
  end=$(date +%s%N)
  echo "$(((end - start) / 1000)) $(tail -1 "$home/time")"
}

compare() { # FORM LIMIT OPTIONS
  form=$1
  limit=$2
  shift 2
  write_rows "$form" >"$home/$form.csv"
  rm -rf "$home/bitpal" "$home/bare.sqlite"
  mkdir "$home/bitpal"
  mine=$(BITPAL_HOME=$home/bitpal measured "$binary" import "$home/$form.csv" "$@")
  bare=$(measured sqlite3 "$home/bare.sqlite" 'PRAGMA journal_mode = WAL' '.mode csv' \
    ".import $home/$form.csv csv" 'CREATE TABLE sorted AS SELECT * FROM csv ORDER BY 2, 1' \
    'CREATE INDEX byPlace ON sorted (1)' 'DROP TABLE csv')
  echo "$form|$mine|$bare|$limit" | awk -F'|' '{
    split($2, mine, " "); split($3, bare, " ")
    ratio = mine[1] / bare[1]
    isBeyond = ratio > $4 || mine[2] > 120 * 1024
    printf "%-10s %8.1f s %6.1f MB %6.1f × sqlite3 (limit ×%s, 120 MB)%s\n", $1, mine[1] / 1e6, mine[2] / 1024, ratio, $4, isBeyond ? " BEYOND" : ""
    exit isBeyond
  }' || echo "$form is beyond its limit" >>"$home/failed"
  rm "$home/$form.csv"
}

printf '%s rows, 16 coins\n' "$rows"
compare coinbase 60
compare kraken 60
compare binance 60 --stable USDT
compare ledgers 60
compare statement 60 --stable USDT
compare map 60 --map 'date=Created,side=Side,pair=Market,amount=Qty,total=Total,fee=Fee,id=Ref'

if [ -s "$home/failed" ]; then
  sort -u "$home/failed" >&2
  exit 1
fi

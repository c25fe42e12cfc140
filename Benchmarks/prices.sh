#!/bin/sh
# Peak memory of a refresh and of filling a year of 20 coins over TLS, bytes per coin-day, and the time for one coin's
# year next to a baseline. Fails above the bounds in docs/performance.md. Needs openssl, python3 and /usr/bin/time.
# Usage: prices.sh BINARY
set -eu
binary=$1
home=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$home"' EXIT
server=
failed=0
export BITPAL_HOME="$home/ledger" BITPAL_CONFIG="$home/config.toml" LC_ALL=C.UTF-8
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=bitpal-benchmark -addext subjectAltName=IP:127.0.0.1 \
  -keyout "$home/key.pem" -out "$home/certificate.pem" 2>/dev/null

cat >"$home/server.py" <<'END'
import http.server, json, ssl, sys, time, urllib.parse
DAY = 86400
class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        url = urllib.parse.urlparse(self.path)
        now = int(time.time())
        if url.path.endswith("/markets"):
            ids = urllib.parse.parse_qs(url.query)["ids"][0].split(",")
            stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(now))
            body = [{"id": i, "symbol": i[:3], "name": i, "current_price": 1234.5678901234567, "market_cap": 1e9,
                     "total_volume": 1e8, "circulating_supply": 1e7, "price_change_percentage_24h": -1.25,
                     "last_updated": stamp, "image": "x" * 80} for i in ids]
        else:
            midnight = now // DAY * DAY
            days = [(midnight - n * DAY) * 1000 for n in range(365, -1, -1)]
            body = {name: [[day, 1000.1234567890123 + n] for n, day in enumerate(days)]
                    for name in ("prices", "market_caps", "total_volumes")}
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
    def log_message(self, *words): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1] + "/certificate.pem", sys.argv[1] + "/key.pem")
server.socket = context.wrap_socket(server.socket, server_side=True)
with open(sys.argv[1] + "/port", "w") as file: file.write(str(server.server_port))
server.serve_forever()
END
python3 "$home/server.py" "$home" &
server=$!
while [ ! -s "$home/port" ]; do kill -0 "$server"; done
export CURL_CA_BUNDLE="$home/certificate.pem" BITPAL_API_BASE_URL="https://127.0.0.1:$(cat "$home/port")/api/v3"
printf CG-benchmark | "$binary" config set prices.key >/dev/null
"$binary" config set prices.tier pro >/dev/null
"$binary" config set prices.calls-per-minute 500 >/dev/null
"$binary" config set prices.sources coingecko >/dev/null

coins="kaspa monero sui near aave algorand aptos arbitrum cosmos filecoin fantom flow gala iota kava mantle maker neo optimism quant-network"
for coin in $coins; do "$binary" buy "$coin" 1 --price 10 --date 2026-01-02 >/dev/null 2>&1; done

# bound NAME VALUE BOUND UNIT
bound() {
  printf '%-44s %9s %s (at most %s)\n' "$1" "$2" "$4" "$3"
  [ "$2" -le "$3" ] || failed=1
}
peak() { /usr/bin/time -f %M -o "$home/peak" "$@" >/dev/null 2>&1 || true; cat "$home/peak"; }

bound "fill a year of 20 coins over TLS" "$(peak "$binary" prices fetch -p 1y)" 26624 kB
missing=$("$binary" prices fetch -p 1y 2>&1)
[ "$missing" = "No past price is missing." ] || { echo "prices are missing: $missing" >&2; failed=1; }
bytes=$(cat "$BITPAL_HOME"/*/Library/"Application Support"/PastPrices/*.prices | wc -c)
bound "bytes of a coin-day" "$((bytes / (20 * 365)))" 40 B
bound "refresh of 20 coins over TLS" "$(peak "$binary" refresh)" 26624 kB

# the median of twenty runs in microseconds
median() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    start=$(date +%s%N)
    "$@" >/dev/null
    end=$(date +%s%N)
    echo $(((end - start) / 1000))
  done | sort -n | sed -n 10p
}
baseline=$(median "$binary" chart kaspa --range 1w --csv)
year=$(median "$binary" chart kaspa --range 1y --csv)
printf '%-44s %9s µs, a week %s µs\n' "chart of one coin's year, whole process" "$year" "$baseline"
bound "one coin's year more than its week" "$(((year - baseline) / 1000))" 10 ms
exit "$failed"

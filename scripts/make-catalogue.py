#!/usr/bin/env python3
"""Makes the coin catalogue that is built into the program.

    scripts/make-catalogue.py COINS_LIST MARKETS... [--former MARKETS...] \\
        --output Sources/CCoinCatalogue/catalogue.bin

COINS_LIST is an answer of CoinGecko's GET /coins/list, MARKETS are answers of GET /coins/markets,
oldest first: they bring ranks, coins the list lacks, and newer names. A file after --former is an
older answer: its ranks only order coins that no newer answer ranks, and it brings no coin.

The layout is described in Sources/CoinCatalogue/CatalogueLayout.swift.
"""

import argparse
import json
import struct

MAGIC = b"bitpalC1"
UNRANKED = 0xFFFF_FFFF
FORMER = 0x8000_0000


def read(path):
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)
    if not isinstance(rows, list):
        raise SystemExit(f"{path}: expected a list of coins")
    return rows


def lowercased(text):
    """Lower case in ASCII only: the catalogue's order must not depend on Unicode's tables."""
    return text.encode("utf-8").lower()


def gather(coins_list, markets, former):
    coins = {}
    for row in coins_list:
        coins[row["id"]] = {"symbol": row["symbol"], "name": row["name"], "standing": UNRANKED}
    for rows in former:
        for row in rows:
            if row["id"] in coins and row["market_cap_rank"]:
                coins[row["id"]]["standing"] = FORMER + row["market_cap_rank"]
    for rows in markets:
        for row in rows:
            coin = coins.setdefault(row["id"], {"standing": UNRANKED})
            coin["symbol"], coin["name"] = row["symbol"], row["name"]
            if row["market_cap_rank"]:
                coin["standing"] = row["market_cap_rank"]
    return coins


def encode(coins):
    records, pool = [], bytearray()
    ids = sorted(coins, key=lambda coin_id: coin_id.encode("utf-8"))
    for coin_id in ids:
        coin = coins[coin_id]
        texts = [text.encode("utf-8") for text in (coin_id, coin["symbol"], coin["name"])]
        lengths = [len(text) for text in texts]
        records.append(struct.pack("<IIHHH", len(pool), coin["standing"], *lengths))
        for text in texts:
            pool += text
    by_symbol = [i for i, coin_id in enumerate(ids) if coins[coin_id]["symbol"]]
    by_symbol.sort(
        key=lambda i: (lowercased(coins[ids[i]]["symbol"]), coins[ids[i]]["standing"], i))
    header = MAGIC + struct.pack("<III", len(ids), len(by_symbol), len(pool))
    index = struct.pack(f"<{len(by_symbol)}I", *by_symbol)
    return header + b"".join(records) + index + bytes(pool)


def main():
    parser = argparse.ArgumentParser(description="Makes the built-in coin catalogue.")
    parser.add_argument("coins_list", help="an answer of GET /coins/list")
    parser.add_argument("markets", nargs="+", help="answers of GET /coins/markets, oldest first")
    parser.add_argument("--former", nargs="+", default=[], help="older answers, for order only")
    parser.add_argument("--output", required=True, help="the file to write")
    arguments = parser.parse_args()
    coins = gather(
        read(arguments.coins_list),
        [read(path) for path in arguments.markets],
        [read(path) for path in arguments.former])
    with open(arguments.output, "wb") as file:
        file.write(encode(coins))
    print(f"{len(coins)} coins")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Makes the exchange rates and daily prices that are built into the program.

    scripts/make-market-data.py RATES PRICES... \\
        --rates-output Sources/CMarketData/rates.bin \\
        --prices-output Sources/CMarketData/prices.bin

RATES is the European Central Bank's eurofxref-hist.csv (Source: ECB). PRICES are files named
<coin id>.json with {"currency": "USD", "prices": [[days since 1970-01-01, close], ...]}.

The layouts are described in Sources/MarketData/Rates/RateLayout.swift and
Sources/MarketData/Prices/PriceLayout.swift.
"""

import argparse
import csv
import datetime
import json
import pathlib
import re
import struct

EPOCH = datetime.date(1970, 1, 1)
PLAIN = re.compile(r"[0-9]+(\.[0-9]+)?")


def scaled(text):
    """A decimal text as its digits and the number of them behind the point."""
    if not PLAIN.fullmatch(text):
        raise SystemExit(f"not a plain number: {text!r}")
    whole, _, fraction = text.partition(".")
    fraction = fraction.rstrip("0")
    return int(whole + fraction), len(fraction)


def read_rates(path):
    """The days, ascending, and each currency's texts for one euro; None where it has no rate."""
    with open(path, encoding="ascii", newline="") as file:
        header, *rows = csv.reader(file)
    rows.sort()
    days = [(datetime.date.fromisoformat(row[0]) - EPOCH).days for row in rows]
    if len(set(days)) != len(days):
        raise SystemExit(f"{path}: a day occurs twice")
    columns = {}
    for place, code in enumerate(header):
        texts = [None if row[place] == "N/A" else row[place] for row in rows]
        if place > 0 and code.strip() and any(texts):
            columns[code] = texts
    return days, columns


def encode_rates(days, columns):
    codes = sorted(columns)
    records, values = bytearray(), bytearray()
    for code in codes:
        numbers = [scaled(text) if text else (0, 0) for text in columns[code]]
        places = max(scale for _, scale in numbers)
        records += struct.pack("<3sB", code.encode("ascii"), places)
        for text, (digits, scale) in zip(columns[code], numbers):
            if text and digits == 0:
                raise SystemExit(f"{code}: a rate of zero")
            values += struct.pack("<I", digits * 10 ** (places - scale))
    header = b"bitpalR1" + struct.pack("<II", len(days), len(codes))
    return header + bytes(records) + struct.pack(f"<{len(days)}i", *days) + bytes(values)


def read_prices(path):
    """A coin's closes by day, as texts with every digit of the file."""
    with open(path, encoding="utf-8") as file:
        answer = json.load(file, parse_float=str, parse_int=str)
    if answer["currency"] != "USD":
        raise SystemExit(f"{path}: expected prices in US dollars")
    return {int(day): price for day, price in answer["prices"]}


def encode_prices(coins):
    records, values, names = bytearray(), bytearray(), bytearray()
    for coin_id in sorted(coins, key=lambda coin_id: coin_id.encode("utf-8")):
        prices, name = coins[coin_id], coin_id.encode("utf-8")
        first, last = min(prices), max(prices)
        records += struct.pack(
            "<IIiII", len(names), len(name), first, last - first + 1, len(values) // 4)
        names += name
        for day in range(first, last + 1):
            digits, scale = scaled(prices[day]) if day in prices else (0, 0)
            if digits >= 1 << 28 or scale > 15 or (day in prices and digits == 0):
                raise SystemExit(f"{coin_id}: the price {prices[day]} does not fit")
            values += struct.pack("<I", scale << 28 | digits)
    header = b"bitpalP1" + struct.pack("<III", len(coins), len(values) // 4, len(names))
    return header + bytes(records) + bytes(values) + bytes(names)


def main():
    parser = argparse.ArgumentParser(description="Makes the built-in rates and prices.")
    parser.add_argument("rates", help="the ECB's eurofxref-hist.csv")
    parser.add_argument("prices", nargs="+", help="daily closes, one <coin id>.json for each coin")
    parser.add_argument("--rates-output", required=True, help="the file of rates to write")
    parser.add_argument("--prices-output", required=True, help="the file of prices to write")
    arguments = parser.parse_args()
    days, columns = read_rates(arguments.rates)
    coins = {pathlib.Path(path).stem: read_prices(path) for path in arguments.prices}
    pathlib.Path(arguments.rates_output).write_bytes(encode_rates(days, columns))
    pathlib.Path(arguments.prices_output).write_bytes(encode_prices(coins))
    print(f"{len(days)} days of {len(columns)} currencies, {len(coins)} coins")


if __name__ == "__main__":
    main()

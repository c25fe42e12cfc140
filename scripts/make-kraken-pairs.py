#!/usr/bin/env python3
"""Makes the table of Kraken's pairs that is built into the program.

    scripts/make-kraken-pairs.py MAPPING --output Sources/Kraken/KrakenPair+All.swift

MAPPING is a CSV file of candidates with the columns coingecko_id, kraken_base, ticker_usd,
pair_usd, legacy_usd, grade, coingecko_usd_2026_04_28, kraken_usd_2026_07_23 and
same_day_worst_diff_pct: which coin of CoinGecko may be which of Kraken's, and recorded prices of
both.

A symbol alone never decides: Kraken's LUNA is Terra Luna Classic. A coin is in the table when
- prices of both on the same days differ by 5 % at most (same_day_worst_diff_pct), or
- another public table names the pair (grade B) and the prices of different days differ by 5 % at
  most.
The others are listed with their reason.
"""

import argparse
import csv
from decimal import Decimal

BOUND = Decimal(5)

HEAD = '''// Made by scripts/make-kraken-pairs.py. Do not edit.

extension KrakenPair {
  /// The coins whose pair was checked by price, by CoinGecko id.
  static let all: [String: KrakenPair] = [
'''


def difference(row):
    """The difference of the two prices in percent, and how they were taken; None without both."""
    if row["same_day_worst_diff_pct"]:
        return Decimal(row["same_day_worst_diff_pct"]), "same days"
    ours, theirs = row["coingecko_usd_2026_04_28"], row["kraken_usd_2026_07_23"]
    if not ours or not theirs:
        return None
    return abs(Decimal(theirs) / Decimal(ours) - 1) * 100, "different days"


def refusal(row):
    """Why a candidate is left out; None when it is in."""
    found = difference(row)
    if found is None:
        return "no prices to compare"
    percent, how = found
    if percent > BOUND:
        return f"prices of {how} differ by {percent:.1f} %"
    if how == "different days" and row["grade"] != "B":
        return "only the symbol and prices of different days agree"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("mapping")
    parser.add_argument("--output", required=True)
    arguments = parser.parse_args()
    with open(arguments.mapping, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lines = []
    for row in sorted(rows, key=lambda row: row["coingecko_id"]):
        reason = refusal(row)
        if reason:
            print(f"left out: {row['coingecko_id']} as {row['kraken_base']}: {reason}")
            continue
        legacy = row["legacy_usd"] or row["pair_usd"]
        lines.append(
            f'    "{row["coingecko_id"]}": KrakenPair("{row["pair_usd"]}", "{legacy}", '
            f'"{row["ticker_usd"]}"),\n')
    with open(arguments.output, "w", encoding="utf-8") as file:
        file.write(HEAD + "".join(lines) + "  ]\n}\n")
    print(f"{len(lines)} pairs")


if __name__ == "__main__":
    main()
